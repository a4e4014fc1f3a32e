"""The geometry of the water: squares of cards, numbered row by row from the north-west, and the shore around them.

Directions are numbered clockwise from north, 0 to 7; a bow points one of the four even ways and is numbered 0 to 3.
The shore is cell -1.
"""

from typing import Final, NamedTuple

SHORE: Final = -1

_STEPS = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))

DIRECTIONS: Final = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
BOWS: Final = ("n", "e", "s", "w")


class Water(NamedTuple):
    """The tables of a water of one width."""

    names: tuple[str, ...]
    #: What lies around a cell, clockwise from north, shore included.
    step: tuple[tuple[int, ...], ...]
    #: The neighbours of a cell that are cards.
    around: tuple[tuple[int, ...], ...]
    #: Whether a cell lies at the shore.
    edge: tuple[bool, ...]
    #: The start cards in the middle, and the bows that a boat may have on each.
    start: tuple[int, ...]
    bows: dict[int, tuple[int, ...]]


def _water(side: int) -> Water:
    def cell(row: int, column: int) -> int:
        return row * side + column if 0 <= row < side and 0 <= column < side else SHORE

    places = [(row, column) for row in range(side) for column in range(side)]
    step = tuple(tuple(cell(r + dr, c + dc) for dr, dc in _STEPS) for r, c in places)
    middle = range((side - 1) // 2, side // 2 + 1)
    start = tuple(cell(r, c) for r in middle for c in middle)
    return Water(
        tuple(f"{'abcdef'[c]}{r + 1}" for r, c in places),
        step,
        tuple(tuple(n for n in ring if n >= 0) for ring in step),
        tuple(SHORE in ring for ring in step),
        start,
        {c: tuple(bow for bow in range(4) if step[c][bow * 2] not in start) for c in start},
    )


#: The waters by their width.
WATERS: Final = {side: _water(side) for side in (5, 6)}
