"""The board of Mezo as a widget: lays out the map, the conflict and the side, and calls their painters."""

from typing import NamedTuple

from textual.geometry import Region

from core.games.mezo.scoring import strengths
from core.games.mezo.state import MezoState
from core.games.mezo.view import MezoView
from core.games.mezo.view.moments import ConflictMoment
from core.games.mezo.view.preview_state import state_when_decided
from core.match import LogEntry, find_move
from core.view import Target
from tui.games.mezo import board, conflict, gods, side, tribes
from tui.games.mezo.art import PLAIN, SHAPES, TALL, MapPlan, Signs, plan
from tui.games.mezo.board import MapContents, MapPainter
from tui.games.mezo.conflict import ConflictContents, ConflictPainter
from tui.games.mezo.sea import Ledger, SeaPainter
from tui.games.mezo.side import MezoSidePainter, SideRow
from tui.games.mezo.tribes import TribePainter
from tui.match.board_view import BoardView
from tui.widgets.canvas import Canvas
from tui.widgets.text_layout import wrap


class SideContents(NamedTuple):
    """The contents of the side: a conflict, rows below it, and tribes below these, where there is room."""

    fight: list[conflict.ConflictRow]
    rows: list[SideRow]
    tribes: dict[Target, Region]


class MezoBoardView(BoardView[MezoState, MezoView]):
    """The map, the conflict and the side; the cursor goes to regions, vertices, tribes and rows.

    A conflict takes the map's place, unless something is to be chosen on the map; on a wide screen it is beside the
    map.
    """

    board_width = 50
    board_width_large = 76
    #: The log entry with which the last conflict began, and the strengths then.
    _began: tuple[LogEntry, list[int]] | None = None
    ascii_signs = str.maketrans(dict(zip(SHAPES[:4], PLAIN[:4], strict=True)))

    @property
    def signs(self) -> Signs:
        return PLAIN if self.ascii else SHAPES

    @property
    def board_columns(self) -> int:
        """The width of the board; on a wide screen two thirds of what the log leaves."""
        return (self.window.width - self.story_columns) * 2 // 3 if self.is_wide else super().board_columns

    @property
    def plan(self) -> MapPlan:
        return plan(self.board_columns - 1, self.board_rows)

    @property
    def _side_width(self) -> int:
        return self.side_columns - 1

    def target_regions(self) -> dict[Target, Region]:
        left = width = self.board_columns
        height = self.board_rows
        if not self.state.age:
            return gods.god_areas(self.view.targets(), width, height)
        beside = self._beside()
        at_side = {
            **side.row_areas(beside.fight, left, 0, self._side_width),
            **side.row_areas(beside.rows, left, len(beside.fight), self._side_width),
            **{target: area.translate((left, 0)) for target, area in beside.tribes.items()},
        }
        if self._fight_on_board:
            return at_side | side.row_areas(self._fight_lines(width - 1, height), 0, 0, width - 1)
        return at_side | board.map_areas(self.plan, self.view.targets(), tracks_at_sea=self.is_wide)

    # The conflict

    @property
    def _decided_at(self) -> int | None:
        """The index of the move that decided a conflict, while its result is shown; else None."""
        if not isinstance(self.moment, ConflictMoment):
            return None
        entries = enumerate(self.position.log_match.log[: self.position.log_end])
        return max((at for at, entry in entries if any(event.kind == "wins" for event in entry.events)), default=None)

    @property
    def _fighting(self) -> bool:
        """Whether a conflict is shown: the present one, or one that has just been decided."""
        return self.viewed_seat is None and (self.state.conflict >= 0 or self._decided_at is not None)

    @property
    def _fight_on_board(self) -> bool:
        return self._fighting and not self.is_wide and (self.view.is_fight or self._decided_at is not None)

    def _fight(self) -> ConflictContents:
        """Return the conflict as it is, or as it was when it was decided."""
        names, viewer, at = self.names, self.viewer, self._decided_at
        if at is None:
            at_first = self._strengths_at_first(self.state, self.position.log_end)
            return ConflictContents(self.state, self.view.after(self.current_choice), at_first, names, viewer, None)
        before, entry = self.past_state(at), self.position.log_match.log[at]
        state = state_when_decided(before, find_move(self.position.match.game, before, entry.notation))
        winner = next(event.seat for event in entry.events if event.kind == "wins")
        return ConflictContents(state, state, self._strengths_at_first(state, at), names, viewer, winner)

    def _strengths_at_first(self, state: MezoState, end: int) -> list[int]:
        """Return the strengths when the conflict before this move began; those of now, if the log has no start."""
        for at in range(end - 1, -1, -1):
            entry = self.position.log_match.log[at]
            if any(event.kind == "conflict" for event in entry.events):
                if self._began is None or self._began[0] is not entry:
                    self._began = entry, strengths(self.past_state(at + 1), state.conflict)
                return self._began[1]
        return strengths(state, state.conflict)

    def _fight_lines(self, width: int, height: int) -> list[conflict.ConflictRow]:
        return conflict.lines(self._fight(), width, height)

    # The board

    def paint_board(self, canvas: Canvas) -> None:
        state, areas, palette = self.state, self.target_regions(), self.palette
        if not state.age:
            names = self.names
            gods.paint_gods(canvas, palette, state, names, areas, self.cursor, self.view.digits())
        elif self._fight_on_board:
            self._paint_fight(canvas, Region(0, 0, canvas.width - 1, canvas.height))
        else:
            self._paint_map(canvas, areas)

    def _paint_map(self, canvas: Canvas, areas: dict[Target, Region]) -> None:
        state, after = self.state, self.view.after(self.current_choice)
        seen = frozenset(self.view.highlighted(self.cursor, after))
        counted, marks, plan = frozenset(self.highlighted_targets), self.marks, self.plan
        targets = self.view.digits()
        shown = MapContents(state, after, areas, self.cursor, targets, seen, marks, counted)
        MapPainter(canvas, self.palette, shown, plan, self.signs).paint()
        ledger = Ledger(state, after, self.names, self.cursor, marks, counted)
        SeaPainter(canvas, self.palette, areas, plan.sea, self.signs).paint(ledger)

    def _paint_fight(self, canvas: Canvas, area: Region) -> None:
        fight = self._fight()
        rows = conflict.lines(fight, area.width, area.height)
        ConflictPainter(canvas, self.palette, self.signs, area, fight).paint(rows, self.cursor, self.marks)
        self._paint_field(canvas, Region(1, len(rows) + 1, area.width - 2, area.height - len(rows) - 2), fight)

    def _paint_field(self, canvas: Canvas, area: Region, conflict: ConflictContents) -> None:
        """Draw the region itself below a conflict, where there is room for it."""
        if area.height >= TALL:
            nothing = frozenset[int](), dict[Target, str](), frozenset[Target]()
            shown = MapContents(conflict.state, conflict.after, {}, None, {}, *nothing)
            MapPainter(canvas, self.palette, shown, self.plan, self.signs).slab(conflict.state.conflict, area)

    # The side

    def paint_side(self, canvas: Canvas) -> None:
        beside, width = self._beside(), canvas.width - 1
        after, state = self.view.after(self.current_choice), self.state
        y = len(beside.fight)
        if beside.fight:
            fight = ConflictPainter(canvas, self.palette, self.signs, Region(0, 0, width, y), self._fight())
            fight.paint(beside.fight, self.cursor, self.marks)
        painter = MezoSidePainter(canvas, self.palette, self.signs, self.viewer)
        painter.paint(beside.rows, state, after, self.cursor, top=y)
        y += len(beside.rows)
        if self.is_wide:
            self._paint_tribes(canvas, beside.tribes, after)
        elif y < canvas.height - 1:
            canvas.draw_text(0, y, "─" * width, self.palette.style("faint"))
            self._paint_news_or_log(canvas, Region(0, y + 1, width, canvas.height - y - 1))

    def _paint_news_or_log(self, canvas: Canvas, area: Region) -> None:
        """Draw the log; where there is no room for it, the last event from its beginning."""
        last = next((text for _, text in self.position.newest_rows()), "")
        told = wrap(last, area.width - 2)
        if len(told) < area.height:
            self.paint_log(canvas, area)
        else:
            canvas.draw_lines(area.x, area.y, [f"▸ {told[0]}", *(f"  {row}" for row in told[1:])], self.palette.style())

    def _paint_tribes(self, canvas: Canvas, areas: dict[Target, Region], after: MezoState) -> None:
        painter = TribePainter(canvas, self.palette, self.signs, self.names, self.viewer)
        for target, area in areas.items():
            here, mark, counted = target == self.cursor, self.marks.get(target, ""), target in self.highlighted_targets
            painter.paint(target.number, area, self.state, after, here, mark, counted)
        bottom = max((area.bottom for area in areas.values()), default=canvas.height)
        told = tribes.legend(self.signs, canvas.width - 3)
        if areas and canvas.height - bottom > len(told):
            canvas.draw_lines(1, canvas.height - len(told), told, self.palette.style("dim"))

    def _beside(self) -> SideContents:
        """Return the contents of the side, from the top down."""
        width, height = self._side_width, self.board_rows
        if not self.state.age:
            god = self.cursor.number if self.cursor is not None and self.cursor.kind == "god" else 0
            return SideContents([], side.god_rows(god, width, height), {})
        if not self.is_wide:
            return SideContents([], self._rows(height), {})
        if self._fighting:
            items = side.item_rows(self.view.items, width, height - 18) if self.view.items else []
            return SideContents(self._fight_lines(width, height - len(items)), items, {})
        rows = self._tribe_rows() if self.viewed_seat is not None else []
        if self.view.items:
            rows = side.item_rows(self.view.items, width, height - tribes.BRIEF * self.state.players)
        top = len(rows) + bool(rows)
        return SideContents([], rows, tribes.tribe_areas(self.state.players, Region(0, top, width + 1, height - top)))

    def _rows(self, height: int) -> list[SideRow]:
        """Return the rows beside the map; the log follows."""
        state, width = self.state, self._side_width
        if self.viewed_seat is not None:
            return self._tribe_rows()
        compact = state.conflict >= 0 and not self._fight_on_board
        rows = side.conflict_rows(state) if compact else []
        rows += self._main_rows(height - len(rows))
        return rows + side.track_rows(state, width) if len(rows) <= height - 3 else rows

    def _main_rows(self, room: int) -> list[SideRow]:
        """Return the items to choose from, which may need all rows; else the viewer's card, or the tribe.

        Card and tribe leave some rows for the tracks and the last event.
        """
        view, width = self.view, self._side_width
        if view.items:
            return side.item_rows(view.items, width, room)
        in_full_already = self._fight_on_board and self.is_large
        if view.card is not None and view.seat is not None and not in_full_already:
            return side.action_rows(self.state, view.seat, width, room - 5)
        told = self._tribe_rows()
        return told if len(told) <= room - 4 else self._tribe_rows(brief=True)[: room - 4]

    def _tribe_rows(self, brief: bool = False) -> list[SideRow]:
        seat = self.board_seat
        name = self.names[seat]
        return side.tribe_rows(self.state, seat, self.viewer, name, self._side_width, brief)


BOARD_VIEW = MezoBoardView
