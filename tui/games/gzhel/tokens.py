"""How a space with its token is drawn, large on the pads and small on those of others."""

from typing import NamedTuple

from rich.style import Style
from textual.geometry import Region

from core.games.gzhel.components import FLOWER_LETTERS, FLOWERS, PATTERNS
from themes import MONO, Palette
from tui.games.gzhel import art
from tui.widgets.canvas import Canvas


class Token(NamedTuple):
    """A token on a space: the kind of its flower, and whether it lies as a stamp."""

    kind: int
    is_stamp: bool

    @property
    def letter(self) -> str:
        """The letter of the flower: small for a flower, capital for a stamp."""
        letter = FLOWER_LETTERS[self.kind]
        return letter.upper() if self.is_stamp else letter

    @property
    def role(self) -> str:
        return FLOWERS[self.kind]


class SpaceLook(NamedTuple):
    """The roles in which a space is drawn, besides those of its token."""

    ground: str
    texture: str
    is_faded: bool = False

    @property
    def is_marked(self) -> bool:
        """Whether the space is under the cursor or counted."""
        return self.ground in ("cursor", "mark")


def space_look(pattern: int, wanted: int) -> SpaceLook:
    """Return how a space of a pattern looks: each has a tint, and the pattern that is asked for is drawn stronger."""
    name = PATTERNS[pattern]
    return SpaceLook(name, "wanted" if pattern == wanted else f"{name}_line")


class TokenPainter:
    """Painter of spaces and tokens on a canvas."""

    def __init__(self, canvas: Canvas, palette: Palette, plain: bool) -> None:
        self.canvas = canvas
        self.palette = palette
        self.plain = plain

    def paint_space(self, region: Region, pattern: int, look: SpaceLook, token: Token | None) -> None:
        """Draw the texture of a space, and the token on it."""
        if token is None or not token.is_stamp:
            rows = art.weave(pattern, region.width, region.height, self.plain)
            weave = rows if region.height > 1 else ("·".center(region.width),)
            self.canvas.draw_lines(region.x, region.y, weave, self.palette.style(look.texture, look.ground))
        if token is None:
            return
        if token.is_stamp and not look.is_faded:
            self._paint_stamp(region, look, token)
        else:
            self._paint_flower(region, look, token)

    def _paint_stamp(self, region: Region, look: SpaceLook, token: Token) -> None:
        """Draw a stamp; its rim shows that the space is under the cursor or counted."""
        style = self.palette.style("stamp_ink", f"dark_{token.role}", "bold")
        x, y = region.x + region.width // 2, region.y + region.height // 2
        self.canvas.fill(region, style)
        if self.plain and region.width >= 3:
            bracket = self.palette.style(look.texture, look.ground, "bold") if look.is_marked else style
            self.canvas.fill(region, bracket)
            self.canvas.draw_text(x - 1, y, f"[{token.letter}]", style)
            return
        if region.height >= 3:
            rim = self.palette.style(look.texture, look.ground, "bold") if look.is_marked else style
            self.canvas.draw_lines(region.x, region.y, art.stamp(region.width, region.height), rim)
            self.canvas.fill(region.shrink((1, 1, 1, 1)), style)
        elif region.width >= 3:
            self.canvas.draw_text(x - 1, y, "▐", style)
            self.canvas.draw_text(x + 1, y, "▌", style)
        self.canvas.draw_text(x if region.width > 2 else region.x, y, token.letter, style)

    def _paint_flower(self, region: Region, look: SpaceLook, token: Token) -> None:
        ink = "texture" if look.is_faded else token.role
        style = self.palette.style(ink, look.ground, "bold" if self.plain else "")
        drawing = None if self.plain else art.flower(token.kind, region.width, region.height)
        if drawing is None:
            self._paint_letter(region, look, token)
            return
        left = region.x + (region.width - drawing.width) // 2
        top = region.y + (region.height - drawing.height) // 2
        paint_drawing(self.canvas, left, top, drawing, style, self._filled(ink, look.ground))
        heart = self.palette.style("ink", look.ground, "bold") if self._is_mono else self._on_flower(ink, look.is_faded)
        self.canvas.draw_text(left + drawing.width // 2, top + drawing.height // 2, token.letter, heart)

    def _paint_letter(self, region: Region, look: SpaceLook, token: Token) -> None:
        """Draw a flower where there is no room for a drawing: its letter on its colour, in brackets in ASCII."""
        x, y = region.x + region.width // 2, region.y + region.height // 2
        ink = "texture" if look.is_faded else token.role
        if self.plain and region.width >= 3:
            style = self.palette.style(ink, look.ground, "bold")
            self.canvas.draw_text(x - 1, y, f"({token.letter})", style)
            return
        style = self.palette.style(ink, look.ground) if self.plain or self._is_mono else self._on_flower(ink, False)
        self.canvas.fill(region, style)
        self.canvas.draw_text(x if region.width > 2 else region.x, y, token.letter, style)

    def _on_flower(self, ink: str, is_faded: bool) -> Style:
        return self.palette.style("cell", ink) if is_faded else self.palette.style(f"on_{ink}", ink, "bold")

    @property
    def _is_mono(self) -> bool:
        return self.palette.mode == MONO

    def _filled(self, ink: str, ground: str) -> Style | None:
        """Return the style of cells that are mostly ink; None without colours, where only signs can be seen."""
        return None if self._is_mono else self.palette.style(ground, ink)


def paint_drawing(canvas: Canvas, x: int, y: int, drawing: art.Drawing, style: Style, filled: Style | None) -> None:
    """Draw a drawing; cells that are mostly ink in the style `filled`, where there is one."""
    for cell in drawing.cells:
        if cell.is_reversed and filled is not None:
            canvas.draw_text(x + cell.x, y + cell.y, cell.char, filled)
        elif cell.is_reversed:
            canvas.draw_text(x + cell.x, y + cell.y, art.inverse(cell.char), style)
        else:
            canvas.draw_text(x + cell.x, y + cell.y, cell.char, style)
