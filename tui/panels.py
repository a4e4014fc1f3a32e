"""A screen that consists of panels: what changes on it is drawn straight from their pictures.

Textual cuts every widget into strips, filters and joins them, and writes them as sequences, which our driver has to
read again. Where nothing but rows of panels has changed, none of that is needed. Everything else (another layout, a
dialog above, another driver) is left to Textual.
"""

from collections.abc import Iterator
from typing import Any

from rich.color import ColorSystem
from textual.containers import Horizontal
from textual.geometry import Region

from tui.driver import FrugalDriver
from tui.foreground import Foreground
from tui.inks import inks
from tui.strokes import Cell, Place
from tui.widgets.picture import Panel


class PanelScreen(Foreground[Any]):
    """Sends the rows that have changed."""

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
        panels = [(region, widget) for widget, (region, _) in shown.items() if isinstance(widget, Panel)]
        changed: dict[Panel, tuple[Region, set[int]]] = {}
        for dirty in self._compositor._dirty_regions:
            region, panel = next((each for each in panels if each[0].contains_region(dirty)), (dirty, None))
            if panel is None or panel.picture.size != region.size:
                return None
            changed.setdefault(panel, (region, set()))[1].update(dirty.line_range)
        return [
            row for panel, (region, lines) in changed.items() for row in self._drawn_rows(panel, region, sorted(lines))
        ]

    def _drawn_rows(self, panel: Panel, region: Region, lines: list[int]) -> Iterator[tuple[Place, list[Cell]]]:
        picture, (_, ground) = panel.picture, panel.background_colors
        colours = self.app.console._color_system or ColorSystem.TRUECOLOR
        ink = inks(tuple(panel.get_line_filters()), ground, colours)
        for y in lines:
            row = y - region.y
            yield (region.x, y), ink.cells(picture.chars[row], picture.styles[row])
