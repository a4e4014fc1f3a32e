"""Point at something on a canvas: it glows, and everything else fades a little."""

from collections.abc import Collection
from functools import lru_cache

from rich.color import Color, ColorSystem, blend_rgb
from rich.color_triplet import ColorTriplet
from rich.style import Style
from textual.geometry import Region

from themes import MONO, Palette
from tui.widgets.canvas import Canvas

#: The share of shadow in a faded colour: while a page is read, and while a move is asked. All stays easy to read.
TO_SEE, TO_DO = 0.33, 0.2
#: The share of the accent in the ground of what is pointed at.
_GLOW = 0.3
#: The characters of which drawings are made.
_BLOCKS = frozenset(map(chr, range(0x2580, 0x25A0)))
#: How much darker than a light ground its shadow is.
_DARKER = 0.65
#: The sum of red, green and blue from which on a background counts as light.
_HALF_LIGHT = 3 * 128


def spotlight(
    canvas: Canvas, bright: Collection[Region], palette: Palette, fading: float = TO_SEE, few_colours: bool = False
) -> None:
    """Let these regions glow, and fade everything outside of them."""
    faded: dict[int, Style] = {}
    glowing: dict[tuple[int, bool], Style] = {}
    for y, styles in enumerate(canvas.styles):
        for x, style in enumerate(styles):
            if any(area.contains(x, y) for area in bright):
                key = id(style), canvas.chars[y][x] in _BLOCKS
                if key not in glowing:
                    glowing[key] = _glow(style, palette, few_colours, is_block=key[1])
                styles[x] = glowing[key]
            elif fading:
                if id(style) not in faded:
                    faded[id(style)] = _fade(style, palette, fading, few_colours)
                styles[x] = faded[id(style)]


def _glow(style: Style, palette: Palette, few_colours: bool, is_block: bool) -> Style:
    """Return a style with some of the accent in its ground; where there are few colours or none, as it is.

    A block has as much of it in its ink, because drawings are set in the ground's colour, too.
    """
    if palette.mode == MONO or few_colours or style.bgcolor is None:
        return style
    ink = _glowing(style.color, palette) if is_block else style.color
    return style + Style(color=ink, bgcolor=_glowing(style.bgcolor, palette))


def _glowing(colour: Color | None, palette: Palette) -> Color | None:
    if colour is None:
        return None
    accent = Color.parse(palette.colours["accent"]).get_truecolor()
    return Color.from_triplet(blend_rgb(colour.get_truecolor(), accent, _GLOW))


def _fade(style: Style, palette: Palette, fading: float, few_colours: bool) -> Style:
    """Return a style blended with the shadow; in the mode without colours, a dim one."""
    if palette.mode == MONO:
        return style + Style(dim=True)
    color, bgcolor = _in_few_colours(style, palette) if few_colours else _nearer(style, palette, fading, fading)
    return Style(color=color, bgcolor=bgcolor, bold=False, underline=style.underline, reverse=style.reverse)


def _nearer(style: Style, palette: Palette, ink: float, ground: float) -> tuple[Color | None, Color | None]:
    return _mix(style.color, palette, ink), _mix(style.bgcolor, palette, ground)


def _in_few_colours(style: Style, palette: Palette) -> tuple[Color | None, Color | None]:
    """Return faded colours for a terminal with sixteen: text must not get the same grey as its background.

    Sixteen colours have only two greys between white and black.
    """
    if palette.mode == "light":
        return Color.parse(palette.colours["dim"]), Color.from_triplet(_shadow(palette))
    inks = (1.0,) if _is_light(style.bgcolor) else (TO_DO, 0.0, 1.0)
    found = [_nearer(style, palette, ink, TO_SEE) for ink in inks]
    return next((pair for pair in found if _differ(*pair)), found[0])


def _differ(ink: Color | None, ground: Color | None) -> bool:
    """Return whether both colours still differ where there are only sixteen."""
    if ink is None or ground is None:
        return True
    return ink.downgrade(ColorSystem.STANDARD).number != ground.downgrade(ColorSystem.STANDARD).number


def _is_light(color: Color | None) -> bool:
    return color is not None and sum(color.get_truecolor()) > _HALF_LIGHT


def _mix(color: Color | None, palette: Palette, fading: float) -> Color | None:
    if color is None:
        return None
    return Color.from_triplet(blend_rgb(color.get_truecolor(), _shadow(palette), fading))


@lru_cache(maxsize=16)
def _shadow(palette: Palette) -> ColorTriplet:
    """Return the colour into which the rest fades: the ground; in light mode, a darker shade of it."""
    ground, faint = (Color.parse(palette.colours[name]).get_truecolor() for name in ("ground", "faint"))
    return blend_rgb(ground, faint, _DARKER) if palette.mode == "light" else ground
