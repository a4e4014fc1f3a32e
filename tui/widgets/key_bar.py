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

    def in_ascii(self) -> "KeyLabel":
        """Return the same key as people write it in ASCII."""
        return self._replace(key_text=ascii_fallback.ascii_key(self.key_text))


class KeyBar(NamedTuple):
    """The keys that fit into a row, and perhaps a text at its right end; `on` is the role of the ground."""

    keys: tuple[KeyLabel, ...]
    width: int
    palette: themes.Palette
    right: str = ""
    left: int = 1
    on: str = "bar"

    @classmethod
    def fitting(
        cls,
        keys: list[KeyLabel],
        width: int,
        palette: themes.Palette,
        ascii: bool,
        right: str = "",
        kept_longest: str = "",
    ) -> "KeyBar":
        """Return a bar with as many keys as there is room for beside the text at its right.

        The last one leaves the screen, so it always stays. The action `kept_longest` gives way after all others.
        """
        kept = [key.in_ascii() for key in keys] if ascii else list(keys)
        room = width - 1 - (cell_width(right) + 2 if right else 0)
        while len(kept) > 1 and sum(cell_width(f"{key.key_text} {key.label}  ") for key in kept) - 2 > room:
            droppable = [at for at, key in enumerate(kept[:-1]) if key.action != kept_longest]
            del kept[droppable[-1] if droppable else -2]
        return cls(tuple(kept), width, palette, right)

    def paint(self) -> Canvas:
        canvas = Canvas(self.width, 1, self.palette.style(on="bar"))
        x = self.draw(canvas)
        if self.right and x + cell_width(self.right) < canvas.width:
            canvas.draw_text_right(canvas.width - 1, 0, self.right, self.palette.style("dim", "bar"))
        return canvas

    def draw(self, canvas: Canvas, y: int = 0) -> int:
        """Draw the keys into a row of a canvas; return the column behind them."""
        x = self.left
        for key in self.keys:
            x = canvas.draw_text(x, y, key.key_text, self.palette.style("accent", self.on, "bold"))
            x = canvas.draw_text(x, y, f" {key.label}", self.palette.style("ink", self.on)) + 2
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
