"""Mezen's screen: a painting with a cursor, and beside it the goals, the other paintings and the log."""

from textual.geometry import Region

from core.games.mezen.components import CELLS
from core.games.mezen.state import Mezen
from core.games.mezen.view import CELL, GOAL, MezenOffers
from core.view import Place
from tui.games.mezen.art import ON_80, ON_120, ON_200, Scale
from tui.games.mezen.board import BoardPainter, board_height, tile_area
from tui.games.mezen.side import LEGEND_HEIGHT, SidePainter, goals_height, other_areas, others_scale
from tui.match.screen import SEAT, Frame
from tui.widgets.canvas import Picture

#: The largest tiles need so many columns, and leave so many to the side; and a window of so many rows.
_WIDEST_BOARD, _LEAST_SIDE, _LEAST_ROWS = 85, 62, 48
#: Beside a single small painting there is room for the legend.
_LEGEND_WIDTH = 20


class MezenScreen(Frame[Mezen, MezenOffers]):
    """A painting; while tiles are placed, a draft that can be changed until it is kept."""

    place = "mezen"
    board_width = 40
    board_width_large = 66
    board_width_wide = 66

    @property
    def scale(self) -> Scale:
        """How large the tiles of one's own painting are."""
        return ON_200 if self._widest else ON_120 if self.large else ON_80

    @property
    def _widest(self) -> bool:
        side = self.size.width - self.story_columns - _WIDEST_BOARD
        return self.wide and side >= _LEAST_SIDE and self.size.height >= _LEAST_ROWS

    @property
    def board_columns(self) -> int:
        return _WIDEST_BOARD if self._widest else super().board_columns

    def areas(self) -> dict[Place, Region]:
        tiles = {CELL[cell]: tile_area(cell, self.scale) for cell in range(CELLS)}
        others = {
            Place(SEAT, seat): area.translate((self.board_columns, 0)) for seat, area in self._other_areas().items()
        }
        return tiles | others | self._goal_areas()

    def _goal_areas(self) -> dict[Place, Region]:
        """The open goals, side by side at the top of the side: to point at."""
        half, height = self.side_columns // 2, goals_height(self.large)
        areas = {GOAL[0]: Region(self.board_columns, 0, half - 1, height)}
        if self.state.next_goal:
            areas[GOAL[1]] = Region(self.board_columns + half, 0, self.side_columns - half - 1, height)
        return areas

    @property
    def _others(self) -> list[int]:
        return [seat for seat in range(self.state.players) if seat != self.board_seat]

    def _other_areas(self) -> dict[int, Region]:
        return other_areas(self._others, self.side_columns, self.large, self.wide)

    def paint_board(self, picture: Picture) -> None:
        look, ascii = self.look, self.house.ascii
        BoardPainter(picture, look, ascii, self.scale, self.offers, self.cursor, self.marks, self.lit).paint()
        if self._legend_below:
            below = Region(3, board_height(self.scale) + 1, picture.width - 5, LEGEND_HEIGHT)
            SidePainter(picture, look, ascii, self.offers).legend(below)

    @property
    def _legend_below(self) -> bool:
        return self.room_for("board").height - board_height(self.scale) > LEGEND_HEIGHT

    def paint_side(self, picture: Picture) -> None:
        side = SidePainter(picture, self.look, self.house.ascii, self.offers)
        side.goals(goals_height(self.large), spaced=self.large)
        areas = self._other_areas()
        scale = others_scale(len(areas), picture.width, self.large, self.wide)
        side.others(areas, scale, self.match.names, self.marks, self.moment)
        y = max((area.bottom for area in areas.values()), default=goals_height(self.large))
        if self.large and not self._legend_below:
            y = self._paint_legend(side, areas, y)
        if self.wide and not areas:
            y = side.titles(y + 1)
        rest = Region(0, y + 1, picture.width - 1, picture.height - y - 1)
        if self.wide:
            side.cards(rest)
        else:
            side.line(y)
            self.paint_log(picture, rest)

    def _paint_legend(self, side: SidePainter, areas: dict[int, Region], y: int) -> int:
        """The legend, beside a single painting or below everything; returns the row behind it all."""
        width, height = self.room_for("side")
        right = max((area.right for area in areas.values()), default=0)
        if len(areas) == 1 and width - right > _LEGEND_WIDTH:
            top = goals_height(True) + 1
            side.legend(Region(right + 3, top, width - right - 4, y - top))
        elif not areas or (self.wide and height - y > LEGEND_HEIGHT):
            return side.legend(Region(0, y + 1, width, height))
        return y
