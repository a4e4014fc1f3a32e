"""The cover of Gzhel: a porcelain vase with a rose, painted in cobalt, on a cloth with a white hem."""

from tui.widgets.raster import SHEET, Paint, Raster

_COBALT = Paint("#1c3f9e", "blue")
_PORCELAIN = Paint("#f6f9ff", "white", is_ink=True)
_ROSE = Paint("#1f50c4", "blue")
_LEAF = Paint("#5ba3ea", "bright_blue")
_GOLD = Paint("#e3b341", "yellow", is_ink=True)

#: The vase, right of its middle, from the lip to the foot.
_VASE = ((4, 1), (4, 6), (8, 7.2), (11, 9.4), (12, 11.8), (11, 14.4), (8, 17), (5, 18.4), (5, 20))
_LEAF_SHAPE = ((6.0, 13.2), (6.2, 11.0), (7.6, 9.2), (10.2, 8.8), (10.2, 11.0), (8.6, 13.0))
_SPIRAL = (
    (-4, 11),
    (-2.6, 9.4),
    (0.6, 8.9),
    (3.2, 10.2),
    (3.2, 12.4),
    (0.4, 13.6),
    (-1.8, 12.4),
    (-1.2, 11.2),
    (0.8, 11.2),
)

ASCII_COVER = r"""
   _____
 _ )   ( _
( .'   '. )
 /  .@.  \
|  @(*)@  |
 \  '@'  /
  '.___.'
  /_____\
"""


def draw_cover(width: int, height: int) -> Raster:
    """Draw the cover with so many columns and rows."""
    picture = Raster(width, height, _COBALT)
    middle = SHEET[0] / 2
    _draw_hem(picture)
    right = [(middle + x, y) for x, y in _VASE]
    picture.polygon([*right, *((2 * middle - x, y) for x, y in reversed(right))], _PORCELAIN)
    for side in (-1, 1):
        handle = ((3.5, 2.5), (6.5, 2.6), (7.5, 4.4), (6.5, 7.4))
        picture.line([(middle + side * x, y) for x, y in handle], 1.0, _PORCELAIN)
        picture.polygon([(middle + side * x, y) for x, y in _LEAF_SHAPE], _LEAF)
    picture.box(middle - 5, 1, middle + 5, 2, _GOLD)
    picture.box(middle - 4, 5, middle + 4, 6, _GOLD)
    picture.box(middle - 5, 19, middle + 5, 20, _GOLD)
    picture.oval(middle, 11.5, 5.6, 3.6, _ROSE)
    picture.line([(middle + x, y) for x, y in _SPIRAL], 1.0, _PORCELAIN)
    picture.line(((middle, 15.0), (middle, 17.5)), 1.0, _ROSE)
    return picture


def _draw_hem(picture: Raster) -> None:
    """Draw a white cloth, with a scallop for every four dots."""
    width, height = SHEET
    scallop = 4 * width / picture.width
    picture.box(0, height - 2, width, height, _PORCELAIN)
    for at in range(picture.width // 4 + 1):
        picture.oval(scallop * at, height - 2, scallop * 0.3, 1, _PORCELAIN)
