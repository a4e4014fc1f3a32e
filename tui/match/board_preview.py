"""A position painted on a screen that is not its game's own: any game's board, as its own screen would draw it."""

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
    """A position as a seat sees it. It is never shown itself: others put its pictures onto their panels.

    What has changed since `before` is marked.
    """

    def __init__(self, match: Match, seat: int, position: State, before: State | None, size: Size) -> None:
        self._pretended = size
        self._position = position
        self._before = before
        super().__init__(match, [seat])
        self.viewed_seat = seat  # whoever is to move: it is this seat's board that is compared

    @property
    def size(self) -> Size:
        """Of the screen that the board is drawn for."""
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
    """A game's screen of which only pictures are taken."""
    return type(f"Glimpse{kind.__name__}", (BoardPreview, kind), {})


def best_size(columns: Callable[[Size], int], boards: int, width: int, height: int) -> Size | None:
    """The largest size for which so many boards stand side by side in this room; None when there is none.

    `columns` says how wide a board is on a screen of a size.
    """
    for size in SIZES:
        if boards * columns(size) <= width and size.height - 5 <= height:
            return size
    return None
