"""A grid of styled characters to draw on."""

import re
from collections.abc import Iterable

from rich.cells import split_graphemes
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region, Size
from textual.strip import Strip

from tui.widgets import ascii_fallback
from tui.widgets.text_layout import NARROW, cell_width

_PLAIN = Style()

_narrow = re.compile(f"[{NARROW}]*+").fullmatch


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
        """Draw one line; return the column behind it. Wide characters take two columns, marks none."""
        if not 0 <= y < self.height:
            return x
        chars, styles = self.chars[y], self.styles[y]
        if text.isascii() or _narrow(text):
            start, end = max(0, x), min(x + len(text), self.width)
            if start < end:
                chars[start:end] = text[start - x : end - x]
                styles[start:end] = [style] * (end - start)
            return x + len(text)
        spans, _ = split_graphemes(text)
        for start, end, width in spans:
            if width and x >= 0 and x + width <= self.width:
                chars[x], styles[x] = text[start:end], style
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

    def paste_region(self, other: "Canvas", region: Region) -> None:
        """Copy a region of another canvas to the same place on this one."""
        start, end = max(0, region.x), min(self.width, other.width, region.right)
        for y in range(max(0, region.y), min(self.height, other.height, region.bottom)):
            self.chars[y][start:end] = other.chars[y][start:end]
            self.styles[y][start:end] = other.styles[y][start:end]

    def top_rows(self, height: int) -> "Canvas":
        """Return a copy of the first rows."""
        kept = Canvas(self.width, min(self.height, max(0, height)))
        kept.paste(0, 0, self)
        return kept

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
