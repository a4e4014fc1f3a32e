"""The sizes of Novgorod's chart by the size of the window, and where its harbours and sea lanes are."""

from typing import NamedTuple

from textual.geometry import Region

#: By city, clockwise from the north: column and row of the chart.
PLACES = ((1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2), (0, 1), (0, 0))
_MIDDLE_COLUMN = 1


class LaneCell(NamedTuple):
    """A cell of a line between two harbours."""

    x: int
    y: int
    #: The way that the line goes there, in columns and rows.
    dx: int
    dy: int


class ChartScale(NamedTuple):
    """The sizes of the chart."""

    card_width: int
    card_height: int
    #: Water between two harbours of a row, and of a column.
    gap_across: int
    gap_down: int
    #: Cells for each dot of a good's drawing, across and down; 0: goods are not drawn.
    dots: int

    @property
    def width(self) -> int:
        return 3 * self.card_width + 2 * self.gap_across

    @property
    def height(self) -> int:
        return 3 * self.card_height + 2 * self.gap_down

    def card(self, city: int) -> Region:
        """Return the region of a harbour's card."""
        column, row = PLACES[city]
        x, y = column * (self.card_width + self.gap_across), row * (self.card_height + self.gap_down)
        return Region(x, y, self.card_width, self.card_height)

    def ship(self, city: int, width: int, height: int) -> tuple[int, int]:
        """Return where a ship of this size touches a harbour: on the water, towards the middle of the chart."""
        card, (column, row) = self.card(city), PLACES[city]
        return (card.right, card.x, card.x - width)[column], (card.bottom, card.y, card.y - height)[row]

    def leg(self, one: int, other: int, lane: int) -> list[LaneCell]:
        """Return the cells of a line from harbour to harbour; each lane has its own, so that lines never overlap."""
        (column, row), (to_column, to_row) = PLACES[one], PLACES[other]
        if row == to_row:
            return self._across(one, other, lane)
        if column == to_column:
            x = self._lane_x(one, lane)
            return self._down(x, *self._facing_rows(one, other))
        if column == _MIDDLE_COLUMN:
            return [LaneCell(x, y, -dx, -dy) for x, y, dx, dy in reversed(self.leg(other, one, lane))]
        return self._around_the_corner(one, other, lane)

    def _across(self, one: int, other: int, lane: int) -> list[LaneCell]:
        here, there = self.card(one), self.card(other)
        y = here.y + ((0, 1, 2, 3) if self.card_height < 6 else (0, 2, 4, 5))[lane]
        if here.x < there.x:
            return [LaneCell(x, y, 1, 0) for x in range(here.right, there.x)]
        return [LaneCell(x, y, -1, 0) for x in range(here.x - 1, there.right - 1, -1)]

    def _lane_x(self, city: int, lane: int) -> int:
        """Return the column of a lane that leaves a harbour up or down; the middle of the chart has other things."""
        fourteenths = (9, 11, 12, 13) if PLACES[city][0] == _MIDDLE_COLUMN else (5, 8, 10, 12)
        return self.card(city).x + fourteenths[lane] * self.card_width // 14

    def _facing_rows(self, one: int, other: int) -> tuple[int, int]:
        """Return the first and the last row of the water between two harbours, one above the other."""
        here, there = self.card(one), self.card(other)
        return (here.bottom, there.y - 1) if here.y < there.y else (here.y - 1, there.bottom)

    def _down(self, x: int, first: int, last: int) -> list[LaneCell]:
        step = 1 if last >= first else -1
        return [LaneCell(x, y, 0, step) for y in range(first, last + step, step)]

    def _around_the_corner(self, outer: int, inner: int, lane: int) -> list[LaneCell]:
        """Return a line past a closed harbour: along the water beside the outer one, then up or down to the inner."""
        first, last = self._facing_rows(outer, inner)
        step = 1 if last > first else -1
        turn = first + step * (self.gap_down // 2)
        x, to_x = self._lane_x(outer, lane), self._lane_x(inner, lane)
        aside = 1 if to_x > x else -1
        along = [LaneCell(at, turn, aside, 0) for at in range(x, to_x, aside)]
        return [*self._down(x, first, turn - step), *along, *self._down(to_x, turn, last)]


#: The scales, each from this size of the window on.
SCALES = (
    ((240, 60), ChartScale(37, 12, 12, 8, 2)),
    ((200, 50), ChartScale(29, 10, 9, 6, 2)),
    ((160, 45), ChartScale(21, 7, 7, 8, 1)),
    ((120, 40), ChartScale(21, 6, 7, 7, 1)),
    ((100, 30), ChartScale(16, 5, 5, 4, 0)),
    ((0, 0), ChartScale(14, 4, 5, 3, 0)),
)


def chart_scale(width: int, height: int) -> ChartScale:
    """Return the largest scale that a window has room for."""
    return next(
        scale for (least_width, least_height), scale in SCALES if width >= least_width and height >= least_height
    )
