"""Novgorod's screen: a chart, the route under it, and a ledger beside them, with one cursor for all."""

from textual.geometry import Region

from core.games.novgorod.state import Novgorod
from core.games.novgorod.view import NovgorodOffers
from core.view import Place
from tui.games.novgorod import board, route, side
from tui.games.novgorod.layout import LARGE, SMALL, Scale, wide_scale
from tui.match.screen import Frame
from tui.widgets.canvas import Picture


class NovgorodScreen(Frame[Novgorod, NovgorodOffers]):
    """Where things are, and how large."""

    place = "novgorod"

    @property
    def scale(self) -> Scale:
        if self.wide:
            return wide_scale(*self.size)
        return LARGE if self.large else SMALL

    @property
    def board_columns(self) -> int:
        return self.scale.width

    def areas(self) -> dict[Place, Region]:
        return {**board.areas(self), **route.areas(self), **side.areas(self)}

    def points_at(self, place: Place) -> bool:
        """Whether the cursor is to be seen at a place."""
        return self.cursor == place and self.looked_at is None

    def paint_board(self, picture: Picture) -> None:
        areas = self.areas()
        board.paint(self, picture, areas)
        route.paint(self, picture, areas)

    def paint_side(self, picture: Picture) -> None:
        side.paint(self, picture, self.areas())
