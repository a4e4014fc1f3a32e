"""The screen of Mezo: where the map, the sea beside it and the rows at its side lie, and who paints them."""

from textual.geometry import Region

from core.mezo.offers import MezoOffers
from core.mezo.state import MezoState
from core.offers import Place
from tui.frame import Frame
from tui.games.mezo import board, side
from tui.games.mezo.art import LARGE, PLAIN, SHAPES, SMALL, Plan, Signs
from tui.games.mezo.board import MapPainter, Shown
from tui.games.mezo.sea import SeaPainter
from tui.games.mezo.side import Row, SidePainter
from tui.widgets.picture import Picture


class MezoScreen(Frame[MezoState, MezoOffers]):
    """The cursor goes to regions, vertices, tribes, and to what is listed beside the map."""

    place = "mezo"
    board_width = 50
    board_width_large = 76
    ascii_signs = str.maketrans(dict(zip(SHAPES[:4], PLAIN[:4], strict=True)))

    @property
    def signs(self) -> Signs:
        return PLAIN if self.house.ascii else SHAPES

    @property
    def plan(self) -> Plan:
        return LARGE if self.large else SMALL

    def areas(self) -> dict[Place, Region]:
        left = self.board_columns
        if not self.state.age:
            return board.god_areas(self.offers.places(), left, self.large)
        return {
            **board.map_areas(self.plan, self.offers.places()),
            **side.row_areas(self._rows(), left, self._side_width),
        }

    @property
    def _side_width(self) -> int:
        return self.side_columns - 1

    # The board

    def paint_board(self, picture: Picture) -> None:
        state, areas = self.state, self.areas()
        if not state.age:
            board.paint_gods(picture, self.look, state, areas, self.cursor, self.large)
            return
        after = self.offers.after(self.chosen)
        targets = frozenset(self.offers.targets()) if self.deciding else frozenset[Place]()
        shown = Shown(state, after, areas, self.cursor, targets, frozenset(self.offers.lit(self.cursor, after)))
        MapPainter(picture, self.look, shown, self.plan, self.signs, self.large).paint()
        SeaPainter(picture, self.look, areas, self.plan, self.signs, self.large).paint(state, after, self.cursor)

    # The side

    def paint_side(self, picture: Picture) -> None:
        rows = self._rows()
        after = self.offers.after(self.chosen)
        SidePainter(picture, self.look, self.signs, self.viewer).paint(rows, self.state, after, self.cursor)
        y, width = len(rows), picture.width - 1
        if y < picture.height - 1:
            picture.text(0, y, "─" * width, self.look.style("faint"))
            self.paint_log(picture, Region(0, y + 1, width, picture.height - y - 1))

    def _rows(self) -> list[Row]:
        """What stands beside the map, row by row; the log follows."""
        state, width = self.state, self._side_width
        if self.looked_at is not None:
            return self._tribe_rows()
        if not state.age:
            god = self.cursor.number if self.cursor is not None and self.cursor.kind == "god" else 0
            return side.god_rows(god, width)
        height = max(1, self.size.height - 5)
        rows = side.conflict_rows(state) if state.conflict >= 0 else []
        rows += self._main_rows(height - len(rows))
        return rows + side.track_rows(state, width) if len(rows) <= height - 2 else rows

    def _main_rows(self, room: int) -> list[Row]:
        """What is chosen from, which may need all the room there is; else the own card, or the tribe.

        These leave some for the tracks and the last news.
        """
        offers, width = self.offers, self._side_width
        if offers.items:
            return side.item_rows(offers.items, width, room)
        if offers.card is not None and offers.seat is not None:
            return side.action_rows(self.state, offers.seat, width, room - 5)
        told = self._tribe_rows()
        return told if len(told) <= room - 4 else self._tribe_rows(brief=True)[: room - 4]

    def _tribe_rows(self, brief: bool = False) -> list[Row]:
        seat = self.board_seat
        name = self.match.seats[seat].name
        return side.tribe_rows(self.state, seat, self.viewer, name, self._side_width, brief)
