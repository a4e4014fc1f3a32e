"""The water of Novgorod's chart: deep sea, shallows around the harbours, a shore in the east and south, and waves.

It is decoration from a fixed formula, and never says anything.
"""

from functools import cache
from math import hypot, sin
from typing import NamedTuple

import themes
from tui.games.novgorod.layout import PLACES, ChartScale
from tui.widgets.canvas import Canvas

_SEA, _SHALLOW, _LAND = "sea", "shallow", "land"


class WaterCell(NamedTuple):
    """A cell of the water: its character, the role of the ink, and the role of the ground behind."""

    char: str
    ink: str
    ground: str


@cache
def water_cells(scale: ChartScale) -> list[list[WaterCell]]:
    """Return the water by row and column."""
    tones = [[_tone(scale, x, y) for x in range(scale.width)] for y in range(2 * scale.height)]
    return [
        [_cell(x, y, tones[2 * y][x], tones[2 * y + 1][x]) for x in range(scale.width)] for y in range(scale.height)
    ]


def _cell(x: int, y: int, upper: str, lower: str) -> WaterCell:
    if upper != lower:
        return WaterCell("▀", upper, lower)
    is_wave = upper == _SEA and (7 * x + 13 * y) % 19 == 0
    return WaterCell("~" if is_wave else " ", "wave", upper)


def _tone(scale: ChartScale, x: int, half_row: int) -> str:
    """Return what is at a half cell."""
    swell = 0.4 * sin(0.8 * x + 0.3 * half_row) + 0.35 * sin(0.33 * x - 0.6 * half_row)
    is_large = scale.dots > 0
    if x >= scale.width - (4 if is_large else 2.2) + swell:
        return _LAND
    if half_row >= 2 * scale.height - (3.2 if is_large else 1.4) + 0.8 * swell:
        return _LAND
    return _SHALLOW if _distance(scale, x, half_row) < (2.3 if is_large else 1.6) + swell else _SEA


def _distance(scale: ChartScale, x: int, half_row: int) -> float:
    """Return how far the nearest harbour is, in columns."""
    found = []
    for city in range(len(PLACES)):
        card = scale.card(city)
        across = max(card.x - x, 0, x - card.right + 1)
        down = max(2 * card.y - half_row, 0, half_row - 2 * card.bottom + 1)
        found.append(hypot(across, down))
    return min(found)


#: A compass rose, for a chart with room for it.
_ROSE = (
    "     N     ",
    "     ▲     ",
    "   ╲ │ ╱   ",
    "W ◀──◆──▶ E",
    "   ╱ │ ╲   ",
    "     ▼     ",
    "     S     ",
)


def _paint_rose(canvas: Canvas, scale: ChartScale, palette: themes.Palette) -> None:
    """Draw the rose on the open water in the middle, left of the lane from north to south."""
    left, top = scale.card(0).x, (scale.height - len(_ROSE)) // 2
    for y, row in enumerate(_ROSE, top):
        for x, char in enumerate(row, left):
            ink = "mast" if char in "N◆" else "rose"
            canvas.draw_text(x, y, char, palette.style(ink, water_cells(scale)[y][x].ground))


@cache
def water(scale: ChartScale, palette: themes.Palette, ascii: bool) -> Canvas:
    """Return the painted water, without its shores where there are no characters or colours for them."""
    canvas = Canvas(scale.width, scale.height, palette.style("wave", _SEA))
    for y, row in enumerate(water_cells(scale)):
        for x, cell in enumerate(row):
            char = " " if cell.char == "▀" and (ascii or palette.mode == themes.MONO) else cell.char
            canvas.draw_text(x, y, char, palette.style(cell.ink, cell.ground))
    if scale.dots and not ascii:
        _paint_rose(canvas, scale, palette)
    return canvas


def ground_at(scale: ChartScale, x: int, y: int) -> str:
    """Return the role of the ground at a cell, to draw upon it."""
    return water_cells(scale)[y][x].ground
