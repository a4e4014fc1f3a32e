"""The animals of Mezen: two small sheets set dot by dot, and shapes that are drawn for every larger size of a tile.

A cell of a drawing that is mostly ink is set with ink as its ground, because fonts leave seams beside full blocks.
"""

from functools import cache
from itertools import groupby
from typing import NamedTuple

from tui.widgets.blocks import QUARTERS, quarters
from tui.widgets.raster import Paint, PictureCell, Point, Raster

#: Tiles of 7 by 3 cells: six columns for the drawing.
_SMALL = """
..##........ ............ .......###.. ....#.#.#.#. .#........#. .....##.....
#####....... ..#####...## .......##### ..#.#.#.#.#. .###....###. ....####....
##.###....## .#.#####.### ##....##.... ..########## .##########. ...######...
...########. ############ #####.##.... ##.######### .##.####.##. ....####....
...#.#..#.#. .#######.### .##########. ###########. ...######... ..########..
..##.#.##.#. ..#####...## ...######... ...##....##. .....##..... .....##.....
"""

#: Tiles of 5 by 2 cells and of 4 by 2: four columns, the last dots of which stay free.
_TINY = """
##..... .##...# ....##. ..#.#.# #.....# ...#...
####..# #.##.## #...### .###### ###.### ..###..
.###### ####### ####.#. #.##### #.###.# .#####.
.#.#.#. .##...# .####.. ###.#.# ..###.. ...#...
"""

_FACES = 6
_GROUND, _INK = Paint("#000000", "black"), Paint("#ffffff", "white", is_ink=True)


class ArtCell(NamedTuple):
    """A character of a drawing, and the one that has its dots where this one has none."""

    char: str
    complement: str

    @property
    def is_mostly_ink(self) -> bool:
        return self.char in _MOSTLY_INK


Drawing = tuple[tuple[ArtCell, ...], ...]


class ArtRun(NamedTuple):
    """Neighbouring characters of a drawing; a run that is swapped has ink as its ground, and its dots are ground."""

    x: int
    y: int
    text: str
    is_swapped: bool


class TileScale(NamedTuple):
    """The size of a tile in columns and rows; its drawing leaves free the last columns, for small signs."""

    width: int
    height: int
    margin: int = 1

    @property
    def drawings(self) -> tuple[Drawing, ...]:
        """The six faces: horse, fish, bird, hedgehog, fox, spruce."""
        return _drawings(self.width - self.margin, self.height)

    def runs(self, face: int, swaps: bool) -> tuple[ArtRun, ...]:
        """Return the drawing of a face without its blanks; cells that are mostly ink may have ink as their ground."""
        return _runs(self.width - self.margin, self.height, face, swaps)


#: The viewed painting, the largest first.
SCALES = (TileScale(17, 8), TileScale(15, 7), TileScale(13, 6), TileScale(11, 5), TileScale(9, 4), TileScale(7, 3))
#: The paintings of others, the largest first; the last has no room between its tiles.
SMALL_SCALES = (TileScale(9, 4), TileScale(7, 3), TileScale(5, 2), TileScale(4, 2, 0))
#: Names of at most four letters, where there is no room for the whole ones.
LETTERS = ("hors", "fish", "bird", "hedg", "fox", "tree")


@cache
def _drawings(width: int, height: int) -> tuple[Drawing, ...]:
    sheet = {(6, 3): _SMALL, (4, 2): _TINY}.get((width, height))
    if sheet is None:
        return tuple(_shape_drawing(face, width, height) for face in range(_FACES))
    rows = [line.split() for line in sheet.strip().split("\n")]
    return tuple(_dot_drawing([row[face] for row in rows]) for face in range(_FACES))


@cache
def _runs(width: int, height: int, face: int, swaps: bool) -> tuple[ArtRun, ...]:
    runs = []
    for y, row in enumerate(_drawings(width, height)[face]):
        x = 0
        for (is_swapped, is_blank), group in groupby(
            row, lambda cell: (swaps and cell.is_mostly_ink, cell.char == " ")
        ):
            text = "".join(cell.complement if is_swapped else cell.char for cell in group)
            if not is_blank:
                runs.append(ArtRun(x, y, text, is_swapped))
            x += len(text)
    return tuple(runs)


def _dot_drawing(rows: list[str]) -> Drawing:
    return tuple(tuple(map(_art_cell, line)) for line in quarters(rows))


def _shape_drawing(face: int, width: int, height: int) -> Drawing:
    picture = Raster(width, height, _GROUND)
    _SHAPES[face](picture)
    cells = picture.cells(lambda paint: paint.colour)
    return tuple(tuple(_art_cell(_in_ink(cell)) for cell in row) for row in cells)


def _in_ink(cell: PictureCell) -> str:
    """Return the character whose dots are the ink of a cell."""
    return _art_cell(cell.char).complement if cell.ground == _INK.colour else cell.char


def _art_cell(char: str) -> ArtCell:
    return ArtCell(char, QUARTERS[len(QUARTERS) - 1 - QUARTERS.index(char)])


_MOSTLY_INK = "▛▙▜▟█▄▐"


# The shapes, on the sheet of 28 by 22 of a `Raster`

_HORSE: tuple[Point, ...] = (
    *((8.6, 0.6), (10.4, 2.4), (12.8, 5.2), (15.2, 8.2), (18.4, 9.0), (21.8, 8.0), (24.8, 8.6), (26.2, 10.8)),
    *((25.6, 14.0), (22.6, 14.6), (19.6, 13.4), (14.2, 14.2), (10.6, 14.6), (9.0, 12.0), (8.6, 8.4), (7.2, 6.6)),
    *((4.8, 8.4), (2.4, 10.0), (0.8, 9.0), (2.0, 6.2), (5.0, 2.8)),
)
_LEGS: tuple[tuple[Point, ...], ...] = (
    ((10.4, 13.0), (6.8, 15.0), (5.8, 20.0)),
    ((12.4, 13.4), (11.8, 16.6), (12.2, 22.0)),
    ((21.8, 13.6), (19.4, 16.6), (20.2, 22.0)),
    ((24.6, 13.0), (25.0, 16.6), (24.4, 22.0)),
)


def _has_room(picture: Raster) -> bool:
    """Whether a line left free inside a body does not tear it apart."""
    return picture.width > 16


def _draw_horse(picture: Raster) -> None:
    picture.polygon(_HORSE, _INK)
    for leg in _LEGS:
        picture.line(leg, 1.6, _INK)
    picture.line(((25.6, 9.6), (27.4, 12.0), (27.4, 17.0)), 1.0, _INK)
    if _has_room(picture):
        picture.oval(17, 11.4, 2.6, 0.8, _GROUND)


def _draw_fish(picture: Raster) -> None:
    picture.oval(10.4, 11, 10.4, 7.4, _INK)
    picture.polygon(((16, 11), (28, 2.6), (25.6, 11), (28, 19.4)), _INK)
    picture.polygon(((8, 5), (11.6, 1.4), (15, 5.6)), _INK)
    picture.oval(5, 9.4, 1.4, 1.3, _GROUND)
    if _has_room(picture):
        picture.line(((9.4, 7.4), (10.4, 11), (9.4, 14.6)), 0.9, _GROUND)


def _draw_bird(picture: Raster) -> None:
    picture.oval(12.5, 15.4, 9.5, 6, _INK)
    picture.polygon(((6, 19), (0, 8.4), (3.8, 10), (4.4, 6.4), (9.4, 11.6), (16, 14)), _INK)
    picture.line(((19.4, 14.6), (21.4, 10.4), (19.8, 6.4), (20.6, 3.4)), 3.2, _INK)
    picture.oval(21, 3.2, 3.2, 2.6, _INK)
    picture.polygon(((23, 2), (28, 4.4), (23, 5)), _INK)
    if _has_room(picture):
        picture.line(((7.4, 13.6), (11.6, 17), (17, 16.4)), 0.9, _GROUND)


def _draw_hedgehog(picture: Raster) -> None:
    for tip, top in ((7, 4), (11.6, 1), (16.2, 0.2), (20.8, 1), (25.4, 4)):
        picture.polygon(((tip - 3, 12), (tip, top), (tip + 2.6, 12)), _INK)
    picture.oval(15.6, 14.4, 12, 5.6, _INK)
    picture.polygon(((8, 10.6), (0, 16.6), (1.6, 18.4), (10, 19)), _INK)
    picture.box(7.4, 18, 11.4, 22, _INK)
    picture.box(18.6, 18, 22.6, 22, _INK)
    picture.oval(6.4, 14.4, 1.2, 1.1, _GROUND)


def _draw_fox(picture: Raster) -> None:
    picture.polygon(((1.6, 0.6), (9.6, 7), (18.4, 7), (26.4, 0.6), (27.2, 12.4), (14, 22), (0.8, 12.4)), _INK)
    picture.oval(9, 12, 1.5, 1.2, _GROUND)
    picture.oval(19, 12, 1.5, 1.2, _GROUND)
    if _has_room(picture):
        picture.polygon(((4, 5), (7.4, 8), (4.4, 9.4)), _GROUND)
        picture.polygon(((24, 5), (20.6, 8), (23.6, 9.4)), _GROUND)
        picture.polygon(((6, 15.2), (11.4, 15.4), (11.8, 18.8)), _GROUND)
        picture.polygon(((22, 15.2), (16.6, 15.4), (16.2, 18.8)), _GROUND)


def _draw_spruce(picture: Raster) -> None:
    for top, bottom, half in ((0, 8, 6), (4.6, 13.4, 9), (9.4, 18.8, 12.4)):
        picture.polygon(((14, top), (14 + half, bottom), (14 - half, bottom)), _INK)
    picture.box(12.4, 18, 15.6, 22, _INK)


_SHAPES = (_draw_horse, _draw_fish, _draw_bird, _draw_hedgehog, _draw_fox, _draw_spruce)
