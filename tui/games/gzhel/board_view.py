"""The board of Gzhel as a widget: two pads, the tray, and the goals beside them."""

from collections.abc import Mapping

from textual.geometry import Region, Size

from core.games.gzhel.components import BOARD, FLOWERS
from core.games.gzhel.state import GzhelState
from core.games.gzhel.view import FLOWER_KEYS, STAMP_KEYS, GzhelView
from core.games.gzhel.view.pads import Pads
from core.games.gzhel.view.scored_round import ScoredRound
from core.games.gzhel.view.targets import AROUND, BUTTON, FIGURINE, GOAL, GOAL_TARGETS, TOKEN
from core.games.gzhel.view.tray import TrayItem
from core.view import PromptItem, Target
from tui.games.gzhel.board import LARGE, MIDDLE, SMALL, PadLayout, PadPainter, pad_areas, wide_layout
from tui.games.gzhel.info_panel import InfoPanelPainter
from tui.games.gzhel.legend import legend_rows
from tui.games.gzhel.other_pads import OtherPadsPainter
from tui.games.gzhel.side import LEAST_LOG, GzhelSidePainter
from tui.games.gzhel.tray import fitting_tray
from tui.match.board_view import SEAT_TARGET, BoardHost, BoardPosition, BoardView
from tui.match.layout import PROMPT_ROWS
from tui.match.legend import LegendRow
from tui.widgets.canvas import Canvas

#: The window from which on the pads are drawn a size larger than at 80x24.
_MIDDLE = Size(100, 30)
#: So many moves after the end of a round its points can still be shown.
_LOOK_BACK = 4


class GzhelBoardView(BoardView[GzhelState, GzhelView]):
    """Two pads with a cursor. While tokens are placed, one of the tray is held, and Enter places it at the cursor."""

    def __init__(self, position: BoardPosition, host: BoardHost | None = None) -> None:
        super().__init__(position, host)
        #: The painter of the side, and for what it was made: wrapping the goals takes longer than painting them.
        self._side_for: tuple[tuple[object, ...], GzhelSidePainter | None] = ((), None)

        #: The round whose points are shown, and for which moment it was looked up.
        self._scored_for: tuple[tuple[object, ...], ScoredRound | None] = ((), None)

    # Where everything lies

    @property
    def pad_layout(self) -> PadLayout:
        if self.is_wide:
            room = Size(self.window.width - self.story_columns, self.board_rows)
            return wide_layout(room, alone=self.state.players == 1)
        if self.is_large:
            return LARGE
        return MIDDLE if self.window.width >= _MIDDLE.width and self.window.height >= _MIDDLE.height else SMALL

    @property
    def board_columns(self) -> int:
        return self.pad_layout.right + (self.pad_layout != SMALL)

    def target_regions(self) -> dict[Target, Region]:
        side = self._side()
        beside = {**_seat_targets(side.other_pads.areas), **dict(zip(GOAL_TARGETS, side.goals, strict=True))}
        left = self.board_columns
        return {
            **self._pad_areas(),
            **self._row_areas(),
            **_seat_targets(self._other_pads().areas),
            **{target: area.translate((left, 0)) for target, area in beside.items()},
        }

    def _pad_areas(self) -> Mapping[Target, Region]:
        return pad_areas(self.pad_layout, self.view.is_naming)

    def _row_areas(self) -> dict[Target, Region]:
        """Return where the tray is: in the row of choices, below the board, so that arrows lead there, too."""
        found: dict[Target, Region] = {}
        x, y = 1, self.board_rows + PROMPT_ROWS - 1
        tokens = {_token_key(item): number for number, item in enumerate(self.view.items)}
        for item in self.prompt_items:
            width = len(item.key) + len(item.label) + 3
            if item.key in tokens and self.view.is_laying:
                found[Target(TOKEN, tokens[item.key])] = Region(x, y, width, 1)
            elif item.choice is not None and item.choice.key == "e":
                found[BUTTON] = Region(x, y, width, 1)
            x += width + 1
        return found

    def _side(self) -> GzhelSidePainter:
        """Return the painter of the side: the same until the view, the cursor or the look is another one."""
        key = (self.view, self.cursor, self.choice_index, self.look, self.moment)
        if self._side_for[0] != key:
            scene = self._scene()
            left = int(self.pad_layout == SMALL)
            room = Region(left, 0, self.side_columns - left - 1, self.board_rows)
            others = [] if self.is_wide else scene.others
            side = GzhelSidePainter(
                scene.state,
                self._pads(),
                others,
                room,
                self.is_large,
                self.ascii,
                self._scored_round(),
                self.highlighted_targets,
                self.names[self.board_seat] if self.board_seat != self.viewer else "",
                has_key=not self.is_wide,
            )
            self._side_for = key, side
        assert self._side_for[1] is not None
        return self._side_for[1]

    def _other_pads(self) -> OtherPadsPainter:
        """Return the painter of the others' pads, below the board where there is room for drawings of them."""
        layout, rows = self.pad_layout, self.board_rows
        strip = Region(layout.left, layout.pad_height + 1, layout.right - layout.left, rows - layout.pad_height - 1)
        scene = self._scene()
        return OtherPadsPainter(scene.state, scene.others if self.is_wide else [], strip, self.ascii)

    def _pads(self) -> Pads:
        if self._scored_round() is not None:
            return self._scene().pads(None, None)._replace(named=-1)
        return self.view.pads(self.cursor, self.current_choice)

    # A round that is scored

    def _scored_round(self) -> ScoredRound | None:
        """Return the round whose points are shown: the cards move on when they have been read."""
        if self.moment is None:
            return None
        key = (self.moment, self.position.log_end, self.board_seat)
        if self._scored_for[0] != key:
            self._scored_for = key, self._find_scored_round()
        return self._scored_for[1]

    def _find_scored_round(self) -> ScoredRound | None:
        """Return what the end of the last round has brought; a habit may have answered the next question since."""
        ends = range(self.position.log_end - 1, -1, -1)
        return next(filter(None, (self.view.scored_round(self.past_state(at)) for at in ends[:_LOOK_BACK])), None)

    def _scene(self) -> GzhelView:
        """Return the view that is painted: while points are shown, that of the round which brought them."""
        scored = self._scored_round()
        if scored is None:
            return self.view
        return GzhelView(scored.position, self.viewer, self.names, board=self.board_seat, deciding=False)

    # The row of choices

    @property
    def prompt_items(self) -> list[PromptItem]:
        """The tray with names as long as there is room for: all flowers, the stamps in hand, and how to go on."""
        items = super().prompt_items if self._scored_round() is None else []
        if not self.view.is_laying or self.cursor is None:
            return items
        return fitting_tray(items, self.window.width - 2)

    def item_for(self, key: str) -> PromptItem | None:
        """Return the item of a key, also of a token that is not on the tray, which says so."""
        return next((item for item in super().prompt_items if item.key == key), None)

    def item_roles(self, item: PromptItem) -> tuple[str, str]:
        """Return the colours of a token's flower."""
        if self.view.is_laying and item.key and item.key in FLOWER_KEYS:
            return FLOWERS[FLOWER_KEYS.index(item.key)], "cell"
        if self.view.is_laying and item.key and item.key in STAMP_KEYS:
            return "stamp_ink", f"dark_{FLOWERS[STAMP_KEYS.index(item.key)]}"
        return super().item_roles(item)

    def legend(self) -> list[LegendRow]:
        return legend_rows(self.ascii)

    # Clicks

    def click_other(self, target: Target) -> None:
        """Take a click near a figurine for the figurine while one is named; explain a goal that is clicked."""
        if target.kind == AROUND and self.view.is_naming:
            self.click_target(Target(FIGURINE, target.number))
        elif target.kind == GOAL:
            self.host.board_asked()

    # Drawing

    def paint_board(self, canvas: Canvas) -> None:
        palette, plain = self.palette, self.ascii
        marks = self._marks_on(self.board_seat)
        cursor = self.cursor if self._scored_round() is None else None
        PadPainter(
            canvas, palette, self.pad_layout, cursor, self._pads(), self.highlighted_targets, marks, plain
        ).paint()
        others = self._other_pads()
        if others.areas:
            region = Region.from_union(list(others.areas.values()))
            self.paint_still(canvas, "others", region, lambda part: others.paint(part, palette, self.names, self.marks))

    def _marks_on(self, seat: int) -> dict[int, str]:
        """Return the marks of what is new on a seat's pads, by space."""
        first = BOARD * seat
        return {
            target.number - first: mark for target, mark in self.marks.items() if 0 <= target.number - first < BOARD
        }

    def paint_side(self, canvas: Canvas) -> None:
        side = self._side()
        side.paint(canvas, self.palette, self.names, self.marks)
        rest = side.rest(canvas.height)
        if self.is_wide:
            rest = rest.shrink((1, 0, 0, 0))
            info = InfoPanelPainter(self.state, self.names, self.palette, rest.width, self.ascii)
            self.paint_still(canvas, "info", rest, lambda part: info.paint(part, rest))
        elif rest.height > LEAST_LOG and side.scored is None:
            canvas.draw_text(rest.x, rest.y, "─" * rest.width, self.palette.style("faint"))
            self.paint_log(canvas, Region(rest.x, rest.y + 1, rest.width, rest.height - 1))


def _token_key(item: TrayItem) -> str:
    return (STAMP_KEYS if item.stamp else FLOWER_KEYS)[item.kind]


def _seat_targets(areas: Mapping[int, Region]) -> dict[Target, Region]:
    """Return a target for each seat's pads: a click on them shows that seat's board."""
    return {Target(SEAT_TARGET, seat): area for seat, area in areas.items()}


BOARD_VIEW = GzhelBoardView
