"""A grid of styled characters to draw on, and the widget that shows it."""

import re
from collections.abc import Iterable, Sequence

from rich.cells import get_character_cell_size
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.filter import LineFilter
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.widget import Widget

from tui.widgets import ascii_fallback

_PLAIN = Style()

#: Signs that every terminal draws one cell wide: no need to look each of them up.
_narrow = re.compile(r"[ -~\xa0-\xac\xae-\u02ff\u0370-\u0482\u2190-\u2193\u2500-\u25fc\u2800-\u28ff]*").fullmatch


class Canvas:
    """Characters and styles by column and row; drawing outside of it does nothing."""

    def __init__(self, width: int, height: int, style: Style = _PLAIN) -> None:
        self.width = width
        self.height = height
        self.chars = [[" "] * width for _ in range(height)]
        self.styles = [[style] * width for _ in range(height)]

    @property
    def size(self) -> Size:
        return Size(self.width, self.height)

    def draw_text(self, x: int, y: int, text: str, style: Style) -> int:
        """Draw one line; return the column behind it. Wide characters take two columns."""
        if not 0 <= y < self.height:
            return x
        chars, styles = self.chars[y], self.styles[y]
        if text.isascii() or _narrow(text):
            start, end = max(0, x), min(x + len(text), self.width)
            if start < end:
                chars[start:end] = text[start - x : end - x]
                styles[start:end] = [style] * (end - start)
            return x + len(text)
        for char in text:
            width = 1 if char.isascii() else get_character_cell_size(char)
            if width == 0:
                if 0 < x <= self.width:
                    chars[x - 1] += char
                continue
            if x >= 0 and x + width <= self.width:
                chars[x], styles[x] = char, style
                if width == 2:
                    chars[x + 1], styles[x + 1] = "", style
            x += width
        return x

    def draw_text_right(self, x: int, y: int, text: str, style: Style) -> None:
        """Draw one line that ends before column x."""
        self.draw_text(x - cell_width(text), y, text, style)

    def draw_lines(self, x: int, y: int, rows: Iterable[str], style: Style) -> None:
        for step, row in enumerate(rows):
            self.draw_text(x, y + step, row, style)

    def fill(self, region: Region, style: Style, char: str = " ") -> None:
        for y in range(region.y, region.bottom):
            self.draw_text(region.x, y, char * region.width, style)

    def restyle(self, region: Region, style: Style) -> None:
        """Change the style of a region and leave its characters."""
        start, end = max(0, region.x), min(self.width, region.right)
        for y in range(max(0, region.y), min(self.height, region.bottom)):
            self.styles[y][start:end] = [style] * (end - start)

    def draw_frame(self, region: Region, style: Style, title: str = "", round_: bool = False) -> None:
        """Draw a frame of lines along the inside of a region."""
        corners = "╭╮╰╯" if round_ else "┌┐└┘"
        across = "─" * (region.width - 2)
        self.draw_text(region.x, region.y, corners[0] + across + corners[1], style)
        self.draw_text(region.x, region.bottom - 1, corners[2] + across + corners[3], style)
        for y in range(region.y + 1, region.bottom - 1):
            self.draw_text(region.x, y, "│", style)
            self.draw_text(region.right - 1, y, "│", style)
        if title:
            self.draw_text(region.x + 2, region.y, f" {title} ", style)

    def paste(self, x: int, y: int, other: "Canvas") -> None:
        """Copy another canvas onto this one."""
        first, end = max(0, -x), min(other.width, self.width - x)
        for row in range(max(0, -y), min(other.height, self.height - y)):
            self.chars[y + row][x + first : x + end] = other.chars[row][first:end]
            self.styles[y + row][x + first : x + end] = other.styles[row][first:end]

    def ascii(self) -> "Canvas":
        """Return the same canvas in ASCII."""
        for row in self.chars:
            row[:] = [char if char.isascii() else ascii_fallback.ascii_char(char) for char in row]
        return self

    def strip(self, y: int) -> Strip:
        """Return a row, with neighbouring cells of one style joined."""
        segments = []
        chars, styles = self.chars[y], self.styles[y]
        start = 0
        for x in range(1, self.width + 1):
            if x == self.width or styles[x] is not styles[start]:
                segments.append(Segment("".join(chars[start:x]), styles[start]))
                start = x
        return Strip(segments, self.width)

    def to_text(self) -> str:
        """Return the characters alone, for tests and for reading aloud."""
        return "\n".join("".join(row).rstrip() for row in self.chars)


def cell_width(text: str) -> int:
    """Return how many columns a text takes."""
    return len(text) if text.isascii() else sum(map(get_character_cell_size, text))


def clip(text: str, width: int) -> str:
    """Return a text cut to a width, with an ellipsis if it was cut."""
    if cell_width(text) <= width:
        return text
    kept = ""
    for char in text:
        if cell_width(kept + char) > width - 1:
            break
        kept += char
    return kept + "…"


def wrap(text: str, width: int) -> list[str]:
    """Return a text as lines of at most this width, broken between words."""
    lines: list[str] = []
    line = ""
    for word in text.split():
        if line and cell_width(line) + 1 + cell_width(word) > width:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    return [clip(each, width) for each in [*lines, line] if each]


def wrap_within(text: str, width: int, lines: int) -> list[str]:
    """Return a text as so many lines at most; the last ends in an ellipsis when something is left out."""
    found = wrap(text, width)
    if len(found) <= lines:
        return found
    return [*found[: lines - 1], clip(" ".join(found[lines - 1 :]), width)]


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
        #: The rows as they are sent, as far as they have not changed since; and for which size and filters.
        self._strips: dict[int, Strip] = {}
        self._strips_for: tuple[Size, list[LineFilter]] | None = None

    def set_canvas(self, canvas: Canvas) -> None:
        """Show this canvas from now on."""
        self.refresh_rows(self.change(canvas))

    def change(self, canvas: Canvas) -> list[int] | None:
        """Replace the canvas; return the rows that differ, or None when it has another size."""
        old, self.canvas = self.canvas, canvas
        if (old.width, old.height) != (canvas.width, canvas.height):
            self._strips.clear()
            return None
        changed = [
            y for y in range(canvas.height) if old.chars[y] != canvas.chars[y] or old.styles[y] != canvas.styles[y]
        ]
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
