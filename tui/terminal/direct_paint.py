"""Direct paint: changed canvas rows go to the driver as cells, without Textual's compositor.

Textual would render every changed widget into strips, filter and join them, and write them as sequences, which our
driver has to parse again. Where only rows of canvases have changed, none of that is needed. Everything else (another
layout, a dialog above, another driver) is left to Textual.
"""

import asyncio
from collections.abc import Iterator, Mapping
from typing import Any

from rich.color import ColorSystem
from textual.geometry import Region
from textual.screen import Screen

from tui.terminal.ansi_writer import Cell, CellPosition
from tui.terminal.driver import FrugalDriver
from tui.terminal.style_cache import style_cache
from tui.terminal.textual_compat import driver_of, has_frame_marks, shown_regions
from tui.widgets.canvas_view import CanvasView, Span

#: The least number of seconds between two frames, as in Textual: more frames are not visible.
_FRAME = 1 / 60

#: How many colours a terminal has, by Rich's name for it.
_COLOUR_SYSTEMS = {"standard": ColorSystem.STANDARD, "256": ColorSystem.EIGHT_BIT, "truecolor": ColorSystem.TRUECOLOR}


class DirectPainter:
    """Send changed canvas rows of a screen to the driver; Textual's compositor would repaint whole widgets.

    Rows that change in one handler are sent together after it, at most 60 times a second.
    """

    def __init__(self, screen: Screen[Any]) -> None:
        self._screen = screen
        #: The rows that wait to be drawn, with what has changed in each; and the time of the last drawing.
        self._dirty_rows: dict[CanvasView, dict[int, Span]] = {}
        self._drawn_at = 0.0

    def take(self, canvas_view: CanvasView, changed: Mapping[int, Span]) -> bool:
        """Draw what has changed in these rows soon; return False when Textual must draw them."""
        if self._diff_driver is None:
            return False
        if changed and not self._dirty_rows:
            loop = asyncio.get_running_loop()
            loop.call_later(max(0.0, self._drawn_at + _FRAME - loop.time()), self._draw)
        if changed:
            waiting = self._dirty_rows.setdefault(canvas_view, {})
            for y, (start, end) in changed.items():
                first, last = waiting.get(y, (start, end))
                waiting[y] = min(start, first), max(end, last)
        return True

    @property
    def _diff_driver(self) -> FrugalDriver | None:
        """The driver that can draw rows now; None while Textual has something else to draw."""
        driver = driver_of(self._screen)
        return driver if isinstance(driver, FrugalDriver) else None

    def _draw(self) -> None:
        """Draw all rows that wait, or leave them to Textual, for instance when a dialog was opened meanwhile."""
        waiting, self._dirty_rows = self._dirty_rows, {}
        shown, driver = shown_regions(self._screen), self._diff_driver
        regions = {canvas_view: shown[canvas_view][0] for canvas_view in waiting if canvas_view in shown}
        if driver is None or any(
            regions.get(canvas_view, Region()).size != canvas_view.canvas.size for canvas_view in waiting
        ):
            for canvas_view, lines in waiting.items():
                canvas_view.refresh_rows(sorted(lines))
            return
        self._drawn_at = asyncio.get_running_loop().time()
        rows = [
            row
            for canvas_view, lines in waiting.items()
            for row in self._rows_of(canvas_view, regions[canvas_view], lines)
        ]
        app = self._screen.app
        caret = self._screen.outer_size.clamp_offset(app.cursor_position)
        driver.draw(rows, (caret.x, caret.y), has_frame_marks(app))

    def _rows_of(
        self, canvas_view: CanvasView, region: Region, spans: Mapping[int, Span]
    ) -> Iterator[tuple[CellPosition, list[Cell]]]:
        screen, canvas = self._screen, canvas_view.canvas
        _, ground = screen.background_colors  # a CanvasView has no background of its own
        colours = _COLOUR_SYSTEMS.get(screen.app.console.color_system or "", ColorSystem.TRUECOLOR)
        ink = style_cache(tuple(canvas_view.get_line_filters()), ground, colours)
        for y, (start, end) in sorted(spans.items()):
            yield (region.x + start, region.y + y), ink.cells(canvas.chars[y][start:end], canvas.styles[y][start:end])
