"""A chart of lines, one for each player, drawn on a canvas with two pixels a cell."""

from collections.abc import Sequence
from typing import NamedTuple

from textual.geometry import Region

import themes
from tui.widgets.canvas import Canvas

_UPPER, _LOWER, _BOTH = "▀", "▄", "█"


class ChartLine(NamedTuple):
    """A line of a chart: its values from left to right, the role of its colour, and its letter in ASCII."""

    values: Sequence[float]
    role: str
    letter: str


def draw_lines(
    canvas: Canvas, region: Region, lines: Sequence[ChartLine], palette: themes.Palette, ascii: bool
) -> None:
    """Draw lines over a ground from the least value (at most 0) to the greatest; later lines hide earlier ones."""
    canvas.fill(region, palette.style("dim", "panel"))
    top = max(max(line.values) for line in lines)
    bottom = min(0.0, *(min(line.values) for line in lines))
    pixels: dict[tuple[int, int], ChartLine] = {}
    for line in lines:
        pixels.update(dict.fromkeys(_pixels(line.values, region, bottom, (top - bottom) or 1.0), line))
    for x in range(region.x, region.right):
        for y in range(region.y, region.bottom):
            _draw_cell(canvas, x, y, pixels.get((x, 2 * y)), pixels.get((x, 2 * y + 1)), palette, ascii)


def value_row(value: float, region: Region, lines: Sequence[ChartLine]) -> int:
    """Return the row in which a value is drawn."""
    top = max(max(line.values) for line in lines)
    bottom = min(0.0, *(min(line.values) for line in lines))
    return _height(value, region, bottom, (top - bottom) or 1.0) // 2


def _pixels(values: Sequence[float], region: Region, bottom: float, range_: float) -> list[tuple[int, int]]:
    """Return the pixels of a line, column by column; a pixel is half a row high."""
    found: list[tuple[int, int]] = []
    last = None
    for step in range(region.width):
        at = step * (len(values) - 1) / max(1, region.width - 1)
        left = min(int(at), len(values) - 1)
        right = min(left + 1, len(values) - 1)
        value = values[left] + (at - left) * (values[right] - values[left])
        y = _height(value, region, bottom, range_)
        low, high = sorted((y, y if last is None else last + (1 if y > last else -1 if y < last else 0)))
        found += [(region.x + step, between) for between in range(low, high + 1)]
        last = y
    return found


def _height(value: float, region: Region, bottom: float, range_: float) -> int:
    rows = 2 * region.height - 1
    return 2 * region.y + rows - round((value - bottom) / range_ * rows)


def _draw_cell(
    canvas: Canvas,
    x: int,
    y: int,
    upper: ChartLine | None,
    lower: ChartLine | None,
    palette: themes.Palette,
    ascii: bool,
) -> None:
    line = upper or lower
    if line is None:
        return
    if ascii or palette.mode == themes.MONO:
        canvas.draw_text(x, y, (lower or line).letter, palette.style(line.role, "panel", "bold"))
    elif upper is not None and lower is not None and upper.role != lower.role:
        canvas.draw_text(x, y, _UPPER, palette.style(upper.role, lower.role))
    else:
        sign = _BOTH if upper is not None and lower is not None else _UPPER if upper is not None else _LOWER
        canvas.draw_text(x, y, sign, palette.style(line.role, "panel"))
