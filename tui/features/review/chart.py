"""A chart of a seat's expected result, turn by turn: a line with its confidence band, and marks below."""

from collections.abc import Sequence

from textual.geometry import Region

from core.review.comparison import CONFIDENCE, Estimate
from core.review.record import Grade, ReviewedTurn
from themes import Palette
from tui.widgets.canvas import Canvas

#: The mark of a turn by its grade, and the role of its colour: the worse, the more striking.
MARKS: dict[Grade, tuple[str, str]] = {
    "best": ("·", "dim"),
    "good": ("·", "dim"),
    "inaccurate": ("o", "warn"),
    "mistake": ("X", "bad"),
}
#: Columns for the numbers of the axis.
_AXIS = 6


class Curve:
    """The curve of some turns in a region. The last row has the marks of their grades."""

    def __init__(self, turns: Sequence[ReviewedTurn], count: int, area: Region) -> None:
        self._turns = turns
        self._count = max(count, len(turns), 1)
        self._area = Region(area.x + _AXIS, area.y, area.width - _AXIS, area.height - 1)
        self._low, self._high = _range([reviewed.expected for reviewed in turns])

    def turn_at(self, x: int, y: int) -> int | None:
        """Return the turn that is drawn at this cell, in the curve or below it; None outside."""
        if not self._area.grow((0, 0, 1, 0)).contains(x, y):
            return None
        return min((x - self._area.x) * self._count // self._area.width, len(self._turns) - 1)

    def _columns(self, number: int) -> range:
        """Return the columns of a turn."""
        width = self._area.width
        start = self._area.x + number * width // self._count
        return range(start, max(start + 1, self._area.x + (number + 1) * width // self._count))

    def _row(self, points: float) -> int:
        height = self._area.height
        share = (points - self._low) / (self._high - self._low)
        return self._area.bottom - 1 - round(min(1.0, max(0.0, share)) * (height - 1))

    def paint(self, canvas: Canvas, palette: Palette, here: int | None) -> None:
        area = self._area
        for points in (self._high, (self._low + self._high) / 2, self._low):
            canvas.draw_text_right(area.x - 1, self._row(points), f"{points:.0f}", palette.style("dim"))
        if self._low < 0 < self._high:
            canvas.draw_text(area.x, self._row(0.0), "╌" * area.width, palette.style("faint"))
        for number, reviewed in enumerate(self._turns):
            at = number == here
            for x in self._columns(number):
                self._paint_column(canvas, palette, x, reviewed.expected, at)
            sign, role = MARKS[reviewed.grade]
            ink = palette.style("cursor_ink", "cursor", "bold") if at else palette.style(role, attributes="bold")
            canvas.draw_text(self._columns(number)[0], area.bottom, sign, ink)

    def _paint_column(self, canvas: Canvas, palette: Palette, x: int, found: Estimate, here: bool) -> None:
        """Draw the confidence band and the mean of an estimate."""
        spread = CONFIDENCE * found.error
        for y in range(self._row(found.mean + spread), self._row(found.mean - spread) + 1):
            canvas.draw_text(x, y, "░", palette.style("accent" if here else "faint"))
        canvas.draw_text(x, self._row(found.mean), "━", palette.style("accent", attributes="bold"))


def _range(estimates: Sequence[Estimate]) -> tuple[float, float]:
    """Return the lowest and the highest value of the axis; at least ten points apart, so that noise stays flat."""
    low = min((found.mean - CONFIDENCE * found.error for found in estimates), default=0.0)
    high = max((found.mean + CONFIDENCE * found.error for found in estimates), default=1.0)
    middle, half = (low + high) / 2, max(5.0, (high - low) / 2)
    return middle - half, middle + half
