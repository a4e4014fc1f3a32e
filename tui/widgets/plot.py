"""Charts of columns, drawn on a canvas.

Plotting libraries are not used, because they bring colours of their own and know neither our palettes nor ASCII.
"""

from collections.abc import Sequence

from rich.style import Style
from textual.geometry import Region

from tui.widgets.canvas import Canvas

_EIGHTHS = " ▁▂▃▄▅▆▇█"
#: The largest width of a column, with the gap behind it.
_STEP = 4
#: The part of the height that is left below the least value, so that its column can be seen.
_BELOW = 0.2


def columns(
    canvas: Canvas,
    region: Region,
    values: Sequence[float],
    ink: Style,
    dim: Style,
    marks: Sequence[float | None] = (),
    mark: Style | None = None,
) -> None:
    """Draw a column for each value, the highest and the lowest written beside them; the last ones, if not all fit.

    `marks` are other values to compare with, each a sign at its height in the same column.
    """
    known = [each for each in marks if each is not None]
    label = max(len(_written(value)) for value in (max(values), min(values), *known)) + 1
    width = region.width - label - 1
    shown = values[-width:]
    compared = list(marks[-width:]) if marks else []
    high = max([*shown, *(each for each in compared if each is not None)])
    low = min([*shown, *(each for each in compared if each is not None)])
    bottom = low - _BELOW * (high - low or max(1.0, abs(high)))
    if low >= 0:
        bottom = max(0.0, bottom)
    canvas.draw_text_right(region.x + label, region.y, _written(high), dim)
    if low != high and region.height > 2:
        at = region.bottom - 1 - int((low - bottom) / (high - bottom) * (region.height - 1))
        canvas.draw_text_right(region.x + label, at, _written(low), dim)
    for y in range(region.y, region.bottom):
        canvas.draw_text(region.x + label, y, "│", dim)
    step = max(1, min(_STEP, width // len(shown)))
    for number, value in enumerate(shown):
        x, wide = region.x + label + 1 + number * step, max(1, step - 1)
        _column(canvas, x, wide, region, (value - bottom) / ((high - bottom) or 1), ink)
        if number < len(compared) and (level := compared[number]) is not None:
            above = round((level - bottom) / ((high - bottom) or 1) * (region.height - 1))
            canvas.draw_text(x + wide // 2, region.bottom - 1 - above, "◆", mark or dim)


def _column(canvas: Canvas, x: int, wide: int, region: Region, part: float, ink: Style) -> None:
    """Return one column, as high as its part of the range; never empty."""
    eighths = max(1, round(part * region.height * 8))
    for row in range(region.height):
        filled = min(8, max(0, eighths - 8 * row))
        if filled:
            canvas.draw_text(x, region.bottom - 1 - row, _EIGHTHS[filled] * wide, ink)


def _written(value: float) -> str:
    return f"{value:.0f}" if value == int(value) else f"{value:.1f}"
