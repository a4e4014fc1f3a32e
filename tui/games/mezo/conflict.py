"""A conflict of Mezo: the tribes in it, their cards, how strength has changed, and who would win what."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from textual.geometry import Region

from core.games.mezo.components import ALTARS, CARDS, CONSTANTS, GODS
from core.games.mezo.scoring import standings
from core.games.mezo.state import MezoState
from core.games.mezo.text import names
from core.games.mezo.view import LETTERS, captions
from core.games.mezo.view.visible_cards import laid
from core.text import count_text
from core.view import Target
from themes import Palette
from tui.games.mezo.art import Signs
from tui.games.mezo.board import figures
from tui.games.mezo.side import shortened
from tui.widgets.canvas import Canvas
from tui.widgets.text_layout import clip, wrap

#: The height up to which rows are scarce.
_LOW = 20
#: Below this width the name of a card has a row of its own.
_NARROW = 48


class ConflictContents(NamedTuple):
    """What is shown of a conflict."""

    #: The state, and the state with the pieces of the choice under the cursor in their new places.
    state: MezoState
    after: MezoState
    #: By seat: its strength before anybody acted.
    at_first: Sequence[int]
    players: Sequence[str]
    viewer: int | None
    #: The winner; None until the conflict is decided.
    winner: int | None


class ConflictRow(NamedTuple):
    """A row of a conflict: its kind, its seat, its text, and the target that it shows."""

    kind: str
    text: str = ""
    seat: int = -1
    target: Target | None = None
    spent: bool = False


def lines(conflict: ConflictContents, width: int, height: int) -> list[ConflictRow]:
    """Return the rows of a conflict, as many as there is room for, in the order in which the players act."""
    state = conflict.state
    seats = state.order if len(state.order) == state.players else range(state.players)
    head = [
        ConflictRow("head", text, target=Target("region", state.conflict)) for text in _title(conflict, width, height)
    ]
    forecast = captions.forecast(conflict.after, conflict.viewer, conflict.players, conflict.winner)
    last = [ConflictRow("forecast", text) for text in wrap(forecast, width - 2)]
    blocks = [_block(conflict, seat, width) for seat in seats]
    texts = [text for block in blocks for text in block.texts]
    room = height - len(head) - len(last) - sum(len(block.fixed) for block in blocks)
    shortened(texts, width - 7, room)
    room -= sum(map(len, texts))
    airy = room >= len(blocks)
    thick = room >= 2 * len(blocks) and width >= _NARROW
    found = head
    for seat, block in zip(seats, blocks, strict=True):
        bar = [ConflictRow("bar", seat=seat, target=Target("strength", seat))] if thick else []
        gap = [ConflictRow("gap")] if airy else []
        found = [*found, *gap, block.fixed[0], *bar, *block.fixed[1:], *_action_lines(conflict, seat, block.texts)]
    return [*found, *([ConflictRow("gap")] if airy and room > len(blocks) else []), *last][:height]


class _Block(NamedTuple):
    """The part of one player: rows that are always shown, and the wrapped texts of the actions."""

    fixed: list[ConflictRow]
    texts: list[list[str]]


def _title(conflict: ConflictContents, width: int, height: int) -> list[str]:
    """Return what is fought over; the altar in brief where rows are scarce."""
    state = conflict.state
    region = state.conflict
    told = f"Conflict of {names.region(region)}"
    if conflict.winner is not None:
        told = f"{conflict.players[conflict.winner]} wins {names.region(region)}"
    if region == state.blessed:
        return wrap(f"{told} · Blessed, {CONSTANTS.blessed_vp} VP", width - 2)
    altar = ALTARS[state.altars[region]]
    return wrap(f"{told} · {altar.name}: {altar.effect.text if height > _LOW else altar.brief}", width - 2)


def _block(conflict: ConflictContents, seat: int, width: int) -> _Block:
    """Return a tribe's rank, and its card as the viewer may see it."""
    state = conflict.state
    target = Target("strength", seat)
    fixed = [ConflictRow("tribe", seat=seat, target=target)]
    card = laid(state, seat, conflict.viewer)
    if card is None or card < 0:
        told = _without_card(state, seat, card)
        return _Block([*fixed, ConflictRow("told", told, seat, target)] if told else fixed, [])
    if width < _NARROW:
        fixed.append(ConflictRow("told", f"{CARDS[card].capitalize()} of {GODS[state.gods[seat]].name}", seat, target))
    return _Block(fixed, [wrap(action.text, width - 7) for action in GODS[state.gods[seat]].actions[card]])


def _without_card(state: MezoState, seat: int, card: int | None) -> str:
    """Return what is shown of a tribe whose card cannot be seen."""
    if card is not None:
        return "has laid a card face down"
    if state.conflict == state.blessed and not state.blessed_cards:
        given = names.units(state.given[seat * 2], state.given[seat * 2 + 1])
        return f"gave {given}, has {count_text(sum(state.reserves[seat * 2 : seat * 2 + 2]), 'unit')} left"
    return "chooses a card" if state.actor == seat else "will choose a card"


def _action_lines(conflict: ConflictContents, seat: int, texts: list[list[str]]) -> list[ConflictRow]:
    """Return the actions of a card; those of the viewer can be chosen here."""
    found = []
    for action, rows in enumerate(texts):
        own = seat == conflict.viewer and conflict.winner is None
        target = Target("action", action) if own else Target("strength", seat)
        spent = bool(conflict.state.covered[seat] >> action & 1)
        for row, text in enumerate(rows):
            mark = str(action + 1) if not row else ""
            found.append(ConflictRow("action", f"{mark:1} {text}", seat, target, spent))
    return found


class ConflictPainter:
    """Painter of the rows of a conflict in a region of a canvas."""

    def __init__(
        self, canvas: Canvas, palette: Palette, signs: Signs, area: Region, conflict: ConflictContents
    ) -> None:
        self.canvas = canvas
        self.palette = palette
        self.signs = signs
        self.area = area
        self.fight = conflict
        self.now = standings(conflict.state, conflict.state.conflict)
        self.then = standings(conflict.after, conflict.state.conflict)
        #: Whether bars have rows of their own.
        self.thick = False

    def paint(self, rows: Sequence[ConflictRow], cursor: Target | None, marks: Mapping[Target, str]) -> None:
        self.thick = any(row.kind == "bar" for row in rows)
        for step, row in enumerate(rows):
            y = self.area.y + step
            here = row.target is not None and row.target == cursor
            match row.kind:
                case "head":
                    on = "cursor" if here else "good" if self.fight.winner is not None else "blood"
                    ink = {"cursor": "cursor_ink", "good": "ground", "blood": "blood_ink"}[on]
                    text = f" {row.text}".ljust(self.area.width)
                    self.canvas.draw_text(self.area.x, y, text, self.palette.style(ink, on, "bold"))
                case "tribe":
                    self._tribe(y, row.seat, here, marks.get(Target("strength", row.seat), " "))
                case "bar":
                    self._bar(Region(self.area.x + 2, y, self.area.width - 14, 1), row.seat)
                case "forecast":
                    self.canvas.draw_text(self.area.x + 1, y, row.text, self.palette.style("accent", attributes="bold"))
                case "action":
                    self._action(y, row, here and row.target != Target("strength", row.seat))
                case "told":
                    self.canvas.draw_text(
                        self.area.x + 2, y, clip(row.text, self.area.width - 3), self.palette.style("dim")
                    )

    def _action(self, y: int, row: ConflictRow, here: bool) -> None:
        ink, attributes = ("faint", "strike") if row.spent else ("ink", "")
        style = self.palette.style("cursor_ink", "cursor") if here else self.palette.style(ink, attributes=attributes)
        if row.text[0] != " ":
            sign = self.signs.spent if row.spent else self.signs.action
            ink = f"seat{row.seat + 1}"
            self.canvas.draw_text(
                self.area.x + 2, y, sign, self.palette.style(ink, attributes="" if row.spent else "bold")
            )
        text = clip(row.text, self.area.width - 5)
        if here:
            text = text.ljust(self.area.width - 5)
        self.canvas.draw_text(self.area.x + 4, y, text, style)

    def _tribe(self, y: int, seat: int, here: bool, mark: str) -> None:
        """Draw the tribe, its strength as a bar with gains and losses, and the name of the card."""
        conflict, palette, area = self.fight, self.palette, self.area
        roomy = area.width >= 64
        name, ranks = (12, 18) if roomy else (8, 10)
        style = (
            palette.style("cursor_ink", "cursor", "bold")
            if here
            else palette.style("badge", f"dark_{seat + 1}", "bold")
        )
        x = self.canvas.draw_text(area.x, y, f"{LETTERS[seat]} {clip(conflict.players[seat], name):<{name}}", style)
        x = self.canvas.draw_text(x, y, mark, palette.style("new", attributes="bold"))
        self._ranks(x, y, seat, ranks)
        end = area.right
        if area.width >= _NARROW:
            end -= 10
            card = laid(conflict.state, seat, conflict.viewer)
            if card is not None and card >= 0:
                self.canvas.draw_text(end + 1, y, CARDS[card].capitalize(), palette.style(attributes="bold"))
        if not self.thick:
            self._bar(Region(x + ranks + 1, y, end - 6 - (x + ranks + 1), 1), seat)
        self._number(end, y, seat)

    def _ranks(self, x: int, y: int, seat: int, width: int) -> None:
        parts = [(sign, n) for sign, n in figures(self.fight.after, seat, self.fight.state.conflict, self.signs) if n]
        texts = [f"+{n}" if sign == "+" else sign * n for sign, n in parts]
        if sum(map(len, texts)) > width:
            texts = [sign if n == 1 else f"{sign}{n}" for sign, n in parts]
        gap = " " if sum(map(len, texts)) + len(texts) - 1 <= width else ""
        most = {self.signs.warrior: self.then.codex, self.signs.shaman: self.then.calendar}
        for text, (sign, _) in zip(texts, parts, strict=True):
            attributes = "bold underline" if seat in most.get(sign, ()) else ""
            x = self.canvas.draw_text(x, y, text, self.palette.style(f"seat{seat + 1}", attributes=attributes)) + len(
                gap
            )

    def _bar(self, area: Region, seat: int) -> None:
        """Draw the strength before anybody acted, what has been gained since, and what was lost."""
        first, then = self.fight.at_first[seat], self.then.strengths[seat]
        full = max(*self.fight.at_first, *self.now.strengths, *self.then.strengths, 6)
        ink = self.palette.style(f"seat{seat + 1}")
        kept, come, gone = (round(area.width * n / full) for n in (min(first, then), max(first, then), first))
        self.canvas.draw_text(area.x, area.y, self.signs.gone * gone, self.palette.style("faint"))
        self.canvas.draw_text(area.x, area.y, self.signs.come * (come if then > first else 0), ink)
        self.canvas.draw_text(area.x, area.y, self.signs.stood * kept, ink)

    def _number(self, end: int, y: int, seat: int) -> None:
        """Draw the strength, and what it was at first; the leader's on its own colour."""
        first, now, then = (each[seat] for each in (self.fight.at_first, self.now.strengths, self.then.strengths))
        leads = seat in self.then.winner and then > 0
        style = (
            self.palette.style("badge", f"dark_{seat + 1}", "bold") if leads else self.palette.style(attributes="bold")
        )
        if now != then:
            style = self.palette.style("mark_ink", "mark", "bold")
        self.canvas.draw_text_right(end, y, f"{then:>2} ", style)
        if first != then:
            self.canvas.draw_text_right(end - 3, y, f"{first}→", self.palette.style("dim"))
