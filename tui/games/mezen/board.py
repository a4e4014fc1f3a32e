"""How a painting is drawn."""

from rich.style import Style
from textual.geometry import Region

from core.grammar import count
from core.mezen.components import EMPTY, FACE, SIZE, SPRUCE
from core.mezen.offers import CELL, MezenOffers
from core.mezen.words import letter
from core.offers import Place
from themes import MONO, Look
from tui.games.mezen.art import LARGE, LETTERS, SECOND_TONE, SMALL
from tui.widgets.picture import Picture

#: Where the painting begins: left of it the numbers of the rows, above it the band.
_LEFT, _TOP = 3, 1


def tile_step(large: bool) -> tuple[int, int]:
    """How far apart tiles begin, in columns and rows."""
    return (12, 6) if large else (7, 3)


def tile_area(cell: int, large: bool) -> Region:
    width, height = tile_step(large)
    return Region(_LEFT + cell % SIZE * width, _TOP + cell // SIZE * height, width - 1, height)


class BoardPainter:
    """Draws the painting that the offers are about, with the cursor and what a choice there would touch."""

    def __init__(
        self, picture: Picture, look: Look, ascii: bool, large: bool, offers: MezenOffers, cursor: Place | None
    ) -> None:
        self.picture = picture
        self.look = look
        self.ascii = ascii
        self.large = large
        self.offers = offers
        #: Another's painting is only looked at.
        self.cursor = cursor if offers.wanted is None else None

    def paint(self) -> None:
        self._paint_border()
        self._paint_belongings()
        touched = self.offers.touched(self.cursor)
        for place in sorted(CELL, key=lambda place: place == self.cursor):  # the cursor last: it has brackets
            cell = place.number
            self._paint_tile(place, bool(touched.cells >> cell & 1), touched.falls.get(cell, 0))

    def _paint_border(self) -> None:
        """An ornament band above and below, letters and numbers for the cells."""
        picture, look = self.picture, self.look
        width, height = tile_step(self.large)
        across = SIZE * width - 1
        band = ("◆─" * across)[:across] if not self.ascii else "-" * across
        picture.text(_LEFT, 0, band, look.style("frame"))
        picture.text(_LEFT, _TOP + SIZE * height, band, look.style("frame"))
        for step in range(SIZE):
            picture.text(_LEFT + step * width + (width - 1) // 2, 0, "abcde"[step], look.style("dim"))
            picture.text(1, _TOP + step * height + height // 2, str(step + 1), look.style("dim"))

    def _paint_belongings(self) -> None:
        """Amulets and points, below the painting."""
        state, seat, look = self.offers.state, self.offers.board, self.look
        y = _TOP + SIZE * tile_step(self.large)[1] + 1
        amulets = f"{'◈' if not self.ascii else '*'} {count(state.amulets[seat], 'amulet')}"
        self.picture.text(_LEFT, y, amulets, look.style("accent", attributes="bold"))
        score = sum(state.points[seat])
        token = " (100 token)" if score >= 100 else " (50 token)" if score >= 50 else ""
        self.picture.text(_LEFT + 14, y, f"{count(score, 'point')}{token}", look.style("dim"))

    def _paint_tile(self, place: Place, marked: bool, falls: int) -> None:
        cell, code = place.number, self.offers.painting[place.number]
        area = tile_area(cell, self.large)
        here = place == self.cursor
        touched = marked and not (self.offers.placing and code == EMPTY)
        ground, ink, small = self._colours(cell, code, here, touched)
        style = self.look.style(ink, ground)
        self.picture.fill(area, style)
        self._paint_sides(area, here, touched)
        if code != EMPTY:
            self._paint_animal(area, code, style)
            self._paint_corners(area, cell, code, self.look.style(small, ground), falls)
        elif here and self.offers.hand:
            self._paint_animal(area, self.offers.hand[0], style)

    def _colours(self, cell: int, code: int, here: bool, touched: bool) -> tuple[str, str, str]:
        """The ground of a tile, the ink of its animal, the ink of its small signs."""
        if self.look.mode != MONO:  # there reversed tiles are dark ones: the signs beside the tile must do
            if here:
                return "cursor", "cursor_ink", "cursor_ink"
            if touched:
                return "mark", "mark_ink", "mark_ink"
        if code == EMPTY:
            return "hole", "ink", "dim"
        side = "dark" if code & 1 else "light"
        tone = "2" if FACE[code] in SECOND_TONE else ""
        return f"{side}_{'a' if cell % 2 else 'b'}", f"{side}_ink{tone}", f"{side}_faint"

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

    def _paint_animal(self, area: Region, code: int, style: Style) -> None:
        face = FACE[code]
        if self.ascii:
            word = LETTERS[face].upper() if code & 1 else LETTERS[face]
            edge = "#" if code & 1 else "-"
            self.picture.text(area.x, area.y, edge * (area.width - 1), style)
            self.picture.text(area.x + (area.width - 5) // 2, area.y + area.height // 2, word, style)
            return
        self.picture.lines(area.x, area.y, (LARGE if self.large else SMALL)[face], style)

    def _paint_corners(self, area: Region, cell: int, code: int, style: Style, falls: int) -> None:
        """Small signs in the last column: the letter, an amulet or a fall, and the back if it is known."""
        state, seat = self.offers.state, self.offers.board
        x = area.right - 1
        self.picture.text(x, area.y, letter(code), style)
        own = seat == state.actor
        if own and (state.bridges | state.excluded) >> cell & 1:
            sign = "+" if state.bridges >> cell & 1 else "-"
            self.picture.text(x, area.y + 1, sign, self.look.style("accent_ink", "accent", "bold"))
        elif falls:
            self.picture.text(x, area.y + 1, "↓", style)
        back = "·"
        if state.knows_back(seat, code):
            back = "▲" if FACE[code ^ 1] == SPRUCE else letter(code ^ 1)
        self.picture.text(x, area.bottom - 1, back, style)
