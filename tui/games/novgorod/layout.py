"""The sizes of Novgorod's drawings by the size of the window."""

from typing import NamedTuple


class ChartScale(NamedTuple):
    """The sizes of the chart and of the route below it."""

    width: int
    city_width: int
    city_height: int
    #: Sea between two cities of a row.
    gap: int
    card_height: int
    #: Cells for each dot of a good's drawing, across and down; 0: goods are not drawn.
    dots: int

    @property
    def route_top(self) -> int:
        return 3 * self.city_height + 2

    @property
    def ship_width(self) -> int:
        return 10 if self.dots else 6


SMALL = ChartScale(51, 16, 4, 1, 3, 0)
LARGE = ChartScale(80, 25, 8, 2, 7, 1)
#: The scales with the log beside the board, each from this size of the window on.
WIDE = (
    ((240, 60), ChartScale(118, 37, 12, 3, 11, 2)),
    ((200, 50), ChartScale(100, 31, 10, 3, 9, 2)),
    ((0, 0), ChartScale(80, 25, 9, 2, 8, 1)),
)


def wide_scale(width: int, height: int) -> ChartScale:
    """Return the largest scale that a wide window has room for."""
    return next(scale for (least_width, least_height), scale in WIDE if width >= least_width and height >= least_height)
