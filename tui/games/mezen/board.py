"""The board of Mezen: the viewed painting with a cursor, and the small paintings of others."""

from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import NamedTuple

from rich.style import Style
from textual.geometry import Region

from core.games.mezen.components import DARK_ROUND, EMPTY, FACE, FACES, SIZE, SPRUCE
from core.games.mezen.scoring import codes_of, dark
from core.games.mezen.text import LETTERS as SMALL_LETTERS
from core.games.mezen.text import letter, points_text
from core.games.mezen.view import MezenView
from core.games.mezen.view.changes import CELL, on_painting
from core.text import count_text
from core.view import Target
from themes import MONO, Palette
from tui.games.mezen.art import BEAK, BODY, EYE, LETTERS, TINT, TileScale
from tui.match.board_view import BoardLook
from tui.widgets.canvas import Canvas
from tui.widgets.drawings import GROUND

#: Where the painting begins: left of it the numbers of the rows, above it the band.
_LEFT, _TOP = 3, 1
#: Below the painting: the band, what its owner has, and what it will bring.
_BELOW = 3
#: The most amulets that are drawn one by one.
_MOST_AMULETS = 9
#: Drawings of so many rows are clear without colours.
_CLEAR_HEIGHT = 4
#: What the signs in the corners of tiles mean that are not the first letter of their animal; the longer if it fits.
_SIGNS = [f"{sign} {name}" for sign, name in zip(SMALL_LETTERS, FACES, strict=True) if sign != name[0]]
_SIGNS.append(f"▲ {FACES[SPRUCE]}")
_CORNER_KEYS = (f"in a corner the back: {', '.join(_SIGNS)}", f"corner: {' '.join(_SIGNS)}")
_CORNER_WORDS = (
    "A capital letter: a dark back; ↓ falls when a group is lifted",
    "In a corner: the back; capital dark",
)
#: How a tile is lit: not at all, as a part of what a choice touches, or as what the eye should find first.
PLAIN, PALE, BRIGHT = "tile", "mark", "cursor"


def tile_area(cell: int, scale: TileScale) -> Region:
    """Return the region of a tile on the board."""
    x, y = cell % SIZE * scale.width, cell // SIZE * scale.height
    return Region(_LEFT + x, _TOP + y, scale.width, scale.height)


def board_height(scale: TileScale) -> int:
    """Return how many rows the painting takes, with its bands and what its owner has."""
    return _TOP + SIZE * scale.height + _BELOW


def board_width(scale: TileScale) -> int:
    """Return how many columns the painting takes, with a free one behind it."""
    return _LEFT + SIZE * scale.width + 1


class TileLook(NamedTuple):
    """What tiles have of the look of a board."""

    palette: Palette
    ascii: bool
    few_colours: bool


class TilePainter:
    """Painter of single tiles: one ground for all light ones and one for all dark ones, hairlines between them."""

    def __init__(self, canvas: Canvas, look: BoardLook | TileLook, scale: TileScale) -> None:
        self.canvas = canvas
        self.palette = look.palette
        self.ascii = look.ascii
        self.scale = scale
        self._few_colours = look.few_colours

    @property
    def shows_lights_by_signs(self) -> bool:
        """Whether signs beside a tile say how it is lit, because there are too few colours for that."""
        return self.ascii or self._few_colours or self.palette.mode == MONO

    def paint(self, area: Region, code: int, light: str) -> None:
        """Draw a tile, or a hole where there is none."""
        look = TileLook(self.palette, self.ascii, self._few_colours)
        self.canvas.paste(area.x, area.y, _drawn_tile(look, self.scale, code, light))

    def draw(self, code: int, light: str) -> None:
        """Draw a tile that fills the canvas."""
        area = self.canvas.size.region
        if code == EMPTY:
            self.canvas.fill(area, self.palette.style("ink", "hole"))
            return
        ground = self.ground(code, light)
        self.canvas.fill(area, self.palette.style(self.ink(code, light), ground))
        self._paint_lines(area, self.palette.style(f"{_side(code)}_line", ground))
        if self._uses_words:
            self._paint_word(area, code, self.palette.style(self.ink(code, light), ground))
        else:
            self._paint_drawing(area, code, self._inks(code, light, ground))

    @property
    def _uses_words(self) -> bool:
        """Whether a tile has the name of its animal: in ASCII, and where a small drawing has no colours to help it."""
        return self.ascii or (self.palette.mode == MONO and self.scale.height < _CLEAR_HEIGHT)

    def ground(self, code: int, light: str) -> str:
        """Return the role of a tile's ground; without colours, reversed tiles are the dark ones, lit or not."""
        return f"{_side(code)}_{PLAIN if self.palette.mode == MONO else light}"

    def ink(self, code: int, light: str) -> str:
        """Return the role of the animal's strokes."""
        animal = f"{_side(code)}_{FACES[FACE[code]]}"
        if self._few_colours:
            return f"few_{animal}" if light == PLAIN else "cursor_ink"
        return animal

    def sign_style(self, code: int, light: str) -> Style:
        """Return the style of a small sign in the corner of a tile."""
        ink = f"{_side(code)}_sign" if light == PLAIN else "cursor_ink" if not code & 1 else "dark_lit"
        return self.palette.style(
            "cursor_ink" if self._few_colours and light != PLAIN else ink, self.ground(code, light)
        )

    def _paint_lines(self, area: Region, style: Style) -> None:
        if self.scale.margin:
            self.canvas.draw_text(area.x, area.bottom - 1, "▁" * (area.width - 1) * (self.scale.height > 2), style)
            self.canvas.draw_lines(area.right - 1, area.y, ["▕"] * area.height, style)

    def _inks(self, code: int, light: str, ground: str) -> Mapping[str, str]:
        """Return the roles of a drawing's parts; with few colours eyes are holes, and the rest is the animal."""
        ink = self.ink(code, light)
        if self._few_colours:
            return {GROUND: ground, BODY: ink, TINT: ink, EYE: ground, BEAK: ink}
        side, face = _side(code), FACES[FACE[code]]
        return {GROUND: ground, BODY: ink, TINT: f"{side}_{face}_pale", EYE: f"{side}_eye", BEAK: "beak"}

    def _paint_drawing(self, area: Region, code: int, inks: Mapping[str, str]) -> None:
        for run in self.scale.runs(FACE[code], in_one_ink=self.palette.mode == MONO):
            style = self.palette.style(inks[run.ink], inks[run.behind])
            self.canvas.draw_text(area.x + run.x, area.y + run.y, run.text, style)

    def _paint_word(self, area: Region, code: int, style: Style) -> None:
        """Draw the name, or its first letters; in ASCII under an edge, which is # on a dark tile."""
        across = area.width - self.scale.margin
        name = FACES[FACE[code]]
        word = name if len(name) <= across else LETTERS[FACE[code]]
        if not self.scale.margin:
            word = word[: across - 1]  # a column between two words
        word = word.upper() if code & 1 else word
        if self.ascii:
            self.canvas.draw_text(area.x, area.y, ("#" if code & 1 else "-") * across, style)
        self.canvas.draw_text(area.x + (across - len(word)) // 2, area.y + area.height // 2, word, style)


@lru_cache(512)
def _drawn_tile(look: TileLook, scale: TileScale, code: int, light: str) -> Canvas:
    """Return the picture of a tile: a cursor key paints a tile in one stroke, however large it is."""
    canvas = Canvas(scale.width, scale.height)
    TilePainter(canvas, look, scale).draw(code, light)
    return canvas


def _side(code: int) -> str:
    return "dark" if code & 1 else "light"


class PaintingPainter:
    """Painter of the painting that the view shows, with the cursor and what a choice there would touch."""

    def __init__(
        self,
        canvas: Canvas,
        look: BoardLook,
        scale: TileScale,
        view: MezenView,
        cursor: Target | None,
        marks: Mapping[Target, str],
        lit: Collection[Target],
    ) -> None:
        self.canvas = canvas
        self.palette = look.palette
        self.ascii = look.ascii
        self.scale = scale
        self.view = view
        #: None while another player's painting is viewed, and while something is highlighted.
        self.cursor = cursor if view.requested_board is None and not lit else None
        self.marks = marks
        self.highlighted = lit
        self._tiles = TilePainter(canvas, look, scale)

    def paint(self) -> None:
        """Draw everything."""
        self._paint_border()
        self._paint_belongings()
        for target in CELL:
            self._paint_tile(target, BRIGHT if target in self.highlighted else PLAIN, falls=0)

    def paint_touched(self) -> None:
        """Draw the tiles that the cursor, or a choice there, changes over a painting that is drawn already."""
        touched = self.view.touched(self.cursor)
        for target in sorted(CELL, key=lambda target: touched.bright >> target.number & 1):  # they may have brackets
            bit = 1 << target.number
            light = BRIGHT if touched.bright & bit else PALE if touched.pale & bit else PLAIN
            falls = touched.falls.get(target.number, 0)
            if light != PLAIN or falls:
                self._paint_tile(target, light, falls)
        if self.cursor is not None and self.view.is_deciding:
            self._paint_belongings()

    def _paint_border(self) -> None:
        """Draw an ornament band above and below, and letters and numbers for the cells."""
        canvas, palette, scale = self.canvas, self.palette, self.scale
        across = SIZE * scale.width - 1
        band = ("◆─" * across)[:across] if not self.ascii else "-" * across
        canvas.draw_text(_LEFT, 0, band, palette.style("frame"))
        canvas.draw_text(_LEFT, _TOP + SIZE * scale.height, band, palette.style("frame"))
        key = next((key for key in _CORNER_KEYS if len(key) + 2 <= across), _CORNER_KEYS[-1])
        at = _LEFT + (across - len(key)) // 2
        canvas.draw_text(at - 1, _TOP + SIZE * scale.height, f" {key} ", palette.style("dim"))
        for step in range(SIZE):
            x = _LEFT + step * scale.width + (scale.width - 3) // 2
            canvas.draw_text(x, 0, f" {'abcde'[step]} ", palette.style("ink", attributes="bold"))
            y = _TOP + step * scale.height + scale.height // 2
            canvas.draw_text(1, y, str(step + 1), palette.style("ink", attributes="bold"))

    def _paint_belongings(self) -> None:
        """Draw the amulets below the painting, with how many are left after Enter; and what dark tiles will bring."""
        state, seat, palette = self.view.state, self.view.board_seat, self.palette
        y = board_height(self.scale) - 2
        held, left = state.amulets[seat], self.view.amulets_after(self.cursor)
        sign, drawn = "*" if self.ascii else "◈", min(held, _MOST_AMULETS)
        kept = drawn - (held - left)
        x = self.canvas.draw_text(_LEFT, y, sign * kept, palette.style("accent", attributes="bold"))
        x = self.canvas.draw_text(x, y, sign * (drawn - kept), palette.style("faint"))
        x = self.canvas.draw_text(
            x + bool(drawn), y, count_text(held, "amulet"), palette.style("ink", attributes="bold")
        )
        if left != held:
            x = self.canvas.draw_text(x, y, f" ▸ {left}", palette.style("accent", attributes="bold"))
        pool = f" · pool {state.pool}" if not state.waiting else f" · {len(state.waiting)} to come"
        self.canvas.draw_text(x, y, pool.ljust(self.canvas.width - x - 1), palette.style("dim"))
        self.canvas.draw_text(_LEFT, y + 1, self._outlook, palette.style("dim"))

    @property
    def _outlook(self) -> str:
        """What the dark tiles will bring; later, what stands in the corners of tiles; at the end, the points."""
        state = self.view.state
        if state.actor is None:
            return points_text(sum(state.points[self.view.board_seat]))
        if state.round > DARK_ROUND:
            room = self.canvas.width - _LEFT
            return next(words for words in _CORNER_WORDS if len(words) < room or words == _CORNER_WORDS[-1])
        return f"After round {DARK_ROUND}: +{dark(codes_of(self.view.painting)).bit_count()} for dark tiles"

    def _paint_tile(self, target: Target, light: str, falls: int) -> None:
        code = self.view.painting[target.number]
        area = tile_area(target.number, self.scale)
        # The tile under the cursor keeps its ground, so that light and dark stay apart.
        keeps_ground = code != EMPTY and light == BRIGHT and target == self.cursor
        ground_light = PLAIN if keeps_ground else light
        if code == EMPTY and light == BRIGHT and (held := self.view.next_tile) is not None:
            self._tiles.paint(area, held, light)
        else:
            self._tiles.paint(area, code, ground_light)
        self._paint_brackets(area, light)
        if code != EMPTY:
            self._paint_signs(area, target.number, code, ground_light, falls)
        if keeps_ground and not self._tiles.shows_lights_by_signs:
            self._light_sides(area)

    def _light_sides(self, area: Region) -> None:
        """Light the columns on both sides of a tile, with the signs that stand there."""
        for x in (area.x - 1, area.right - 1):
            self.canvas.restyle(Region(x, area.y, 1, area.height), self.palette.style("cursor_ink", "cursor"))

    def _paint_brackets(self, area: Region, light: str) -> None:
        """Where colours are missing, draw brackets around what is bright and a bar beside what is pale.

        The first row stays free for the signs of the neighbour.
        """
        if light == PLAIN or not self._tiles.shows_lights_by_signs:
            return
        palette = self.palette
        style = palette.style("cursor_ink", "cursor", "bold") if palette.mode != MONO else palette.style("accent")
        for y in range(area.y + 1, area.bottom):
            self.canvas.draw_text(area.x - 1, y, "[" if light == BRIGHT else "│", style)
            if light == BRIGHT:
                self.canvas.draw_text(area.right - 1, y, "]", style)

    def _paint_signs(self, area: Region, cell: int, code: int, light: str, falls: int) -> None:
        """Draw small signs in the last column: the back if it is known; below it an amulet, a fall or news."""
        state, seat, palette = self.view.state, self.view.board_seat, self.palette
        x, style = area.right - 1, self._tiles.sign_style(code, light)
        if state.knows_back(seat, code):
            is_spruce = FACE[code ^ 1] == SPRUCE
            if is_spruce and light == PLAIN and palette.mode != MONO:
                style = palette.style("light_spruce", self._tiles.ground(code, light))
            self.canvas.draw_text(x, area.y, "▲" if is_spruce else letter(code ^ 1), style)
        if seat == state.actor and (state.bridges | state.excluded) >> cell & 1:
            sign = "+" if state.bridges >> cell & 1 else "-"
            self.canvas.draw_text(x, area.y + 1, sign, palette.style("accent_ink", "accent", "bold"))
        elif falls:
            self.canvas.draw_text(x, area.y + 1, "↓", self._tiles.sign_style(code, light))
        elif mark := self.marks.get(on_painting(seat, cell)):
            self.canvas.draw_text(x, area.y + 1, mark, palette.style("new_ink", "new"))


class SmallPainter:
    """Painter of another player's painting, small."""

    def __init__(
        self, canvas: Canvas, look: BoardLook, scale: TileScale, view: MezenView, marks: Mapping[Target, str]
    ) -> None:
        self.canvas = canvas
        self.palette = look.palette
        self.scale = scale
        self.view = view
        self.marks = marks
        self._tiles = TilePainter(canvas, look, scale)

    def paint(self, x: int, y: int, seat: int, lit: Collection[Target]) -> None:
        """Draw the painting of a seat, with its upper left corner at x and y."""
        width, height = self.scale.width, self.scale.height
        for cell, code in enumerate(self.view.state.paintings[seat]):
            area = Region(x + cell % SIZE * width, y + cell // SIZE * height, width, height)
            self._tiles.paint(area, code, BRIGHT if CELL[cell] in lit else PLAIN)
            if sign := self._sign(seat, cell, CELL[cell] in lit):
                self.canvas.draw_text(area.right - 1, area.y, sign, self.palette.style("new_ink", "new"))

    def _sign(self, seat: int, cell: int, lit: bool) -> str:
        """Return the sign in the corner of a tile: an amulet, or news; without colours, that it is highlighted."""
        state = self.view.state
        if seat == state.actor and state.bridges >> cell & 1:
            return "+"
        if seat == state.actor and state.excluded >> cell & 1:
            return "-"
        if lit and self._tiles.shows_lights_by_signs:
            return "!"
        return self.marks.get(on_painting(seat, cell), "")
