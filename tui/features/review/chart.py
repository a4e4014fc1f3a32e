"""What a seat could expect, turn by turn, as a picture: a line with the band in which it lies, and marks below."""

from collections.abc import Sequence

from textual.geometry import Region

from core.review.comparison import SURE, Estimate
from core.review.record import Grade, Judged
from themes import Look
from tui.widgets.canvas import Picture

#: What marks a turn below the curve, and in which role: the worse, the easier to find.
MARKS: dict[Grade, tuple[str, str]] = {
    "best": ("·", "dim"),
    "good": ("·", "dim"),
    "inaccurate": ("o", "warn"),
    "mistake": ("X", "bad"),
}
#: Columns for the numbers of the axis.
_AXIS = 6


class Curve:
    """The curve of some turns in an area. The last row has the marks, the row above it the cursor."""

    def __init__(self, turns: Sequence[Judged], count: int, area: Region) -> None:
        self._turns = turns
        self._count = max(count, len(turns), 1)
        self._area = Region(area.x + _AXIS, area.y, area.width - _AXIS, area.height - 1)
        self._low, self._high = _range([judged.expected for judged in turns])

    def turn_at(self, x: int, y: int) -> int | None:
        """The turn that is drawn there, in the curve or below it."""
        if not self._area.grow((0, 0, 1, 0)).contains(x, y):
            return None
        return min((x - self._area.x) * self._count // self._area.width, len(self._turns) - 1)

    def _columns(self, number: int) -> range:
        """The columns of a turn."""
        width = self._area.width
        start = self._area.x + number * width // self._count
        return range(start, max(start + 1, self._area.x + (number + 1) * width // self._count))

    def _row(self, points: float) -> int:
        height = self._area.height
        share = (points - self._low) / (self._high - self._low)
        return self._area.bottom - 1 - round(min(1.0, max(0.0, share)) * (height - 1))

    def paint(self, picture: Picture, look: Look, here: int | None) -> None:
        area = self._area
        for points in (self._high, (self._low + self._high) / 2, self._low):
            picture.right(area.x - 1, self._row(points), f"{points:.0f}", look.style("dim"))
        if self._low < 0 < self._high:
            picture.text(area.x, self._row(0.0), "╌" * area.width, look.style("faint"))
        for number, judged in enumerate(self._turns):
            at = number == here
            for x in self._columns(number):
                self._paint_column(picture, look, x, judged.expected, at)
            sign, role = MARKS[judged.grade]
            ink = look.style("cursor_ink", "cursor", "bold") if at else look.style(role, attributes="bold")
            picture.text(self._columns(number)[0], area.bottom, sign, ink)

    def _paint_column(self, picture: Picture, look: Look, x: int, found: Estimate, here: bool) -> None:
        """The band in which the truth lies, and the line where it lies most likely."""
        spread = SURE * found.error
        for y in range(self._row(found.mean + spread), self._row(found.mean - spread) + 1):
            picture.text(x, y, "░", look.style("accent" if here else "faint"))
        picture.text(x, self._row(found.mean), "━", look.style("accent", attributes="bold"))


def _range(estimates: Sequence[Estimate]) -> tuple[float, float]:
    """From the lowest to the highest that is drawn; never so narrow that noise looks like a mountain."""
    low = min((found.mean - SURE * found.error for found in estimates), default=0.0)
    high = max((found.mean + SURE * found.error for found in estimates), default=1.0)
    middle, half = (low + high) / 2, max(5.0, (high - low) / 2)
    return middle - half, middle + half
