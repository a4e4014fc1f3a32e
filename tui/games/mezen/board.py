"""The board of Mezen: the viewed painting with a cursor, and the small paintings of others."""

from collections.abc import Collection, Mapping

from rich.style import Style
from textual.geometry import Region

from core.games.mezen.components import EMPTY, FACE, SIZE, SPRUCE
from core.games.mezen.text import letter, points_text
from core.games.mezen.view import MezenView
from core.games.mezen.view.changes import CELL, on_painting
from core.view import Target
from themes import MONO, Palette
from tui.games.mezen.art import LETTERS, SECOND_TONE, TileScale
from tui.widgets.canvas import Canvas

#: Where the painting begins: left of it the numbers of the rows, above it the band.
_LEFT, _TOP = 3, 1


def tile_area(cell: int, scale: TileScale) -> Region:
    """Return the region of a tile on the board; a column is left between it and the next."""
    x, y = cell % SIZE * scale.width, cell // SIZE * scale.height
    return Region(_LEFT + x, _TOP + y, scale.width - 1, scale.height)


def board_height(scale: TileScale) -> int:
    """Return how many rows the painting takes, with its bands and what its owner has."""
    return _TOP + SIZE * scale.height + 2


def tile_colours(cell: int, code: int) -> tuple[str, str, str]:
    """Return the roles of a tile without highlight: its background, its animal, and its small signs."""
    if code == EMPTY:
        return "hole", "ink", "dim"
    side = "dark" if code & 1 else "light"
    tone = "2" if FACE[code] in SECOND_TONE else ""
    return f"{side}_{'a' if cell % 2 else 'b'}", f"{side}_ink{tone}", f"{side}_faint"


def draw_animal(canvas: Canvas, area: Region, code: int, style: Style, scale: TileScale, ascii: bool) -> None:
    """Draw the face of a tile; in ASCII a word under an edge, which is # on a dark tile."""
    if not ascii:
        canvas.draw_lines(area.x, area.y, scale.drawings[FACE[code]], style)
        return
    word = LETTERS[FACE[code]].upper() if code & 1 else LETTERS[FACE[code]]
    canvas.draw_text(area.x, area.y, ("#" if code & 1 else "-") * (area.width - 1), style)
    canvas.draw_text(area.x + (area.width - 5) // 2, area.y + area.height // 2, word, style)


class PaintingPainter:
    """Painter of the painting that the view shows, with the cursor and what a choice there would touch."""

    def __init__(
        self,
        canvas: Canvas,
        palette: Palette,
        ascii: bool,
        scale: TileScale,
        view: MezenView,
        cursor: Target | None,
        marks: Mapping[Target, str],
        lit: Collection[Target],
    ) -> None:
        self.canvas = canvas
        self.palette = palette
        self.ascii = ascii
        self.scale = scale
        self.view = view
        #: None while another player's painting is viewed, and while something is highlighted.
        self.cursor = cursor if view.requested_board is None and not lit else None
        self.marks = marks
        self.highlighted = lit

    def paint(self) -> None:
        """Draw everything."""
        self._paint_border()
        self._paint_belongings()
        for target in CELL:
            self._paint_tile(target, marked=False, falls=0)
        self.paint_touched()

    def paint_touched(self) -> None:
        """Draw the tiles that the cursor, or a choice there, changes over a painting that is drawn already."""
        touched = self.view.touched(self.cursor)
        for target in sorted(CELL, key=lambda target: target == self.cursor):  # the cursor last: it has brackets
            marked, falls = bool(touched.cells >> target.number & 1), touched.falls.get(target.number, 0)
            if marked or falls or target == self.cursor:
                self._paint_tile(target, marked, falls)

    def _paint_border(self) -> None:
        """Draw an ornament band above and below, and letters and numbers for the cells."""
        canvas, palette, scale = self.canvas, self.palette, self.scale
        across = SIZE * scale.width - 1
        band = ("◆─" * across)[:across] if not self.ascii else "-" * across
        canvas.draw_text(_LEFT, 0, band, palette.style("frame"))
        canvas.draw_text(_LEFT, _TOP + SIZE * scale.height, band, palette.style("frame"))
        for step in range(SIZE):
            canvas.draw_text(
                _LEFT + step * scale.width + (scale.width - 1) // 2, 0, "abcde"[step], palette.style("dim")
            )
            canvas.draw_text(1, _TOP + step * scale.height + scale.height // 2, str(step + 1), palette.style("dim"))

    def _paint_belongings(self) -> None:
        """Draw amulets and points below the painting."""
        state, seat, palette = self.view.state, self.view.board_seat, self.palette
        y = board_height(self.scale) - 1
        held = state.amulets[seat]
        amulets = f"{'◈' if not self.ascii else '*'} {held} amulet{'' if held == 1 else 's'}"
        after = self.canvas.draw_text(_LEFT, y, amulets, palette.style("accent", attributes="bold"))
        if state.waiting:
            after = self.canvas.draw_text(after, y, f" +{len(state.waiting)} waiting", palette.style("dim"))
        width = self.canvas.width - after - 2
        points = points_text(sum(state.points[seat]))
        shown = points if len(points) <= width else points.split(",")[0] + ")"
        self.canvas.draw_text(after + 2, y, shown, palette.style("dim"))

    def _paint_tile(self, target: Target, marked: bool, falls: int) -> None:
        cell, code = target.number, self.view.painting[target.number]
        area = tile_area(cell, self.scale)
        here = target == self.cursor
        touched = target in self.highlighted or (marked and not (self.view.is_placing and code == EMPTY))
        ground, ink, small = self._colours(target, code, touched)
        style = self.palette.style(ink, ground)
        self.canvas.fill(area, style)
        self._paint_sides(area, here, touched)
        if code != EMPTY:
            draw_animal(self.canvas, area, code, style, self.scale, self.ascii)
            self._paint_corners(area, cell, code, self.palette.style(small, ground), falls)
        elif here and self.view.hand:
            draw_animal(self.canvas, area, self.view.hand[0], style, self.scale, self.ascii)

    def _colours(self, target: Target, code: int, touched: bool) -> tuple[str, str, str]:
        """Return the roles of a tile: its background, its animal, and its small signs."""
        if self.palette.mode != MONO:  # in MONO reversed tiles are the dark ones, so signs beside the tile show these
            if target == self.cursor:
                return "cursor", "cursor_ink", "cursor_ink"
            if target in self.highlighted:
                return "lit", "lit_ink", "lit_ink"
            if touched:
                return "mark", "mark_ink", "mark_ink"
        return tile_colours(target.number, code)

    def _paint_sides(self, area: Region, here: bool, touched: bool) -> None:
        """Where colours are missing, draw brackets around the cursor and a bar beside what it touches."""
        if not self.ascii and self.palette.mode != MONO:
            return
        for y in range(area.y, area.bottom):
            if here:
                self.canvas.draw_text(area.x - 1, y, "[", self.palette.style("accent"))
                self.canvas.draw_text(area.right, y, "]", self.palette.style("accent"))
            elif touched:
                self.canvas.draw_text(area.x - 1, y, "│", self.palette.style("accent"))

    def _paint_corners(self, area: Region, cell: int, code: int, style: Style, falls: int) -> None:
        """Draw small signs in the last column: letter, amulet, fall or news, and the back if it is known."""
        state, seat, palette = self.view.state, self.view.board_seat, self.palette
        x = area.right - 1
        self.canvas.draw_text(x, area.y, letter(code), style)
        own = seat == state.actor
        if own and (state.bridges | state.excluded) >> cell & 1:
            sign = "+" if state.bridges >> cell & 1 else "-"
            self.canvas.draw_text(x, area.y + 1, sign, palette.style("accent_ink", "accent", "bold"))
        elif falls:
            self.canvas.draw_text(x, area.y + 1, "↓", style)
        elif mark := self.marks.get(on_painting(seat, cell)):
            self.canvas.draw_text(x, area.y + 1, mark, palette.style("new_ink", "new"))
        back = "·"
        if state.knows_back(seat, code):
            back = "▲" if FACE[code ^ 1] == SPRUCE else letter(code ^ 1)
        self.canvas.draw_text(x, area.bottom - 1, back, style)


class SmallPainter:
    """Painter of another player's painting, small: tiles touch, and two shades separate them."""

    def __init__(
        self,
        canvas: Canvas,
        palette: Palette,
        ascii: bool,
        scale: TileScale,
        view: MezenView,
        marks: Mapping[Target, str],
    ) -> None:
        self.canvas = canvas
        self.palette = palette
        self.ascii = ascii
        self.scale = scale
        self.view = view
        self.marks = marks

    def paint(self, x: int, y: int, seat: int, lit: Collection[Target]) -> None:
        """Draw the painting of a seat, with its upper left corner at x and y."""
        for cell, code in enumerate(self.view.state.paintings[seat]):
            width, height = self.scale.width, self.scale.height
            area = Region(x + cell % SIZE * width, y + cell // SIZE * height, width, height)
            self._paint_tile(area, seat, cell, code, CELL[cell] in lit)

    def _paint_tile(self, area: Region, seat: int, cell: int, code: int, lit: bool) -> None:
        ground, ink, _ = tile_colours(cell, code)
        if lit and self.palette.mode != MONO:
            ground, ink = "lit", "lit_ink"
        style = self.palette.style(ink, ground)
        self.canvas.fill(area, style)
        if code != EMPTY:
            draw_animal(self.canvas, area, code, style, self.scale, self.ascii)
        if sign := self._sign(seat, cell, lit):
            self.canvas.draw_text(area.right - 1, area.y, sign, self.palette.style("new_ink", "new"))

    def _sign(self, seat: int, cell: int, lit: bool) -> str:
        """Return the sign in the corner of a tile: an amulet, or news; without colours, that it is highlighted."""
        state = self.view.state
        if seat == state.actor and state.bridges >> cell & 1:
            return "+"
        if seat == state.actor and state.excluded >> cell & 1:
            return "-"
        if lit and self.palette.mode == MONO:
            return "!"
        return self.marks.get(on_painting(seat, cell), "")
