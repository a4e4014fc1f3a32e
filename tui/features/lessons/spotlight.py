"""Pointing at something: what is meant stays as it is, the rest fades into the shadow."""

from collections.abc import Collection
from functools import lru_cache

from rich.color import Color, ColorSystem, blend_rgb
from rich.color_triplet import ColorTriplet
from rich.style import Style
from textual.geometry import Region

from themes import MONO, Look
from tui.widgets.canvas import Picture

#: How much of a faded colour is shadow: where there is only something to see, and where something is to be done.
TO_SEE, TO_DO = 0.6, 0.35
#: How much darker than a light ground its shadow is.
_DARKER = 0.65
#: Red, green and blue together, from which on a ground is rather light than dark.
_HALF_LIGHT = 3 * 128


def spotlight(
    picture: Picture, bright: Collection[Region], look: Look, fading: float = TO_SEE, few_colours: bool = False
) -> None:
    """Fade everything outside of these areas."""
    faded: dict[int, Style] = {}
    for y, styles in enumerate(picture.styles):
        for x, style in enumerate(styles):
            if not any(area.contains(x, y) for area in bright):
                key = id(style)
                if key not in faded:
                    faded[key] = _fade(style, look, fading, few_colours)
                styles[x] = faded[key]


def _fade(style: Style, look: Look, fading: float, few_colours: bool) -> Style:
    """A style nearer to the shadow; without colours, a dim one."""
    if look.mode == MONO:
        return style + Style(dim=True)
    color, bgcolor = _in_few_colours(style, look) if few_colours else _nearer(style, look, fading, fading)
    return Style(color=color, bgcolor=bgcolor, bold=False, underline=style.underline, reverse=style.reverse)


def _nearer(style: Style, look: Look, ink: float, ground: float) -> tuple[Color | None, Color | None]:
    return _mix(style.color, look, ink), _mix(style.bgcolor, look, ground)


def _in_few_colours(style: Style, look: Look) -> tuple[Color | None, Color | None]:
    """Sixteen colours have two greys between white and black: a piece must not be of the one that it lies upon."""
    if look.mode == "light":
        return Color.parse(look.colours["dim"]), Color.from_triplet(_shadow(look))
    inks = (1.0,) if _is_light(style.bgcolor) else (TO_DO, 0.0, 1.0)
    found = [_nearer(style, look, ink, TO_SEE) for ink in inks]
    return next((pair for pair in found if _differ(*pair)), found[0])


def _differ(ink: Color | None, ground: Color | None) -> bool:
    """Whether both are still two colours where there are only sixteen."""
    if ink is None or ground is None:
        return True
    return ink.downgrade(ColorSystem.STANDARD).number != ground.downgrade(ColorSystem.STANDARD).number


def _is_light(color: Color | None) -> bool:
    return color is not None and sum(color.get_truecolor()) > _HALF_LIGHT


def _mix(color: Color | None, look: Look, fading: float) -> Color | None:
    if color is None:
        return None
    return Color.from_triplet(blend_rgb(color.get_truecolor(), _shadow(look), fading))


@lru_cache(maxsize=16)
def _shadow(look: Look) -> ColorTriplet:
    """Into what the rest fades: the ground; where that is as white as what is empty, a darker shade of it."""
    ground, faint = (Color.parse(look.colours[name]).get_truecolor() for name in ("ground", "faint"))
    return blend_rgb(ground, faint, _DARKER) if look.mode == "light" else ground
