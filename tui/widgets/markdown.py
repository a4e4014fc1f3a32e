"""A long text in Markdown as rows of a canvas: laid out once for a width, then any part is painted at once.

Textual's own widget makes a widget of every paragraph and every word of a table: for the longest rules that takes
seconds.
"""

import re
from collections.abc import Callable
from io import StringIO
from typing import NamedTuple

from rich.console import Console, ConsoleOptions, RenderResult
from rich.markdown import Heading, Markdown
from rich.segment import Segment
from rich.style import Style
from rich.theme import Theme

import themes
from core.lessons.diagrams import FENCE
from tui.widgets.canvas import Canvas

#: The characters that Markdown adds to the text.
_MARKS = re.compile(r"[*`|#]")
_HEADING = re.compile(r"(#+) +(.*)")


class _Heading(Heading):
    """A heading that is aligned to the left; Rich would centre it."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        self.text.justify = "left"
        yield self.text


class _Markdown(Markdown):
    elements = {**Markdown.elements, "heading_open": _Heading}


class Block(NamedTuple):
    """A heading, a paragraph, a list or a table: its source, and the row at which it begins."""

    source: str
    row: int

    @property
    def words(self) -> str:
        """The text of the block without Markdown, for the search."""
        return " ".join(_MARKS.sub("", self.source).split())

    @property
    def heading(self) -> tuple[int, str] | None:
        """The level and the text of a heading; None for any other block."""
        found = _HEADING.fullmatch(self.source)
        return (len(found[1]), found[2]) if found else None


class MarkdownPage:
    """A text laid out for a width in the colours of a palette; the diagrams that it names are painted."""

    def __init__(
        self,
        source: str,
        width: int,
        palette: themes.Palette,
        position: Callable[[str], Canvas | None] = lambda name: None,
    ) -> None:
        self.blocks: list[Block] = []
        self.rows: list[list[Segment]] = []
        self._ground = palette.style()
        console = Console(file=StringIO(), width=width, theme=_theme(palette), color_system="truecolor")
        for block in re.split(r"\n\s*\n", source.strip()):
            self.blocks.append(Block(block, len(self.rows)))
            if (fence := FENCE.fullmatch(block)) and (canvas := position(fence[1])):
                self.rows += _painted(canvas)
                block = fence[2]
            self.rows += _without_margins(console.render_lines(_Markdown(block), style=self._ground, pad=False))
            self.rows.append([])
        self.rows.pop()

    @property
    def headings(self) -> list[tuple[int, str, int]]:
        """Level, text and row of every heading."""
        return [(*block.heading, block.row) for block in self.blocks if block.heading is not None]

    def matching_row(self, other: "MarkdownPage", row: int) -> int:
        """Return the row of the block that is at `row` of the same text in another width."""
        at = max((at for at, block in enumerate(other.blocks) if block.row <= row), default=0)
        return self.blocks[at].row

    def paint(self, canvas: Canvas, x: int, top: int) -> None:
        """Draw the rows from a row on, as many as there is room for."""
        styles: dict[Style, Style] = {}  # equal styles are one: neighbours of one style are drawn together
        for y, row in enumerate(self.rows[top : top + canvas.height]):
            at = x
            for text, style, _ in row:
                drawn = styles.setdefault(style or self._ground, style or self._ground)
                at = canvas.draw_text(at, y, text, drawn)


def _painted(canvas: Canvas) -> list[list[Segment]]:
    """Return a canvas as rows of text."""
    return [list(canvas.strip(y)) for y in range(canvas.height)]


def _without_margins(rows: list[list[Segment]]) -> list[list[Segment]]:
    """Remove the empty rows above and below, which lists and tables bring."""
    filled = [at for at, row in enumerate(rows) if any(not text.isspace() for text, _, _ in row)]
    return rows[filled[0] : filled[-1] + 1] if filled else []


def _theme(palette: themes.Palette) -> Theme:
    heading, strong = palette.style("accent", "ground", "bold"), palette.style("ink", "ground", "bold")
    return Theme(
        {
            **{f"markdown.h{level}": heading for level in range(1, 7)},
            "markdown.strong": strong,
            "markdown.em": palette.style("ink", "ground", "italic"),
            "markdown.code": palette.style("accent", "ground"),
            "markdown.item.bullet": heading,
            "markdown.item.number": heading,
            "markdown.table.header": strong,
            "markdown.table.border": palette.style("dim", "ground"),
        }
    )
