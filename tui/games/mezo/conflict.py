"""A conflict of Mezo: the tribes in it, their cards, how strength has changed, and who would win what."""

from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import NamedTuple

from textual.geometry import Region

from core.games.mezo.components import ALTARS, CARDS, CONSTANTS, GODS
from core.games.mezo.scoring import standings
from core.games.mezo.state import MezoState
from core.games.mezo.text import names
from core.games.mezo.view import captions
from core.games.mezo.view.visible_cards import laid
from core.text import count_text, list_text
from core.view import Target
from themes import MONO, Palette
from tui.games.mezo.art import PLAIN, Signs, told_signs
from tui.games.mezo.board import figures, piece_texts
from tui.games.mezo.scenery import draw_scenery
from tui.widgets.canvas import Canvas
from tui.widgets.text_layout import clip, wrap

#: Where the text of an action begins, behind "[x] 1 ".
_TEXT = 6
#: The rows of a small map's field beside those of its tribes: the name, and its landscape.
_STRIP_REST = 3
#: From so many rows on the strip of the map has air.
_AIRY = 30
#: From this width on a tribe's row has room for more.
_ROOMY = 64


class Detail(IntEnum):
    """How much is told of a card."""

    WHOLE = 0
    BRIEF = 1
    #: In short lines, with the actions that are used in one row.
    USED_IN_ONE = 2
    #: In one row: which actions are used, and which are free.
    ONE_ROW = 3


#: The details of the viewer's card and of the others, from the most on.
_DETAILS = (
    (Detail.WHOLE, Detail.WHOLE),
    (Detail.WHOLE, Detail.BRIEF),
    (Detail.BRIEF, Detail.BRIEF),
    (Detail.USED_IN_ONE, Detail.USED_IN_ONE),
    (Detail.ONE_ROW, Detail.ONE_ROW),
)


class ConflictContents(NamedTuple):
    """What is shown of a conflict."""

    #: The state, and the state with the pieces of the choice under the cursor in their new places.
    state: MezoState
    after: MezoState
    #: By seat: its strength before anybody acted.
    at_first: Sequence[int]
    players: Sequence[str]
    letters: Sequence[str]
    viewer: int | None
    #: The winner; None until the conflict is decided.
    winner: int | None
    #: By seat and action: why it would find nothing now; only for those that would.
    vain: Mapping[tuple[int, int], str]


class ConflictRow(NamedTuple):
    """A row of a conflict: its kind, its seat, its text, and the target that it shows."""

    kind: str
    text: str = ""
    seat: int = -1
    target: Target | None = None
    #: Whether the action cannot be taken again, or would find nothing.
    is_spent: bool = False
    is_vain: bool = False


def lines(conflict: ConflictContents, width: int, height: int) -> list[ConflictRow]:
    """Return the rows of a conflict, as many as there is room for, in the order in which the players act.

    Where rows are scarce the cards of the others are told in short lines, then all, then used actions have one row.
    """
    state = conflict.state
    seats = state.order if len(state.order) == state.players else range(state.players)
    head = [ConflictRow("head", _title(conflict, width), target=Target("region", state.conflict))]
    last = [ConflictRow("forecast")] if captions.prizes(conflict.after, conflict.winner) else []
    room = height - len(head) - len(last)
    for own, others in _DETAILS:
        blocks = [_block(conflict, seat, width, own if seat == conflict.viewer else others) for seat in seats]
        if sum(map(len, blocks)) <= room:
            break
    free = room - sum(map(len, blocks))
    rows = [*head, *([ConflictRow("signs")] if free > 0 else [])]
    for number, block in enumerate(blocks):
        if number and free >= len(blocks):
            rows = [*rows, ConflictRow("gap")]
        bar = [ConflictRow("bar", seat=block[0].seat, target=block[0].target)] if free >= 2 * len(blocks) else []
        rows = [*rows, block[0], *bar, *block[1:]]
    return [*rows, *([ConflictRow("gap")] if free > 2 * len(blocks) else []), *last][:height]


def _title(conflict: ConflictContents, width: int) -> str:
    """Return what is fought over, and what the winner gets."""
    state, region = conflict.state, conflict.state.conflict
    told = names.region(region)
    if conflict.winner is not None:
        told = f"{conflict.players[conflict.winner]} wins {told}"
    if region == state.blessed:
        return f"{told} · Blessed: {CONSTANTS.blessed_vp} VP"
    altar = ALTARS[state.altars[region]]
    whole = f"{told} · the altar {altar.name} gives: {altar.effect.text}"
    return whole if len(whole) <= width - 2 else f"{told} · altar: {altar.brief}"


def _block(conflict: ConflictContents, seat: int, width: int, detail: Detail) -> list[ConflictRow]:
    """Return a tribe's row, and its card as the viewer may see it."""
    state, target = conflict.state, Target("strength", seat)
    rows = [ConflictRow("tribe", seat=seat, target=target)]
    card = laid(state, seat, conflict.viewer)
    if card is None or card < 0:
        told = _without_card(state, seat, card)
        return [*rows, ConflictRow("told", told, seat, target)] if told else rows
    brief, spent = detail > Detail.WHOLE, [n for n in range(3) if state.covered[seat] >> n & 1]
    if detail is Detail.ONE_ROW:
        free = [n for n in range(3) if n not in spent]
        return [
            *rows,
            ConflictRow("told", ", ".join(filter(None, (_listed(spent, "used"), _listed(free, "free")))), seat),
        ]
    if detail is Detail.USED_IN_ONE and len(spent) > 1:
        rows.append(ConflictRow("action", f"[x] {_listed(spent, 'used')}", seat, target, is_spent=True))
    for action, effect in enumerate(GODS[state.gods[seat]].actions[card]):
        if detail is Detail.USED_IN_ONE and len(spent) > 1 and action in spent:
            continue
        texts = wrap(effect.brief if brief else effect.text, width - _TEXT)
        if vain := conflict.vain.get((seat, action)):
            texts = wrap(vain, width - _TEXT) if brief else [*texts, *wrap(vain, width - _TEXT)]
        rows += _action_rows(conflict, seat, action, texts[:1] if brief else texts, bool(vain))
    return rows


def _listed(actions: Sequence[int], word: str) -> str:
    """Return numbers of actions with what they are: "1 and 2 used"; nothing without any."""
    return f"{list_text(str(action + 1) for action in actions)} {word}" if actions else ""


def _without_card(state: MezoState, seat: int, card: int | None) -> str:
    """Return what is shown of a tribe whose card cannot be seen."""
    if card is not None:
        return "has played a card face down"
    if state.conflict == state.blessed and not state.blessed_cards:
        given = names.units(state.given[seat * 2], state.given[seat * 2 + 1])
        return f"gave {given}, {count_text(sum(state.reserves[seat * 2 : seat * 2 + 2]), 'unit')} left"
    return "chooses a card" if state.actor == seat else "will choose a card"


def _action_rows(
    conflict: ConflictContents, seat: int, action: int, texts: Sequence[str], is_vain: bool
) -> list[ConflictRow]:
    """Return an action of a card; one of the viewer can be chosen here."""
    is_own = seat == conflict.viewer and conflict.winner is None
    target = Target("action", action) if is_own else Target("strength", seat)
    is_spent = bool(conflict.state.covered[seat] >> action & 1)
    box = "[x]" if is_spent else "[ ]"
    heads = [f"{box} {action + 1} ", *[" " * 6] * (len(texts) - 1)]
    return [
        ConflictRow("action", f"{head}{text}", seat, target, is_spent, is_vain)
        for head, text in zip(heads, texts, strict=True)
    ]


class ConflictPainter:
    """Painter of the rows of a conflict in a region of a canvas."""

    def __init__(
        self,
        canvas: Canvas,
        palette: Palette,
        signs: Signs,
        area: Region,
        conflict: ConflictContents,
        is_flat: bool,
    ) -> None:
        self.canvas = canvas
        self.palette = palette
        self.signs = signs
        self.area = area
        self.fight = conflict
        #: Whether the rows of the tribes have no tint, because sixteen colours have no dark ones.
        self.is_flat = is_flat
        self.now = standings(conflict.state, conflict.state.conflict)
        self.then = standings(conflict.after, conflict.state.conflict)
        #: Whether bars are grounds, which have no seams between their cells, and not characters.
        self.has_solid_bars = signs is not PLAIN and palette.mode != MONO
        #: Whether bars have rows of their own.
        self.has_bars = False

    def paint(self, rows: Sequence[ConflictRow], cursor: Target | None, marks: Mapping[Target, str]) -> None:
        self.has_bars = any(row.kind == "bar" for row in rows)
        for step, row in enumerate(rows):
            y = self.area.y + step
            here = row.target is not None and row.target == cursor
            match row.kind:
                case "head":
                    self._paint_head(y, row, here)
                case "tribe":
                    self._paint_tribe(y, row.seat, here, marks.get(Target("strength", row.seat), " "))
                case "bar":
                    self._paint_bar(Region(self.area.x + 3, y, self.area.width - 14, 1), row.seat)
                case "signs":
                    self._paint_signs(y)
                case "forecast":
                    self._paint_forecast(y)
                case "action":
                    self._paint_action(y, row, here and row.target != Target("strength", row.seat))
                case "told":
                    text = clip(row.text, self.area.width - 4)
                    self.canvas.draw_text(self.area.x + 3, y, text, self.palette.style("dim"))

    def _paint_head(self, y: int, row: ConflictRow, here: bool) -> None:
        on = "cursor" if here else "good" if self.fight.winner is not None else "blood"
        ink = {"cursor": "cursor_ink", "good": "ground", "blood": "blood_ink"}[on]
        style = self.palette.style(ink, on, "bold")
        self.canvas.draw_text(self.area.x, y, f" {row.text}".ljust(self.area.width), style)
        pyramid = self.fight.state.pyramids[self.fight.state.conflict]
        if pyramid and len(row.text) + 12 + len(pyramid) < self.area.width:
            x = self.area.right - len(pyramid) - 1
            self.canvas.draw_text_right(x, y, "pyramid ", style)
            for at, piece in enumerate(pyramid):
                role = f"dark_{piece // 4 + 1}" if piece // 4 < self.fight.state.players else "dark_n"
                letter = self.fight.letters[piece // 4]
                self.canvas.draw_text(x + at, y, letter, self.palette.style("badge", role, "bold"))

    def _paint_signs(self, y: int) -> None:
        """Draw what the signs of the pieces mean."""
        text = " " + "  ".join(told_signs(self.signs))
        text = text if len(text) <= self.area.width else " ".join(told_signs(self.signs))
        self.canvas.draw_text(self.area.x, y, clip(text, self.area.width), self.palette.style("dim"))

    def _paint_forecast(self, y: int) -> None:
        """Draw who would get what: the letters of the players on their colours, those of a tie joined by "or"."""
        fight, palette = self.fight, self.palette
        prizes = captions.prizes(fight.after, fight.winner)
        lead = captions.forecast_lead(fight.after, fight.winner)
        needed = sum(len(prize) + 3 + sum(len(fight.players[seat]) + 3 for seat in seats) for prize, seats in prizes)
        has_room = 1 + len(lead) + needed <= self.area.width
        x = self.canvas.draw_text(self.area.x + 1, y, lead, palette.style("ink", attributes="bold"))
        for prize, seats in prizes:
            x = self.canvas.draw_text(x + 2, y, f"{prize} ", palette.style("accent"))
            for number, seat in enumerate(seats):
                if number:
                    x = self.canvas.draw_text(x, y, "=", palette.style("ink", attributes="bold"))
                badge = palette.style("badge", f"dark_{seat + 1}", "bold")
                letter = f" {fight.players[seat]} " if has_room else fight.letters[seat]
                x = self.canvas.draw_text(x, y, letter, badge)

    def _paint_action(self, y: int, row: ConflictRow, here: bool) -> None:
        ink = "faint" if row.is_spent else "dim" if row.is_vain else "ink"
        style = self.palette.style("cursor_ink", "cursor") if here else self.palette.style(ink)
        text = clip(row.text, self.area.width)
        self.canvas.draw_text(self.area.x, y, text.ljust(self.area.width) if here else text, style)

    def _paint_tribe(self, y: int, seat: int, here: bool, mark: str) -> None:
        """Draw the tribe, its pieces here, its strength as a bar with gains and losses, and the name of the card."""
        conflict, palette, area = self.fight, self.palette, self.area
        on = "ground" if self.is_flat else f"tint_{seat + 1}"
        self.canvas.fill(Region(area.x, y, area.width, 1), palette.style("ink", on))
        badge = ("cursor_ink", "cursor", "bold") if here else ("badge", f"dark_{seat + 1}", "bold")
        x = self.canvas.draw_text(area.x, y, f" {conflict.letters[seat]} ", palette.style(*badge))
        x = self.canvas.draw_text(x, y, mark, palette.style("new", on, "bold"))
        longest = max(map(len, conflict.players))
        name = conflict.players[seat].ljust(longest) if area.width >= 24 + longest else conflict.players[seat]
        x = self.canvas.draw_text(x, y, name, palette.style(f"seat{seat + 1}", on, "bold"))
        x = self.canvas.draw_text(x, y, " ", palette.style(f"seat{seat + 1}", on))
        present = conflict.after.presence(seat) >> conflict.state.conflict & 1
        x = self.canvas.draw_text(x, y, f"{self.signs.god if present else ' '} ", palette.style(f"seat{seat + 1}", on))
        end = area.right
        card = laid(conflict.state, seat, conflict.viewer)
        if card is not None and card >= 0:
            word = "card: " if area.width >= _ROOMY else ""
            end -= 10 + len(word)
            after_word = self.canvas.draw_text(end + 1, y, word, palette.style("dim", on))
            self.canvas.draw_text(after_word, y, CARDS[card].capitalize(), palette.style("ink", on, "bold"))
        ranks = min(18 if area.width >= _ROOMY else 8, end - x - 7)
        self._paint_pieces(x, y, seat, ranks, on)
        bar = Region(x + ranks + 1, y, end - 6 - (x + ranks + 1), 1)
        if not self.has_bars and bar.width > 2:
            self._paint_bar(bar, seat, on)
        self._paint_number(end, y, seat, on)

    def _paint_pieces(self, x: int, y: int, seat: int, width: int, on: str) -> None:
        parts = [(sign, n) for sign, n in figures(self.fight.after, seat, self.fight.state.conflict, self.signs) if n]
        texts = piece_texts(parts, width)
        gap = 1 if sum(map(len, texts)) + len(texts) - 1 <= width else 0
        most = {self.signs.warrior: self.then.codex, self.signs.shaman: self.then.calendar}
        for text, (sign, _) in zip(texts, parts, strict=True):
            attributes = "bold underline" if seat in most.get(sign, ()) else "bold"
            x = self.canvas.draw_text(x, y, text, self.palette.style(f"seat{seat + 1}", on, attributes)) + gap

    def _paint_bar(self, area: Region, seat: int, on: str = "ground") -> None:
        """Draw the strength before anybody acted, what cards have added, and what the choice would add."""
        first, now, then = (each[seat] for each in (self.fight.at_first, self.now.strengths, self.then.strengths))
        full = max(*self.fight.at_first, *self.now.strengths, *self.then.strengths, 6)
        width = {n: round(area.width * n / full) for n in (first, now, then)}
        ink = self.palette.style(f"seat{seat + 1}", on)
        if then > now:
            self.canvas.draw_text(area.x, area.y, self.signs.choice * width[then], self.palette.style("accent", on))
        self.canvas.draw_text(area.x, area.y, self.signs.cards * width[min(now, then)], ink)
        pieces = width[min(first, now, then)]
        if self.has_solid_bars:
            solid = self.palette.style("badge", f"seat{seat + 1}")
            self.canvas.draw_text(area.x, area.y, " " * pieces, solid)
        else:
            self.canvas.draw_text(area.x, area.y, self.signs.pieces * pieces, ink)

    def _paint_number(self, end: int, y: int, seat: int, on: str) -> None:
        """Draw the strength, and what the choice would make of it; the leader's on its own colour."""
        now, then = self.now.strengths[seat], self.then.strengths[seat]
        leads = self.then.winner == (seat,) and then > 0
        style = (
            self.palette.style("badge", f"dark_{seat + 1}", "bold") if leads else self.palette.style("ink", on, "bold")
        )
        tie = "=" if seat in self.then.winner and len(self.then.winner) > 1 and then else " "
        if now != then:
            style = self.palette.style("mark_ink", "mark", "bold")
            self.canvas.draw_text_right(end, y, f"{now}→{then} ", style)
        else:
            self.canvas.draw_text_right(end, y, f"{tie}{then} ", style)


# The other regions


def strip_rows(state: MezoState, is_broad: bool = False) -> list[list[int]]:
    """Return the regions that are in play in rows as they lie on the map: two or three a row; broad, three."""
    if is_broad:
        rows = [[r for r in row if state.live >> r & 1] for row in ((0, 1, 2), (3, 4, 5))]
        return [row for row in rows if row]
    rows = [[r for r in row if state.live >> r & 1] for row in ((0, 1, 2), (3, 4), (5,))]
    if len(rows[1]) < 2 and rows[2]:
        rows = [rows[0], [*rows[2], *rows[1]] if rows[1] == [4] else [*rows[1], *rows[2]]]
    return [row for row in rows if row]


def strip_areas(
    state: MezoState, rows: Sequence[Sequence[int]], area: Region, height: int, gap: int = 1
) -> dict[int, Region]:
    """Return fields of this height for rows of regions, from the top of an area down."""
    found = {}
    for number, row in enumerate(rows):
        needed = [max(len(names.region(region)) + 1, 3 * state.players - 1) for region in row]
        if sum(needed) + len(row) > area.width:
            needed = [max(len(names.region(region)) + 1, 2 * state.players) for region in row]
        spare = max(0, area.width - sum(needed) - len(row)) // len(row)
        x = area.x
        for region, width in zip(row, needed, strict=True):
            found[region] = Region(x, area.y + number * (height + gap), width + spare, height)
            x += width + spare + 1
    return found


class Strip(NamedTuple):
    """Where the regions are drawn while a conflict has the map's place: beside it, or in the last rows below it."""

    areas: Mapping[int, Region]
    is_below: bool = False
    #: The rows that the conflict leaves to it.
    rows: int = 0


def strip(state: MezoState, side: Region, listed: int, board: Region) -> Strip:
    """Return the strip of the map; below a list of so many rows there is a small map, if the side has room for it."""
    rows = strip_rows(state)
    if not listed:
        return Strip(strip_areas(state, rows, side, 2))
    room = side.height - listed - 1
    height = min(_STRIP_REST + state.players, (room + 1) // len(rows) - 1)
    if height >= 2:
        height = height if height > _STRIP_REST else 2
        area = Region(side.x, side.y + listed + 1, side.width, room)
        return Strip(strip_areas(state, rows, area, height))
    rows, gap = strip_rows(state, is_broad=True), int(board.height >= _AIRY)
    taken = len(rows) * (2 + gap)
    area = Region(board.x + 1, board.bottom - taken + gap, board.width - 1, taken)
    return Strip(strip_areas(state, rows, area, 2, gap), is_below=True, rows=taken)


class StripPainter:
    """Painter of the regions as small fields: who is how strong where, which gods are present, what is done."""

    def __init__(self, canvas: Canvas, palette: Palette, signs: Signs, fight: ConflictContents, in_lines: bool) -> None:
        self.canvas, self.palette, self.signs, self.fight = canvas, palette, signs, fight
        #: Whether there are no landscapes, because colours or block characters are missing.
        self.in_lines = in_lines

    def paint(self, areas: Mapping[int, Region], grounds: Sequence[str], done: Sequence[bool]) -> None:
        for region, area in areas.items():
            self._paint_field(region, area, grounds[region], done[region])

    def _paint_field(self, region: int, area: Region, ground: str, is_done: bool) -> None:
        state, palette = self.fight.after, self.palette
        here = region == state.conflict
        self.canvas.fill(area, palette.style("stone_ink", ground))
        free = area.height - 1 - len(self._seats_in(region))
        if free > 1 and not self.in_lines:
            draw_scenery(self.canvas, palette, region, area, ground, 1)
        if here:
            self.canvas.fill(Region(area.x, area.y, area.width, 1), palette.style("blood_ink", "blood"))
        ink, on = ("blood_ink", "blood") if here else ("stone_dim" if is_done else "stone_ink", ground)
        name = f"{names.region(region)}{' ✓' if is_done else ''}"
        self.canvas.draw_text(area.x, area.y, clip(name, area.width), palette.style(ink, on, "bold"))
        gods = [seat for seat in range(state.players) if state.presence(seat) >> region & 1]
        y, on = (area.y, on) if len(name) + len(gods) <= area.width else (area.y + 1, ground)
        x = area.right - len(gods)
        for seat in gods:
            x = self.canvas.draw_text(x, y, self.signs.god, palette.style(f"seat{seat + 1}", on, "bold"))
        if free > 0 and area.height > 2:
            self._paint_ranks(region, area, ground, len(gods) * (y > area.y))
        else:
            self._paint_strengths(region, Region(area.x, area.y + 1, area.width, 1), ground, len(gods) * (y > area.y))

    def _seats_in(self, region: int) -> list[int]:
        """Return the tribes that have pieces in a region."""
        after = self.fight.after
        return [seat for seat in range(after.players) if any(n for _, n in figures(after, seat, region, self.signs))]

    def _paint_ranks(self, region: int, area: Region, ground: str, taken: int) -> None:
        """Draw a row for every tribe there: its letter, its strength and its pieces; not where the first row is taken.

        The leader's letter and strength are on its own colour.
        """
        found = standings(self.fight.after, region)
        for y, seat in enumerate(self._seats_in(region), area.y + 1):
            style = self.palette.style(f"seat{seat + 1}", ground, "bold")
            number = self.palette.style("badge", f"dark_{seat + 1}", "bold") if found.winner == (seat,) else style
            strength = str(found.strengths[seat])
            x = self.canvas.draw_text(area.x, y, f"{self.fight.letters[seat]}{strength}", number) + 1
            parts = [part for part in figures(self.fight.after, seat, region, self.signs) if part[1]]
            room = area.right - x - taken * (y == area.y + 1)
            self.canvas.draw_text(x, y, clip("".join(piece_texts(parts, room)), room), style)

    def _paint_strengths(self, region: int, area: Region, ground: str, taken: int) -> None:
        """Draw the strength of every tribe that has any; the leader's on its own colour; not in the columns taken."""
        found = standings(self.fight.after, region)
        texts = {seat: f"{self.fight.letters[seat]}{n}" for seat, n in enumerate(found.strengths) if n}
        gap = int(sum(map(len, texts.values())) + len(texts) - 1 + bool(taken) <= area.width - taken)
        x = area.x
        for seat, text in texts.items():
            style = (
                ("badge", f"dark_{seat + 1}", "bold") if found.winner == (seat,) else (f"seat{seat + 1}", ground, "")
            )
            x = self.canvas.draw_text(x, area.y, text, self.palette.style(*style)) + gap
