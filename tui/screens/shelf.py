"""The shelf on which home shows the covers of the games: where everything is, and how it is painted."""

from collections.abc import Mapping, Sequence

import msgspec
from textual.geometry import Region, Size

from core.game import Game
from themes import Palette
from tui.games.covers import CoverLook, paint_cover
from tui.widgets.canvas import Canvas
from tui.widgets.text_layout import cell_width, clip

#: The smallest cover, whose shape every cover has.
_SMALLEST = Size(14, 11)
#: The columns left and right of the covers, and by how many of them the board is longer.
_MARGIN, _BOARD_END = 3, 2
#: The columns of rows and lines if there are few games.
_LEAST_WIDTH = 74
#: The most rows of what is waiting. Home keeps their places free, so that nothing moves when one comes or goes.
_MOST_ROWS = 3
#: The other rows beside those of covers: at the top, above the covers, the board, three lines and the status.
_OTHER_ROWS = 1 + 1 + 2 + 3 + 1
#: The empty rows from which on waiting rows stand apart.
_ROOMY = 7


class HomeLayout(msgspec.Struct, frozen=True):
    """Where the parts of home are."""

    #: The columns of rows and lines.
    left: int
    width: int
    #: The last waiting row, and the rows from one to the next.
    last_row_y: int
    row_step: int
    #: Where the first cover is, the size of each, the columns between two, and how many are shown.
    covers_x: int
    covers_y: int
    cover: Size
    gap: int
    shown: int
    #: The lines about the game under the cursor, and that of its keys.
    about_y: int
    keys_y: int

    @property
    def board_y(self) -> int:
        """The row of the board on which the covers stand."""
        return self.covers_y + self.cover.height

    def row_region(self, from_last: int) -> Region:
        """The region of a waiting row, counted from the last."""
        return Region(self.left, self.last_row_y - from_last * self.row_step, self.width, 1)

    def cover_region(self, place: int) -> Region:
        """The region of the cover in this place, with the line above it and its name below it."""
        x = self.covers_x + place * (self.cover.width + self.gap)
        return Region(x, self.covers_y - 1, self.cover.width, self.cover.height + 3)

    def scroll_region(self, towards: int) -> Region:
        """The region left (-1) or right (1) of the covers, to which those lead that are not shown."""
        x = self.left - _MARGIN if towards < 0 else self.left + self.width
        return Region(x, self.covers_y, _MARGIN, self.cover.height + 2)


def plan_layout(size: Size, games: int) -> HomeLayout:
    """Return the layout with the largest covers; games for which there is no room are scrolled to."""
    room = size.width - 2 * _MARGIN
    shown = min(games, (room + 1) // (_SMALLEST.width + 1))
    gap = min(max(1, (size.width - 40) // 40), (room - shown * _SMALLEST.width) // max(1, shown - 1))
    rows_left = size.height - _OTHER_ROWS - _MOST_ROWS
    widest = min((room - gap * (shown - 1)) // shown, rows_left * _SMALLEST.width // _SMALLEST.height)
    across = max(_SMALLEST.width, widest)
    cover = Size(across, across * _SMALLEST.height // _SMALLEST.width)
    covers_width = shown * across + (shown - 1) * gap
    width = max(covers_width, _LEAST_WIDTH)
    spare = rows_left - cover.height
    row_step = 2 if spare >= _ROOMY else 1
    spare -= (row_step - 1) * (_MOST_ROWS - 1)
    # What is left goes above the covers, below the board, before the keys, and then above and below everything.
    above, below, apart = (int(spare > used) for used in range(3))
    last_row_y = 1 + max(0, spare - 3) // 4 + row_step * (_MOST_ROWS - 1)
    covers_y = last_row_y + 2 + above
    about_y = covers_y + cover.height + 2 + below
    return HomeLayout(
        left=(size.width - width) // 2,
        width=width,
        last_row_y=last_row_y,
        row_step=row_step,
        covers_x=(size.width - covers_width) // 2,
        covers_y=covers_y,
        cover=cover,
        gap=gap,
        shown=shown,
        about_y=about_y,
        keys_y=about_y + 2 + apart,
    )


class Shelf(msgspec.Struct, frozen=True):
    """The covers that are shown, and what is marked among them."""

    games: Sequence[Game]
    #: The place of the lit cover, and whether the cursor is there.
    lit: int | None
    has_cursor: bool
    #: The ribbons of covers, by the name of the game.
    ribbons: Mapping[str, Sequence[str]]
    #: Whether there are more games on the left and on the right.
    more: tuple[bool, bool]

    def paint(self, canvas: Canvas, layout: HomeLayout, look: CoverLook, palette: Palette) -> None:
        """Paint the board, and the covers on it."""
        self._paint_board(canvas, layout, look, palette)
        for place, game in enumerate(self.games):
            region = layout.cover_region(place)
            canvas.paste(region.x, layout.covers_y, paint_cover(game, layout.cover, look, palette))
            for row, ribbon in enumerate(self.ribbons.get(game.name, ())):
                ribbon_style = palette.style("ribbon_ink", "ribbon", "bold")
                canvas.draw_text_right(region.right, layout.board_y - 1 - row, f" {ribbon} ", ribbon_style)
            self._paint_name(canvas, region, layout, place, palette)

    def _paint_name(self, canvas: Canvas, region: Region, layout: HomeLayout, place: int, palette: Palette) -> None:
        name = clip(self.games[place].title, region.width)
        style = palette.style("shelf_ink", "shelf", "bold")
        if place == self.lit:
            style = palette.style("mark_ink", "mark", "bold underline")
            if self.has_cursor:
                style = palette.style("cursor_ink", "cursor", "bold")
                canvas.draw_text(region.x, region.y, "▄" * region.width, palette.style("cursor"))
            canvas.fill(Region(region.x, layout.board_y, region.width, 1), style)
        canvas.draw_text(region.x + (region.width - cell_width(name)) // 2, layout.board_y, name, style)

    def _paint_board(self, canvas: Canvas, layout: HomeLayout, look: CoverLook, palette: Palette) -> None:
        left, width = layout.left - _BOARD_END, layout.width + 2 * _BOARD_END
        board = Region(left, layout.board_y, width, 1)
        canvas.fill(board, palette.style("shelf_ink", "shelf"))
        edge, role = ("=", "dim") if look == "ascii" else ("▀", "shelf_edge")
        canvas.draw_text(left, layout.board_y + 1, edge * width, palette.style(role))
        arrow = palette.style("shelf_ink", "shelf", "bold")
        for is_there, x, sign in zip(self.more, (left, board.right - 1), "◂▸", strict=True):
            if is_there:
                canvas.draw_text(x, layout.board_y, sign, arrow)
