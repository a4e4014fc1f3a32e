"""The board of Mazaytsy as a widget: the water with a cursor, and beside it the open cards, the boats and the log."""

from textual.geometry import Region, Size

from core.games.mazaytsy.state import MazaytsyState
from core.games.mazaytsy.view import MazaytsyView
from core.games.mazaytsy.view.changes import boat_trails
from core.view import Target
from tui.games.mazaytsy.board import WaterChanges, WaterLayout, WaterPainter, card_areas, water_layout
from tui.games.mazaytsy.legend import legend_rows
from tui.games.mazaytsy.side import LEGEND_ROWS, MazaytsySidePainter, SideLayout, side_areas
from tui.match.board_view import BoardView
from tui.match.legend import LegendRow
from tui.sessions.pacing import FRAMES
from tui.widgets.canvas import Canvas

#: The columns that the water leaves to the side, by the least width of the window.
_SIDE_COLUMNS = ((120, 44), (100, 42), (0, 34))


#: The fewest rows of the log that are worth a place.
_LOG_ROWS = 3


class MazaytsyBoardView(BoardView[MazaytsyState, MazaytsyView]):
    """The water, which looks the same to every seat; a viewed boat highlights where it can go."""

    # Where things are

    @property
    def layout_of_water(self) -> WaterLayout:
        """The layout of the cards on this screen."""
        beside = next(columns for least, columns in _SIDE_COLUMNS if self.window.width >= least)
        columns = self.window.width - self.story_columns - beside
        return water_layout(self.state.side, Size(columns, self.board_rows))

    @property
    def _side_layout(self) -> SideLayout:
        return SideLayout(self.side_columns, self.board_rows, self.state.players)

    @property
    def board_columns(self) -> int:
        return self.layout_of_water.columns

    def target_regions(self) -> dict[Target, Region]:
        columns = self.board_columns
        beside = {target: region.translate((columns, 0)) for target, region in self._beside().items()}
        return {**card_areas(self.layout_of_water), **beside}

    def _beside(self) -> dict[Target, Region]:
        """Return the regions of what stands beside the water, with columns counted from there."""
        return side_areas(self.view, self._side_layout)

    def move(self, dx: int, dy: int) -> None:
        """Move the cursor; while a current is placed, select the direction in which it flows."""
        if (pick := self.view.flowing(dx, dy)) is None:
            super().move(dx, dy)
        else:
            self.choice_index = pick

    def click_other(self, target: Target) -> None:
        """Show the caption of an open card that cannot be chosen now."""
        text = self.view.caption(target)
        self.host.board_said(f"{text[0].upper()}{text[1:]}.")

    def legend(self) -> list[LegendRow]:
        return legend_rows(self.state, self.names, self.ascii)

    # Painting

    @property
    def _lit_cursor(self) -> Target | None:
        """The cursor to draw; None while another seat's boat is viewed."""
        return self.cursor if self.viewed_seat is None else None

    def paint_board(self, canvas: Canvas) -> None:
        view, position = self.view, self.position
        passed = boat_trails(position.log_match.log[position.seen_log_index : position.log_end], self.viewer)
        effect = WaterChanges(self.marks, self.highlighted_targets, passed)
        whole = Region(0, 0, *canvas.size)
        self.paint_still(canvas, "flood", whole, lambda part: self._painter(part).paint_still(view.reach, effect))
        shown = view.highlights(self.current_choice)
        painter = self._painter(canvas)
        painter.paint_touched(self._lit_cursor, shown, view.reach, effect)
        if (moment := self.moment) is not None and moment.moving and self.frame < FRAMES - 1:
            seat, *worths = moment.moving
            painter.paint_jump(moment.targets[0].number, seat, worths, self.frame)

    def _painter(self, canvas: Canvas) -> WaterPainter:
        return WaterPainter(
            canvas, self.palette, self.ascii, self.state, self.view.letters, card_areas(self.layout_of_water)
        )

    def paint_side(self, canvas: Canvas) -> None:
        """Draw the open cards, the boats and the card under the cursor; below them what there is room for."""
        painter, layout = self._side_painter(canvas), self._side_layout
        painter.paint_row(self.cursor, self.current_choice)
        fleet = Region(0, layout.first_boat - 1, canvas.width, layout.notes_row - layout.first_boat + 1)
        self.paint_still(canvas, "fleet", fleet, lambda part: self._side_painter(part).paint_fleet())
        y = painter.paint_notes(self.cursor)
        below = Region(0, y, canvas.width, canvas.height - y)
        paint = self._paint_reference if self.is_wide else self._paint_legend_and_log
        self.paint_still(canvas, "below", below, lambda part: paint(part, y))

    def _side_painter(self, canvas: Canvas) -> MazaytsySidePainter:
        return MazaytsySidePainter(canvas, self.palette, self.ascii, self.view, self._side_layout, self.marks)

    def _paint_reference(self, canvas: Canvas, y: int) -> None:
        """Draw what every card does; the log has its own panel."""
        painter = self._side_painter(canvas)
        painter.paint_line(y)
        painter.paint_cards(y + 1)

    def _paint_legend_and_log(self, canvas: Canvas, y: int) -> None:
        """Draw the legend, then the log; each if there is room for it."""
        painter = self._side_painter(canvas)
        if canvas.height - y >= LEGEND_ROWS:
            y = painter.paint_legend(y)
        if canvas.height - y > _LOG_ROWS:
            painter.paint_line(y)
            self.paint_log(canvas, Region(0, y + 1, canvas.width - 1, canvas.height - y - 1))


BOARD_VIEW = MazaytsyBoardView
