"""The cover of each game on home, from `tui/games/GAME/cover.py`; a game without one gets a plain cover.

Home shows covers, so their modules import nothing but what they draw with: no rules and no screen.
"""

from functools import cache, lru_cache
from types import ModuleType
from typing import Literal

from rich.style import Style
from textual.geometry import Size

from core.game import Game
from themes import Palette
from tui.games import load_part
from tui.widgets.canvas import Canvas
from tui.widgets.raster import Paint, PictureCell
from tui.widgets.text_layout import clip

#: How a cover is drawn: in all its colours, in one of sixteen each, in one ink, or in ASCII.
CoverLook = Literal["colours", "simple", "ink", "ascii"]

#: The sixteen colours by the names that paints have for them; they stay what they are on a terminal with sixteen.
SIMPLE_COLOURS = {
    "black": "#000000",
    "red": "#aa0000",
    "green": "#00aa00",
    "brown": "#aa5500",
    "blue": "#0000aa",
    "magenta": "#aa00aa",
    "cyan": "#00aaaa",
    "silver": "#aaaaaa",
    "grey": "#555555",
    "bright_red": "#ff5555",
    "bright_green": "#55ff55",
    "yellow": "#ffff55",
    "bright_blue": "#5555ff",
    "pink": "#ff55ff",
    "bright_cyan": "#55ffff",
    "white": "#ffffff",
}


@lru_cache(64)
def paint_cover(game: Game, size: Size, look: CoverLook, palette: Palette) -> Canvas:
    """Return the cover of a game in this size."""
    canvas = Canvas(*size, palette.style(on="panel"))
    part = load_part(game.name, "cover")
    if part is None or look == "ascii":
        drawing = [game.title] if part is None else part.ASCII_COVER.strip("\n").split("\n")
        _paint_framed(canvas, drawing, palette)
    else:
        _paint_picture(canvas, part, look, palette)
    return canvas


def _paint_framed(canvas: Canvas, drawing: list[str], palette: Palette) -> None:
    """Paint lines of text in the middle of a frame."""
    canvas.draw_frame(canvas.size.region, palette.style("frame", "panel"))
    x = max(1, (canvas.width - max(map(len, drawing))) // 2)
    y = max(1, (canvas.height - len(drawing)) // 2)
    lines = (clip(line, canvas.width - 1 - x) for line in drawing)
    canvas.draw_lines(x, y, lines, palette.style("ink", "panel"))


def _paint_picture(canvas: Canvas, part: ModuleType, look: CoverLook, palette: Palette) -> None:
    for y, row in enumerate(part.draw_cover(*canvas.size).cells(_COLOURS[look])):
        canvas.chars[y] = [cell.char for cell in row]
        styles = canvas.styles[y] = []
        ground = ""
        for cell in row:
            # A blank has no ink: it goes on in the style of the cell before it.
            is_continued = cell.char == " " and cell.ground == ground
            styles.append(styles[-1] if is_continued else _style(cell, look, palette))
            ground = cell.ground


def _style(cell: PictureCell, look: CoverLook, palette: Palette) -> Style:
    if look == "ink":
        return palette.style(on="bar" if cell.ground == _INK else "ground")
    return _style_of(cell.ink, cell.ground)


@cache
def _style_of(ink: str, ground: str) -> Style:
    return Style(color=ink, bgcolor=ground)


_INK, _PAPER = "ink", "paper"


def _full_colour(paint: Paint) -> str:
    return paint.colour


def _simple_colour(paint: Paint) -> str:
    return SIMPLE_COLOURS[paint.simple]


def _ink_or_paper(paint: Paint) -> str:
    return _INK if paint.is_ink else _PAPER


_COLOURS = {"colours": _full_colour, "simple": _simple_colour, "ink": _ink_or_paper}
