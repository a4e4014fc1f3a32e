"""The cover of Mazaytsy: old Mazay rows three hares across the flood."""

from tui.widgets.raster import SHEET, Paint, Raster

_SKY = Paint("#d3ecf1", "bright_cyan")
_SUN = Paint("#ffd866", "yellow", is_ink=True)
_FOREST = Paint("#2b762d", "green")
_WATER = Paint("#2472b0", "blue")
_RIPPLE = Paint("#86c8ec", "bright_cyan", is_ink=True)
_WOOD = Paint("#854519", "red", is_ink=True)
_STRAW = Paint("#e0a055", "yellow", is_ink=True)
_HARE = Paint("#f7f2e8", "white", is_ink=True)
_NOSE = Paint("#d98a80", "bright_red")
_EYE = Paint("#33231a", "black")
_FUR = Paint("#3b271b", "black", is_ink=True)
_COAT = Paint("#b0432c", "magenta")
_SKIN = Paint("#f0c69d", "silver")

ASCII_COVER = r"""
 (\(\  /)/)
 ( ..) (.. )
.-"----"---.
 \        /
~~\______/~~
 ~~  ~~  ~~
"""


def draw_cover(width: int, height: int) -> Raster:
    """Draw the cover with so many columns and rows."""
    picture = Raster(width, height, _SKY)
    picture.oval(24, 1.8, 3.0, 1.6, _SUN)
    picture.box(0, 4, SHEET[0], 12, _FOREST)
    for x, top in ((1, 2), (4, 3), (8, 1), (12.5, 2.2), (16.5, 0.6), (20, 2.4), (23, 3), (27, 2)):
        picture.polygon(((x - 3, 5), (x, top), (x + 3, 5)), _FOREST)
    picture.box(0, 11, *SHEET, _WATER)
    for x, y in ((9, 19), (21, 18), (15, 20), (24, 20)):
        picture.box(x, y, x + 4, y + 1, _RIPPLE)
    _draw_mazay(picture)
    _draw_hare(picture, 14)
    _draw_hare(picture, 22)
    picture.polygon(((1, 12), (25, 12), (28, 10), (27, 14), (23.5, 18), (5, 18)), _WOOD)
    picture.polygon(((0, 12), (25, 12), (28, 9.6), (28, 11.5), (26.5, 13), (0, 13)), _STRAW)
    picture.line(((9, 12), (3.5, 18)), 1.0, _STRAW)
    picture.polygon(((3, 17.5), (5, 18.5), (3, 21), (1, 20.4)), _STRAW)
    return picture


def _draw_hare(picture: Raster, x: float) -> None:
    """Draw a head with two ears, around this column."""
    for side in (-1, 1):
        picture.polygon(
            [(x + side * across, y) for across, y in ((0.9, 9), (0.9, 4.4), (2, 3), (3, 4.4), (3, 9))], _HARE
        )
    picture.oval(x, 10.2, 3.1, 2.6, _HARE)
    for side in (-1, 1):
        picture.box(x + side * 1.5 - 0.5, 9, x + side * 1.5 + 0.5, 10, _EYE)
    picture.box(x - 1, 10, x + 1, 11, _NOSE)


def _draw_mazay(picture: Raster) -> None:
    """Draw a man with a fur hat and a white beard."""
    picture.polygon(((0, 13), (0.6, 10), (2.5, 9), (7.5, 9), (9.4, 10), (10, 13)), _COAT)
    picture.box(3, 5, 7, 8, _SKIN)
    picture.polygon(((2.4, 7), (7.6, 7), (7.4, 10), (5, 12), (2.6, 10)), _HARE)
    picture.polygon(((1, 6), (1.4, 3), (3, 2), (7, 2), (8.6, 3), (9, 6), (7, 5), (3, 5)), _FUR)
