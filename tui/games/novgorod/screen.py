"""Novgorod's screen: a chart and a ledger, with one cursor for both."""

from collections.abc import Collection

from textual.geometry import Region

from core.match import Match
from core.novgorod.offers import NovgorodOffers, places
from core.novgorod.state import Novgorod
from core.offers import Begun, Place
from tui.frame import Frame
from tui.games.novgorod import board, side
from tui.widgets.picture import Picture


class NovgorodScreen(Frame[Novgorod, NovgorodOffers]):
    """Where things are, and which page of the ledger is shown."""

    place = "novgorod"
    board_width = board.SMALL.width
    board_width_large = board.LARGE.width

    def __init__(self, match: Match, seats: Collection[int] | None = None) -> None:
        super().__init__(match, seats)
        #: Whether the ledger of a small screen is turned to its other page.
        self.page_turned = False

    @property
    def scale(self) -> board.Scale:
        return board.LARGE if self.large else board.SMALL

    def areas(self) -> dict[Place, Region]:
        return {**board.areas(self), **side.areas(self)}

    def points_at(self, place: Place) -> bool:
        """Whether the cursor is to be seen at a place."""
        return self.cursor == place and self.looked_at is None

    def paint_board(self, picture: Picture) -> None:
        board.paint(self, picture, self.areas())

    def paint_side(self, picture: Picture) -> None:
        side.paint(self, picture, self.areas())

    # The page of a small ledger

    @property
    def shows_open(self) -> bool:
        """Whether the open missions are shown on a small screen: when they can be had, or on the other page."""
        return self.offers.missions_for_sale != self.page_turned

    def begin(self, begun: Begun | None) -> None:
        self.page_turned = False
        super().begin(begun)

    def point(self, place: Place | None) -> None:
        """The page that the cursor goes to is turned up."""
        super().point(place)
        if place is not None and place.kind in (places.OPEN, places.SPECIAL):
            self.page_turned = (place.kind == places.OPEN) != self.offers.missions_for_sale

    def pointed_at(self, place: Place) -> None:
        if place == side.PAGE:
            self.action_turn_page()

    def action_turn_page(self) -> None:
        self.page_turned = not self.page_turned
        self.repaint()
