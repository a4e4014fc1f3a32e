"""The board of Mezen as a widget: a painting with a cursor, and beside it goals, other paintings and the log."""

from textual.geometry import Region

from core.games.mezen.components import CELLS, EMPTY, FACE, FACES, SPRUCE, SYMBOLS
from core.games.mezen.state import MezenState
from core.games.mezen.view import ANIMAL, CELL, GOAL, MezenView
from core.view import PromptItem, Target
from tui.games.mezen.art import SCALES, TileScale
from tui.games.mezen.board import PaintingPainter, board_height, board_width, tile_area
from tui.games.mezen.legend import legend_rows
from tui.games.mezen.side import GOALS_HEIGHT, MezenSidePainter, OthersLayout, lay_out_others, legend_height
from tui.match.board_view import SEAT_TARGET, BoardView
from tui.match.legend import LegendRow
from tui.widgets.canvas import Canvas

#: The columns that the side needs beside the smallest tiles, and beside larger ones.
_LEAST_SIDE, _SIDE = 41, 50
#: The log is worth showing from so many rows on.
_LEAST_LOG = 3


class MezenBoardView(BoardView[MezenState, MezenView]):
    """A painting; while tiles are placed, a draft that can be changed until it is confirmed."""

    has_still_side = True

    @property
    def scale(self) -> TileScale:
        """The size of the tiles of the viewed painting: the largest for which there is room."""
        columns = self.window.width - self.story_columns
        fitting = (
            scale
            for scale in SCALES[:-1]
            if board_width(scale) + _SIDE <= columns and board_height(scale) <= self.board_rows
        )
        return next(fitting, SCALES[-1])

    @property
    def board_columns(self) -> int:
        return board_width(self.scale)

    def target_regions(self) -> dict[Target, Region]:
        tiles = {CELL[cell]: tile_area(cell, self.scale) for cell in range(CELLS)}
        others = {
            Target(SEAT_TARGET, seat): area.translate((self.board_columns, 0))
            for seat, area in self._others_layout.areas.items()
        }
        goals = zip(GOAL, self._goal_areas(), strict=False)
        return tiles | others | {goal: area.translate((self.board_columns, 0)) for goal, area in goals}

    def _goal_areas(self) -> list[Region]:
        """Return the regions of the open goals on the side, next to each other at its top."""
        half = self.side_columns // 2
        areas = [Region(0, 0, half, GOALS_HEIGHT), Region(half + 1, 0, self.side_columns - half - 1, GOALS_HEIGHT)]
        return areas if self.state.next_goal else areas[:1]

    @property
    def _others_layout(self) -> OthersLayout:
        others = [seat for seat in range(self.state.players) if seat != self.board_seat]
        return lay_out_others(others, self.side_columns, self.board_rows - GOALS_HEIGHT - 1)

    # Animals instead of tiles, while one is named

    def move(self, dx: int, dy: int) -> None:
        """Move the cursor; while an animal is named, go on to the next one."""
        if self.view.is_naming:
            self.next_stop(dx + dy)
        else:
            super().move(dx, dy)

    def click_other(self, target: Target) -> None:
        """Point at the animal of a tile that is clicked while an animal is named."""
        code = self.view.painting[target.number] if target in CELL else EMPTY
        if self.view.is_naming and code != EMPTY and FACE[code] != SPRUCE:
            self.click_target(ANIMAL[FACE[code]])

    def is_picked(self, item: PromptItem) -> bool:
        """Whether the cursor is on the item's target, or anywhere in the group that it leads to."""
        if self.view.is_lifting and item.target is not None:
            return self.view.is_same_group(item.target, self.cursor)
        return super().is_picked(item)

    def item_roles(self, item: PromptItem) -> tuple[str, str]:
        """Return the colours of an animal that can be named, as on its light tiles, or of a tile that can be placed."""
        few = "few_" if self.look.few_colours else ""
        if item.target is not None and item.target.kind == "animal":
            return f"{few}light_{SYMBOLS[item.target.number]}", "light_tile"
        if self.view.is_placing and item.key.isdigit():
            code = self.view.state.hand[(int(item.key) - 1) % 10]
            if code in self.view.hand:
                side = "dark" if code & 1 else "light"
                return f"{few}{side}_{FACES[FACE[code]]}", f"{side}_tile"
        return super().item_roles(item)

    def legend(self) -> list[LegendRow]:
        return legend_rows(self.state, self.ascii)

    # Painting

    def paint_board(self, canvas: Canvas) -> None:
        self.paint_still(canvas, "painting", Region(0, 0, *canvas.size), self._paint_whole_board)
        self._painter(canvas, self.cursor if self.moment is None else None).paint_touched()

    def _paint_whole_board(self, canvas: Canvas) -> None:
        self._painter(canvas, None).paint()
        if self._legend_below:
            below = Region(3, board_height(self.scale) + 1, canvas.width - 4, self._room_below - 1)
            MezenSidePainter(canvas, self.look, self.view).legend(below)

    def _painter(self, canvas: Canvas, cursor: Target | None) -> PaintingPainter:
        return PaintingPainter(canvas, self.look, self.scale, self.view, cursor, self.marks, self.highlighted_targets)

    @property
    def _room_below(self) -> int:
        return self.board_rows - board_height(self.scale)

    @property
    def _legend_below(self) -> bool:
        return self._room_below > legend_height(self.board_columns - 4)

    def paint_side(self, canvas: Canvas) -> None:
        side = MezenSidePainter(canvas, self.look, self.view)
        side.goals(self._goal_areas())
        others = self._others_layout
        side.others(others, self.names, self.marks, self.moment)
        bottom = canvas.height - 1
        side.outlook(bottom)
        y = max((area.bottom for area in others.areas.values()), default=GOALS_HEIGHT)
        if not others.areas and not self._legend_below and bottom - y > legend_height(canvas.width):
            y = side.legend(Region(0, y + 1, canvas.width, bottom - y - 1))
        if self.is_wide and not others.areas:
            y = side.titles(y + 1)
        if others.areas and others.scale is None:
            side.letters(y, bottom - y)
        rest = Region(0, y + 1, canvas.width - 1, bottom - y - 1)
        if self.is_wide:
            side.cards(rest)
        elif rest.height >= _LEAST_LOG:
            side.line(y)
            self.paint_log(canvas, rest)


BOARD_VIEW = MezenBoardView
