"""The cover of Mezen: a horse and a bird between two bands of ornament, in soot and clay on birch."""

from tui.widgets.raster import SHEET, Paint, Raster

_BIRCH = Paint("#efe2c0", "white")
_CLAY = Paint("#b02e20", "red", is_ink=True)
_SOOT = Paint("#231712", "black", is_ink=True)

#: From the ear over the back to the rump, and below the belly back to the muzzle.
_HORSE = (
    *((9.0, 3.3), (10.2, 4.0), (12.4, 5.8), (14.8, 8.4), (18.0, 9.1), (21.5, 8.2), (24.6, 8.6), (25.8, 10.4)),
    *((25.2, 13.0), (22.5, 13.4), (19.5, 12.4), (14.0, 13.2), (10.4, 13.6), (8.9, 11.6), (8.6, 8.8), (7.4, 7.7)),
    *((5.0, 8.8), (3.2, 10.1), (1.8, 9.4), (2.6, 7.4), (5.2, 4.8), (7.6, 3.6)),
)
_LEGS = (
    ((10.4, 12.4), (7.0, 13.4), (6.0, 16.5)),
    ((12.0, 12.6), (11.6, 15.0), (12.0, 18.0)),
    ((22.0, 12.8), (19.8, 15.0), (20.4, 18.0)),
    ((24.4, 12.6), (24.8, 15.0), (24.0, 18.0)),
)
_TAIL = ((25.2, 9.4), (26.9, 10.5), (27.4, 12.5), (27.4, 15.5))
_BIRD = (
    *((16.0, 4.4), (17.4, 2.8), (19.2, 3.0), (19.8, 4.4), (21.4, 4.8), (24.6, 4.6), (27.2, 3.2), (26.2, 5.6)),
    *((24.0, 7.0), (20.6, 7.0), (18.4, 5.8), (17.8, 4.4)),
)

ASCII_COVER = r"""
  /|
,'  \
\_, \____,
  |      |\
  | ___  | )
  | |  | |
  |_|  |_|
"""


def draw_cover(width: int, height: int) -> Raster:
    """Draw the cover with so many columns and rows."""
    picture = Raster(width, height, _BIRCH)
    _draw_band(picture, 0)
    _draw_band(picture, SHEET[1] - 3)
    picture.polygon(_HORSE, _SOOT)
    for leg in _LEGS:
        picture.line(leg, 1.9, _SOOT)
    picture.line(_TAIL, 1.0, _SOOT)
    picture.oval(17, 11, 3, 1, _CLAY)
    picture.polygon(_BIRD, _CLAY)
    return picture


def _draw_band(picture: Raster, top: float) -> None:
    """Draw two lines, joined by a bar for every four dots."""
    width, _ = SHEET
    picture.box(0, top, width, top + 3, _CLAY)
    gap = 2 * width / picture.width
    for start in range(0, picture.width, 4):
        left = (start / 2 + 1) * gap
        picture.box(left, top + 1, left + gap, top + 2, _BIRCH)
