"""The widget that shows a canvas."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import compress
from operator import is_not, ne
from typing import Protocol

from textual import events
from textual.filter import LineFilter
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.widget import Widget

from tui.widgets.canvas import Canvas

#: The first column of a row that has changed, and the one behind the last.
Span = tuple[int, int]


class RowPainter(Protocol):
    """Who draws changed rows without Textual's compositor."""

    def take(self, canvas_view: "CanvasView", changed: Mapping[int, Span]) -> bool:
        """Draw what has changed in these rows soon; return False when Textual must draw them."""
        ...


class CanvasView(Widget, can_focus=False):
    """The widget that shows a canvas: it sends only the rows that changed, and posts where it is clicked."""

    DEFAULT_CSS = "CanvasView { width: 1fr; height: 1fr; }"

    class Clicked(events.Event, bubble=True):
        """A click on a panel, at a column and row of its canvas."""

        def __init__(self, canvas_view: "CanvasView", x: int, y: int) -> None:
            super().__init__()
            self.panel = canvas_view
            self.x = x
            self.y = y

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self.canvas = Canvas(0, 0)
        #: Who draws the rows that change; None: Textual.
        self.painter: RowPainter | None = None
        #: The rows as they are sent, as far as they have not changed since; and for which size and filters.
        self._strips: dict[int, Strip] = {}
        self._strips_for: tuple[Size, list[LineFilter]] | None = None

    def set_canvas(self, canvas: Canvas) -> None:
        """Show this canvas from now on."""
        changed = self._change(canvas)
        if changed is None or self.painter is None or not self.painter.take(self, changed):
            self.refresh_rows(changed)

    def _change(self, canvas: Canvas) -> dict[int, Span] | None:
        """Replace the canvas; return the rows that differ, and where, or None when it has another size."""
        old, self.canvas = self.canvas, canvas
        if (old.width, old.height) != (canvas.width, canvas.height):
            self._strips.clear()
            return None
        changed = {
            y: changed_span(old, canvas, y)
            for y in range(canvas.height)
            if old.chars[y] != canvas.chars[y] or old.styles[y] != canvas.styles[y]
        }
        for y in changed:
            self._strips.pop(y, None)
        return changed

    def refresh_rows(self, rows: Iterable[int] | None) -> None:
        """Have Textual draw these rows, or all of them."""
        if rows is None:
            self.refresh()
        elif regions := [Region(0, y, self.canvas.width, 1) for y in rows]:
            self.refresh(*regions)

    def render_lines(self, crop: Region) -> list[Strip]:
        """Render from the canvas, each row once: Textual would look for borders and tints, which it has not."""
        wanted = (self.size, list(self.get_line_filters()))
        if self._strips_for != wanted:
            self._strips.clear()
            self._strips_for = wanted
        missing = [y for y in crop.line_range if y not in self._strips]
        if missing:
            self._draw(missing, wanted[1])
        strips = [self._strips[y] for y in crop.line_range]
        if crop.column_span == (0, self.size.width):
            return strips
        return [strip.crop(*crop.column_span) for strip in strips]

    def _draw(self, rows: Sequence[int], filters: Sequence[LineFilter]) -> None:
        """Make these rows as they are sent."""
        _, background = self.background_colors
        for y in rows:
            strip = self.render_line(y)
            for each in filters:
                strip = strip.apply_filter(each, background)
            self._strips[y] = strip

    def notify_style_update(self) -> None:
        """Forget the rendered rows, because the area beside the canvas has the colours of the theme."""
        self._strips.clear()
        super().notify_style_update()

    def render_line(self, y: int) -> Strip:
        if y >= self.canvas.height:
            return Strip.blank(self.size.width, self.rich_style)
        strip = self.canvas.strip(y)
        if self.canvas.width == self.size.width:
            return strip
        return strip.adjust_cell_length(self.size.width, self.rich_style)

    def get_content_width(self, container: Size, viewport: Size) -> int:
        return self.canvas.width

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return self.canvas.height

    def on_click(self, event: events.Click) -> None:
        event.stop()
        self.post_message(self.Clicked(self, event.x, event.y))


def changed_span(old: Canvas, new: Canvas, y: int) -> Span:
    """Return where a row that differs has changed: from the first column to the last, with whole wide characters."""
    columns = range(new.width)
    chars = list(compress(columns, map(ne, old.chars[y], new.chars[y])))
    styles = list(compress(columns, map(is_not, old.styles[y], new.styles[y])))
    start = min(chars[0] if chars else new.width, styles[0] if styles else new.width)
    end = 1 + max(chars[-1] if chars else 0, styles[-1] if styles else 0)
    row = new.chars[y]
    while start and not row[start]:  # the right half of a wide character
        start -= 1
    while end < new.width and not row[end]:
        end += 1
    return start, end
