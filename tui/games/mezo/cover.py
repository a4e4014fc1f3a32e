"""The cover of Mezo: a stepped pyramid before the sun, with a red stair to its temple."""

from tui.widgets.raster import SHEET, Paint, Raster

_NIGHT = Paint("#0f2e2a", "black")
_SUN = Paint("#f0b432", "yellow", is_ink=True)
_GLOW = Paint("#d9541e", "bright_red")
_JADE = Paint("#2a8a6b", "green")
_LIT = Paint("#86cfa9", "bright_green", is_ink=True)
_STONE = Paint("#e0cc9a", "silver", is_ink=True)
_BLOOD = Paint("#a02a1a", "red")
_DOOR = Paint("#1a0f0b", "black")

ASCII_COVER = r"""
   \ | /
   -(O)-
    [_]
   _|#|_
  |_|#|_|
 |__|#|__|
|___|#|___|
"""


def draw_cover(width: int, height: int) -> Raster:
    """Draw the cover with so many columns and rows."""
    picture = Raster(width, height, _NIGHT)
    middle = SHEET[0] / 2
    for x, y in ((0, 0), (9, 1), (12, 5)):
        for side in (-1, 1):
            picture.box(middle + side * x - 1, y, middle + side * x + 1, y + 1, _SUN)
    picture.oval(middle, 6.5, 9, 4.5, _SUN)
    picture.oval(middle, 6.5, 6.6, 3.3, _GLOW)
    for step in range(5):
        _draw_block(picture, 6 + 2 * step, 10 + 2 * step, 12 + 2 * step, _JADE)
        picture.box(middle - 6 - 2 * step, 10 + 2 * step, middle + 6 + 2 * step, 11 + 2 * step, _LIT)
    _draw_block(picture, 2.6, 10, 20, _BLOOD)
    _draw_block(picture, 4, 6, 10, _STONE)
    _draw_block(picture, 2.6, 4, 6, _JADE)
    picture.box(middle - 1, 8, middle + 1, 10, _DOOR)
    for glyph in range(7):
        picture.box(4 * glyph + 1, 20.5, 4 * glyph + 3, 21.5, _SUN)
    return picture


def _draw_block(picture: Raster, half: float, top: float, bottom: float, paint: Paint) -> None:
    """Draw a block in the middle, which ends where cells do, because a cell has two colours at most."""
    left, right = (picture.cell_edge(SHEET[0] / 2 + side * half) for side in (-1, 1))
    picture.box(left, top, right, bottom, paint)
