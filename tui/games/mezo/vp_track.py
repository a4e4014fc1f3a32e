"""The VP track of Mezo as a strip below the board and its side."""

from collections.abc import Sequence
from typing import NamedTuple

from themes import Palette
from tui.widgets.canvas import Canvas

#: Where the first space is drawn, and how wide a space is at most; from this width on some have their numbers.
_LEFT, _WIDEST, _NUMBERED = 5, 4, 2


class VpTrack(NamedTuple):
    """The VP of all players, what they would be after the choice under the cursor, and the width of the strip.

    No two markers share a space, so a marker that would reach another goes on to the next free one.
    """

    vp: Sequence[int]
    after: Sequence[int]
    letters: Sequence[str]
    width: int
    palette: Palette

    @property
    def has_numbers(self) -> bool:
        return self._scale()[1] >= _NUMBERED

    def paint(self, canvas: Canvas, left: int) -> None:
        """Draw the part of the strip that is on a canvas which begins at this column."""
        y, palette = canvas.height - 1, self.palette
        canvas.draw_text(-left, y, " " * self.width, palette.style(on="panel"))
        canvas.draw_text(1 - left, y, "VP", palette.style("accent", "panel", "bold"))
        first, step = self._scale()
        for number in range((self.width - _LEFT) // step):
            x = _LEFT + number * step - left
            if -step < x < canvas.width:
                self._paint_space(canvas, x, first + number, step)

    def _scale(self) -> tuple[int, int]:
        """Return the first space and the columns of each, so that all markers are in sight."""
        low, high = min(*self.vp, *self.after), max(*self.vp, *self.after)
        spaces = high - low + 3
        step = max(1, min(_WIDEST, (self.width - _LEFT) // spaces))
        free = (self.width - _LEFT) // step - spaces
        return max(0, low - 1 - max(0, free // 4)), step

    def _paint_space(self, canvas: Canvas, x: int, space: int, step: int) -> None:
        palette, y = self.palette, canvas.height - 1
        if space in self.after:
            seat = self.after.index(space)
            moved = self.vp[seat] != space
            style = (
                palette.style("mark_ink", "mark", "bold")
                if moved
                else palette.style("badge", f"dark_{seat + 1}", "bold")
            )
            canvas.draw_text(x, y, self.letters[seat].center(step), style)
        elif space in self.vp:
            seat = self.vp.index(space)
            canvas.draw_text(x, y, self.letters[seat].center(step), palette.style(f"seat{seat + 1}", "panel"))
        elif space % 5 == 0 and step >= _NUMBERED:
            canvas.draw_text(x, y, str(space).center(step)[:step], palette.style("dim", "panel"))
        else:
            canvas.draw_text(x + step // 2, y, "·", palette.style("faint", "panel"))
