"""A screen that consists of panels: what changes on it is drawn at once, straight from their pictures.

Textual draws sixty times a second at most: what a key has changed waits for the next of these moments, and then every
widget is cut into strips, filtered, joined, written as sequences and read again by our driver. Where nothing but rows
of panels has changed, none of that is needed. Everything else (another layout, a dialog above, another driver) is left
to Textual.
"""

from time import monotonic
from typing import Any

from rich.color import ColorSystem
from textual import events
from textual.containers import Horizontal
from textual.geometry import Region

from tui.driver import FrugalDriver
from tui.foreground import Foreground
from tui.inks import inks
from tui.strokes import Cell, Place
from tui.widgets.picture import Panel

#: Between two frames lies at least so much time, in seconds, as with Textual: more nobody sees.
_FRAME = 1 / 60


class PanelScreen(Foreground[Any]):
    """The rows that have changed are sent as soon as there is nothing else to do."""

    _drawn_at = 0.0

    async def _on_idle(self, event: events.Idle) -> None:
        """Draw now what has changed, unless a frame has only just been drawn: then Textual's clock does it."""
        now = monotonic()
        if self._dirty_widgets and self.is_current and not self.app._batch_count and now - self._drawn_at >= _FRAME:
            event.prevent_default()
            self._drawn_at = now
            self._on_timer_update()

    def _compositor_refresh(self) -> None:
        app, driver = self.app, self.app._driver
        is_shown = self is app.screen and app._running and not app._closed
        rows = self._changed_rows() if is_shown and isinstance(driver, FrugalDriver) else None
        if rows is None:
            super()._compositor_refresh()
            return
        assert isinstance(driver, FrugalDriver)
        self._compositor._dirty_regions.clear()
        self._dirty_widgets.clear()
        caret = self.outer_size.clamp_offset(app.cursor_position)
        driver.draw(rows, (caret.x, caret.y), app._sync_available)

    def _changed_rows(self) -> list[tuple[Place, list[Cell]]] | None:
        """The rows to be drawn, each with the place where it begins; None when anything but panels has changed."""
        shown = self._compositor.visible_widgets
        if not all(isinstance(widget, (Panel, Horizontal, PanelScreen)) for widget in shown):
            return None
        panels = [(widget, region) for widget, (region, _) in shown.items() if isinstance(widget, Panel)]
        rows: dict[Place, list[Cell]] = {}
        for dirty in self._compositor._dirty_regions:
            found = next((each for each in panels if each[1].contains_region(dirty)), None)
            if found is None or found[0].picture.size != found[1].size:
                return None
            for y in dirty.line_range:
                rows[found[1].x, y] = self._cells(*found, y)
        return sorted(rows.items(), key=lambda row: row[0][::-1])

    def _cells(self, panel: Panel, region: Region, y: int) -> list[Cell]:
        colours = self.app.console._color_system or ColorSystem.TRUECOLOR
        _, ground = panel.background_colors
        ink = inks(tuple(panel.get_line_filters()), ground, colours)
        return ink.cells(panel.picture.chars[y - region.y], panel.picture.styles[y - region.y])
