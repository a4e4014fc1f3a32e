"""The cover of Novgorod: a cog under a striped sail leaves the white walls and golden domes of the city."""

from tui.widgets.raster import SHEET, Paint, Raster

_SKY = Paint("#f3d391", "yellow")
_WALL = Paint("#fdf6e4", "white", is_ink=True)
_GOLD = Paint("#c4821a", "brown", is_ink=True)
_SEA = Paint("#1d766c", "cyan")
_FOAM = Paint("#9fd9c8", "bright_cyan", is_ink=True)
_SAIL = Paint("#b42c1d", "red", is_ink=True)
_LINEN = Paint("#fdf6e4", "white")
_OAK = Paint("#4d2a14", "black", is_ink=True)
_TRIM = Paint("#dba844", "yellow")

_STRIPES = 5

ASCII_COVER = r"""
     |>
   __|__
  | | | |
  | | | |
  |_|_|_|
 ____|_____
 \ o  o  o/
~~\______/~~
"""


def draw_cover(width: int, height: int) -> Raster:
    """Draw the cover with so many columns and rows."""
    picture = Raster(width, height, _SKY)
    _draw_city(picture)
    picture.box(0, 16, *SHEET, _SEA)
    picture.line(((18, 1), (18, 14)), 1.0, _OAK)
    picture.polygon(((18.5, 0.6), (24, 1.5), (18.5, 2.4)), _SAIL)
    _draw_sail(picture)
    picture.polygon(((8, 12), (10, 12), (11.4, 14), (24, 14), (25.4, 12), (28, 11.4), (25, 18), (10.5, 18)), _OAK)
    picture.box(9.6, 15, 26.6, 16, _TRIM)
    for x, y in ((1, 17), (11, 19), (20, 19), (4, 20), (15, 21), (24, 20)):
        picture.box(x, y, x + 4, y + 1, _FOAM)
    return picture


def _draw_city(picture: Raster) -> None:
    picture.box(0, 13, 8, 16, _WALL)
    for x, top in ((2, 8), (6, 10)):
        picture.box(x - 1, top + 1, x + 1, 14, _WALL)
        picture.oval(x, top + 1, 2, 1.2, _GOLD)
        picture.line(((x, top - 2), (x, top)), 1.0, _GOLD)


def _draw_sail(picture: Raster) -> None:
    for stripe in range(_STRIPES):
        edges = []
        for y, left, across in ((3.0, 10.5, 15.0), (4.0, 10.2, 15.6), (8.0, 9.6, 17.4), (11.5, 10.2, 15.6)):
            edges.append([(left + across * (stripe + end) / _STRIPES, y) for end in (0, 1)])
        outline = [left for left, _ in edges] + [right for _, right in reversed(edges)]
        picture.polygon(outline, _LINEN if stripe % 2 else _SAIL)
