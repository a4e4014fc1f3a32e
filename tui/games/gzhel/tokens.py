"""How a space with its token is drawn, large on the pads and small on those of others."""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from textual.geometry import Region, Size

from core.games.gzhel.components import FLOWER_LETTERS, FLOWERS, PATTERNS
from themes import MONO, Palette
from tui.games.gzhel import art
from tui.widgets.canvas import Canvas
from tui.widgets.drawings import GROUND, Drawing

#: The parts of a flower that have a colour of their own.
_DETAILS = {art.HEART: "heart", art.STEM: "stem"}
#: A flower of so many rows has its letter upon it.
_LETTERED_HEIGHT = 3
#: The flower that has its letter on its heart.
_WITH_HEART = "poppy"


class Token(NamedTuple):
    """A token on a space: the kind of its flower, whether it lies as a stamp, and whether it would only be placed."""

    kind: int
    is_stamp: bool
    is_proposed: bool = False

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
        self.canvas.paste(region.x, region.y, _drawn_space(self.palette, self.plain, region.size, pattern, look, token))

    def draw_space(self, pattern: int, look: SpaceLook, token: Token | None) -> None:
        """Draw a space that fills the canvas."""
        region = self.canvas.size.region
        if token is not None and token.is_proposed:
            self._paint_proposal(region, look, token)
            return
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

    def _paint_proposal(self, region: Region, look: SpaceLook, token: Token) -> None:
        """Draw a token that would be placed: in a dashed frame its letter, a question mark, and a flower if it fits."""
        style = self.palette.style(look.texture, look.ground, "bold")
        self.canvas.draw_lines(region.x, region.y, art.proposal(*region.size, self.plain), style)
        inner = region.shrink((1, 1, 1, 1))
        drawing = None if token.is_stamp or self.plain else art.flower(token.kind, *inner.size)
        x, y = region.x + (region.width - 2) // 2, region.y + region.height // 2
        if drawing is not None:
            left, top = inner.x + (inner.width - drawing.width) // 2, inner.y + (inner.height - drawing.height) // 2
            paint_drawing(self.canvas, self.palette, left, top, drawing, _inks(token), look.ground)
            x, y = region.right - 3, region.y
        letter = self.palette.style("stamp_ink", f"dark_{token.role}", "bold") if token.is_stamp else style
        self.canvas.draw_text(x, y, token.letter, letter)
        self.canvas.draw_text(x + 1, y, "?", style)

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
        """Draw a flower with its letter in the upper right corner."""
        drawing = None if self.plain else art.flower(token.kind, region.width, region.height)
        if drawing is None:
            self._paint_letter(region, look, token)
            return
        left = region.x + (region.width - drawing.width) // 2
        top = region.y + (region.height - drawing.height) // 2
        inks = {art.BODY: "texture"} if look.is_faded else _inks(token)
        paint_drawing(self.canvas, self.palette, left, top, drawing, inks, look.ground)
        if drawing.height == _LETTERED_HEIGHT:
            self._paint_letter_upon(left + drawing.width // 2, top + drawing.height // 2, look, token)
            return
        letter = "texture" if look.is_faded else look.texture if look.is_marked else "cell_ink"
        style = self.palette.style(letter, look.ground, "bold")
        self.canvas.draw_text(region.right - 1, region.y, token.letter, style)

    def _paint_letter_upon(self, x: int, y: int, look: SpaceLook, token: Token) -> None:
        """Draw the letter in the middle of a flower, on its body or on its heart."""
        if look.is_faded:
            ink, ground = look.ground, "texture"
        elif self.palette.mode != MONO and FLOWERS[token.kind] == _WITH_HEART:
            ink, ground = "heart_ink", "heart"
        else:
            ink, ground = f"on_{token.role}", token.role
        self.canvas.draw_text(x, y, token.letter, self.palette.style(ink, ground, "bold"))

    def _paint_letter(self, region: Region, look: SpaceLook, token: Token) -> None:
        """Draw a flower where there is no room for a drawing: its letter on its colour, in brackets in ASCII."""
        x, y = region.x + region.width // 2, region.y + region.height // 2
        ink = "texture" if look.is_faded else token.role
        if self.plain and region.width >= 3:
            style = self.palette.style(ink, look.ground, "bold")
            self.canvas.draw_text(x - 1, y, f"({token.letter})", style)
            return
        is_flat = self.plain or self.palette.mode == MONO
        style = self.palette.style(ink, look.ground) if is_flat else self.palette.style(f"on_{ink}", ink, "bold")
        self.canvas.fill(region, style)
        self.canvas.draw_text(x if region.width > 2 else region.x, y, token.letter, style)


@lru_cache(512)
def _drawn_space(
    palette: Palette, plain: bool, size: Size, pattern: int, look: SpaceLook, token: Token | None
) -> Canvas:
    """Return the picture of a space: a cursor key paints a space in one stroke, however large it is."""
    canvas = Canvas(*size)
    TokenPainter(canvas, palette, plain).draw_space(pattern, look, token)
    return canvas


def _inks(token: Token) -> Mapping[str, str]:
    """Return the roles of the parts of a token's flower."""
    return {art.BODY: token.role, art.TINT: f"pale_{token.role}", **_DETAILS}


def paint_drawing(
    canvas: Canvas, palette: Palette, x: int, y: int, drawing: Drawing, inks: Mapping[str, str], ground: str
) -> None:
    """Draw a drawing: its parts in these roles; without one, hearts are left free and the rest is drawn as the body."""
    body = inks[art.BODY]
    roles = {GROUND: ground, art.HEART: ground, art.STEM: body, art.TINT: body, **inks}
    for cell in drawing.cells:
        if palette.mode == MONO:
            canvas.draw_text(x + cell.x, y + cell.y, cell.shape, palette.style(body, ground))
        else:
            canvas.draw_text(x + cell.x, y + cell.y, cell.char, palette.style(roles[cell.ink], roles[cell.behind]))
