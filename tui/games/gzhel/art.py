"""The drawings of Gzhel: small flowers and figurines set dot by dot, larger flowers as shapes; stamps and textures."""

from collections.abc import Callable
from functools import cache

from tui.widgets.drawings import GROUND, Drawing, picture_drawing, sheet
from tui.widgets.raster import SHEET, Paint, Point, Raster

#: What the dots of a drawing are: the flower or figurine itself, a paler part of it, its heart, its stem.
BODY, TINT, HEART, STEM = "#", "l", "o", "s"

# Flowers in the order orchid, poppy, rose, tulip, bellflower. Their letter stands in the upper right corner; in the
# small ones, which fill their space, on the flower itself.

_TINY_FLOWERS = """
..##.. .####. .####. .#..#. ..##..
###### ##oo## ##.### .#.##. ..##..
.####. ##oo## ##.#.# .####. .####.
##..## .####. .####. ..##.. ##..##
"""

_SMALL_FLOWERS = """
...####... ...####... ..######.. ##..##..## ....ss....
...####... ...####... ..######.. ##..##..## ....ss....
##.#ll#.## ..##ll##.. ..llllll.. ########## ...####...
##.#ll#.## ..##ll##.. ..llllll.. ########## ...####...
###l##l### ###lool### ##l####l## ##l####l## ..l#####..
###l##l### ###lool### ##l####l## ##l####l## ..l#####..
.##l##l##. ###lool### ##l####l## ##l####l## ..l#####..
.##l##l##. ###lool### ##l####l## ##l####l## ..l#####..
..##ll##.. ..##ll##.. ..######.. ..######.. .########.
..##ll##.. ..##ll##.. ..######.. ..######.. .########.
..##..##.. ...####... ss##ss##ss ...#ss#... ###.oo.###
..##..##.. ...####... ss##ss##ss ...#ss#... ###.oo.###
"""

_MIDDLE_FLOWERS = """
......##...... ....######.... ....######.... ..#...##...#.. ......ss......
.....####..... ...########... ..##llllll##.. ..##.####.##.. .....####.....
######ll###### ####llllll#### .###llllll###. ..##l####l##.. ...#l#####....
.####oooo####. ####looool#### .#l###ll##l##. ..##l####l##.. ...#l######...
..###oooo###.. ####looool#### .#l########l#. ...########... ...#l######...
...###ll###... ####llllll#### ..##llllll##.. .....####..... ..##l#######..
..####..####.. ...########... ss..######..ss .ss...ss...ss. .############.
..##......##.. ....######.... .sss..##..sss. ..ssssssssss.. .##.##oo##.##.
"""

_LARGE_FLOWERS = """
......##...... ....######.... ....######.... ..#...##...#.. ......ss......
.....#ll#..... ..##########.. ..##########.. ..##.####.##.. .....####.....
.....#ll#..... .###llllll###. .###llllll###. ..##l####l##.. ....l#####....
######ll###### ####llllll#### ####llllll#### ..##l####l##.. ...#l######...
.###loool###.. ####looool#### ###l##ll##l### ...#l####l#... ...#l######...
..##loool##... ####looool#### ###l##l###l### ...#l####l#... ...#l######...
....##ll##.... ####llllll#### .###llllll###. .....####..... ..##l#######..
...###ll###... .###llllll###. ..##########.. .ss...ss...ss. .###l########.
..####..####.. ..##########.. ss..######..ss ..sss.ss.sss.. ##.###..###.##
..##......##.. ....######.... .sss..##..sss. ....ssssss.... ......oo......
"""

#: The flowers by the columns and rows of their drawings, the largest first; still larger ones are drawn as shapes.
_SET_FLOWERS = {
    (7, 5): sheet(_LARGE_FLOWERS, HEART, rows_in_cell=2),
    (7, 4): sheet(_MIDDLE_FLOWERS, HEART, rows_in_cell=2),
    (5, 3): sheet(_SMALL_FLOWERS, HEART),
    (3, 2): sheet(_TINY_FLOWERS, HEART, rows_in_cell=2),
}

#: The parts of a drawing as colours of a picture, which are told apart and never seen.
_PARTS = {"#000000": GROUND, "#ff0000": BODY, "#ffff00": HEART, "#00ff00": STEM, "#ff00ff": TINT}
_PAINTS = {part: Paint(colour, "white") for colour, part in _PARTS.items()}


def flower(kind: int, width: int, height: int) -> Drawing | None:
    """Return the drawing of a flower for a space of this size; None where there is only room for its letter."""
    if width > 9 and height > 5:
        return _shape_drawing(kind, width - 2, height)
    fitting = (size for size in _SET_FLOWERS if size[0] <= width and size[1] <= height)
    return next((_SET_FLOWERS[size][kind] for size in fitting), None)


@cache
def _shape_drawing(kind: int, width: int, height: int) -> Drawing:
    picture = Raster(width, height, _PAINTS[GROUND])
    _SHAPES[kind](picture)
    return picture_drawing(picture, _PARTS, HEART)


# The shapes, on the sheet of 28 by 22 of a `Raster`

_MIDDLE: Point = (SHEET[0] / 2, SHEET[1] / 2)
_STAR: tuple[Point, ...] = (
    *((14, 0), (18.4, 7), (28, 8.4), (21, 13), (23.4, 22)),
    *((14, 17), (4.6, 22), (7, 13), (0, 8.4), (9.6, 7)),
)
_SPIRAL: tuple[Point, ...] = (
    *((14, 10.6), (15.6, 8.6), (11, 7.4), (8.4, 10.6), (12, 14.2), (19, 13.4), (20.4, 8), (15, 4.2)),
)
_CUP: tuple[Point, ...] = (
    *((3, 0), (8.6, 4.6), (14, 0), (19.4, 4.6), (25, 0), (26, 7.4), (21, 13.4), (14, 15)),
    *((7, 13.4), (2, 7.4)),
)
_BELL: tuple[Point, ...] = (
    *((14, 1), (18.6, 2.4), (21.6, 5.6), (22.6, 13), (27.6, 18.6), (22, 17.8), (18.6, 20.4), (14, 17.8)),
    *((9.4, 20.4), (6, 17.8), (0.4, 18.6), (5.4, 13), (6.4, 5.6), (9.4, 2.4)),
)


def _draw_orchid(picture: Raster) -> None:
    picture.polygon(_STAR, _PAINTS[BODY])
    picture.oval(*_MIDDLE, 5.6, 4.6, _PAINTS[TINT])
    picture.oval(*_MIDDLE, 3.4, 2.7, _PAINTS[HEART])


def _draw_poppy(picture: Raster) -> None:
    x, y = _MIDDLE
    for step in (-1, 1):
        picture.oval(x, y + step * 6, 6.6, 5, _PAINTS[BODY])
        picture.oval(x + step * 7.4, y, 6.6, 5, _PAINTS[BODY])
    picture.oval(x, y, 6.4, 5.2, _PAINTS[TINT])
    picture.oval(x, y, 3.6, 2.9, _PAINTS[HEART])


def _draw_rose(picture: Raster) -> None:
    for side in (0, 28):
        picture.polygon(((side, 14.6), (abs(side - 10), 17), (14, 22), (abs(side - 4), 21.4)), _PAINTS[STEM])
    picture.oval(14, 9.6, 12.4, 9.6, _PAINTS[BODY])
    picture.line(_SPIRAL, 1.6, _PAINTS[TINT])


def _draw_tulip(picture: Raster) -> None:
    for side in (0, 28):
        picture.polygon(((14, 22), (abs(side - 3), 14), (abs(side - 6), 20)), _PAINTS[STEM])
    picture.box(12.6, 14, 15.4, 22, _PAINTS[STEM])
    picture.polygon(_CUP, _PAINTS[BODY])
    for x in (8.2, 19.8):
        picture.line(((x, 5.4), (x + (14 - x) / 4, 12)), 1.4, _PAINTS[TINT])


def _draw_bellflower(picture: Raster) -> None:
    picture.box(12.8, 0, 15.2, 2, _PAINTS[STEM])
    picture.polygon(_BELL, _PAINTS[BODY])
    picture.line(((11, 5), (9.4, 9), (8.6, 15.4)), 1.6, _PAINTS[TINT])
    picture.oval(14, 20.2, 2, 1.8, _PAINTS[HEART])


_SHAPES: tuple[Callable[[Raster], None], ...] = (_draw_orchid, _draw_poppy, _draw_rose, _draw_tulip, _draw_bellflower)

# Figurines in the order hedgehog, horse, swan, fox, fish.

_SMALL_FIGURINES = """
...#.#.# .##....... .##....... #........# ..####...#
...#.#.# .##....... .##....... #........# ..####...#
..###### ####....#. ##.#....## ####..#### .#.#######
..###### ####....#. ##.#....## ####..#### .#.#######
.#.##### ..######## ..##.##### ##.####.## .#########
.#.##### ..######## ..##.##### ##.####.## .#########
####.##. ..#.#..#.# ..#######. ..######.. ..####...#
####.##. ..#.#..#.# ..#######. ..######.. ..####...#
"""

_MIDDLE_FIGURINES = """
...#.#.#.# .###...... .###...... ##......## ..####..##
..######## ####....#. ##.#...... ####..#### .#########
.##.###### ..#######. ...#....## ########## ##.######.
########## ..######.# ...#.##### ##..##..## #########.
.######### ..#.##.#.. ...####### .########. .#########
..##...##. ..#.#..#.. ....#####. ...####... ..####..##
"""

_LARGE_FIGURINES = """
......#..#..#... ..##............ ..####.......... ##..........## ....######....##
....#.##.##.##.# .####........... .##..##......... ####......#### ..#########..###
...############# ######.......##. ##...##......##. ############## .##.###########.
..############## ##.###########.# .....##...#####. ############## ##############..
.###.########### ...###########.# .....##.######## ##..######..## ##############..
################ ...###########.. .....########### .############. .##############.
##.############# ...##......##... .....##########. ...########... ..#########..###
...###....###... ...##......##... ......########.. .....####..... ....######....##
"""

#: The figurines by the rows of their drawings.
_FIGURINES = {
    2: sheet(_SMALL_FIGURINES),
    3: sheet(_MIDDLE_FIGURINES, rows_in_cell=2),
    4: sheet(_LARGE_FIGURINES, rows_in_cell=2),
}


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


def proposal(width: int, height: int, plain: bool) -> list[str]:
    """Return the dashed frame of a token that is not placed yet."""
    left, across, right, down, lower_left, lower_right = "+-+:++" if plain else "┌╌┐╎└┘"
    middle = down + " " * (width - 2) + down
    line = across * (width - 2)
    return [left + line + right, *[middle] * (height - 2), lower_left + line + lower_right]


@cache
def weave(pattern: int, width: int, height: int, plain: bool) -> tuple[str, ...]:
    """Return the texture of a pattern over so many columns and rows."""
    rows = (PLAIN_TEXTURES if plain else TEXTURES)[pattern]
    return tuple((rows[y % 2] * width)[:width] for y in range(height))
