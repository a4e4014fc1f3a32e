"""A bar of the keys that work now; a click on one does what the key does."""

from typing import NamedTuple

import themes
from tui.widgets import ascii_fallback
from tui.widgets.canvas import Canvas
from tui.widgets.text_layout import cell_width


class KeyLabel(NamedTuple):
    """A key in a bar: what is shown, and the action that the key or a click on it runs."""

    key_text: str
    label: str
    action: str


class KeyBar(NamedTuple):
    """The keys that fit into a row, and perhaps a text at its right end."""

    keys: tuple[KeyLabel, ...]
    width: int
    palette: themes.Palette
    right: str = ""
    left: int = 1

    @classmethod
    def fitting(
        cls, keys: list[KeyLabel], width: int, palette: themes.Palette, ascii: bool, right: str = ""
    ) -> "KeyBar":
        """Return a bar with as many keys as there is room for. The last one leaves the screen, so it always stays."""
        if ascii:
            keys = [key._replace(key_text=ascii_fallback.ascii_key(key.key_text)) for key in keys]
        kept = list(keys)
        while len(kept) > 1 and sum(cell_width(f"{key.key_text} {key.label}  ") for key in kept) - 2 > width - 1:
            del kept[-2]
        return cls(tuple(kept), width, palette, right)

    def paint(self) -> Canvas:
        canvas = Canvas(self.width, 1, self.palette.style(on="bar"))
        x = self.draw(canvas)
        if self.right and x + cell_width(self.right) < canvas.width:
            canvas.draw_text_right(canvas.width - 1, 0, self.right, self.palette.style("dim", "bar"))
        return canvas

    def draw(self, canvas: Canvas) -> int:
        """Draw the keys into the first row of a canvas; return the column behind them."""
        x = self.left
        for key in self.keys:
            x = canvas.draw_text(x, 0, key.key_text, self.palette.style("accent", "bar", "bold"))
            x = canvas.draw_text(x, 0, f" {key.label}", self.palette.style("ink", "bar")) + 2
        return x

    def action_at(self, x: int) -> str | None:
        """Return the action of the key in a column."""
        start = self.left
        for key in self.keys:
            end = start + cell_width(f"{key.key_text} {key.label}")
            if start <= x < end:
                return key.action
            start = end + 2
        return None
