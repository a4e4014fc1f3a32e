"""Gzhel on the screen: two porcelain pads, a tray to lay from, the goals beside them."""

from collections.abc import Mapping

import msgspec
from textual.geometry import Region, Size

from core.games.gzhel.components import BOARD
from core.games.gzhel.state import Position
from core.games.gzhel.view import GzhelOffers
from core.games.gzhel.view.pads import Pads
from core.games.gzhel.view.targets import AROUND, FIGURINE, GOAL, GOAL_PLACES
from core.view import Offer, Place
from tui.games.gzhel.board import LARGE, SMALL, Layout, PadPainter, pad_areas, wide_layout
from tui.games.gzhel.info_panel import Guide
from tui.games.gzhel.other_pads import Shelf
from tui.games.gzhel.side import Side
from tui.games.gzhel.tray import Tray, short_names
from tui.match.screen import SEAT, Frame
from tui.widgets.canvas import Picture


class GzhelScreen(Frame[Position, GzhelOffers]):
    """Two pads with a cursor. While tokens are laid, one of the tray is held and goes where Enter is pressed."""

    place = "gzhel"
    board_width = 53
    board_width_large = 86

    # Where everything lies

    @property
    def pad_layout(self) -> Layout:
        if self.wide:
            # Top line and keys take a row each.
            rows = self.size.height - self.room_for("prompt").height - 2
            return wide_layout(Size(self.size.width - self.story_columns, rows), alone=self.state.players == 1)
        return LARGE if self.large else SMALL

    @property
    def board_columns(self) -> int:
        return self.pad_layout.tray.right + 2 if self.wide else super().board_columns

    def areas(self) -> dict[Place, Region]:
        side = self._side()
        beside = {**_seat_places(side.seats), **dict(zip(GOAL_PLACES, side.goals, strict=True))}
        left = self.board_columns
        return {
            **self._pad_areas(),
            **self._tray().areas,
            **_seat_places(self._shelf().areas),
            **{place: area.translate((left, 0)) for place, area in beside.items()},
        }

    def _pad_areas(self) -> Mapping[Place, Region]:
        return pad_areas(self.pad_layout, self.offers.naming)

    def _tray(self) -> Tray:
        return Tray(self.offers.items, self.pad_layout.tray, self.offers.button)

    def _side(self) -> Side:
        width = self.side_columns - 1
        others = [] if self.wide else self.offers.others
        return Side(self.state, self._pads(), others, width, self.large, self.house.ascii)

    def _shelf(self) -> Shelf:
        """The others' pads below those that are looked at, where there is room for pictures of them."""
        tray, rows = self.pad_layout.tray, self.room_for("board").height
        strip = Region(tray.x, tray.bottom + 1, tray.width, rows - tray.bottom - 1)
        return Shelf(self.state, self.offers.others if self.wide else [], strip, self.house.ascii)

    def _pads(self) -> Pads:
        return self.offers.pads(self.cursor, self.chosen)

    @property
    def choices(self) -> list[Offer]:
        """The tokens of the tray go by names that are short enough for all of them to fit into the line."""
        offered = super().choices
        if not self.offers.laying or self.cursor is None:
            return offered
        names = short_names(self.offers.items, self.size.width - len(self.offers.button) - 8, 5, counted=False)
        tokens = [msgspec.structs.replace(o, label=name) for o, name in zip(offered, names, strict=False)]
        return tokens + offered[len(tokens) :]

    # Clicks

    def click_place(self, place: Place) -> None:
        """A token of the tray is taken in hand at once; the cursor stays where it may be laid."""
        held = self.offers.taken(place)
        if held is None:
            super().click_place(place)
            return
        self.remark = ""
        self.begin(held)
        self.repaint()

    def pointed_at(self, place: Place) -> None:
        """A click near a figurine means it, while one is named; one on the goals explains them."""
        if place.kind == AROUND and self.offers.naming:
            self.click_place(Place(FIGURINE, place.number))
        elif place.kind == GOAL:
            self.action_inspect()

    # Drawing

    def paint_board(self, picture: Picture) -> None:
        look, plain = self.look, self.house.ascii
        marks = self._marks_on(self.board_seat)
        PadPainter(picture, look, self.pad_layout, self.cursor, self._pads(), self.lit, marks, plain).paint()
        self._tray().paint(picture, look, self.cursor, self.offers.in_hand(self.cursor), self.offers.laying)
        self._shelf().paint(picture, look, self.match.names, self.marks)

    def _marks_on(self, seat: int) -> dict[int, str]:
        """The marks of what is new on a seat's pads, by space."""
        first = BOARD * seat
        return {place.number - first: mark for place, mark in self.marks.items() if 0 <= place.number - first < BOARD}

    def paint_side(self, picture: Picture) -> None:
        side = self._side()
        side.paint(picture, self.look, self.match.names, self.marks)
        rest = side.rest(picture.height)
        if self.wide:
            Guide(self.state, self.match.names, self.look, rest.width, self.house.ascii).paint(picture, rest)
        else:
            picture.text(0, rest.y, "─" * rest.width, self.look.style("faint"))
            self.paint_log(picture, Region(0, rest.y + 1, rest.width, max(0, rest.height - 1)))


def _seat_places(areas: Mapping[int, Region]) -> dict[Place, Region]:
    """A click on somebody's pads looks at them."""
    return {Place(SEAT, seat): area for seat, area in areas.items()}
