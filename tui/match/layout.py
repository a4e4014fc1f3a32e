"""How a window is divided among the panels of a match."""

from typing import NamedTuple

from textual.geometry import Size

#: How many rows the prompt has; top line and keys have one each.
PROMPT_ROWS = 3


class MatchLayout(NamedTuple):
    """The layout for a window; what a board draws larger depends on the window, not on the board's own size."""

    window: Size

    @property
    def is_large(self) -> bool:
        """Whether there is room for the larger drawings (120x40)."""
        return self.window.width >= 120 and self.window.height >= 40

    @property
    def is_wide(self) -> bool:
        """Whether there is room for the log beside the board, too (160x45); then `is_large` is true as well."""
        return self.window.width >= 160 and self.window.height >= 45

    @property
    def story_columns(self) -> int:
        """The width of the whole log beside the board; 0 where there is no room for it."""
        return min(56, self.window.width // 4) if self.is_wide else 0

    @property
    def board_rows(self) -> int:
        """The height of the board, its side and the log."""
        return self.window.height - PROMPT_ROWS - 2
