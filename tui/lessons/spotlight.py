"""Pointing at something: what is meant stays as it is, the rest fades into the ground."""

from collections.abc import Collection

from rich.color import Color, blend_rgb
from rich.style import Style
from textual.geometry import Region

from themes import MONO, Look
from tui.widgets.picture import Picture

#: How much of a faded colour is ground.
_FADED = 0.6


def spotlight(picture: Picture, bright: Collection[Region], look: Look) -> None:
    """Fade everything outside of these areas."""
    faded: dict[int, Style] = {}
    for y, styles in enumerate(picture.styles):
        for x, style in enumerate(styles):
            if not any(area.contains(x, y) for area in bright):
                key = id(style)
                if key not in faded:
                    faded[key] = _fade(style, look)
                styles[x] = faded[key]


def _fade(style: Style, look: Look) -> Style:
    """A style nearer to the ground; without colours, a dim one."""
    if look.mode == MONO:
        return style + Style(dim=True)
    return Style(
        color=_mix(style.color, look),
        bgcolor=_mix(style.bgcolor, look),
        bold=False,
        underline=style.underline,
        reverse=style.reverse,
    )


def _mix(color: Color | None, look: Look) -> Color | None:
    if color is None:
        return None
    ground = Color.parse(look.colours["ground"]).get_truecolor()
    return Color.from_triplet(blend_rgb(color.get_truecolor(), ground, _FADED))
