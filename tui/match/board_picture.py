"""Pictures of a game's board for screens that are not a match: reviews, positions, diagrams of the rules."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from textual.geometry import Size

import themes
from core.game import State
from core.lessons.guide import Page
from core.match import Match, Note
from core.view import Draft, Moment, SeatView, Target
from tui.match.board_view import BoardLook, BoardView, load_board_view
from tui.match.layout import MatchLayout
from tui.sessions.session import CHANGED_LAST, LogRow, log_rows_of
from tui.widgets.canvas import Canvas

#: The sizes of a window for which games draw differently, the largest first.
SIZES = (Size(120, 40), Size(80, 24))


class FixedPosition:
    """A position that is only looked at, as a seat sees it; what has changed since `before` is marked."""

    def __init__(
        self, match: Match, seat: int, state: State, before: State | None = None, log_end: int | None = None
    ) -> None:
        self.match = self.log_match = match
        self.viewer = seat
        self.log_end = self.seen_log_index = len(match.log) if log_end is None else log_end
        self._state, self._before = state, before
        self._views: dict[tuple[Draft | None, int | None], SeatView[Any]] = {}

    notes: Sequence[Note] = ()
    moment: Moment | None = None
    frame = 0
    page: Page | None = None
    is_hidden = False

    def make_view(self, draft: Draft | None = None, board: int | None = None) -> SeatView[Any]:
        key = (draft, board)
        if key not in self._views:
            names = self.match.names
            self._views[key] = self.match.game.view(self._state, self.viewer, names, draft, board, False)
        return self._views[key]

    def marks(self) -> Mapping[Target, str]:
        if self._before is None:
            return {}
        return dict.fromkeys(self.make_view(board=self.viewer).changed_targets(self._before), CHANGED_LAST)

    def newest_rows(self) -> Iterator[LogRow]:
        return log_rows_of(self.match, self.match.notes, self.log_end, self.viewer)


class BoardPicture:
    """A position painted as its game's board paints it in a window of some size."""

    def __init__(
        self, position: FixedPosition, window: Size, palette: themes.Palette, ascii: bool, viewed: int | None = None
    ) -> None:
        self.board_view: BoardView[Any, Any] = load_board_view(position.match.game.name)(position)
        self.board_view.viewed_seat = viewed
        self.board_view.look = BoardLook(MatchLayout(window), palette, ascii)

    @property
    def columns(self) -> int:
        """The width of the board."""
        return self.board_view.board_columns

    @cached_property
    def _canvases(self) -> tuple[Canvas, Canvas]:
        return self.board_view.pictures()

    @property
    def board(self) -> Canvas:
        return self._canvases[0]

    @property
    def side(self) -> Canvas:
        return self._canvases[1]

    def beside_each_other(self) -> Canvas:
        """Return the board and the side on one canvas, as far apart as the regions of their targets are."""
        whole = Canvas(self.board.width + self.side.width, self.board.height, self.board_view.palette.style())
        whole.paste(0, 0, self.board)
        whole.paste(self.board.width, 0, self.side)
        return whole


def best_size(columns: Callable[[Size], int], boards: int, width: int, height: int) -> Size | None:
    """Return the largest size at which so many boards fit side by side into width and height, or None.

    `columns` returns how wide a board is in a window of a size.
    """
    for size in SIZES:
        if boards * columns(size) <= width and size.height - 5 <= height:
            return size
    return None
