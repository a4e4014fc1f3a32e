"""Pictures of flat shapes, set in quadrant blocks: two by two dots a cell, one colour on another.

A picture is drawn on a sheet of 28 by 22, the dots of the smallest one, and scaled to any size. Block characters are in
every terminal font; braille is not.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import ceil, sqrt

import msgspec

from tui.widgets.blocks import QUARTERS

#: The width and height of every sheet, in the units of a drawing: a unit is twice as high as it is wide.
SHEET = (28, 22)

Point = tuple[float, float]


class Paint(msgspec.Struct, frozen=True):
    """A colour of a picture: in full, as one of sixteen, and whether it is drawn where there is only one ink."""

    colour: str
    simple: str
    is_ink: bool = False


class PictureCell(msgspec.Struct, frozen=True):
    """A character of a picture, with the colour of its dots and the colour behind them."""

    char: str
    ink: str
    ground: str


class Raster:
    """A picture of so many cells, painted all over at first; what is drawn later covers what was drawn before."""

    def __init__(self, width: int, height: int, ground: Paint) -> None:
        #: The size in dots.
        self.width, self.height = 2 * width, 2 * height
        self._across, self._down = self.width / SHEET[0], self.height / SHEET[1]
        self._paints = [ground]
        self._rows = [bytearray(self.width) for _ in range(self.height)]

    def cell_edge(self, x: float) -> float:
        """Return the place nearest to a column where one cell ends and another begins."""
        cell = 2 / self._across
        return round(x / cell) * cell

    def box(self, left: float, top: float, right: float, bottom: float, paint: Paint) -> None:
        """Fill a rectangle."""
        dot = self._dot(paint)
        for row in _dots_between(top * self._down, bottom * self._down, self.height):
            self._fill(row, left * self._across, right * self._across, dot)

    def oval(self, x: float, y: float, across: float, down: float, paint: Paint) -> None:
        """Fill an ellipse with these two radii around a centre."""
        dot = self._dot(paint)
        for row in _dots_between((y - down) * self._down, (y + down) * self._down, self.height):
            distance = ((row + 0.5) / self._down - y) / down
            half = across * sqrt(max(0.0, 1 - distance * distance))
            self._fill(row, (x - half) * self._across, (x + half) * self._across, dot)

    def polygon(self, corners: Sequence[Point], paint: Paint) -> None:
        """Fill a polygon."""
        dot = self._dot(paint)
        points = [(x * self._across, y * self._down) for x, y in corners]
        edges = list(zip(points, points[1:] + points[:1], strict=True))
        heights = [y for _, y in points]
        for row in _dots_between(min(heights), max(heights), self.height):
            middle = row + 0.5
            crossings = sorted(
                x0 + (middle - y0) * (x1 - x0) / (y1 - y0)
                for (x0, y0), (x1, y1) in edges
                if (y0 <= middle) != (y1 <= middle)
            )
            for start, end in zip(crossings[::2], crossings[1::2], strict=True):
                self._fill(row, start, end, dot)

    def line(self, points: Sequence[Point], thickness: float, paint: Paint) -> None:
        """Draw a line through these points, as thick as so many units are wide, and never thinner than a dot."""
        dot = self._dot(paint)
        across = max(1.0, thickness * self._across) / 2
        down = max(1.0, thickness / 2 * self._down) / 2
        for (x0, y0), (x1, y1) in pairwise(points):
            dx, dy = (x1 - x0) * self._across, (y1 - y0) * self._down
            steps = max(1, ceil(max(abs(dx), abs(dy))))
            for step in range(steps + 1):
                x, y = x0 * self._across + dx * step / steps, y0 * self._down + dy * step / steps
                for row in _dots_between(y - down, y + down, self.height):
                    self._fill(row, x - across, x + across, dot)

    def _dot(self, paint: Paint) -> bytes:
        """Return how a dot of this paint is stored."""
        if paint not in self._paints:
            self._paints.append(paint)
        return bytes((self._paints.index(paint),))

    def _fill(self, row: int, start: float, end: float, dot: bytes) -> None:
        dots = _dots_between(start, end, self.width)
        if dots:
            self._rows[row][dots.start : dots.stop] = dot * len(dots)

    def cells(self, colour_of: Callable[[Paint], str]) -> list[list[PictureCell]]:
        """Return the picture as rows of characters, with the colours that this function gives to the paints."""
        colours = [colour_of(paint) for paint in self._paints]
        known: dict[tuple[int, ...], PictureCell] = {}
        rows = []
        for upper, lower in zip(self._rows[::2], self._rows[1::2], strict=True):
            dots_of_cells = list(zip(upper[::2], upper[1::2], lower[::2], lower[1::2], strict=True))
            for dots in dots_of_cells:
                if dots not in known:
                    known[dots] = _set_dots([colours[dot] for dot in dots])
            rows.append([known[dots] for dots in dots_of_cells])
        return rows


def _dots_between(start: float, end: float, limit: int) -> range:
    """Return the dots whose middle is between two places."""
    return range(max(0, ceil(start - 0.5)), min(limit, ceil(end - 0.5)))


def _set_dots(dots: Sequence[str]) -> PictureCell:
    """Set four dots, from the upper left to the lower right, in the two colours that most of them have.

    Fonts leave seams right of blocks and below them. So the ground is the colour of most of the cell, and where two
    colours have the same share, it is that of the last dot.
    """
    by_share = sorted(dict.fromkeys(reversed(dots)), key=dots.count, reverse=True)
    ground, ink = by_share[0], by_share[1 % len(by_share)]
    filled = (dot != ground and (dot == ink or _distance(dot, ink) < _distance(dot, ground)) for dot in dots)
    return PictureCell(QUARTERS[sum(is_filled << bit for bit, is_filled in enumerate(filled))], ink, ground)


def _distance(one: str, other: str) -> int:
    """Return how far two colours like "#2b7fb8" are apart."""
    return sum(abs(int(one[at : at + 2], 16) - int(other[at : at + 2], 16)) for at in (1, 3, 5))
