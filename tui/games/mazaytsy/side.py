"""The side of Mazaytsy: the row and the stack, the boats with their holds, and the card under the cursor."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rich.style import Style
from textual.geometry import Region, Size

import themes
from core.games.mazaytsy.components import BOX, LOG, SIDE, STRAIGHT, SWAMP, WHIRLPOOL
from core.games.mazaytsy.hares import count, points, worths
from core.games.mazaytsy.rules.advanced import WEIGHT
from core.games.mazaytsy.scoring import own_hares, own_points, scores
from core.games.mazaytsy.state import MazaytsyState
from core.games.mazaytsy.text.names import KIND_NAMES, ORDER_NAMES, order_name, points_of
from core.games.mazaytsy.text.stack import cards_in_stack, mazay_places, mazay_text, visit_text
from core.games.mazaytsy.view import MAZAY, STACK, MazaytsyView
from core.text import count_text
from core.view import Choice, Target
from tui.games.mazaytsy.art import BOWS, CHEEKS, DrawingSize, card_rows, card_strip, hare, mazay, plain, tiny_card
from tui.games.mazaytsy.board import GROUNDS
from tui.match.board_view import SEAT_TARGET
from tui.sessions.session import CHANGED_EARLIER, CHANGED_LAST
from tui.widgets.canvas import Canvas
from tui.widgets.text_layout import clip, wrap

#: The order in which the legend names the kinds, with fewer words than the rules.
_LEGEND = (
    "fish water",
    "plain water",
    "log: full stop",
    "thicket: no way",
    "whirlpool: spin",
    "swamp: sinks",
    "funnel: pulls",
    "current: moves",
    "side: diagonal",
)


#: The small signs in the corners of cards.
_MARKS = "▍ just changed  ▎ since your turn  ○ a wake"

_MARK_WORDS = {CHANGED_LAST: "changed by the last move", CHANGED_EARLIER: "changed since your turn"}

#: What a card does, in fewer words where there are only three rows for it.
_BRIEFLY = {
    order_name(STRAIGHT): "Carries a boat along its arrow.",
    order_name(SIDE): "Carries a boat diagonally.",
    order_name(WHIRLPOOL): "Moves hares one step round.",
    order_name(SWAMP): "Draws in hares, which sink later.",
    f"{KIND_NAMES[SWAMP]}: {ORDER_NAMES[SWAMP]}.": "swamp: draws in hares, which sink a turn later.",
    f"{KIND_NAMES[WHIRLPOOL]}: {ORDER_NAMES[WHIRLPOOL]}.": "whirlpool: moves the hares around it one step round.",
}

#: What stands before the stack, whose next card comes first, where there is room for it.
_NEXT = "next "

#: The orders that a boat can be given.
_ORDERS = (
    "row: one card ahead, then row or turn again",
    "turn: 90 degrees, then row or turn again",
    "slip: one card diagonally ahead, no more",
    "land: hares ashore from the edge, no more",
    "pick up: hares on any card you come to",
)

#: The sizes of an open card, the largest first; one at least so wide is drawn as on the water.
_OPEN_CARDS = (Size(11, 5), Size(9, 4), Size(7, 3), Size(5, 3))
_DRAWN_CARD = 7


#: The most and the fewest rows of a drawn boat, and those that stay for the card under the cursor.
_BOAT_ROWS = range(2, 5)
_NOTE_ROWS = 4
#: The rows of the legend with the line above it, and the least rows of a side that has room for it.
LEGEND_ROWS = 7
_TALL = 35

#: The column in which the hull of a boat begins that is drawn in two rows; a name of twelve letters stands before it.
_HULL = 16


class SideLayout(NamedTuple):
    """How the side is divided: the open cards, the stack, the boats, and what is left for words."""

    width: int
    height: int
    players: int

    @property
    def card_size(self) -> Size:
        """The size of an open card; Mazay among them changes nothing."""
        size = next(size for size in _OPEN_CARDS if (self.players + 2) * size.width <= self.width)
        return size if self.height >= _TALL else Size(size.width, min(size.height, 3))

    @property
    def stack_row(self) -> int:
        """The row of the words about Mazay, behind the open cards and the name of one; below it the stack is drawn."""
        return self.card_size.height + 2

    @property
    def first_boat(self) -> int:
        """The row in which the first boat begins; the heading is above it."""
        return self.stack_row + (4 if self.height >= _TALL else 3)

    @property
    def boat_rows(self) -> int:
        """The height of a drawn boat: as high as leaves room for the notes, and for a legend where there may be one."""
        kept = 1 + _NOTE_ROWS + (LEGEND_ROWS if self.height >= _TALL else 0)
        spare = (self.height + 1 - self.first_boat - kept) // self.players
        return max(_BOAT_ROWS[0], min(_BOAT_ROWS[-1], spare))

    @property
    def notes_row(self) -> int:
        """The row behind the boats."""
        return self.first_boat + self.players * self.boat_rows


def side_areas(view: MazaytsyView, layout: SideLayout) -> dict[Target, Region]:
    """Return the regions of the open cards and the boats: the row from the left, the stack's top at the right."""
    across, high = layout.card_size
    row = [target for target in view.open_cards if target != STACK]
    gap = 1 if len(row) <= view.state.players and (len(row) + 1) * (across + 1) <= layout.width else 0
    areas = {target: Region(number * (across + gap), 1, across, high) for number, target in enumerate(row)}
    if STACK in view.open_cards:
        right = layout.width - (len(row) * across < layout.width - across)
        areas[STACK] = Region(right - across, 1, across, high)
    first, rows = layout.first_boat, layout.boat_rows
    order = enumerate(fleet_order(view.state))
    return areas | {
        Target(SEAT_TARGET, seat): Region(0, first + rows * place, layout.width, rows) for place, seat in order
    }


def fleet_order(s: MazaytsyState) -> Sequence[int]:
    """Return the seats as their boats are drawn: partners beneath each other."""
    return (0, 2, 1, 3) if s.teams else range(s.players)


class MazaytsySidePainter:
    """Painter of the side on a canvas."""

    def __init__(
        self,
        canvas: Canvas,
        palette: themes.Palette,
        ascii: bool,
        view: MazaytsyView,
        layout: SideLayout,
        marks: Mapping[Target, str],
    ) -> None:
        self.canvas = canvas
        self.palette = palette
        self.ascii = ascii
        self.view = view
        self.state = view.state
        self.layout = layout
        self.areas = side_areas(view, layout)
        self.marks = marks

    def solid(self, ink: str, on: str) -> Style:
        return self.palette.style(ink, on, "bold reverse" if self.palette.mode == themes.MONO else "bold")

    def paint_notes(self, cursor: Target | None) -> int:
        """Draw what lies under the cursor and what such a card does, as far as there is room; return the row behind."""
        y = self.layout.notes_row
        left = self.layout.height - y
        rows = min(_NOTE_ROWS, left)
        if left > _NOTE_ROWS:
            self.paint_line(y)
            y += 1
        behind = y + rows
        notes = self._notes(cursor)
        if len(self._wrapped(notes)) > rows:
            notes = [_BRIEFLY.get(note, note) for note in notes]
        for number, note in enumerate(notes):
            lines = wrap(note, self.canvas.width - 1)
            if y + len(lines) <= behind:
                self.canvas.draw_lines(0, y, lines, self.palette.style("dim" if number else "ink"))
                y += len(lines)
        return behind

    def _wrapped(self, notes: Sequence[str]) -> list[str]:
        return [line for note in notes for line in wrap(note, self.canvas.width - 1)]

    def paint_line(self, y: int) -> None:
        """Draw a line that parts one thing from another."""
        self.canvas.draw_text(0, y, "─" * (self.canvas.width - 1), self.palette.style("faint"))

    # Cards beside the water

    def paint_row(self, cursor: Target | None, chosen: Choice | None) -> None:
        """Draw the open cards, with the name of the one that is meant, and the stack."""
        palette, canvas = self.palette, self.canvas
        heading = palette.style("accent", attributes="bold")
        x = canvas.draw_text(0, 0, "ROW", heading)
        canvas.draw_text(x + 1, 0, "leftmost is played next", palette.style("dim"))
        canvas.draw_text_right(canvas.width - 1, 0, "STACK", heading)
        for target in self.view.open_cards:
            self._paint_open_card(target, target == cursor and cursor in self.view.targets())
        if (pointed := self.view.pointed_card(chosen)) is not None:
            region = self.areas[pointed]
            text = self.view.caption(pointed)
            middle = region.x + region.width // 2
            x = min(middle, canvas.width - 4 - len(text))
            canvas.draw_text(middle, region.bottom, "▴", heading)
            canvas.draw_text(max(x, 0) + 2, region.bottom, clip(text, canvas.width - 3), palette.style("ink"))
        self._paint_stack(self.layout.stack_row)

    def _paint_stack(self, y: int) -> None:
        """Draw the stack from the side, the next card first, with the cards among which Mazay is."""
        s, palette, canvas = self.state, self.palette, self.canvas
        behind = canvas.draw_text(0, y, mazay_text(s), palette.style("ink"))
        places, cards, text = mazay_places(s), cards_in_stack(s), visit_text(s)
        is_plain = self.ascii or palette.mode == themes.MONO
        room = canvas.width - cards - bool(cards)
        x = canvas.draw_text(0, y + 1, _NEXT, palette.style("dim")) if len(_NEXT) + len(text) <= room else 0
        for place in range(1, cards + 1):
            has_mazay = place in places
            sign = "M" if has_mazay else "|" if is_plain else "▌"
            style = palette.style("accent", attributes="bold") if has_mazay else palette.style("frame")
            x = canvas.draw_text(x, y + 1, sign, style)
        if len(text) <= room:
            canvas.draw_text(x + bool(cards), y + 1, text, palette.style("dim"))
        else:  # a long stack leaves no room behind it
            canvas.draw_text(behind, y, f", {text.removeprefix('then ')}", palette.style("dim"))

    def _paint_open_card(self, target: Target, under_cursor: bool) -> None:
        palette, canvas, region = self.palette, self.canvas, self.areas[target]
        if target == MAZAY:
            style = self.solid("accent_ink", "accent")
            canvas.fill(region, style)
            canvas.draw_lines(region.x, region.y, mazay(region.width, region.height, self.ascii), style)
            return
        kind = self.view.open_card(target) >> 1
        ground, ink = GROUNDS[kind]
        on, ink = ("cursor", "cursor_ink") if under_cursor else (f"{ground}_{'ab'[target.number % 2]}", ink)
        style = palette.style(ink, on)
        canvas.fill(region, style)
        values = [] if target == STACK else worths(self.state.row_hares[target.number])
        if not values and region.width >= _DRAWN_CARD:
            canvas.draw_lines(region.x, region.y, card_rows(kind, -1, region.width, region.height, self.ascii), style)
        elif not values:
            canvas.draw_lines(region.x, region.y, tiny_card(kind, self.ascii), style)
        if values or kind == LOG:
            strip = card_strip(kind, -1, region.width, self.ascii)
            canvas.draw_text(region.x, region.y, strip, palette.style("log_ink", "log") if kind == LOG else style)
        if values:
            # Ears are hard to see on a bright background: there they get its text colour.
            self._paint_rider(region, values[0], palette.style(ink if under_cursor else "hare", on))
        if target in self.marks:
            mark = palette.style("cursor_ink" if under_cursor else "new", on, "bold")
            canvas.draw_text(
                region.right - 1, region.y, plain(self.marks[target]) if self.ascii else self.marks[target], mark
            )

    def _paint_rider(self, region: Region, worth: int, ears: Style) -> None:
        """Draw the hare on an open card."""
        for stroke in hare(worth, DrawingSize.SMALL, self.ascii):
            x, y = region.x + (region.width - 3) // 2 + stroke.x, region.bottom - 2 + stroke.y
            self.canvas.draw_text(x, y, stroke.text, self.solid("hare_ink", "hare") if stroke.y else ears)

    # Boats

    def paint_fleet(self) -> None:
        """Draw every boat with the hares that sit in it, and what it has brought ashore."""
        s, palette, canvas = self.state, self.palette, self.canvas
        areas = [self.areas[Target(SEAT_TARGET, seat)] for seat in fleet_order(s)]
        is_small = self.layout.boat_rows == _BOAT_ROWS[0]
        y = areas[0].y - 1
        canvas.draw_text(0, y, "BOATS", palette.style("accent", attributes="bold"))
        words = "aboard + ashore" if s.covers else "aboard + ashore = total"
        canvas.draw_text_right(canvas.width - 1, y, words, palette.style("dim"))
        for seat, area in zip(fleet_order(s), areas, strict=True):
            self._paint_small_boat(area.y, seat) if is_small else self._paint_large_boat(area.y, seat)
        if s.teams:
            self._paint_bracket(areas[0], areas[1], scores(s)[0])
            self._paint_bracket(areas[2], areas[3], scores(s)[1])

    def _paint_bracket(self, upper: Region, lower: Region, total: int) -> None:
        """Draw what joins the boats of partners; on it, the points of the team, if they are known."""
        style = self.palette.style("accent", attributes="bold")
        x = self.canvas.width - 1
        for y in range(upper.y, upper.y + upper.height + self._drawn_rows):
            sign = "┐" if y == upper.y else "┘" if y == upper.y + upper.height + self._drawn_rows - 1 else "│"
            self.canvas.draw_text(x, y, sign, style)
        if not self.state.covers:
            self.canvas.draw_text(x, lower.y, "┤", style)
            self.canvas.draw_text_right(x, lower.y, f"{total} ", style)

    @property
    def _drawn_rows(self) -> int:
        """The rows of a boat that are drawn: the fourth stays empty."""
        return min(3, self.layout.boat_rows)

    def _paint_small_boat(self, y: int, seat: int) -> None:
        """Draw a boat in two rows: its name, what is ashore, the boat from the side, and the points."""
        s, palette, canvas = self.state, self.palette, self.canvas
        self._paint_name(y, seat, _HULL - 4)
        landed = own_hares(s, seat) - count(s.holds[seat])
        ashore = self._covered(seat) if s.covers else f"{self._points_ashore(seat)} ashore"
        canvas.draw_text(3, y + 1, clip(ashore, _HULL - 4), palette.style("ink" if landed else "dim"))
        self._paint_hull(_HULL, y, seat, 3)
        if not s.covers:
            style = palette.style("ink", attributes="bold")
            canvas.draw_text_right(canvas.width - 1, y + 1, str(own_points(s, seat)), style)

    def _paint_large_boat(self, y: int, seat: int) -> None:
        """Draw a boat in three rows, with the hares that it has brought ashore."""
        s, palette, canvas = self.state, self.palette, self.canvas
        self._paint_name(y, seat, 20)
        right = canvas.width - 1 - (1 if s.teams else 0)
        if not s.covers and not (s.teams and seat >= 2):
            canvas.draw_text_right(right, y, points_of(own_points(s, seat)), palette.style("ink", attributes="bold"))
        end = self._paint_hull(1, y + 1, seat, 4)
        hares_ashore = ["?"] * count(s.ashore[seat]) if s.covers else [*map(str, worths(s.ashore[seat]))]
        landed = own_hares(s, seat) - count(s.holds[seat])
        room = right - end - 2
        text = self._covered(seat) if s.covers else f"{self._points_ashore(seat)} ashore"
        canvas.draw_text_right(right, y + 2, clip(text, room), palette.style("ink" if landed else "dim"))
        pitch = 2 if 2 * len(hares_ashore) <= room else 1
        for number, sign in enumerate(reversed(hares_ashore[:room])):
            canvas.draw_text(right - 1 - pitch * number, y + 1, sign, self.solid("hare_ink", "hare"))

    def _paint_name(self, y: int, seat: int, width: int) -> None:
        """Draw a boat's letter with its bow, and the name of its player."""
        s, palette, canvas = self.state, self.palette, self.canvas
        bow = BOWS[s.bows[seat]] if s.boats[seat] >= 0 else " "
        letter = f"{self.view.letters[seat]}{plain(bow) if self.ascii else bow}"
        canvas.draw_text(0, y, letter, self.solid("boat_ink", f"boat{seat + 1}"))
        turn = "bold underline" if s.actor == seat else ""
        canvas.draw_text(3, y, clip(self.view.names[seat], width), palette.style(f"seat{seat + 1}", attributes=turn))

    def _points_ashore(self, seat: int) -> int:
        return own_points(self.state, seat) - points(self.state.holds[seat])

    def _covered(self, seat: int) -> str:
        """Return how many landed hares lie face down, behind the points that were scored before."""
        s = self.state
        booked = f"{s.booked_points[seat]}p+" if s.booked_hares[seat] else ""
        return f"{booked}{count_text(count(s.ashore[seat]), 'hare')}"

    def _paint_hull(self, x: int, y: int, seat: int, pitch: int) -> int:
        """Draw a boat from the side with a place for each hare, in two rows; return the column behind it.

        Where a boat carries so many points, its places are not counted, and more hares than four sit close together.
        """
        s, palette, canvas = self.state, self.palette, self.canvas
        aboard = worths(s.holds[seat])
        by_points = s.advanced & WEIGHT > 0
        length = BOX.tokens * pitch
        colour = f"boat{seat + 1}"
        stern, bow = ("\\", "/") if self.ascii else ("◥", "◤")
        wood = self.solid("boat_ink", colour)
        start = canvas.draw_text(x, y + 1, stern, palette.style(colour))
        end = canvas.draw_text(start, y + 1, ("_" if self.ascii else " ") * length, wood)
        canvas.draw_text(end, y + 1, bow, palette.style(colour))
        if len(aboard) > BOX.tokens:
            self._paint_crowd(start, y, aboard)
        for place, worth in enumerate(aboard if len(aboard) <= BOX.tokens else ()):
            self._paint_passenger(start + place * pitch + (pitch - 3) // 2, y, worth, colour)
        if by_points and len(aboard) != BOX.tokens:
            canvas.draw_text(end - 3, y, f"{points(s.holds[seat])}/{BOX.points}", palette.style("dim"))
        if by_points:
            return end + 1
        for place in range(len(aboard), BOX.tokens):
            canvas.draw_text(start + place * pitch + (pitch - 1) // 2, y + 1, "." if self.ascii else "·", wood)
        return end + 1

    def _paint_passenger(self, x: int, y: int, worth: int, colour: str) -> None:
        """Draw a hare aboard; the wood shows beside its cheeks, so that neighbours can be told apart."""
        for stroke in hare(worth, DrawingSize.SMALL, self.ascii):
            style = self.solid("hare_ink", "hare") if stroke.y else self.palette.style("hare")
            self.canvas.draw_text(x + stroke.x, y + stroke.y, stroke.text, style)
        if not self.ascii and self.palette.mode != themes.MONO:
            for cheek, column in zip(CHEEKS, (x, x + 2), strict=True):
                self.canvas.draw_text(column, y + 1, cheek, self.palette.style("hare", colour))

    def _paint_crowd(self, x: int, y: int, aboard: Sequence[int]) -> None:
        """Draw more hares than a hull has places for: an ear and a number each."""
        ears = ("|" if self.ascii else "▌") * len(aboard)
        self.canvas.draw_text(x + 1, y, ears, self.palette.style("hare"))
        self.canvas.draw_text(x + 1, y + 1, "".join(map(str, aboard)), self.solid("hare_ink", "hare"))

    # Words

    def _notes(self, cursor: Target | None) -> list[str]:
        """Return the notes about the target under the cursor, with the meaning of its mark, if it has one, last."""
        if cursor is None:
            return []
        mark = self.marks.get(cursor)
        return [*self.view.notes(cursor), *([f"{mark} {_MARK_WORDS[mark]}"] if mark else [])]

    def paint_legend(self, y: int) -> int:
        """Draw what the kinds of cards are called and do, in two columns; return the row behind it."""
        self.paint_line(y)
        half, columns = (len(KIND_NAMES) + 1) // 2, self.canvas.width // 2
        for kind, text in enumerate(_LEGEND):
            column, row = divmod(kind, half)
            self._paint_sign(column * columns, y + 1 + row, kind, 5)
            self.canvas.draw_text(column * columns + 6, y + 1 + row, text, self.palette.style("dim"))
        return self._paint_block(y + 1 + half, [_MARKS])

    def _paint_sign(self, x: int, y: int, kind: int, width: int) -> None:
        """Draw the strip by which a kind of card is known."""
        ground, ink = GROUNDS[kind]
        style = self.palette.style("log_ink", "log") if kind == LOG else self.palette.style(ink, f"{ground}_a")
        self.canvas.draw_text(x, y, card_strip(kind, -1, width, self.ascii), style)

    def paint_cards(self, y: int) -> None:
        """Draw what every card does, in full where there is room; then what fits of marks, orders and supplies."""
        palette, canvas = self.palette, self.canvas
        full = [wrap(f"{name}: {ORDER_NAMES[kind]}", canvas.width - 10) for kind, name in enumerate(KIND_NAMES)]
        if y + sum(map(len, full)) + 1 > canvas.height:
            y = self.paint_legend(y - 1)
        else:
            for kind, lines in enumerate(full):
                self._paint_sign(0, y, kind, 7)
                canvas.draw_lines(9, y, lines, palette.style("dim"))
                y += len(lines)
            y = self._paint_block(y, [_MARKS])
        y = self._paint_block(y + 1, _ORDERS)
        self._paint_block(max(y + 1, canvas.height - 2), self._supplies())

    def _paint_block(self, y: int, lines: Sequence[str]) -> int:
        """Draw some lines of text if there is room for all of them; return the row behind them."""
        if y + len(lines) > self.canvas.height:
            return y
        for step, line in enumerate(lines):
            self.canvas.draw_text(0, y + step, clip(line, self.canvas.width - 1), self.palette.style("dim"))
        return y + len(lines)

    def _supplies(self) -> list[str]:
        s = self.state
        return [
            f"Mazay came {s.seen} of {count_text(s.visits, 'time')}",
            f"{count_text(count(s.pool), 'hare')} in the pool, {count_text(len(s.discard), 'card')} discarded",
        ]
