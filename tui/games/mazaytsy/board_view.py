"""The board of Mazaytsy as a widget: the water with a cursor, and beside it the open cards, the boats and the log."""

from textual.geometry import Region, Size

from core.games.mazaytsy.state import MazaytsyState
from core.games.mazaytsy.view import MazaytsyView
from core.games.mazaytsy.view.changes import boat_trails
from core.view import Target
from tui.games.mazaytsy.board import LARGE, SMALL, WaterChanges, WaterLayout, WaterPainter, best_layout, card_areas
from tui.games.mazaytsy.side import MazaytsySidePainter, side_areas
from tui.match.board_view import SEAT_TARGET, BoardView
from tui.widgets.canvas import Canvas

#: The columns that the water leaves to the side of a wide screen.
_SIDE_COLUMNS = 44


class MazaytsyBoardView(BoardView[MazaytsyState, MazaytsyView]):
    """The water, which looks the same to every seat; a viewed boat highlights where it can go."""

    # Where things are

    @property
    def layout_of_water(self) -> WaterLayout:
        """The layout of the cards on this screen."""
        side = self.state.side
        if not self.is_wide:
            return (LARGE if self.is_large else SMALL)[side]
        columns = self.window.width - self.story_columns - _SIDE_COLUMNS
        return best_layout(side, Size(columns, self.board_rows))

    @property
    def board_columns(self) -> int:
        return self.layout_of_water.columns

    def target_regions(self) -> dict[Target, Region]:
        columns = self.board_columns
        beside = {target: region.translate((columns, 0)) for target, region in self._beside().items()}
        return {**card_areas(self.layout_of_water), **beside}

    def _beside(self) -> dict[Target, Region]:
        """Return the regions of what stands beside the water, with columns counted from there."""
        return side_areas(self.view, self.side_columns, self.is_large, self.is_wide)

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
        self._painter(canvas).paint_touched(self._lit_cursor, shown, view.reach, effect)

    def _painter(self, canvas: Canvas) -> WaterPainter:
        return WaterPainter(canvas, self.palette, self.ascii, self.state, card_areas(self.layout_of_water))

    def paint_side(self, canvas: Canvas) -> None:
        painter = self._side_painter(canvas)
        if self.is_wide:
            self._paint_wide_side(canvas, painter)
            return
        y = painter.paint(self.cursor, self.current_choice)
        self.paint_log(canvas, Region(0, y, canvas.width - 1, canvas.height - y))

    def _side_painter(self, canvas: Canvas) -> MazaytsySidePainter:
        return MazaytsySidePainter(
            canvas, self.palette, self.ascii, self.is_large, self.view, self._beside(), self.marks
        )

    def _paint_wide_side(self, canvas: Canvas, painter: MazaytsySidePainter) -> None:
        """Draw the side with drawn boats and explained cards; the log has its own panel."""
        painter.paint_row(self.cursor, self.current_choice)
        boats = [area for target, area in painter.areas.items() if target.kind == SEAT_TARGET]
        fleet = Region(0, boats[0].y - 1, canvas.width, boats[-1].bottom - boats[0].y + 1)
        self.paint_still(canvas, "fleet", fleet, lambda part: self._side_painter(part).paint_fleet())
        y = painter.paint_notes(fleet.bottom, self.cursor)
        canvas.draw_text(0, y, "─" * (canvas.width - 1), self.palette.style("faint"))
        below = Region(0, y + 1, canvas.width, canvas.height - y - 1)
        self.paint_still(canvas, f"cards from {y}", below, lambda part: self._side_painter(part).paint_cards(y + 1))


BOARD_VIEW = MazaytsyBoardView
