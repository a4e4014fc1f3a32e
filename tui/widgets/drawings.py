"""Small drawings in several colours: each cell is a block in one part of the drawing on another part.

Two columns and four rows of dots are a cell. Besides the quarters of a cell there are blocks of one and of three rows,
so a dot at the edge of a shape is about square.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tui.widgets.blocks import QUARTERS
from tui.widgets.raster import Raster

#: Where a drawing has no dot.
GROUND = "."

_ACROSS, _DOWN = 2, 4


class DrawnCell(NamedTuple):
    """A character at a column and row of a drawing: its dots are `ink` on `behind`, both of them parts of a drawing."""

    x: int
    y: int
    char: str
    ink: str
    behind: str
    #: The character with all that is drawn here, but for what is left free where there is only one ink.
    shape: str


class Drawing(NamedTuple):
    """A drawing of so many columns and rows; cells without ink are left out, so that what is behind them shows."""

    width: int
    height: int
    cells: tuple[DrawnCell, ...]


def sheet(text: str, free: str = "", rows_in_cell: int = _DOWN) -> tuple[Drawing, ...]:
    """Return the drawings of a sheet, which stand side by side; `free` are the parts left free in a single ink.

    A sheet with two rows of dots in a cell is taken for one in which each row stands twice.
    """
    lines = [line.split() for line in text.strip().split("\n") for _ in range(_DOWN // rows_in_cell)]
    return tuple(dot_drawing(column, free) for column in zip(*lines, strict=True))


def dot_drawing(rows: Sequence[str], free: str = "") -> Drawing:
    """Return the drawing of rows of dots; a cell has at most two parts, which make a block."""
    width, height = len(rows[0]) // _ACROSS, len(rows) // _DOWN
    cells = []
    for y in range(height):
        for x in range(width):
            dots = "".join(row[_ACROSS * x : _ACROSS * (x + 1)] for row in rows[_DOWN * y : _DOWN * (y + 1)])
            if dots != GROUND * len(dots):
                cells.append(_cell(x, y, dots, free))
    return Drawing(width, height, tuple(cells))


def picture_drawing(picture: Raster, parts: Mapping[str, str], free: str = "") -> Drawing:
    """Return the drawing of a picture of shapes, whose colours stand for parts."""
    rows: list[str] = []
    for cells in picture.cells(lambda paint: paint.colour):
        halves = ["", ""]
        for cell in cells:
            filled = QUARTERS.index(cell.char)
            for quarter in range(4):
                halves[quarter // 2] += parts[cell.ink if filled >> quarter & 1 else cell.ground]
        rows += [half for half in halves for _ in range(2)]
    return dot_drawing(rows, free)


def _blocks() -> dict[int, str]:
    """Return the blocks by their dots, from the upper left one on."""
    quarters = {}
    for number, char in enumerate(QUARTERS):
        upper, lower = number & 3, number >> 2
        quarters[upper | upper << 2 | lower << 4 | lower << 6] = char
    return quarters | {0b11000000: "▂", 0b11111100: "▆"}


_BLOCKS = _blocks()
_ALL = 0xFF
_BOTTOM = 0b11000000


def _cell(x: int, y: int, dots: str, free: str) -> DrawnCell:
    shape = _nearest_block(_mask(dots, {*dots} - {GROUND, *free}))
    parts = list(dict.fromkeys(dots))
    if len(parts) == 1:
        return DrawnCell(x, y, " ", parts[0], parts[0], shape)
    inks = {_mask(dots, {part}): part for part in parts}
    blocks = [mask for mask in inks if mask in _BLOCKS]
    if len(parts) > 2 or not blocks:
        raise ValueError(f"no block has the dots {dots!r}, in column {x} and row {y} of a drawing")
    # Fonts leave seams below blocks, and none between the grounds of two cells.
    mask = min(blocks, key=lambda mask: ((mask & _BOTTOM).bit_count(), mask.bit_count()))
    return DrawnCell(x, y, _BLOCKS[mask], inks[mask], inks[_ALL ^ mask], shape)


def _mask(dots: str, parts: set[str]) -> int:
    return sum(1 << bit for bit, dot in enumerate(dots) if dot in parts)


def _nearest_block(mask: int) -> str:
    return _BLOCKS[min(_BLOCKS, key=lambda block: (block ^ mask).bit_count())]
