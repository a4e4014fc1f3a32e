"""The animals of Mezen: three small sheets set dot by dot, and shapes that are drawn for each larger size of a tile."""

from functools import cache
from typing import NamedTuple

from tui.widgets.drawings import GROUND, Drawing, picture_drawing, sheet
from tui.widgets.raster import Paint, Point, Raster

#: What the dots of a drawing are: the animal itself, a part in another tint, its eye or nose, its beak.
BODY, TINT, EYE, BEAK = "#", "l", "k", "b"

#: Tiles of 9 by 4 cells: eight columns for the drawing.
_MIDDLE = """
...##l.......... ................ ...###.......... .....#.#.#.#.... ##............## .......##.......
...##l.......... ................ ...###.......... .....#.#.#.#.... ##............## .......##.......
.#####l......... ......####...... ...#k#.......... ....##########.. ####........#### ......####......
.#####l......... ......####...... ...#k#.......... ....##########.. ####........#### ......####......
#######l........ ...########...## bb####.........# ....#l###l###l#. ######....###### .....######.....
#######l........ ...########...## bb####.........# ....#l###l###l#. ######....###### .....######.....
##.###########.# ..##k#######.### bb.###........## ..ll###l###l###. ################ ....########....
##.###########.# ..##k#######.### bb.###........## ..ll###l###l###. ################ ....########....
...###########.# .#############.. ...###.....##### ..lk#####l###l## ################ .....######.....
...###########.# .#############.. ...###.....##### ..lk#####l###l## ################ .....######.....
...##########..# ..llllllll####.. ...############# kkll###l###l#### ##kk########kk## ...##########...
...##########..# ..llllllll####.. ...############# kkll###l###l#### ##kk########kk## ...##########...
...#.#....#.#..# ..llllllll##.### ...#####llll###. ..llll########## llll########llll ..############..
...#.#....#.#..# ..llllllll##.### ...#####llll###. ..llll########## llll########llll ..############..
...#.#....#.#... ...lllllll....## .....#########.. ....##....##.... ..llllkkkkllll.. ......kkkk......
...#.#....#.#... ...lllllll....## .....#########.. ....##....##.... ..llllkkkkllll.. ......kkkk......
"""

#: Tiles of 7 by 3 cells: six columns for the drawing.
_SMALL = """
...#........ ............ ..#k#....... ......#.#... ##........## .....##.....
...#........ ............ ..#k#....... ......#.#... ##........## .....##.....
####l....... ....####...# bb##.......# ....######.. ####....#### ....####....
####l....... ..######...# bb##.......# ..########## ####....#### ....####....
##.#######.. #k#########. ..##....#### llk#l###l### ############ ...######...
##.#######.. #k#########. ..##....#### llk#l###l### ############ ...######...
..########## ###########. ..########## ll####l###l# ##kk####kk## ..########..
..########## ###########. ..########## ll####l###l# ##kk####kk## ..########..
..##.#..#.## llllllll...# ..########.. kk########## llll####llll ############
..##.#..#.## ..llll.....# ..########.. kk########## ..ll####ll.. ############
..##.#..#.## ............ ..########.. ..##..##..## ....kkkk.... .....##.....
..##.#..#.## ............ ............ ..##..##..## ....kkkk.... .....##.....
"""

#: Tiles of 5 by 2 cells and of 4 by 2: four columns, the last dots of which stay free.
_TINY = """
..#..... ..###.#. ..##.... ..#.#.#. #.....#. ...#....
..#..... ..###.#. ..##.... ..#.#.#. #.....#. ...#....
#######. ##k####. bb##..#. ll#####. #######. ..###...
#######. ##k####. bb##..#. ll#####. #######. ..###...
..#####. lllll.#. ..#####. kk#####. ##k#k##. .#####..
..#####. lllll.#. ..#####. kk#####. ##k#k##. .#####..
..#...#. ..ll.... ..####.. ..####.. .#####.. #######.
..#...#. ........ ........ ........ .#####.. #######.
"""

_FACES = 6


class ArtRun(NamedTuple):
    """Neighbouring characters of a drawing with the same ink and the same part behind it."""

    x: int
    y: int
    text: str
    ink: str
    behind: str


class TileScale(NamedTuple):
    """The size of a tile in columns and rows; its drawing leaves free the last columns, for small signs."""

    width: int
    height: int
    margin: int = 1

    @property
    def drawings(self) -> tuple[Drawing, ...]:
        """The six faces: horse, fish, bird, hedgehog, fox, spruce."""
        return _drawings(self.width - self.margin, self.height)

    def runs(self, face: int, in_one_ink: bool) -> tuple[ArtRun, ...]:
        """Return the drawing of a face, in all its colours or in one ink on the ground."""
        return _runs(self.width - self.margin, self.height, face, in_one_ink)


#: The viewed painting, the largest first.
SCALES = (TileScale(17, 8), TileScale(15, 7), TileScale(13, 6), TileScale(11, 5), TileScale(9, 4), TileScale(7, 3))
#: The paintings of others, the largest first; the last has no room between its tiles.
SMALL_SCALES = (TileScale(9, 4), TileScale(7, 3), TileScale(5, 2), TileScale(4, 2, 0))
#: Names of at most four letters, where there is no room for the whole ones.
LETTERS = ("hors", "fish", "bird", "hedg", "fox", "tree")

#: The parts of a drawing as colours of a picture, which are told apart and never seen.
_PARTS = {"#000000": GROUND, "#ffffff": BODY, "#ffff00": TINT, "#ff0000": EYE, "#00ff00": BEAK}
_GROUND, _INK, _TINT, _EYE, _BEAK = (Paint(colour, "white") for colour in _PARTS)


@cache
def _drawings(width: int, height: int) -> tuple[Drawing, ...]:
    sheet_text = {(8, 4): _MIDDLE, (6, 3): _SMALL, (4, 2): _TINY}.get((width, height))
    if sheet_text is None:
        return tuple(_shape_drawing(face, width, height) for face in range(_FACES))
    return sheet(sheet_text, EYE)


@cache
def _runs(width: int, height: int, face: int, in_one_ink: bool) -> tuple[ArtRun, ...]:
    runs: list[ArtRun] = []
    for cell in _drawings(width, height)[face].cells:
        ink, behind, char = (BODY, GROUND, cell.shape) if in_one_ink else (cell.ink, cell.behind, cell.char)
        last = runs[-1] if runs else None
        if last and (last.x + len(last.text), last.y, last.ink, last.behind) == (cell.x, cell.y, ink, behind):
            runs[-1] = last._replace(text=last.text + char)
        else:
            runs.append(ArtRun(cell.x, cell.y, char, ink, behind))
    return tuple(runs)


def _shape_drawing(face: int, width: int, height: int) -> Drawing:
    picture = Raster(width, height, _GROUND)
    _SHAPES[face](picture)
    return picture_drawing(picture, _PARTS, EYE)


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
    picture.line(((9.4, 1.4), (12.6, 5.0), (15.0, 8.0)), 1.4, _TINT)
    if _has_room(picture):
        picture.oval(17, 11.4, 2.6, 0.8, _TINT)
        picture.oval(5.2, 5.4, 0.9, 0.8, _GROUND)


def _draw_fish(picture: Raster) -> None:
    picture.oval(10.4, 11, 10.4, 7.4, _TINT)
    picture.polygon(((0, 11), (1.6, 7.6), (5, 4.8), (10.4, 3.6), (16, 4.8), (19.4, 7.6), (20.8, 12), (0, 12)), _INK)
    picture.polygon(((16, 11), (28, 2.6), (25.6, 11), (28, 19.4)), _INK)
    picture.polygon(((8, 5), (11.6, 1.4), (15, 5.6)), _INK)
    picture.oval(5, 9, 1.4, 1.3, _EYE)
    if _has_room(picture):
        picture.line(((9.4, 6.4), (10.4, 9), (9.8, 12)), 0.9, _TINT)


def _draw_bird(picture: Raster) -> None:
    picture.oval(15.5, 15.4, 9.5, 6, _INK)
    picture.polygon(((22, 19), (28, 8.4), (24.2, 10), (23.6, 6.4), (18.6, 11.6), (12, 14)), _INK)
    picture.line(((8.6, 14.6), (6.6, 10.4), (8.2, 6.4), (7.4, 3.4)), 3.2, _INK)
    picture.oval(7, 3.2, 3.2, 2.6, _INK)
    picture.polygon(((5, 2), (0, 4.4), (5, 5)), _BEAK)
    picture.oval(6.6, 2.8, 1.0, 0.9, _EYE)
    picture.polygon(((13, 13.4), (22.4, 12.4), (20, 16.4), (15.4, 17.6)), _TINT)


def _draw_hedgehog(picture: Raster) -> None:
    for tip, top in ((7, 4), (11.6, 1), (16.2, 0.2), (20.8, 1), (25.4, 4)):
        picture.polygon(((tip - 3, 12), (tip, top), (tip + 2.6, 12)), _INK)
    picture.oval(15.6, 14.4, 12, 5.6, _INK)
    picture.polygon(((9, 10.2), (0, 16.6), (1.6, 18.4), (10, 19.4)), _TINT)
    picture.oval(1.4, 16.8, 1.8, 1.5, _EYE)
    picture.box(7.4, 18, 11.4, 22, _INK)
    picture.box(18.6, 18, 22.6, 22, _INK)
    picture.oval(6.8, 14, 1.2, 1.1, _EYE)
    for x, y in _QUILLS:
        picture.line(((x, y), (x + 1.4, y + 2.4)), 1.0, _TINT)


#: Where pale quills begin.
_QUILLS: tuple[Point, ...] = ((12.6, 8.6), (17.4, 7.6), (22, 9.6), (14.6, 13.4), (19.6, 13), (24, 14.4))


def _draw_fox(picture: Raster) -> None:
    picture.polygon(((1.6, 0.6), (9.6, 7), (18.4, 7), (26.4, 0.6), (27.2, 12.4), (14, 22), (0.8, 12.4)), _INK)
    picture.polygon(((0.8, 12.4), (8, 14.6), (12, 20.6)), _TINT)
    picture.polygon(((27.2, 12.4), (20, 14.6), (16, 20.6)), _TINT)
    picture.oval(9, 11.6, 1.5, 1.2, _EYE)
    picture.oval(19, 11.6, 1.5, 1.2, _EYE)
    picture.oval(14, 20.2, 2.2, 1.5, _EYE)
    if _has_room(picture):
        picture.polygon(((3.4, 4), (7, 7.6), (4, 9)), _TINT)
        picture.polygon(((24.6, 4), (21, 7.6), (24, 9)), _TINT)


def _draw_spruce(picture: Raster) -> None:
    picture.box(12.4, 18, 15.6, 22, _EYE)
    for top, bottom, half in ((0, 8, 6), (4.6, 13.4, 9), (9.4, 18.8, 12.4)):
        picture.polygon(((14, top), (14 + half, bottom), (14 - half, bottom)), _INK)


_SHAPES = (_draw_horse, _draw_fish, _draw_bird, _draw_hedgehog, _draw_fox, _draw_spruce)
