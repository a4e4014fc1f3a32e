"""Turn the styles of a canvas into the cells that a terminal shows.

Textual would make segments of a canvas, send them through its filters, write them as sequences and let the driver parse
these again. One style always gives the same cells, so they are made once, by the same filters and the same writer, and
kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter
from textual.strip import Strip

from tui.terminal.ansi_writer import DEFAULT_STYLE, Cell
from tui.terminal.screen_diff import CellCache, cell_cache, cells_of

_ANY_LETTER = "x"


class StyleCache:
    """The cells of characters by their style, for one set of filters, one background and one number of colours."""

    def __init__(self, filters: tuple[LineFilter, ...], ground: Color, colours: ColorSystem) -> None:
        self._filters = filters
        self._background = ground
        self._colours = colours
        # By identity, which costs no hashing; the styles are kept, so that no other can get the id of one.
        self._palettes: dict[int, CellCache] = {}
        self._rendered: list[Style] = []

    def cells(self, chars: Sequence[str], styles: Sequence[Style]) -> list[Cell]:
        """Return a row as the terminal shows it; the right half of a wide character is an empty cell."""
        palettes = self._palettes
        try:
            return [palettes[key][char] for key, char in zip(map(id, styles), chars, strict=True)]
        except KeyError:
            for style in styles:
                if id(style) not in palettes:
                    self._render_style(style)
            return self.cells(chars, styles)

    def _render_style(self, style: Style) -> None:
        """Let Textual write a letter in this style, and parse the cell style that it uses."""
        strip = Strip([Segment(_ANY_LETTER, style)])
        for each in self._filters:
            strip = strip.apply_filter(each, self._background)
        ((letter, worn, _),) = strip
        written = Strip.render_style(worn, letter, self._colours) if worn is not None else letter
        cells, _, _ = cells_of(DEFAULT_STYLE, written)
        self._rendered.append(style)
        self._palettes[id(style)] = cell_cache(cells[0].style)


@lru_cache(16)
def style_cache(filters: tuple[LineFilter, ...], ground: Color, colours: ColorSystem) -> StyleCache:
    return StyleCache(filters, ground, colours)
