"""The board of Mezo as a widget: lays out the map, the conflict and the side, and calls their painters."""

from textual.geometry import Region

from core.games.mezo.components import GODS, REGIONS
from core.games.mezo.scoring import strengths
from core.games.mezo.state import MezoState
from core.games.mezo.text.board import fought
from core.games.mezo.view import MezoView
from core.games.mezo.view.moments import ConflictMoment
from core.games.mezo.view.preview_state import state_when_decided
from core.match import LogEntry, find_move
from core.view import Target
from themes import MONO
from tui.games.mezo import board, conflict, gods, side
from tui.games.mezo.art import PLAIN, SHAPES, Signs, signs_line
from tui.games.mezo.board import MapContents, MapPainter
from tui.games.mezo.conflict import ConflictContents, ConflictRow
from tui.games.mezo.conflict_painter import ConflictPainter
from tui.games.mezo.land import GROUNDS, Land, lay_out
from tui.games.mezo.legend import legend
from tui.games.mezo.side import SideRow, TableContents, TablePainter, TablePlan
from tui.games.mezo.strip import Strip, StripPainter, strip
from tui.games.mezo.vp_track import VpTrack
from tui.match.board_view import BoardView
from tui.match.legend import LegendRow
from tui.sessions.pacing import FRAMES
from tui.widgets.canvas import Canvas

#: The columns of the side by the width of the window without the log: from this width on, so many.
_SIDE_COLUMNS = ((140, 46), (116, 40), (96, 36), (0, 32))
#: The rows from which on the tribes are below the strip, too.
_TRIBES_TOO = 24


class MezoBoardView(BoardView[MezoState, MezoView]):
    """The map, the conflict and the side; the cursor goes to regions, vertices, tribes and rows.

    A conflict takes the map's place, unless something is to be chosen on the map; the other regions are a strip then.
    """

    #: The log entry with which the last conflict began, and the strengths then.
    _began: tuple[LogEntry, list[int]] | None = None
    ascii_signs = str.maketrans(dict(zip(SHAPES[:6], PLAIN[:6], strict=True)))

    @property
    def signs(self) -> Signs:
        return PLAIN if self.ascii else SHAPES

    @property
    def board_columns(self) -> int:
        if not self.state.age:
            return gods.LIST_WIDTH
        room = self.window.width - self.story_columns
        return room - next(columns for least, columns in _SIDE_COLUMNS if room >= least)

    @property
    def _rows(self) -> int:
        """The rows above the VP track."""
        return self.board_rows - 1

    @property
    def land(self) -> Land:
        return lay_out(self.state.live, self.board_columns, self._rows)

    @property
    def _side_width(self) -> int:
        return self.side_columns - 2

    @property
    def _in_lines(self) -> bool:
        return self.ascii or self.palette.mode == MONO or self.look.few_colours

    def target_regions(self) -> dict[Target, Region]:
        left, targets = self.board_columns, self.view.targets()
        if not self.state.age:
            return gods.god_areas(targets, self.board_rows)
        found = side.row_areas(self._side_rows, left + 1, 0, self._side_width)
        if (plan := self._table_plan) is not None:
            found |= plan.areas(left)
        if self._fight_on_board:
            found |= side.row_areas(self._fight_lines(), 0, 0, left)
            strip = self._strip
            offset = (0 if strip.is_below else left, 0)
            found |= {Target("region", region): area.translate(offset) for region, area in strip.areas.items()}
        else:
            found |= board.map_areas(self.land, targets)
        return {target: area for target, area in found.items() if target in targets}

    def legend(self) -> list[LegendRow]:
        return legend(self.state, self.signs)

    # The conflict

    @property
    def _decided_at(self) -> int | None:
        """The index of the move that decided a conflict, while its result is shown; else None."""
        if not isinstance(self.moment, ConflictMoment):
            return None
        entries = enumerate(self.position.log_match.log[: self.position.log_end])
        return max((at for at, entry in entries if any(event.kind == "wins" for event in entry.events)), default=None)

    @property
    def _fight_on_board(self) -> bool:
        """Whether a conflict takes the map's place: the present one, or one that has just been decided."""
        if self.viewed_seat is not None:
            return False
        return self._decided_at is not None or (self.state.conflict >= 0 and self.view.is_fight)

    def _fight(self) -> ConflictContents:
        """Return the conflict as it is, or as it was when it was decided."""
        names, letters, viewer, at = self.names, self.view.letters, self.viewer, self._decided_at
        if at is None:
            at_first = self._strengths_at_first(self.state, self.position.log_end)
            after, vain = self.view.after(self.current_choice), self.view.vain_actions
            return ConflictContents(self.state, after, at_first, names, letters, viewer, None, vain)
        before, entry = self.past_state(at), self.position.log_match.log[at]
        state = state_when_decided(before, find_move(self.position.match.game, before, entry.notation))
        winner = next(event.seat for event in entry.events if event.kind == "wins")
        at_first = self._strengths_at_first(state, at)
        return ConflictContents(state, state, at_first, names, letters, viewer, winner, {})

    def _strengths_at_first(self, state: MezoState, end: int) -> list[int]:
        """Return the strengths when the conflict before this move began; those of now, if the log has no start."""
        for at in range(end - 1, -1, -1):
            entry = self.position.log_match.log[at]
            if any(event.kind == "conflict" for event in entry.events):
                if self._began is None or self._began[0] is not entry:
                    self._began = entry, strengths(self.past_state(at + 1), state.conflict)
                return self._began[1]
        return strengths(state, state.conflict)

    def _fight_lines(self) -> list[ConflictRow]:
        rows = self._rows - self._strip.rows
        return conflict.lines(self._fight(), self.board_columns, rows, not self.ascii, not self._in_lines)

    @property
    def _strip(self) -> Strip:
        side_area = Region(1, 0, self._side_width + 1, self._rows)
        listed = len(self._side_rows) if self.view.items else 0
        return strip(self.state, side_area, listed, Region(0, 0, self.board_columns, self._rows))

    def _paint_strip(self, canvas: Canvas) -> None:
        done = [fought(self.state, region) for region in range(REGIONS)]
        grounds = GROUNDS if not self.look.few_colours else ("ground",) * REGIONS
        painter = StripPainter(canvas, self.palette, self.signs, self._fight(), self._in_lines)
        painter.paint(self._strip.areas, grounds, done)
        if not self._strip.is_below and not self.view.items:
            painter.paint_key(1, max(area.bottom for area in self._strip.areas.values()))

    # The board

    def paint_board(self, canvas: Canvas) -> None:
        if not self.state.age:
            is_large = gods.has_large_face(self.side_columns, self.board_rows)
            areas, with_face = self.target_regions(), not self._in_lines and not is_large
            gods.paint_list(canvas, self.palette, self.state, self.names, areas, self.cursor, with_face)
            return
        if self._fight_on_board:
            self._paint_fight(canvas)
            if self._strip.is_below:
                self._paint_strip(canvas)
        else:
            self._paint_map(canvas)
        self._vp_track.paint(canvas, 0)

    def _paint_fight(self, canvas: Canvas) -> None:
        """Draw a conflict: the land that is fought over with its pyramid, and the tribes on it."""
        fight, rows = self._fight(), self._fight_lines()
        region, width = fight.state.conflict, canvas.width
        ground = "ground" if self.look.few_colours else GROUNDS[region]
        land = [y for y, row in enumerate(rows) if row.kind == "land"]
        if land:
            self._map_painter(canvas).paint_scene(region, Region(0, land[0], width, len(land)))
        text_at = conflict.text_column(fight, width, not self.ascii)
        area = Region(0, 0, width, self._rows)
        painter = ConflictPainter(canvas, self.palette, self.signs, area, fight, ground, text_at)
        painter.paint(rows, self.cursor, self.marks)

    def _paint_map(self, canvas: Canvas) -> None:
        whole = Region(0, 0, canvas.width, self._rows)
        self.paint_still(canvas, "land", whole, lambda part: self._map_painter(part).paint_land())
        self._map_painter(canvas).paint()

    def _map_painter(self, canvas: Canvas) -> MapPainter:
        after = self.view.after(self.current_choice)
        shown = MapContents(
            self.state,
            after,
            self.cursor,
            frozenset(self.view.tab_stops() if self.is_deciding else ()),
            frozenset(self.view.highlighted(self.cursor, after)),
            self.marks,
            frozenset(self.highlighted_targets),
            self.names,
            self.view.letters,
            self._rising,
            self.frame,
        )
        return MapPainter(canvas, self.palette, shown, self.land, self.signs, self._in_lines, self.look.few_colours)

    @property
    def _rising(self) -> tuple[int, ...]:
        """The regions in which a pyramid has not come to rest."""
        return self.moment.moving if self.moment is not None and self.frame < FRAMES - 1 else ()

    @property
    def _vp_track(self) -> VpTrack:
        """The VP track below the board; below the side too, where there is no room for its numbers otherwise."""
        after = self.view.after(self.current_choice)
        track = VpTrack(self.state.vp, after.vp, self.view.letters, self.board_columns, self.palette)
        return track if track.has_numbers else track._replace(width=self.window.width - self.story_columns)

    # The side

    @property
    def _side_rows(self) -> list[SideRow]:
        """The rows at the top of the side: a list to choose from, a tribe in words, or the conflict in brief."""
        if self.viewed_seat is not None:
            width, seat = self._side_width, self.board_seat
            return side.tribe_rows(self.state, seat, self.viewer, self.names[seat], width)
        if self.view.items:
            return side.item_rows(self.view.items, self._side_width, self._rows)
        if self.state.conflict >= 0 and not self._fight_on_board:
            return side.conflict_rows(self.state)
        return []

    @property
    def _table_plan(self) -> TablePlan | None:
        """Where tribes, tracks and wrathful god are drawn; None where a list takes all of the side."""
        if not self.state.age or self.view.items:
            return None
        top = len(self._side_rows) + bool(self._side_rows)
        if self.viewed_seat is not None:
            return side.tribes_plan(self.state.players, Region(1, top, self._side_width + 1, self._rows - top))
        if self._fight_on_board:
            top = max(area.bottom for area in self._strip.areas.values()) + 1
        area = Region(1, top, self._side_width + 1, self._rows - top)
        return side.table_plan(self.state, area, with_tribes=not top or area.height > _TRIBES_TOO)

    def paint_side(self, canvas: Canvas) -> None:
        state = self.state
        if not state.age:
            god = self.cursor.number if self.cursor is not None and self.cursor.kind == "god" else 0
            gods.paint_god(canvas, self.palette, GODS[god], with_face=not self._in_lines)
            return
        after = self.view.after(self.current_choice)
        shown = TableContents(
            state,
            after,
            self.names,
            self.view.letters,
            self.cursor,
            self.marks,
            frozenset(self.highlighted_targets),
            self.viewer,
        )
        painter = TablePainter(canvas, self.palette, self.signs, shown)
        painter.paint_rows(self._side_rows)
        if self._fight_on_board and not self._strip.is_below:
            self._paint_strip(canvas)
        if (plan := self._table_plan) is not None:
            painter.paint(plan)
        self._paint_below_side(canvas)

    def _paint_below_side(self, canvas: Canvas) -> None:
        """Draw the end of the VP track, or what the signs of the pieces mean."""
        y, track = canvas.height - 1, self._vp_track
        if track.width > self.board_columns:
            track.paint(canvas, self.board_columns)
            return
        canvas.draw_text(
            0, y, signs_line(self.signs, canvas.width - 1).center(canvas.width), self.palette.style("dim", "panel")
        )


BOARD_VIEW = MezoBoardView
