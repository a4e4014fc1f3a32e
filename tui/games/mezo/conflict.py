"""A conflict of Mezo: who stands there, whose card says what, how strength has grown, and who would win what."""

from collections.abc import Sequence
from typing import NamedTuple

from textual.geometry import Region

from core.games.mezo.components import ALTARS, CARDS, CONSTANTS, GODS
from core.games.mezo.scoring import standings
from core.games.mezo.state import MezoState
from core.games.mezo.text import names
from core.games.mezo.view import LETTERS
from core.games.mezo.view import captions as says
from core.games.mezo.view.visible_cards import laid
from core.text import count
from core.view import Place
from themes import Look
from tui.games.mezo.art import Signs
from tui.games.mezo.board import figures
from tui.games.mezo.side import shortened
from tui.widgets.canvas import Picture, clip, wrap

#: Up to this height every row counts.
_LOW = 20
#: Below this width the name of a card has a row of its own.
_NARROW = 48


class Fight(NamedTuple):
    """A conflict as it is shown."""

    #: As it stands, and with the pieces of the choice under the cursor in their new places.
    state: MezoState
    after: MezoState
    #: By seat: its strength before anybody acted.
    at_first: Sequence[int]
    players: Sequence[str]
    viewer: int | None
    #: Who has won; None as long as it is fought.
    winner: int | None


class Line(NamedTuple):
    """A row of the picture: what kind it is, of which seat, its text, and the place that it shows."""

    kind: str
    text: str = ""
    seat: int = -1
    place: Place | None = None
    spent: bool = False


def lines(fight: Fight, width: int, height: int) -> list[Line]:
    """The rows of a conflict, as many as there is room for; in the order in which the players act."""
    state = fight.state
    seats = state.order if len(state.order) == state.players else range(state.players)
    head = [Line("head", text, place=Place("region", state.conflict)) for text in _title(fight, width, height)]
    forecast = says.forecast(fight.after, fight.viewer, fight.players, fight.winner)
    last = [Line("forecast", text) for text in wrap(forecast, width - 2)]
    blocks = [_block(fight, seat, width) for seat in seats]
    texts = [text for block in blocks for text in block.texts]
    room = height - len(head) - len(last) - sum(len(block.fixed) for block in blocks)
    shortened(texts, width - 7, room)
    room -= sum(map(len, texts))
    airy = room >= len(blocks)
    thick = room >= 2 * len(blocks) and width >= _NARROW
    found = head
    for seat, block in zip(seats, blocks, strict=True):
        bar = [Line("bar", seat=seat, place=Place("strength", seat))] if thick else []
        gap = [Line("gap")] if airy else []
        found = [*found, *gap, block.fixed[0], *bar, *block.fixed[1:], *_action_lines(fight, seat, block.texts)]
    return [*found, *([Line("gap")] if airy and room > len(blocks) else []), *last][:height]


class _Block(NamedTuple):
    """The part of one player: rows that always stand there, and the wrapped texts of the actions."""

    fixed: list[Line]
    texts: list[list[str]]


def _title(fight: Fight, width: int, height: int) -> list[str]:
    """What is fought over; in one row, where every row counts."""
    state = fight.state
    region = state.conflict
    told = f"Conflict of {names.region(region)}"
    if fight.winner is not None:
        told = f"{fight.players[fight.winner]} wins {names.region(region)}"
    if region == state.blessed:
        return wrap(f"{told} · Blessed, {CONSTANTS.blessed_vp} VP", width - 2)
    altar = ALTARS[state.altars[region]]
    return wrap(f"{told} · {altar.name}: {altar.effect.text if height > _LOW else altar.brief}", width - 2)


def _block(fight: Fight, seat: int, width: int) -> _Block:
    """A tribe's rank, and its card as the viewer may see it."""
    state = fight.state
    place = Place("strength", seat)
    fixed = [Line("tribe", seat=seat, place=place)]
    card = laid(state, seat, fight.viewer)
    if card is None or card < 0:
        told = _without_card(state, seat, card)
        return _Block([*fixed, Line("told", told, seat, place)] if told else fixed, [])
    if width < _NARROW:
        fixed.append(Line("told", f"{CARDS[card].capitalize()} of {GODS[state.gods[seat]].name}", seat, place))
    return _Block(fixed, [wrap(action.text, width - 7) for action in GODS[state.gods[seat]].actions[card]])


def _without_card(state: MezoState, seat: int, card: int | None) -> str:
    """What is said of a tribe whose card cannot be seen."""
    if card is not None:
        return "has laid a card face down"
    if state.conflict == state.blessed and not state.blessed_cards:
        given = names.units(state.given[seat * 2], state.given[seat * 2 + 1])
        return f"gave {given}, has {count(sum(state.reserves[seat * 2 : seat * 2 + 2]), 'unit')} left"
    return "chooses a card" if state.actor == seat else "will choose a card"


def _action_lines(fight: Fight, seat: int, texts: list[list[str]]) -> list[Line]:
    """The actions of a card; those of the viewer can be chosen here."""
    found = []
    for action, rows in enumerate(texts):
        own = seat == fight.viewer and fight.winner is None
        place = Place("action", action) if own else Place("strength", seat)
        spent = bool(fight.state.covered[seat] >> action & 1)
        for row, text in enumerate(rows):
            mark = str(action + 1) if not row else ""
            found.append(Line("action", f"{mark:1} {text}", seat, place, spent))
    return found


class FightPainter:
    """Paints the rows of a conflict into an area of a picture."""

    def __init__(self, picture: Picture, look: Look, signs: Signs, area: Region, fight: Fight) -> None:
        self.picture = picture
        self.look = look
        self.signs = signs
        self.area = area
        self.fight = fight
        self.now = standings(fight.state, fight.state.conflict)
        self.then = standings(fight.after, fight.state.conflict)
        #: Whether bars have rows of their own.
        self.thick = False

    def paint(self, rows: Sequence[Line], cursor: Place | None, marks: dict[Place, str]) -> None:
        self.thick = any(row.kind == "bar" for row in rows)
        for step, row in enumerate(rows):
            y = self.area.y + step
            here = row.place is not None and row.place == cursor
            match row.kind:
                case "head":
                    on = "cursor" if here else "good" if self.fight.winner is not None else "blood"
                    ink = {"cursor": "cursor_ink", "good": "ground", "blood": "blood_ink"}[on]
                    text = f" {row.text}".ljust(self.area.width)
                    self.picture.text(self.area.x, y, text, self.look.style(ink, on, "bold"))
                case "tribe":
                    self._tribe(y, row.seat, here, marks.get(Place("strength", row.seat), " "))
                case "bar":
                    self._bar(Region(self.area.x + 2, y, self.area.width - 14, 1), row.seat)
                case "forecast":
                    self.picture.text(self.area.x + 1, y, row.text, self.look.style("accent", attributes="bold"))
                case "action":
                    self._action(y, row, here and row.place != Place("strength", row.seat))
                case "told":
                    self.picture.text(self.area.x + 2, y, clip(row.text, self.area.width - 3), self.look.style("dim"))

    def _action(self, y: int, row: Line, here: bool) -> None:
        ink, attributes = ("faint", "strike") if row.spent else ("ink", "")
        style = self.look.style("cursor_ink", "cursor") if here else self.look.style(ink, attributes=attributes)
        if row.text[0] != " ":
            sign = self.signs.spent if row.spent else self.signs.action
            ink = f"seat{row.seat + 1}"
            self.picture.text(self.area.x + 2, y, sign, self.look.style(ink, attributes="" if row.spent else "bold"))
        text = clip(row.text, self.area.width - 5)
        if here:
            text = text.ljust(self.area.width - 5)
        self.picture.text(self.area.x + 4, y, text, style)

    def _tribe(self, y: int, seat: int, here: bool, mark: str) -> None:
        """Who stands there, strength as a bar that shows what has come and gone, and the name of the card."""
        fight, look, area = self.fight, self.look, self.area
        roomy = area.width >= 64
        name, ranks = (12, 18) if roomy else (8, 10)
        style = look.style("cursor_ink", "cursor", "bold") if here else look.style("badge", f"dark_{seat + 1}", "bold")
        x = self.picture.text(area.x, y, f"{LETTERS[seat]} {clip(fight.players[seat], name):<{name}}", style)
        x = self.picture.text(x, y, mark, look.style("new", attributes="bold"))
        self._ranks(x, y, seat, ranks)
        end = area.right
        if area.width >= _NARROW:
            end -= 10
            card = laid(fight.state, seat, fight.viewer)
            if card is not None and card >= 0:
                self.picture.text(end + 1, y, CARDS[card].capitalize(), look.style(attributes="bold"))
        if not self.thick:
            self._bar(Region(x + ranks + 1, y, end - 6 - (x + ranks + 1), 1), seat)
        self._number(end, y, seat)

    def _ranks(self, x: int, y: int, seat: int, room: int) -> None:
        parts = [(sign, n) for sign, n in figures(self.fight.after, seat, self.fight.state.conflict, self.signs) if n]
        texts = [f"+{n}" if sign == "+" else sign * n for sign, n in parts]
        if sum(map(len, texts)) > room:
            texts = [sign if n == 1 else f"{sign}{n}" for sign, n in parts]
        gap = " " if sum(map(len, texts)) + len(texts) - 1 <= room else ""
        most = {self.signs.warrior: self.then.codex, self.signs.shaman: self.then.calendar}
        for text, (sign, _) in zip(texts, parts, strict=True):
            attributes = "bold underline" if seat in most.get(sign, ()) else ""
            x = self.picture.text(x, y, text, self.look.style(f"seat{seat + 1}", attributes=attributes)) + len(gap)

    def _bar(self, area: Region, seat: int) -> None:
        """What stood there before anybody acted, what has come since, and what is gone."""
        first, then = self.fight.at_first[seat], self.then.strengths[seat]
        full = max(*self.fight.at_first, *self.now.strengths, *self.then.strengths, 6)
        ink = self.look.style(f"seat{seat + 1}")
        kept, come, gone = (round(area.width * n / full) for n in (min(first, then), max(first, then), first))
        self.picture.text(area.x, area.y, self.signs.gone * gone, self.look.style("faint"))
        self.picture.text(area.x, area.y, self.signs.come * (come if then > first else 0), ink)
        self.picture.text(area.x, area.y, self.signs.stood * kept, ink)

    def _number(self, end: int, y: int, seat: int) -> None:
        """The strength, and what it was at first; the leader's on its colour."""
        first, now, then = (each[seat] for each in (self.fight.at_first, self.now.strengths, self.then.strengths))
        leads = seat in self.then.winner and then > 0
        style = self.look.style("badge", f"dark_{seat + 1}", "bold") if leads else self.look.style(attributes="bold")
        if now != then:
            style = self.look.style("mark_ink", "mark", "bold")
        self.picture.right(end, y, f"{then:>2} ", style)
        if first != then:
            self.picture.right(end - 3, y, f"{first}→", self.look.style("dim"))
