"""The screen of Mezo: where the map, the conflict and the rows at their side lie, and who paints them."""

from typing import NamedTuple

from textual.geometry import Region

from core.games.mezo.scoring import strengths
from core.games.mezo.state import MezoState
from core.games.mezo.view import MezoOffers
from core.games.mezo.view.moments import Decided
from core.games.mezo.view.preview_state import table_when_decided
from core.match import Line, find_move
from core.view import Place
from tui.games.mezo import board, conflict, gods, side, tribes
from tui.games.mezo.art import PLAIN, SHAPES, TALL, Plan, Signs, plan
from tui.games.mezo.board import MapPainter, Shown
from tui.games.mezo.conflict import Fight, FightPainter
from tui.games.mezo.sea import Ledger, SeaPainter
from tui.games.mezo.side import Row, SidePainter
from tui.games.mezo.tribes import TribePainter
from tui.match.screen import Frame
from tui.widgets.canvas import Picture, cell_width, wrap


class Beside(NamedTuple):
    """What stands beside the board: a conflict, rows below it, and tribes below these, where there is room."""

    fight: list[conflict.Line]
    rows: list[Row]
    tribes: dict[Place, Region]


class MezoScreen(Frame[MezoState, MezoOffers]):
    """The cursor goes to regions, vertices, tribes, to a conflict, and to what is listed beside the map.

    A conflict takes the map's place, unless something is to be done on the map; on a wide screen it stands beside it.
    """

    place = "mezo"
    board_width = 50
    board_width_large = 76
    #: The line of the log with which the last conflict began, and how strong everybody was then.
    _began: tuple[Line, list[int]] | None = None
    ascii_signs = str.maketrans(dict(zip(SHAPES[:4], PLAIN[:4], strict=True)))

    @property
    def signs(self) -> Signs:
        return PLAIN if self.house.ascii else SHAPES

    @property
    def board_columns(self) -> int:
        """On a wide screen the map takes two thirds of what the story leaves."""
        return (self.size.width - self.story_columns) * 2 // 3 if self.wide else super().board_columns

    @property
    def plan(self) -> Plan:
        width, height = self.room_for("board")
        return plan(width - 1, height)

    @property
    def _side_width(self) -> int:
        return self.side_columns - 1

    def areas(self) -> dict[Place, Region]:
        left, (width, height) = self.board_columns, self.room_for("board")
        if not self.state.age:
            return gods.god_areas(self.offers.places(), width, height)
        beside = self._beside()
        at_side = {
            **side.row_areas(beside.fight, left, 0, self._side_width),
            **side.row_areas(beside.rows, left, len(beside.fight), self._side_width),
            **{place: area.translate((left, 0)) for place, area in beside.tribes.items()},
        }
        if self._fight_on_board:
            return at_side | side.row_areas(self._fight_lines(width - 1, height), 0, 0, width - 1)
        return at_side | board.map_areas(self.plan, self.offers.places(), tracks_at_sea=self.wide)

    # The conflict

    @property
    def _decided_at(self) -> int | None:
        """The move that decided a conflict, while its result is to be read in peace."""
        if not isinstance(self.moment, Decided):
            return None
        lines = enumerate(self.story.log[: self.log_end])
        return max((at for at, line in lines if any(event.kind == "wins" for event in line.events)), default=None)

    @property
    def _fighting(self) -> bool:
        """Whether a conflict is shown: the one at hand, or one that has just been decided."""
        return self.looked_at is None and (self.state.conflict >= 0 or self._decided_at is not None)

    @property
    def _fight_on_board(self) -> bool:
        return self._fighting and not self.wide and (self.offers.is_fight or self._decided_at is not None)

    def _fight(self) -> Fight:
        """The conflict as it stands, or as it was when it was decided."""
        names, viewer, at = self.match.names, self.viewer, self._decided_at
        if at is None:
            at_first = self._strengths_at_first(self.state, self.log_end)
            return Fight(self.state, self.offers.after(self.chosen), at_first, names, viewer, None)
        before, line = self._at(at), self.story.log[at]
        state = table_when_decided(before, find_move(self.match.game, before, line.notation))
        winner = next(event.seat for event in line.events if event.kind == "wins")
        return Fight(state, state, self._strengths_at_first(state, at), names, viewer, winner)

    def _strengths_at_first(self, state: MezoState, end: int) -> list[int]:
        """How strong everybody was when the conflict before this move began; as now, if nobody remembers."""
        for at in range(end - 1, -1, -1):
            line = self.story.log[at]
            if any(event.kind == "conflict" for event in line.events):
                if self._began is None or self._began[0] is not line:
                    self._began = line, strengths(self._at(at + 1), state.conflict)
                return self._began[1]
        return strengths(state, state.conflict)

    def _fight_lines(self, width: int, height: int) -> list[conflict.Line]:
        return conflict.lines(self._fight(), width, height)

    # The board

    def paint_board(self, picture: Picture) -> None:
        state, areas, look = self.state, self.areas(), self.look
        if not state.age:
            names = self.match.names
            gods.paint_gods(picture, look, state, names, areas, self.cursor, self.offers.digits())
        elif self._fight_on_board:
            self._paint_fight(picture, Region(0, 0, picture.width - 1, picture.height))
        else:
            self._paint_map(picture, areas)

    def _paint_map(self, picture: Picture, areas: dict[Place, Region]) -> None:
        state, after = self.state, self.offers.after(self.chosen)
        seen = frozenset(self.offers.lit(self.cursor, after))
        counted, marks, plan = frozenset(self.lit), self.marks, self.plan
        targets = self.offers.digits()
        shown = Shown(state, after, areas, self.cursor, targets, seen, marks, counted)
        MapPainter(picture, self.look, shown, plan, self.signs).paint()
        ledger = Ledger(state, after, self.match.names, self.cursor, marks, counted)
        SeaPainter(picture, self.look, areas, plan.sea, self.signs).paint(ledger)

    def _paint_fight(self, picture: Picture, area: Region) -> None:
        fight = self._fight()
        rows = conflict.lines(fight, area.width, area.height)
        FightPainter(picture, self.look, self.signs, area, fight).paint(rows, self.cursor, self.marks)
        self._paint_field(picture, Region(1, len(rows) + 1, area.width - 2, area.height - len(rows) - 2), fight)

    def _paint_field(self, picture: Picture, area: Region, fight: Fight) -> None:
        """Below a conflict the region itself, where there is room for it."""
        if area.height >= TALL:
            nothing = frozenset[int](), dict[Place, str](), frozenset[Place]()
            shown = Shown(fight.state, fight.after, {}, None, {}, *nothing)
            MapPainter(picture, self.look, shown, self.plan, self.signs).slab(fight.state.conflict, area)

    # The side

    def paint_side(self, picture: Picture) -> None:
        beside, width = self._beside(), picture.width - 1
        after, state = self.offers.after(self.chosen), self.state
        y = len(beside.fight)
        if beside.fight:
            fight = FightPainter(picture, self.look, self.signs, Region(0, 0, width, y), self._fight())
            fight.paint(beside.fight, self.cursor, self.marks)
        painter = SidePainter(picture, self.look, self.signs, self.viewer)
        painter.paint(beside.rows, state, after, self.cursor, top=y)
        y += len(beside.rows)
        if self.wide:
            self._paint_tribes(picture, beside.tribes, after)
        elif y < picture.height - 1:
            picture.text(0, y, "─" * width, self.look.style("faint"))
            self._paint_news_or_log(picture, Region(0, y + 1, width, picture.height - y - 1))

    def _paint_news_or_log(self, picture: Picture, area: Region) -> None:
        """The log; where there is no room for it, the last thing that happened from its beginning."""
        last = next((text for _, text in self._newest_rows(self.log_end)), "")
        told = wrap(last, area.width - 2)
        if len(told) < area.height:
            self.paint_log(picture, area)
        else:
            picture.lines(area.x, area.y, [f"▸ {told[0]}", *(f"  {row}" for row in told[1:])], self.look.style())

    def _paint_tribes(self, picture: Picture, areas: dict[Place, Region], after: MezoState) -> None:
        painter = TribePainter(picture, self.look, self.signs, self.match.names, self.viewer)
        for place, area in areas.items():
            here, mark, counted = place == self.cursor, self.marks.get(place, ""), place in self.lit
            painter.paint(place.number, area, self.state, after, here, mark, counted)
        bottom = max((area.bottom for area in areas.values()), default=picture.height)
        told = tribes.legend(self.signs, picture.width - 3)
        if areas and picture.height - bottom > len(told):
            picture.lines(1, picture.height - len(told), told, self.look.style("dim"))

    def _beside(self) -> Beside:
        """What stands beside the board, from above."""
        width, height = self._side_width, self.room_for("side").height
        if not self.state.age:
            god = self.cursor.number if self.cursor is not None and self.cursor.kind == "god" else 0
            return Beside([], side.god_rows(god, width, height), {})
        if not self.wide:
            return Beside([], self._rows(height), {})
        if self._fighting:
            items = side.item_rows(self.offers.items, width, height - 18) if self.offers.items else []
            return Beside(self._fight_lines(width, height - len(items)), items, {})
        rows = self._tribe_rows() if self.looked_at is not None else []
        if self.offers.items:
            rows = side.item_rows(self.offers.items, width, height - tribes.BRIEF * self.state.players)
        top = len(rows) + bool(rows)
        return Beside([], rows, tribes.tribe_areas(self.state.players, Region(0, top, width + 1, height - top)))

    def _rows(self, height: int) -> list[Row]:
        """What stands beside the map, row by row; the log follows."""
        state, width = self.state, self._side_width
        if self.looked_at is not None:
            return self._tribe_rows()
        compact = state.conflict >= 0 and not self._fight_on_board
        rows = side.conflict_rows(state) if compact else []
        rows += self._main_rows(height - len(rows))
        return rows + side.track_rows(state, width) if len(rows) <= height - 3 else rows

    def _main_rows(self, room: int) -> list[Row]:
        """What is chosen from, which may need all the room there is; else the own card, or the tribe.

        These leave some for the tracks and the last news.
        """
        offers, width = self.offers, self._side_width
        if offers.items:
            return side.item_rows(offers.items, width, room)
        in_full_already = self._fight_on_board and self.large
        if offers.card is not None and offers.seat is not None and not in_full_already:
            return side.action_rows(self.state, offers.seat, width, room - 5)
        told = self._tribe_rows()
        return told if len(told) <= room - 4 else self._tribe_rows(brief=True)[: room - 4]

    def _tribe_rows(self, brief: bool = False) -> list[Row]:
        seat = self.board_seat
        name = self.match.seats[seat].name
        return side.tribe_rows(self.state, seat, self.viewer, name, self._side_width, brief)

    # The prompt

    def question(self) -> str:
        """What is asked; where the choice under the cursor takes more than a line, that comes first.

        While a remark is told, which takes that line, only what is asked: half a choice helps nobody.
        """
        asked, room = super().question(), max(1, self.room_for("prompt").width - 2)
        preview = self._in_signs(self.preview())
        if not self.deciding or self.remark or cell_width(preview) <= room:
            return asked
        whole = f"{asked} {preview}"
        return whole if len(wrap(whole, room - 10)) <= 2 else preview
