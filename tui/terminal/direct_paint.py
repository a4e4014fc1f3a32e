"""A screen that consists of panels: what changes on it is drawn straight from their pictures.

Textual would wake every widget that has changed, cut it into strips, filter and join them, and write them as
sequences, which our driver has to read again. Where nothing but rows of panels has changed, none of that is needed.
Everything else (another layout, a dialog above, another driver) is left to Textual.
"""

import asyncio
from collections.abc import Iterator
from typing import Any

from rich.color import ColorSystem
from textual.geometry import Region

from tui.screens.input_guard import InputGuardScreen
from tui.terminal.ansi_writer import Cell, CellPosition
from tui.terminal.driver import FrugalDriver
from tui.terminal.style_cache import style_cache
from tui.widgets.canvas import Canvas, CanvasView

#: Between two frames lie so many seconds at least, as with Textual: more of them nobody sees.
_FRAME = 1 / 60


class DirectPaintScreen(InputGuardScreen[Any]):
    """Sends the rows that have changed, as soon as what changes them is done."""

    def __init__(self) -> None:
        super().__init__()
        #: The rows that wait to be drawn, and when the last ones were.
        self._dirty_rows: dict[CanvasView, set[int]] = {}
        self._drawn_at = 0.0

    def put(self, canvas_view: CanvasView, canvas: Canvas) -> None:
        """Show a picture on a panel."""
        changed = canvas_view.change(canvas)
        if changed is None or self._diff_driver is None:
            canvas_view.refresh_rows(changed)
        elif changed:
            if not self._dirty_rows:
                loop = asyncio.get_running_loop()
                loop.call_later(max(0.0, self._drawn_at + _FRAME - loop.time()), self._draw)
            self._dirty_rows.setdefault(canvas_view, set()).update(changed)

    @property
    def _diff_driver(self) -> FrugalDriver | None:
        """The driver to which rows can be given, while nothing else is to be drawn."""
        app = self.app
        if self is not app.screen or not app._running or app._closed or app._batch_count:
            return None
        if self._layout_required or self._repaint_required or self._dirty_widgets:
            return None
        if self._compositor.size != app.size:  # the window has another size, and Textual has not laid it out yet
            return None
        return app._driver if isinstance(app._driver, FrugalDriver) else None

    def _draw(self) -> None:
        """Draw all that waits, or let Textual do it: a dialog may have been opened meanwhile."""
        waiting, self._dirty_rows = self._dirty_rows, {}
        shown, driver = self._compositor.visible_widgets, self._diff_driver
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
            for row in self._rows_of(canvas_view, regions[canvas_view], sorted(lines))
        ]
        caret = self.outer_size.clamp_offset(self.app.cursor_position)
        driver.draw(rows, (caret.x, caret.y), self.app._sync_available)

    def _rows_of(
        self, canvas_view: CanvasView, region: Region, lines: list[int]
    ) -> Iterator[tuple[CellPosition, list[Cell]]]:
        canvas, (_, ground) = canvas_view.canvas, self.background_colors  # panels have none of their own
        colours = self.app.console._color_system or ColorSystem.TRUECOLOR
        ink = style_cache(tuple(canvas_view.get_line_filters()), ground, colours)
        for y in lines:
            yield (region.x, region.y + y), ink.cells(canvas.chars[y], canvas.styles[y])
