"""The side of Mazaytsy: the row and the stack, the boats with their holds, and the card under the cursor."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rich.style import Style
from textual.geometry import Region

import themes
from core.games.mazaytsy.components import BOX, LOG
from core.games.mazaytsy.hares import count, points, worths
from core.games.mazaytsy.moves import LETTERS
from core.games.mazaytsy.rules.advanced import WEIGHT
from core.games.mazaytsy.scoring import own_hares, own_points
from core.games.mazaytsy.text.names import KIND_NAMES, ORDER_NAMES, points_of
from core.games.mazaytsy.view import MAZAY, STACK, MazaytsyView
from core.text import count_text
from core.view import Choice, Target
from tui.games.mazaytsy.art import BOWS, DrawingSize, card_rows, card_strip, hare, plain
from tui.games.mazaytsy.board import GROUNDS
from tui.match.board_view import SEAT_TARGET
from tui.sessions.session import CHANGED_EARLIER, CHANGED_LAST
from tui.widgets.canvas import Canvas
from tui.widgets.text_layout import clip, wrap

#: The order in which the legend names the kinds, with fewer words than the rules.
_LEGEND = (
    "fish water",
    "plain water",
    "log: stops a boat",
    "thicket: no way through",
    "whirlpool: stirs hares",
    "swamp: draws in hares",
    "funnel: pulls boats in",
    "current: carries a boat",
    "side current: diagonally",
)


#: The small signs in the corners of cards.
_MARKS = "▍ just changed  ▎ since your turn  ○ a wake"

_MARK_WORDS = {CHANGED_LAST: "changed by the last move", CHANGED_EARLIER: "changed since your turn"}

#: The orders that a boat can be given.
_ORDERS = (
    "row: one card forward; then row or turn once more",
    "turn: the bow a quarter; then row or turn once more",
    "slip: one card diagonally ahead, and no more",
    "land: hares ashore from the edge, and no more",
    "pick up: hares on any card that you come to",
)

#: The columns and rows of an open card, by the least width of the side.
_OPEN_CARDS = ((72, (11, 5)), (58, (9, 4)), (36, (7, 3)), (0, (5, 2)))


class Columns(NamedTuple):
    """The columns of a boat's line: where the hares aboard begin, and the words for the points at its end."""

    hold: int
    total: str


_NARROW, _ROOMY = Columns(12, " = all"), Columns(15, " = points")

#: The rows of a drawn boat.
_BOAT_ROWS = 4


def side_areas(view: MazaytsyView, width: int, large: bool, wide: bool) -> dict[Target, Region]:
    """Return the regions of the open cards and the boats: the row from the left, the stack's top at the right."""
    across, high = next(size for least, size in _OPEN_CARDS if width >= least) if large else (5, 2)
    row = [target for target in view.open_cards if target != STACK]
    gap = 1 if len(row) < 5 else 0
    areas = {target: Region(number * (across + gap), 1, across, high) for number, target in enumerate(row)}
    if STACK in view.open_cards:
        areas[STACK] = Region(width - across - 1, 1, across, high)
    first, rows = high + 3 + large, _BOAT_ROWS if wide else 1
    seats = range(view.state.players)
    return areas | {Target(SEAT_TARGET, seat): Region(0, first + rows * seat, width, rows) for seat in seats}


class MazaytsySidePainter:
    """Painter of the side on a canvas."""

    def __init__(
        self,
        canvas: Canvas,
        palette: themes.Palette,
        ascii: bool,
        large: bool,
        view: MazaytsyView,
        areas: Mapping[Target, Region],
        marks: Mapping[Target, str],
    ) -> None:
        self.canvas = canvas
        self.palette = palette
        self.ascii = ascii
        self.large = large
        self.view = view
        self.state = view.state
        self.areas = areas
        self.marks = marks
        self.columns = _ROOMY if large else _NARROW

    def solid(self, ink: str, on: str) -> Style:
        return self.palette.style(ink, on, "bold reverse" if self.palette.mode == themes.MONO else "bold")

    def paint(self, cursor: Target | None, chosen: Choice | None) -> int:
        """Draw everything but the log; return the row where that may begin."""
        self.paint_row(cursor, chosen)
        y = self._paint_boats()
        y = self.paint_notes(y + self.large, cursor)
        if self.large:
            y = self._paint_legend(y + 1)
        self.canvas.draw_text(0, y, "─" * (self.canvas.width - 1), self.palette.style("faint"))
        return y + 1

    def paint_notes(self, y: int, cursor: Target | None) -> int:
        """Draw what lies under the cursor and what else is to be said; return the row behind it."""
        return self._paint_text(y, self._notes(cursor))

    # Cards beside the water

    def paint_row(self, cursor: Target | None, chosen: Choice | None) -> None:
        s, palette, canvas = self.state, self.palette, self.canvas
        canvas.draw_text(0, 0, "ROW", palette.style("accent", attributes="bold"))
        canvas.draw_text(4, 0, "the first goes next", palette.style("dim"))
        stack = f"stack {len(s.stack) + (s.under >= 0)}"
        canvas.draw_text_right(canvas.width - 1, 0, stack, palette.style("dim"))
        for target in self.view.open_cards:
            self._paint_open_card(target, target == cursor and cursor in self.view.targets())
        if (pointed := self.view.pointed_card(chosen)) is not None:
            region = self.areas[pointed]
            text = self.view.caption(pointed)
            middle = region.x + region.width // 2
            x = min(middle, canvas.width - 4 - len(text))
            canvas.draw_text(middle, region.bottom, "▴", palette.style("accent", attributes="bold"))
            canvas.draw_text(max(x, 0) + 2, region.bottom, clip(text, canvas.width - 3), palette.style("ink"))

    def _paint_open_card(self, target: Target, under_cursor: bool) -> None:
        palette, canvas, region = self.palette, self.canvas, self.areas[target]
        if target == MAZAY:
            style = self.solid("accent_ink", "accent")
            canvas.fill(region, style)
            canvas.draw_text(region.x, region.y + region.height // 2, f"{'MAZAY':^{region.width}}", style)
            return
        kind = self.view.open_card(target) >> 1
        ground, ink = GROUNDS[kind]
        on, ink = ("cursor", "cursor_ink") if under_cursor else (f"{ground}_{'ab'[target.number % 2]}", ink)
        style = palette.style(ink, on)
        canvas.fill(region, style)
        values = [] if target == STACK else worths(self.state.row_hares[target.number])
        if self.large and not values:
            canvas.draw_lines(region.x, region.y, card_rows(kind, -1, region.width, region.height, self.ascii), style)
        if values or kind == LOG or not self.large:
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
        """Draw the hare on an open card; where there is little room, only its face."""
        for stroke in hare(worth, DrawingSize.SMALL, self.ascii):
            if stroke.y or self.large:
                x, y = region.x + (region.width - 3) // 2 + stroke.x, region.bottom - 2 + stroke.y
                self.canvas.draw_text(x, y, stroke.text, self.solid("hare_ink", "hare") if stroke.y else ears)

    # Boats

    def _paint_boats(self) -> int:
        """Draw a line for each boat; hares aboard and ashore add up to the points in the top line."""
        palette, canvas = self.palette, self.canvas
        rows = [self.areas[Target(SEAT_TARGET, seat)].y for seat in range(self.state.players)]
        y = rows[0] - 1
        canvas.draw_text(0, y, "BOATS", palette.style("accent", attributes="bold"))
        canvas.draw_text(self.columns.hold, y, "aboard", palette.style("dim"))
        header = "+ hares ashore" if self.state.covers else f"+ ashore{self.columns.total}"
        canvas.draw_text_right(canvas.width - 1, y, header, palette.style("dim"))
        for seat, row in enumerate(rows):
            self._paint_boat(row, seat)
        return rows[-1] + 1

    def _paint_boat(self, y: int, seat: int) -> None:
        s, palette, canvas = self.state, self.palette, self.canvas
        self._paint_name(y, seat, self.columns.hold - 4)
        x = self.columns.hold
        for worth in worths(s.holds[seat]):
            x = canvas.draw_text(x, y, str(worth), self.solid("hare_ink", "hare"))
        ashore = canvas.width - 1 - len(self.columns.total)
        if not s.advanced & WEIGHT:
            canvas.draw_text(x, y, "·" * (BOX.tokens - count(s.holds[seat])), palette.style("dim"))
        elif x + 6 < ashore:
            canvas.draw_text(x + 1, y, f"{points(s.holds[seat])}/{BOX.points}", palette.style("dim"))
        if s.covers:
            canvas.draw_text_right(canvas.width - 1, y, self._covered(seat), palette.style("ink"))
            return
        canvas.draw_text_right(ashore, y, str(self._points_ashore(seat)), palette.style("ink"))
        canvas.draw_text_right(canvas.width - 1, y, str(own_points(s, seat)), palette.style("ink", attributes="bold"))

    def _paint_name(self, y: int, seat: int, width: int) -> None:
        """Draw a boat's letter with its bow, and the name of its player."""
        s, palette, canvas = self.state, self.palette, self.canvas
        bow = BOWS[s.bows[seat]] if s.boats[seat] >= 0 else " "
        letter = f"{LETTERS[seat]}{plain(bow) if self.ascii else bow}"
        canvas.draw_text(0, y, letter, self.solid("boat_ink", f"boat{seat + 1}"))
        partner = f"&{LETTERS[(seat + 2) % 4]}" if s.teams else ""
        name = clip(self.view.names[seat], width - len(partner)) + partner
        turn = "bold underline" if s.actor == seat else ""
        canvas.draw_text(3, y, name, palette.style(f"seat{seat + 1}", attributes=turn))

    def _points_ashore(self, seat: int) -> int:
        return own_points(self.state, seat) - points(self.state.holds[seat])

    def _covered(self, seat: int) -> str:
        """Return how many landed hares lie face down, behind the points that were scored before."""
        s = self.state
        booked = f"{s.booked_points[seat]}p + " if s.booked_hares[seat] else ""
        return f"{booked}{count_text(count(s.ashore[seat]), 'hare')}"

    # Drawn boats

    def paint_fleet(self) -> None:
        """Draw every boat with the hares that sit in it, and what it has brought ashore."""
        palette, canvas = self.palette, self.canvas
        areas = [self.areas[Target(SEAT_TARGET, seat)] for seat in range(self.state.players)]
        y = areas[0].y - 1
        x = canvas.draw_text(0, y, "BOATS", palette.style("accent", attributes="bold"))
        canvas.draw_text(x + 1, y, "with the hares aboard", palette.style("dim"))
        canvas.draw_text_right(canvas.width - 1, y, "ashore", palette.style("dim"))
        for seat, area in enumerate(areas):
            self._paint_loaded(area.y, seat)

    def _paint_loaded(self, y: int, seat: int) -> None:
        s, palette, canvas = self.state, self.palette, self.canvas
        self._paint_name(y, seat, 20)
        if not s.covers:
            canvas.draw_text_right(
                canvas.width - 1, y, points_of(own_points(s, seat)), palette.style("ink", attributes="bold")
            )
        end = self._paint_hull(y + 1, seat)
        ashore = ["?"] * count(s.ashore[seat]) if s.covers else [*map(str, worths(s.ashore[seat]))]
        landed = own_hares(s, seat) - count(s.holds[seat])
        width = canvas.width - 1 - end - 2
        worth = points_of(self._points_ashore(seat))
        text = self._covered(seat) if s.covers else f"{count_text(landed, 'hare')}, {worth}"
        text = text if landed else "none yet"
        canvas.draw_text_right(canvas.width - 1, y + 2, clip(text, width), palette.style("ink" if landed else "dim"))
        shown = ashore[: width // 2]
        for number, sign in enumerate(reversed(shown)):
            canvas.draw_text(canvas.width - 2 - 2 * number, y + 1, sign, self.solid("hare_ink", "hare"))

    def _paint_hull(self, y: int, seat: int) -> int:
        """Draw a boat from the side, with a place for each hare; return the column behind it."""
        s, palette, canvas = self.state, self.palette, self.canvas
        aboard = worths(s.holds[seat])
        by_points = s.advanced & WEIGHT > 0
        places = max(BOX.tokens, len(aboard))
        pitch = 4 if places <= 6 else 3
        colour = f"boat{seat + 1}"
        stern, bow = ("\\", "/") if self.ascii else ("◥", "◤")
        wood = self.solid("boat_ink", colour)
        x = canvas.draw_text(1, y + 1, stern, palette.style(colour))
        end = canvas.draw_text(x, y + 1, ("_" if self.ascii else " ") * (places * pitch), wood)
        canvas.draw_text(end, y + 1, bow, palette.style(colour))
        for place in range(places):
            at = x + place * pitch + (pitch - 3) // 2
            if place < len(aboard):
                for stroke in hare(aboard[place], DrawingSize.SMALL, self.ascii):
                    style = self.solid("hare_ink", "hare") if stroke.y else palette.style("hare")
                    canvas.draw_text(at + stroke.x, y + stroke.y, stroke.text, style)
            elif not by_points:
                canvas.draw_text(at + 1, y + 1, "." if self.ascii else "·", wood)
        if by_points:
            canvas.draw_text(end + 2, y + 1, f"{points(s.holds[seat])}/{BOX.points}", palette.style("dim"))
            return end + 6
        return end + 1

    # Words

    def _notes(self, cursor: Target | None) -> list[str]:
        """Return the notes about the target under the cursor, with the meaning of its mark, if it has one."""
        if cursor is None:
            return []
        mark = self.marks.get(cursor)
        first, *rest = self.view.notes(cursor)
        return [first, *([f"{mark} {_MARK_WORDS[mark]}"] if mark else []), *rest]

    def _paint_text(self, y: int, lines: list[str]) -> int:
        """Draw what lies under the cursor, and what such a card does."""
        canvas = self.canvas
        canvas.draw_text(0, y, "─" * (canvas.width - 1), self.palette.style("faint"))
        rows = 5 if self.large else 3 if self.state.players == 4 else 4
        inks = zip(lines, ("ink", "dim", "dim"), strict=False)
        shown = [(text, ink) for line, ink in inks for text in wrap(line, canvas.width - 1)]
        if len(shown) > rows:
            shown[rows - 1] = (clip(f"{shown[rows - 1][0]} …", canvas.width - 1), shown[rows - 1][1])
        for step, (text, ink) in enumerate(shown[:rows]):
            canvas.draw_text(0, y + 1 + step, text, self.palette.style(ink))
        return y + 1 + rows

    def _paint_legend(self, y: int) -> int:
        for kind, text in enumerate(_LEGEND):
            self._paint_sign(y + kind, kind)
            self.canvas.draw_text(9, y + kind, text, self.palette.style("dim"))
        return self._paint_block(y + len(_LEGEND), [_MARKS])

    def _paint_sign(self, y: int, kind: int) -> None:
        """Draw the strip by which a kind of card is known."""
        ground, ink = GROUNDS[kind]
        style = self.palette.style("log_ink", "log") if kind == LOG else self.palette.style(ink, f"{ground}_a")
        self.canvas.draw_text(0, y, card_strip(kind, -1, 7, self.ascii), style)

    def paint_cards(self, y: int) -> None:
        """Draw what every card does, in full where there is room; then what fits of marks, orders and supplies."""
        palette, canvas = self.palette, self.canvas
        full = [wrap(f"{name}: {ORDER_NAMES[kind]}", canvas.width - 10) for kind, name in enumerate(KIND_NAMES)]
        fits = y + sum(map(len, full)) + 1 <= canvas.height
        for kind, lines in enumerate(full if fits else [[text] for text in _LEGEND]):
            self._paint_sign(y, kind)
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
