"""The board of Novgorod as a widget: a chart, the route below it, and a ledger beside them, with one cursor for all."""

from textual.geometry import Region

from core.games.novgorod.state import NovgorodState
from core.games.novgorod.view import NovgorodView
from core.view import Target
from tui.games.novgorod import board, route, side
from tui.games.novgorod.layout import LARGE, SMALL, ChartScale, wide_scale
from tui.match.board_view import BoardView
from tui.widgets.canvas import Canvas


class NovgorodBoardView(BoardView[NovgorodState, NovgorodView]):
    """The chart, the route and the ledger; their modules say where things are and paint them."""

    @property
    def scale(self) -> ChartScale:
        if self.is_wide:
            return wide_scale(*self.window)
        return LARGE if self.is_large else SMALL

    @property
    def board_columns(self) -> int:
        return self.scale.width

    def target_regions(self) -> dict[Target, Region]:
        return {**board.areas(self), **route.areas(self), **side.areas(self)}

    def points_at(self, target: Target) -> bool:
        """Return whether the cursor is shown at a target."""
        return self.cursor == target and self.viewed_seat is None

    def paint_board(self, canvas: Canvas) -> None:
        areas = self.target_regions()
        board.paint(self, canvas, areas)
        route.paint(self, canvas, areas)

    def paint_side(self, canvas: Canvas) -> None:
        side.paint(self, canvas, self.target_regions())


BOARD_VIEW = NovgorodBoardView
