"""How a painting is drawn: one's own with a cursor, and those of others small."""

from collections.abc import Collection, Mapping

from rich.style import Style
from textual.geometry import Region

from core.games.mezen.components import EMPTY, FACE, SIZE, SPRUCE
from core.games.mezen.text import letter, points_words
from core.games.mezen.view import MezenOffers
from core.games.mezen.view.changes import CELL, on_painting
from core.view import Place
from themes import MONO, Look
from tui.games.mezen.art import LETTERS, SECOND_TONE, Scale
from tui.widgets.canvas import Picture

#: Where the painting begins: left of it the numbers of the rows, above it the band.
_LEFT, _TOP = 3, 1


def tile_area(cell: int, scale: Scale) -> Region:
    """Where a tile lies on the board; a column is left between it and the next."""
    x, y = cell % SIZE * scale.width, cell // SIZE * scale.height
    return Region(_LEFT + x, _TOP + y, scale.width - 1, scale.height)


def board_height(scale: Scale) -> int:
    """How many rows the painting takes, with its bands and what its owner has."""
    return _TOP + SIZE * scale.height + 2


def tile_colours(cell: int, code: int) -> tuple[str, str, str]:
    """The ground of a tile that only lies there, the ink of its animal, the ink of its small signs."""
    if code == EMPTY:
        return "hole", "ink", "dim"
    side = "dark" if code & 1 else "light"
    tone = "2" if FACE[code] in SECOND_TONE else ""
    return f"{side}_{'a' if cell % 2 else 'b'}", f"{side}_ink{tone}", f"{side}_faint"


def draw_animal(picture: Picture, area: Region, code: int, style: Style, scale: Scale, ascii: bool) -> None:
    """What a tile shows; in ASCII a word under an edge, which is # on a dark tile."""
    if not ascii:
        picture.lines(area.x, area.y, scale.drawings[FACE[code]], style)
        return
    word = LETTERS[FACE[code]].upper() if code & 1 else LETTERS[FACE[code]]
    picture.text(area.x, area.y, ("#" if code & 1 else "-") * (area.width - 1), style)
    picture.text(area.x + (area.width - 5) // 2, area.y + area.height // 2, word, style)


class BoardPainter:
    """Draws the painting that the offers are about, with the cursor and what a choice there would touch."""

    def __init__(
        self,
        picture: Picture,
        look: Look,
        ascii: bool,
        scale: Scale,
        offers: MezenOffers,
        cursor: Place | None,
        marks: Mapping[Place, str],
        lit: Collection[Place],
    ) -> None:
        self.picture = picture
        self.look = look
        self.ascii = ascii
        self.scale = scale
        self.offers = offers
        #: Another's painting is only looked at; while something lights up, nothing else does.
        self.cursor = cursor if offers.wanted is None and not lit else None
        self.marks = marks
        self.lit = lit

    def paint(self) -> None:
        self._paint_border()
        self._paint_belongings()
        touched = self.offers.touched(self.cursor)
        for place in sorted(CELL, key=lambda place: place == self.cursor):  # the cursor last: it has brackets
            cell = place.number
            self._paint_tile(place, bool(touched.cells >> cell & 1), touched.falls.get(cell, 0))

    def _paint_border(self) -> None:
        """An ornament band above and below, letters and numbers for the cells."""
        picture, look, scale = self.picture, self.look, self.scale
        across = SIZE * scale.width - 1
        band = ("◆─" * across)[:across] if not self.ascii else "-" * across
        picture.text(_LEFT, 0, band, look.style("frame"))
        picture.text(_LEFT, _TOP + SIZE * scale.height, band, look.style("frame"))
        for step in range(SIZE):
            picture.text(_LEFT + step * scale.width + (scale.width - 1) // 2, 0, "abcde"[step], look.style("dim"))
            picture.text(1, _TOP + step * scale.height + scale.height // 2, str(step + 1), look.style("dim"))

    def _paint_belongings(self) -> None:
        """Amulets and points, below the painting."""
        state, seat, look = self.offers.state, self.offers.board, self.look
        y = board_height(self.scale) - 1
        held = state.amulets[seat]
        amulets = f"{'◈' if not self.ascii else '*'} {held} amulet{'' if held == 1 else 's'}"
        after = self.picture.text(_LEFT, y, amulets, look.style("accent", attributes="bold"))
        if state.waiting:
            after = self.picture.text(after, y, f" +{len(state.waiting)} waiting", look.style("dim"))
        room = self.picture.width - after - 2
        points = points_words(sum(state.points[seat]))
        shown = points if len(points) <= room else points.split(",")[0] + ")"
        self.picture.text(after + 2, y, shown, look.style("dim"))

    def _paint_tile(self, place: Place, marked: bool, falls: int) -> None:
        cell, code = place.number, self.offers.painting[place.number]
        area = tile_area(cell, self.scale)
        here = place == self.cursor
        touched = place in self.lit or (marked and not (self.offers.placing and code == EMPTY))
        ground, ink, small = self._colours(place, code, touched)
        style = self.look.style(ink, ground)
        self.picture.fill(area, style)
        self._paint_sides(area, here, touched)
        if code != EMPTY:
            draw_animal(self.picture, area, code, style, self.scale, self.ascii)
            self._paint_corners(area, cell, code, self.look.style(small, ground), falls)
        elif here and self.offers.hand:
            draw_animal(self.picture, area, self.offers.hand[0], style, self.scale, self.ascii)

    def _colours(self, place: Place, code: int, touched: bool) -> tuple[str, str, str]:
        """The ground of a tile, the ink of its animal, the ink of its small signs."""
        if self.look.mode != MONO:  # there reversed tiles are dark ones: the signs beside the tile must do
            if place == self.cursor:
                return "cursor", "cursor_ink", "cursor_ink"
            if place in self.lit:
                return "lit", "lit_ink", "lit_ink"
            if touched:
                return "mark", "mark_ink", "mark_ink"
        return tile_colours(place.number, code)

    def _paint_sides(self, area: Region, here: bool, touched: bool) -> None:
        """Where colour does not do it: brackets around the cursor, a bar beside what it touches."""
        if not self.ascii and self.look.mode != MONO:
            return
        for y in range(area.y, area.bottom):
            if here:
                self.picture.text(area.x - 1, y, "[", self.look.style("accent"))
                self.picture.text(area.right, y, "]", self.look.style("accent"))
            elif touched:
                self.picture.text(area.x - 1, y, "│", self.look.style("accent"))

    def _paint_corners(self, area: Region, cell: int, code: int, style: Style, falls: int) -> None:
        """Small signs in the last column: the letter, an amulet, a fall or news, and the back if it is known."""
        state, seat, look = self.offers.state, self.offers.board, self.look
        x = area.right - 1
        self.picture.text(x, area.y, letter(code), style)
        own = seat == state.actor
        if own and (state.bridges | state.excluded) >> cell & 1:
            sign = "+" if state.bridges >> cell & 1 else "-"
            self.picture.text(x, area.y + 1, sign, look.style("accent_ink", "accent", "bold"))
        elif falls:
            self.picture.text(x, area.y + 1, "↓", style)
        elif mark := self.marks.get(on_painting(seat, cell)):
            self.picture.text(x, area.y + 1, mark, look.style("new_ink", "new"))
        back = "·"
        if state.knows_back(seat, code):
            back = "▲" if FACE[code ^ 1] == SPRUCE else letter(code ^ 1)
        self.picture.text(x, area.bottom - 1, back, style)


class SmallPainter:
    """Draws another's painting small: tiles touch, and two shades part them."""

    def __init__(
        self, picture: Picture, look: Look, ascii: bool, scale: Scale, offers: MezenOffers, marks: Mapping[Place, str]
    ) -> None:
        self.picture = picture
        self.look = look
        self.ascii = ascii
        self.scale = scale
        self.offers = offers
        self.marks = marks

    def paint(self, x: int, y: int, seat: int, lit: Collection[Place]) -> None:
        """The painting of a seat, with its upper left corner here."""
        for cell, code in enumerate(self.offers.state.paintings[seat]):
            width, height = self.scale.width, self.scale.height
            area = Region(x + cell % SIZE * width, y + cell // SIZE * height, width, height)
            self._paint_tile(area, seat, cell, code, CELL[cell] in lit)

    def _paint_tile(self, area: Region, seat: int, cell: int, code: int, lit: bool) -> None:
        ground, ink, _ = tile_colours(cell, code)
        if lit and self.look.mode != MONO:
            ground, ink = "lit", "lit_ink"
        style = self.look.style(ink, ground)
        self.picture.fill(area, style)
        if code != EMPTY:
            draw_animal(self.picture, area, code, style, self.scale, self.ascii)
        if sign := self._sign(seat, cell, lit):
            self.picture.text(area.right - 1, area.y, sign, self.look.style("new_ink", "new"))

    def _sign(self, seat: int, cell: int, lit: bool) -> str:
        """What stands in the corner of a tile: an amulet, or that it is new; without colour, that it counted."""
        state = self.offers.state
        if seat == state.actor and state.bridges >> cell & 1:
            return "+"
        if seat == state.actor and state.excluded >> cell & 1:
            return "-"
        if lit and self.look.mode == MONO:
            return "!"
        return self.marks.get(on_painting(seat, cell), "")
