"""The board of Gzhel as a widget: two pads, the tray, and the goals beside them."""

from collections.abc import Mapping

from textual.geometry import Region, Size

from core.games.gzhel.components import BOARD
from core.games.gzhel.state import GzhelState
from core.games.gzhel.view import GzhelView
from core.games.gzhel.view.pads import Pads
from core.games.gzhel.view.targets import AROUND, FIGURINE, GOAL, GOAL_TARGETS
from core.view import PromptItem, Target
from tui.games.gzhel.board import LARGE, SMALL, PadLayout, PadPainter, pad_areas, wide_layout
from tui.games.gzhel.info_panel import InfoPanelPainter
from tui.games.gzhel.other_pads import OtherPadsPainter
from tui.games.gzhel.side import GzhelSidePainter
from tui.games.gzhel.tray import Tray, short_names
from tui.match.board_view import SEAT_TARGET, BoardHost, BoardPosition, BoardView
from tui.widgets.canvas import Canvas


class GzhelBoardView(BoardView[GzhelState, GzhelView]):
    """Two pads with a cursor. While tokens are placed, one of the tray is held, and Enter places it at the cursor."""

    board_width = 53
    board_width_large = 86

    def __init__(self, position: BoardPosition, host: BoardHost | None = None) -> None:
        super().__init__(position, host)
        #: The painter of the side, and for what it was made: wrapping the goals takes longer than painting them.
        self._side_for: tuple[tuple[object, ...], GzhelSidePainter | None] = ((), None)

    # Where everything lies

    @property
    def pad_layout(self) -> PadLayout:
        if self.is_wide:
            room = Size(self.window.width - self.story_columns, self.board_rows)
            return wide_layout(room, alone=self.state.players == 1)
        return LARGE if self.is_large else SMALL

    @property
    def board_columns(self) -> int:
        return self.pad_layout.tray.right + 2 if self.is_wide else super().board_columns

    def target_regions(self) -> dict[Target, Region]:
        side = self._side()
        beside = {**_seat_targets(side.seats), **dict(zip(GOAL_TARGETS, side.goals, strict=True))}
        left = self.board_columns
        return {
            **self._pad_areas(),
            **self._tray().areas,
            **_seat_targets(self._other_pads().areas),
            **{target: area.translate((left, 0)) for target, area in beside.items()},
        }

    def _pad_areas(self) -> Mapping[Target, Region]:
        return pad_areas(self.pad_layout, self.view.is_naming)

    def _tray(self) -> Tray:
        return Tray(self.view.items, self.pad_layout.tray, self.view.button)

    def _side(self) -> GzhelSidePainter:
        """Return the painter of the side: the same until the view, the cursor or the look is another one."""
        key = (self.view, self.cursor, self.choice_index, self.look)
        if self._side_for[0] != key:
            width = self.side_columns - 1
            others = [] if self.is_wide else self.view.others
            side = GzhelSidePainter(self.state, self._pads(), others, width, self.is_large, self.ascii)
            self._side_for = key, side
        assert self._side_for[1] is not None
        return self._side_for[1]

    def _other_pads(self) -> OtherPadsPainter:
        """Return the painter of the others' pads, below the board where there is room for drawings of them."""
        tray, rows = self.pad_layout.tray, self.board_rows
        strip = Region(tray.x, tray.bottom + 1, tray.width, rows - tray.bottom - 1)
        return OtherPadsPainter(self.state, self.view.others if self.is_wide else [], strip, self.ascii)

    def _pads(self) -> Pads:
        return self.view.pads(self.cursor, self.current_choice)

    @property
    def prompt_items(self) -> list[PromptItem]:
        """The choices, with names of the tray's tokens that are short enough for all of them to fit into the line."""
        items = super().prompt_items
        if not self.view.is_laying or self.cursor is None:
            return items
        names = short_names(self.view.items, self.window.width - len(self.view.button) - 8, 5, counted=False)
        tokens = [item._replace(label=name) for item, name in zip(items, names, strict=False)]
        return tokens + items[len(tokens) :]

    # Clicks

    def click_target(self, target: Target) -> None:
        """Hold a token of the tray that is clicked; the cursor stays where the token can be placed."""
        held = self.view.held_item(target)
        if held is None:
            super().click_target(target)
            return
        self.set_draft(held)
        self.host.board_changed()

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
        PadPainter(
            canvas, palette, self.pad_layout, self.cursor, self._pads(), self.highlighted_targets, marks, plain
        ).paint()
        self._tray().paint(canvas, palette, self.cursor, self.view.in_hand(self.cursor), self.view.is_laying)
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
            info = InfoPanelPainter(self.state, self.names, self.palette, rest.width, self.ascii)
            self.paint_still(canvas, "info", rest, lambda part: info.paint(part, rest))
        else:
            canvas.draw_text(0, rest.y, "─" * rest.width, self.palette.style("faint"))
            self.paint_log(canvas, Region(0, rest.y + 1, rest.width, max(0, rest.height - 1)))


def _seat_targets(areas: Mapping[int, Region]) -> dict[Target, Region]:
    """Return a target for each seat's pads: a click on them shows that seat's board."""
    return {Target(SEAT_TARGET, seat): area for seat, area in areas.items()}


BOARD_VIEW = GzhelBoardView
