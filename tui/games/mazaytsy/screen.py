"""Mazaytsy's screen: the water with a cursor, and beside it the open cards, the boats and the log."""

from textual.geometry import Region, Size

from core.games.mazaytsy.state import Flood
from core.games.mazaytsy.view import MazaytsyOffers
from core.games.mazaytsy.view.changes import wakes
from core.view import Place
from tui.games.mazaytsy.board import LARGE, SMALL, Board, Layout, News, card_areas, fitting
from tui.games.mazaytsy.side import Side, side_areas
from tui.match.screen import Frame
from tui.widgets.canvas import Picture

#: On a wide screen the water leaves so much to what stands beside it.
_SIDE_COLUMNS = 44


class MazaytsyScreen(Frame[Flood, MazaytsyOffers]):
    """Everybody sees the same: a boat that is looked at lights up where it can go."""

    place = "mazaytsy"

    # Where things are

    @property
    def layout_of_water(self) -> Layout:
        """How large the cards are drawn on this screen."""
        side = self.state.side
        if not self.wide:
            return (LARGE if self.large else SMALL)[side]
        width, height = self.size
        above_and_below = self.room_for("prompt").height + 2
        return fitting(side, Size(width - self.story_columns - _SIDE_COLUMNS, height - above_and_below))

    @property
    def board_columns(self) -> int:
        return self.layout_of_water.columns

    def areas(self) -> dict[Place, Region]:
        columns = self.board_columns
        beside = {place: region.translate((columns, 0)) for place, region in self._beside().items()}
        return {**card_areas(self.layout_of_water), **beside}

    def _beside(self) -> dict[Place, Region]:
        """What stands beside the water, with columns counted from there."""
        return side_areas(self.offers, self.side_columns, self.large, self.wide)

    def action_move(self, dx: int, dy: int) -> None:
        """While a current is laid, the arrows point it."""
        if (pick := self.offers.flowing(dx, dy)) is None:
            super().action_move(dx, dy)
            return
        self.remark = ""
        self.picked = pick
        self.repaint()

    def pointed_at(self, place: Place) -> None:
        """An open card that cannot be chosen now says what it is."""
        words = self.offers.says(place)
        self.remark = f"{words[0].upper()}{words[1:]}."
        self.repaint()

    # Painting

    @property
    def _lit_cursor(self) -> Place | None:
        """While another boat is looked at, the cursor is out of the way."""
        return self.cursor if self.looked_at is None else None

    def paint_board(self, picture: Picture) -> None:
        offers = self.offers
        painter = Board(picture, self.look, self.house.ascii, self.state, card_areas(self.layout_of_water))
        passed = wakes(self.story.log[self.read_until : self.log_end], self.viewer)
        news = News(self.marks, self.lit, passed)
        painter.paint(self._lit_cursor, offers.highlights(self.chosen), offers.reach, news)

    def paint_side(self, picture: Picture) -> None:
        painter = Side(picture, self.look, self.house.ascii, self.large, self.offers, self._beside(), self.marks)
        if self.wide:
            painter.paint_wide(self.cursor, self.chosen)
            return
        y = painter.paint(self.cursor, self.chosen)
        self.paint_log(picture, Region(0, y, picture.width - 1, picture.height - y))
