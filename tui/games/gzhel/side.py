"""The side of Gzhel: the three goals, what becomes of them, and the other players."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from textual.geometry import Region

from core.games.gzhel.components import (
    BOARD,
    CARDS,
    FLOWER_LETTERS,
    PATTERN_POINTS,
    PATTERNS,
    SIZE,
    SPACES,
    Card,
    spaces_of,
)
from core.games.gzhel.state import GzhelState
from core.games.gzhel.text import goal_text, goal_title, pattern_text
from core.games.gzhel.view.pads import Pads, coming_cards
from core.games.gzhel.view.targets import LAID
from core.view import Target
from themes import Palette
from tui.games.gzhel.board import points_text, signs
from tui.sessions.session import CHANGED_LAST
from tui.widgets.canvas import Canvas
from tui.widgets.text_layout import clip, wrap

#: A small pad takes four columns, and a seat has two of them side by side.
SEAT_WIDTH = 2 * SIZE

LAST_ROUND = "the last round"


def pays_text(card: Card) -> str:
    """Return what a card pays, in as few words as possible."""
    if card.kind == "varied_neighbours":
        return f"{card.points[0]} or {card.points[1]} each"
    return f"{card.points[0]} each" if len(card.points) == 1 else "/".join(map(str, card.points))


class GoalRow(NamedTuple):
    """A row of the goals: a heading with its points at the right, or text."""

    heading: str = ""
    words: str = ""
    role: str = "ink"
    #: What the goal pays: now, and with the choice under the cursor.
    points: tuple[int, int] | None = None


class GzhelSidePainter:
    """Layout and painter of the side, from the top down."""

    def __init__(
        self, state: GzhelState, pads: Pads, others: Sequence[int], width: int, large: bool, plain: bool
    ) -> None:
        self.state = state
        self.pads = pads
        self.width = width
        self.large = large
        self.signs = signs(plain)
        self.rows = self._goal_rows()
        #: The three goals, each from its heading to the next.
        self.goals = self._goal_areas()
        top = len(self.rows) + large
        step = min(SEAT_WIDTH + 4, (width + 1) // max(1, len(others)))
        #: The other players' small pads, by seat.
        self.seats = {seat: Region(number * step, top, step, SIZE + 1) for number, seat in enumerate(others)}
        self.bottom = top + (SIZE + 1 if others else 0)

    def rest(self, height: int) -> Region:
        """Return the region that is left below."""
        return Region(0, self.bottom, self.width, max(0, height - self.bottom))

    def _goal_areas(self) -> list[Region]:
        tops = [y for y, row in enumerate(self.rows) if row.heading]
        ends = [*tops[1:], len(self.rows)]
        return [Region(0, top, self.width, end - top) for top, end in zip(tops, ends, strict=True)]

    # The goals in words

    def _goal_rows(self) -> list[GoalRow]:
        """Return the three goals with their points, and what each card means in the following rounds."""
        state = self.state
        top, middle = CARDS[state.deck[-1]], CARDS[state.middle]
        pattern = self.pads.pattern
        steps = "/".join(str(points) for points in PATTERN_POINTS if points)
        worth = [points_text(*pair) for pair in zip(self.pads.before.coming, self.pads.after.coming, strict=True)]
        return [
            self._heading(0, "diamond", pays_text(top)),
            *self._words(goal_text(top) if self.large else goal_title(top)),
            *self._next(self._fate_of_top(worth[0])),
            self._heading(1, "circle", pays_text(middle)),
            *self._words(goal_text(middle) if self.large else goal_title(middle)),
            *self._next(self._fate_of_middle(worth[1])),
            self._heading(2, PATTERNS[pattern], steps),
            *self._words(pattern_text(pattern) if self.large else f"3/4/5 alike on {PATTERNS[pattern]}"),
        ]

    def _fate_of_top(self, worth: str) -> str:
        """Return what the diamond card becomes: the circle card, and a round later its pattern."""
        coming = coming_cards(self.state)
        if coming.circle is None:
            return LAST_ROUND
        after = coming.pattern_after
        pattern = f"{self.signs[2]} {PATTERNS[after]}" if after is not None else ""
        if self.large:
            turns = f"; then it turns to {pattern}" if pattern else ""
            return f"next round on the circle pad ({worth} now){turns}"
        return f"next {self.signs[1]} {worth}" + (f" · then {pattern}" if pattern else "")

    def _fate_of_middle(self, worth: str) -> str:
        """Return what the circle card becomes: its pattern."""
        coming = coming_cards(self.state)
        if coming.pattern is None:
            return LAST_ROUND
        pattern = f"{self.signs[2]} {PATTERNS[coming.pattern]}"
        return f"next round it turns to {pattern} ({worth} now)" if self.large else f"next {pattern} {worth}"

    def _heading(self, goal: int, name: str, pays: str) -> GoalRow:
        points = self.pads.before.now[goal], self.pads.after.now[goal]
        return GoalRow(f"{self.signs[goal]} {name} ", pays, "dim", points)

    def _words(self, text: str) -> list[GoalRow]:
        return [GoalRow(words=line) for line in wrap(text, self.width)]

    def _next(self, text: str) -> list[GoalRow]:
        lines = wrap(text, self.width - 2)
        rows = [GoalRow(words=f"{' ' if number else '▸'} {line}", role="dim") for number, line in enumerate(lines)]
        return [*rows, GoalRow()] if self.large else rows

    # Drawing

    def paint(self, canvas: Canvas, palette: Palette, names: Sequence[str], marks: Mapping[Target, str]) -> None:
        for y, row in enumerate(self.rows):
            x = canvas.draw_text(0, y, row.heading, palette.style("accent", attributes="bold"))
            canvas.draw_text(x, y, row.words, palette.style(row.role))
            if row.points is not None:
                now, then = row.points
                changed = "good" if then > now else "bad" if then < now else "ink"
                canvas.draw_text_right(self.width, y, points_text(now, then), palette.style(changed, attributes="bold"))
        for seat, area in self.seats.items():
            self._paint_seat(canvas, palette, seat, names[seat], area)
            self._paint_marks(canvas, palette, seat, area, marks)

    def _paint_seat(self, canvas: Canvas, palette: Palette, seat: int, name: str, area: Region) -> None:
        """Draw small pads: a letter for each token, a capital with its own background for a stamp."""
        state = self.state
        canvas.draw_text(
            area.x, area.y, clip(name, area.width - 1), palette.style(f"seat{seat + 1}", attributes="bold")
        )
        letters = ["·"] * BOARD
        for kind, mask in enumerate(state.flowers[5 * seat : 5 * seat + 5]):
            for space in spaces_of(mask):
                letters[space] = FLOWER_LETTERS[kind]
        for first in range(0, BOARD, SIZE):
            x, y = _cell(area, first)
            canvas.draw_text(x, y, "".join(letters[first : first + SIZE]), palette.style("cell_ink", "cell"))
            for space in spaces_of(state.stamps[seat] & 0xF << first):
                canvas.draw_text(x + space - first, y, letters[space].upper(), palette.style("stamp_ink", "dark_rose"))

    def _paint_marks(
        self, canvas: Canvas, palette: Palette, seat: int, area: Region, marks: Mapping[Target, str]
    ) -> None:
        """Colour a letter that is new, and underline it if it was just placed: there is no room for a sign."""
        for space in range(BOARD):
            if mark := marks.get(Target(LAID, BOARD * seat + space)):
                style = palette.style("new", "cell", "bold underline" if mark == CHANGED_LAST else "bold")
                canvas.restyle(Region(*_cell(area, space), 1, 1), style)


def _cell(area: Region, space: int) -> tuple[int, int]:
    """Return where a space of the small pads lies; a column is left between both pads if there is room for it."""
    gap = 1 if area.width > SEAT_WIDTH + 1 else 0
    side, (row, column) = space // SPACES, divmod(space % SPACES, SIZE)
    return area.x + side * (SIZE + gap) + column, area.y + 1 + row
