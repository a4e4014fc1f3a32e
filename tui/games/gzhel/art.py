"""The drawings of Gzhel: flowers, stamps, textures and figurines, in quadrant blocks."""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from tui.widgets.blocks import QUARTERS


class DrawnCell(NamedTuple):
    """A character of a drawing at a column and row of it; most of a reversed cell is ink, which becomes its ground.

    Fonts leave seams between blocks, and none between the grounds of two cells.
    """

    x: int
    y: int
    char: str
    is_reversed: bool


def inverse(char: str) -> str:
    """Return the block with the other dots of a cell."""
    return QUARTERS[15 - QUARTERS.index(char)]


class Drawing(NamedTuple):
    """A drawing of so many columns and rows; cells without ink are left out, so that what is behind them shows."""

    width: int
    height: int
    cells: tuple[DrawnCell, ...]


def _drawing(rows: Sequence[str]) -> Drawing:
    """Return the drawing of rows of dots, two by two of them in a cell."""
    width, height = len(rows[0]) // 2, len(rows) // 2
    cells = []
    for y in range(height):
        for x in range(width):
            dots = rows[2 * y][2 * x : 2 * x + 2] + rows[2 * y + 1][2 * x : 2 * x + 2]
            filled = sum(1 << bit for bit, dot in enumerate(dots) if dot == "#")
            is_reversed = dots.count("#") > 2
            if filled:
                cells.append(DrawnCell(x, y, QUARTERS[15 - filled if is_reversed else filled], is_reversed))
    return Drawing(width, height, tuple(cells))


def _drawings(sheet: str) -> tuple[Drawing, ...]:
    """Return the drawings of a sheet, which stand side by side."""
    rows = [line.split() for line in sheet.strip().split("\n")]
    return tuple(_drawing(column) for column in zip(*rows, strict=True))


# Flowers in the order orchid, poppy, rose, tulip, bellflower. Their letter is written upon the middle.

_TINY_FLOWERS = """
##..## .####. ###### #.##.# ..##..
.####. ###### ##..## ###### .####.
.####. ###### ##..## .####. ######
##..## .####. ###### ..##.. #.##.#
"""

_SMALL_FLOWERS = """
##......## ...#..#... ..######.. #...##...# ....##....
####..#### .########. ##......## ##.####.## ...####...
..######.. ########## ##.####.## ########## ..######..
..######.. ########## ##.####.## .########. .########.
####..#### .########. ##......## ...####... ##########
##......## ...####... ..######.. ....##.... #..#..#..#
"""

_MIDDLE_FLOWERS = """
##..........## ....##..##.... ...########... ##....##....## ......##......
#####....##### ..##########.. .###......###. ###..####..### ....######....
..####..####.. .############. ##..######..## ####.####.#### ...########...
....######.... ############## ##.########.## ############## ..##########..
....######.... ############## ##.########.## .############. ..##########..
..####..####.. .############. ##..######..## ..##########.. .############.
#####....##### ..##########.. .###......###. ....######.... ##############
##..........## ....######.... ...########... ......##...... ##..##..##..##
"""

_LARGE_FLOWERS = """
##..........## ....######.... ...########... ##....##....## ......##......
####......#### ...########... .###......###. ###..####..### ....######....
.#####..#####. .##.######.##. ###.######.### ####.####.#### ...########...
..##########.. ####.####.#### ##.########.## ############## ..##########..
....######.... ############## ##.########.## ############## ..##########..
....######.... ############## ##.########.## ############## ..##########..
..##########.. ####.####.#### ##.########.## .############. .############.
.#####..#####. .##.######.##. ###.######.### ..##########.. .############.
####......#### ...########... .###......###. ....######.... ##############
##..........## ....######.... ...########... ......##...... ##.###..###.##
"""

#: The flowers from the largest drawings to the smallest: 7x5, 7x4, 5x3 and 3x2 cells.
FLOWERS = tuple(map(_drawings, (_LARGE_FLOWERS, _MIDDLE_FLOWERS, _SMALL_FLOWERS, _TINY_FLOWERS)))


def flower(kind: int, width: int, height: int) -> Drawing | None:
    """Return the largest drawing of a flower that fits; None where there is only room for its letter."""
    fitting = (sheet[kind] for sheet in FLOWERS if sheet[kind].width <= width and sheet[kind].height <= height)
    return next(fitting, None)


# Figurines in the order hedgehog, horse, swan, fox, fish.

_SMALL_FIGURINES = """
..#.#.#. ..##...... .###....#. ##....## ..#####..#
.####### ####...... #..#..###. ######## ##.######.
##.##### ..#######. ...####### ##.##.## #########.
.##..##. ..##..##.# ...######. ..####.. ..#####..#
"""

_MIDDLE_FIGURINES = """
...#.#.#.. .###...... .###...... ##......## ...####...
..#.#.#.#. ####....#. ##.#...... ####..#### ..######.#
.########. ..#######. ...#....## ########## ##.#######
##.####### ..######.# ...#.##### ##..##..## #########.
########## ..#.##.#.. ...####### .########. ..######.#
.##....##. ..#.#..#.. ....#####. ...####... ...####...
"""

_LARGE_FIGURINES = """
.....#..#..#.... ..##............ ..####.......... ##..........## ....######......
...#.#.##.#.#... .####........... .##..##......... ####......#### ..##########..##
...###########.. ######.......##. ##...##......##. ############## .###.########.##
..############## ##.###########.# .....##...#####. ############## ###############.
.############### ...###########.# .....##.######## ##..######..## ###############.
##.############# ...###########.. .....########### .############. .############.##
################ ...##......##... .....##########. ...########... ..##########..##
..###......###.. ...##......##... ......########.. .....####..... ....######......
"""

#: The figurines by the rows of their drawings.
_FIGURINES = dict(enumerate(map(_drawings, (_SMALL_FIGURINES, _MIDDLE_FIGURINES, _LARGE_FIGURINES)), 2))


def figurine(number: int, height: int) -> Drawing:
    """Return the drawing of a figurine in so many rows."""
    return _FIGURINES[min(height, max(_FIGURINES))][number]


#: Leaf, lace, floral and grid, as textures that are repeated over a space.
TEXTURES = (("╱ ", " ╱"), ("○ ", " ○"), ("* ", " *"), ("┼─", "┼─"))
PLAIN_TEXTURES = (("/ ", " /"), ("o ", " o"), ("* ", " *"), ("+-", "+-"))


def stamp(width: int, height: int) -> list[str]:
    """Return the rim of a stamp."""
    middle = "│" + " " * (width - 2) + "│"
    return ["╭" + "─" * (width - 2) + "╮", *[middle] * (height - 2), "╰" + "─" * (width - 2) + "╯"]


@cache
def weave(pattern: int, width: int, height: int, plain: bool) -> tuple[str, ...]:
    """Return the texture of a pattern over so many columns and rows."""
    rows = (PLAIN_TEXTURES if plain else TEXTURES)[pattern]
    return tuple((rows[y % 2] * width)[:width] for y in range(height))
