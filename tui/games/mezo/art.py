"""The drawings of Mezo: the shapes of its pieces, and the plan of the map."""

from functools import cache
from typing import NamedTuple

from textual.geometry import Region


class Signs(NamedTuple):
    """The shapes of the pieces."""

    warrior: str
    shaman: str
    champion: str
    glyph: str
    vertex: str
    god_left: str
    god_right: str
    corners: str
    #: The edges of a level of a pyramid that is half a step narrower than the one below.
    left_half: str
    right_half: str
    #: The parts of a bar: strength before, strength gained, strength lost.
    stood: str
    come: str
    gone: str
    #: An action of a card: open, or spent.
    action: str
    spent: str


SHAPES = Signs("▲", "●", "★", "■", "◇", "◢", "◣", "▟▙▜▛", "▐", "▌", "█", "▓", "░", "□", "■")
PLAIN = Signs("w", "s", "C", "g", "o", "<", ">", "    ", " ", " ", "#", "+", "-", "o", "x")

#: From so many rows on a region has room for what its altar does in full.
TALL = 8


class PyramidSize(NamedTuple):
    """The size of pyramids: rows of a level, columns of the lowest, and columns by which each next is narrower."""

    rows: int
    base: int
    step: int


def stones(height: int) -> PyramidSize:
    """Return the size of pyramids in a region of so many rows."""
    if height < TALL:
        return PyramidSize(1, 5, 1)
    return PyramidSize(2, 9, 2) if height < 13 else PyramidSize(3, 13, 2)


class MapPlan(NamedTuple):
    """The layout of the map on the board's canvas."""

    slabs: tuple[Region, ...]
    points: tuple[tuple[int, int], ...]
    sea: Region
    #: Borders: from column, row to column, row.
    borders: tuple[tuple[int, int, int, int], ...]


@cache
def plan(width: int, height: int) -> MapPlan:
    """Return a map of this size: three regions above, two below them, Palenque at the bottom with the sea beside it."""
    x0, x1, x2, x3 = 0, width // 3, width * 2 // 3, width - 1
    y0, y1, y2, y3 = 0, height // 3, height * 2 // 3, height - 1
    middle, foot = width * 43 // 100, width * 53 // 100

    def slab(left: int, top: int, right: int, bottom: int) -> Region:
        return Region(left + 1, top + 1, right - left - 1, bottom - top - 1)

    return MapPlan(
        slabs=(
            slab(x0, y0, x1, y1),
            slab(x1, y0, x2, y1),
            slab(x2, y0, x3, y1),
            slab(x0, y1, middle, y2),
            slab(middle, y1, x3, y2),
            slab(x0, y2, foot, y3),
        ),
        # A god is three columns wide, so on the coast it stands a step inland.
        points=(
            (x1, y0),
            (x2, y0),
            (x1, y1),
            (middle, y1),
            (x2, y1),
            (x3 - 1, y1),
            (x0 + 1, y1),
            (middle, y2),
            (foot, y2),
            (x0 + 1, y2),
        ),
        sea=Region(foot + 1, y2 + 1, x3 - foot, y3 - y2),
        borders=(
            (x0, y0, x3, y0),
            (x0, y1, x3, y1),
            (x0, y2, x3, y2),
            (x0, y3, foot, y3),
            (x0, y0, x0, y3),
            (x1, y0, x1, y1),
            (x2, y0, x2, y1),
            (x3, y0, x3, y2),
            (middle, y1, middle, y2),
            (foot, y2, foot, y3),
        ),
    )


#: The background of each region. No two that share a border are alike.
GROUNDS = ("land_a", "land_b", "land_c", "land_c", "land_a", "land_b")

_CROSSINGS = " ───│┘└┴│┐┌┬│┤├┼"


@cache
def border_lines(plan: MapPlan) -> tuple[tuple[int, int, str], ...]:
    """Return the borders as box characters, run by run: column, row and text."""
    ways = _ways(plan)
    runs: list[tuple[int, int, str]] = []
    for x, y in sorted(ways, key=lambda cell: (cell[1], cell[0])):
        sign = _CROSSINGS[ways[x, y]]
        if runs and runs[-1][1] == y and runs[-1][0] + len(runs[-1][2]) == x:
            runs[-1] = runs[-1][0], y, runs[-1][2] + sign
        else:
            runs.append((x, y, sign))
    return tuple(runs)


def _ways(plan: MapPlan) -> dict[tuple[int, int], int]:
    """Return by cell of a border the directions in which a line leaves it: left 1, right 2, up 4, down 8."""
    ways: dict[tuple[int, int], int] = {}
    for x0, y0, x1, y1 in plan.borders:
        for x in range(x0, x1 + 1):
            for y in range(y0, y1 + 1):
                if y0 == y1:
                    way = (1 if x > x0 else 0) | (2 if x < x1 else 0)
                else:
                    way = (4 if y > y0 else 0) | (8 if y < y1 else 0)
                ways[x, y] = ways.get((x, y), 0) | way
    return ways
