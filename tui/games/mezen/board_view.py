"""The board of Mezen as a widget: a painting with a cursor, and beside it goals, other paintings and the log."""

from textual.geometry import Region

from core.games.mezen.components import CELLS
from core.games.mezen.state import MezenState
from core.games.mezen.view import CELL, GOAL, MezenView
from core.view import Target
from tui.games.mezen.art import ON_80, ON_120, ON_200, TileScale
from tui.games.mezen.board import PaintingPainter, board_height, tile_area
from tui.games.mezen.side import LEGEND_HEIGHT, MezenSidePainter, goals_height, other_areas, others_scale
from tui.match.board_view import SEAT_TARGET, BoardView
from tui.widgets.canvas import Canvas

#: What the largest tiles need: columns of the board, columns left to the side, and rows of the window.
_WIDEST_BOARD, _LEAST_SIDE, _LEAST_ROWS = 85, 62, 48
#: The columns that the legend needs beside a single small painting.
_LEGEND_WIDTH = 20


class MezenBoardView(BoardView[MezenState, MezenView]):
    """A painting; while tiles are placed, a draft that can be changed until it is confirmed."""

    board_width = 40
    board_width_large = 66
    board_width_wide = 66
    has_still_side = True

    @property
    def scale(self) -> TileScale:
        """The size of the tiles of the viewed painting."""
        return ON_200 if self._widest else ON_120 if self.is_large else ON_80

    @property
    def _widest(self) -> bool:
        side = self.window.width - self.story_columns - _WIDEST_BOARD
        return self.is_wide and side >= _LEAST_SIDE and self.window.height >= _LEAST_ROWS

    @property
    def board_columns(self) -> int:
        return _WIDEST_BOARD if self._widest else super().board_columns

    def target_regions(self) -> dict[Target, Region]:
        tiles = {CELL[cell]: tile_area(cell, self.scale) for cell in range(CELLS)}
        others = {
            Target(SEAT_TARGET, seat): area.translate((self.board_columns, 0))
            for seat, area in self._other_areas().items()
        }
        return tiles | others | self._goal_areas()

    def _goal_areas(self) -> dict[Target, Region]:
        """Return the regions of the open goals, next to each other at the top of the side."""
        half, height = self.side_columns // 2, goals_height(self.is_large)
        areas = {GOAL[0]: Region(self.board_columns, 0, half - 1, height)}
        if self.state.next_goal:
            areas[GOAL[1]] = Region(self.board_columns + half, 0, self.side_columns - half - 1, height)
        return areas

    @property
    def _others(self) -> list[int]:
        return [seat for seat in range(self.state.players) if seat != self.board_seat]

    def _other_areas(self) -> dict[int, Region]:
        return other_areas(self._others, self.side_columns, self.is_large, self.is_wide)

    def paint_board(self, canvas: Canvas) -> None:
        self.paint_still(canvas, "painting", Region(0, 0, *canvas.size), self._paint_whole_board)
        self._painter(canvas, self.cursor).paint_touched()

    def _paint_whole_board(self, canvas: Canvas) -> None:
        self._painter(canvas, None).paint()
        if self._legend_below:
            below = Region(3, board_height(self.scale) + 1, canvas.width - 5, LEGEND_HEIGHT)
            MezenSidePainter(canvas, self.palette, self.ascii, self.view).legend(below)

    def _painter(self, canvas: Canvas, cursor: Target | None) -> PaintingPainter:
        lit = self.highlighted_targets
        return PaintingPainter(canvas, self.palette, self.ascii, self.scale, self.view, cursor, self.marks, lit)

    @property
    def _legend_below(self) -> bool:
        return self.board_rows - board_height(self.scale) > LEGEND_HEIGHT

    def paint_side(self, canvas: Canvas) -> None:
        side = MezenSidePainter(canvas, self.palette, self.ascii, self.view)
        side.goals(goals_height(self.is_large), spaced=self.is_large)
        areas = self._other_areas()
        scale = others_scale(len(areas), canvas.width, self.is_large, self.is_wide)
        side.others(areas, scale, self.names, self.marks, self.moment)
        y = max((area.bottom for area in areas.values()), default=goals_height(self.is_large))
        if self.is_large and not self._legend_below:
            y = self._paint_legend(side, areas, y)
        if self.is_wide and not areas:
            y = side.titles(y + 1)
        rest = Region(0, y + 1, canvas.width - 1, canvas.height - y - 1)
        if self.is_wide:
            side.cards(rest)
        else:
            side.line(y)
            self.paint_log(canvas, rest)

    def _paint_legend(self, side: MezenSidePainter, areas: dict[int, Region], y: int) -> int:
        """Draw the legend, beside a single painting or below everything; return the row behind it all."""
        width, height = self.side_columns, self.board_rows
        right = max((area.right for area in areas.values()), default=0)
        if len(areas) == 1 and width - right > _LEGEND_WIDTH:
            top = goals_height(True) + 1
            side.legend(Region(right + 3, top, width - right - 4, y - top))
        elif not areas or (self.is_wide and height - y > LEGEND_HEIGHT):
            return side.legend(Region(0, y + 1, width, height))
        return y


BOARD_VIEW = MezenBoardView
