"""Boards of any game for screens that are not the game's own, painted as the game's own screen paints them."""

from collections.abc import Callable
from functools import cache
from typing import Any

from textual.geometry import Size

from core.game import State
from core.match import Match
from core.view import Target
from tui.match.screen import MatchScreen
from tui.widgets.canvas import Canvas

#: The sizes of a screen for which games draw differently, the largest first.
SIZES = (Size(120, 40), Size(80, 24))


class BoardPreview(MatchScreen[Any, Any]):
    """A position as a seat sees it, painted by a screen that is never opened.

    Other screens copy its canvases onto theirs. What has changed since `before` is marked.
    """

    def __init__(self, match: Match, seat: int, position: State, before: State | None, size: Size) -> None:
        self._pretended = size
        self._position = position
        self._before = before
        super().__init__(match, [seat])
        self.viewed_seat = seat  # also when another seat is to move: this seat's board is compared

    @property
    def size(self) -> Size:
        """The size of the screen that the board is painted for."""
        return self._pretended

    @property
    def state(self) -> Any:
        return self._position

    @property
    def log_end(self) -> int:
        return 0

    @property
    def marks(self) -> dict[Target, str]:
        if self._before is None:
            return {}
        return dict.fromkeys(self.view.changed_targets(self._before), "★")

    def board(self) -> Canvas:
        canvas = self.new_canvas("board")
        self.paint_board(canvas)
        return canvas

    def side(self) -> Canvas:
        canvas = self.new_canvas("side")
        self.paint_side(canvas)
        return canvas


@cache
def board_preview_class(kind: type[MatchScreen[Any, Any]]) -> type[BoardPreview]:
    """Return the class of a game's screen that only paints boards for other screens."""
    return type(f"Glimpse{kind.__name__}", (BoardPreview, kind), {})


def best_size(columns: Callable[[Size], int], boards: int, width: int, height: int) -> Size | None:
    """Return the largest size at which so many boards fit side by side into width and height, or None.

    `columns` returns how wide a board is on a screen of a size.
    """
    for size in SIZES:
        if boards * columns(size) <= width and size.height - 5 <= height:
            return size
    return None
