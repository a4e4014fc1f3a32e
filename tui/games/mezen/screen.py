"""Mezen's screen: a painting with a cursor, and beside it the goals, the other paintings and the log."""

from textual.geometry import Region

from core.mezen.components import CELLS
from core.mezen.offers import CELL, MezenOffers
from core.mezen.state import Mezen
from core.offers import Place
from tui.frame import SEAT, Frame
from tui.games.mezen.board import BoardPainter, tile_area
from tui.games.mezen.side import SidePainter, other_areas
from tui.widgets.picture import Picture


class MezenScreen(Frame[Mezen, MezenOffers]):
    """A painting; while tiles are placed, a draft that can be changed until it is kept."""

    place = "mezen"
    board_width = 40
    board_width_large = 66

    def areas(self) -> dict[Place, Region]:
        tiles = {CELL[cell]: tile_area(cell, self.large) for cell in range(CELLS)}
        beside = other_areas(self._others, self.side_columns)
        others = {Place(SEAT, seat): area.translate((self.board_columns, 0)) for seat, area in beside.items()}
        return tiles | others

    @property
    def _others(self) -> list[int]:
        return [seat for seat in range(self.state.players) if seat != self.board_seat]

    def paint_board(self, picture: Picture) -> None:
        BoardPainter(picture, self.look, self.house.ascii, self.large, self.offers, self.cursor).paint()

    def paint_side(self, picture: Picture) -> None:
        side = SidePainter(picture, self.look, self.house.ascii, self.large, self.offers)
        side.goals()
        side.others(other_areas(self._others, picture.width), self.match.names)
        self.paint_log(picture, side.rest())
