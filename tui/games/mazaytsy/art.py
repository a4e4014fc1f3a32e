"""The picture book: cards, boats and hares, small for 80x24 and large for more room.

Where boats and hares sit, only a strip along the top of a card tells its kind.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from core.mazaytsy.components import FISH, FUNNEL, LOG, PLAIN, SIDE, STRAIGHT, SWAMP, THICKET, WHIRLPOOL
from core.mazaytsy.field import DIRECTIONS
from core.mazaytsy.words.names import ARROWS
from tui.letters import SIGNS

#: Bows, by the four directions from north: of boats, and of a boat that is only thought of.
BOWS: Final = "▲▶▼◀"
HOLLOW_BOWS: Final = "△▷▽◁"

#: Signs of these drawings that the ASCII set draws its own way.
_ASCII: Final = str.maketrans({**SIGNS, **dict(zip("╲╱╿╽◎╵△▷▽◁", "\\/!iO'^>v<", strict=True))})

_SMALL: Final = {
    FISH: (" ><>   ", "    ><>", " ><>   "),
    PLAIN: (" ~   ~ ", "   ~   ", " ~   ~ "),
    LOG: ("◎══════════", "  ~   ~    ", " ~      ~  "),
    THICKET: ("╿│╽╿│╿╽", "│╽│╿╽│╿", "╽│╿│╽│╽"),
    WHIRLPOOL: ("╭─────╮", "│ ◎─╮ │", "╰───╯ ╵"),
    SWAMP: ("▒░░▒░▒░", "░ ▒░ ░▒", "░▒ ░▒░ "),
    FUNNEL: ("╲═════╱", " ╲───╱ ", "  ╲▼╱  "),
}

_LARGE: Final = {
    FISH: ("  ><>      ", "       ><> ", "           ", " ><>       ", "      ><>  "),
    PLAIN: ("  ~    ~   ", "     ~     ", " ~      ~  ", "    ~      ", "  ~     ~  "),
    LOG: ("◎═════════════", "◎═════════════", "  ~     ~     ", "      ~    ~  ", " ~      ~     "),
    THICKET: ("╿│╽│╿│╽╿│╿╽", "│╽│╿│╽│╿╽│╿", "╽│╿│╽│╿│╽│╽", "│╿│╽╿│╽│╿╽│", "╿│╽│╿╽│╿│╽╿"),
    WHIRLPOOL: ("╭─────────╮", "│ ╭─────╮ │", "│ │ ◎─╮ │ │", "│ ╰───╯ │ │", "╰───────╯ ╵"),
    SWAMP: ("▒░░▒░▒░▒░░▒", "░ ▒░ ░▒ ░ ░", " ░  ▒░  ░▒ ", "░▒ ░ ▒░ ░ ▒", "░ ▒░ ░  ▒░░"),
    FUNNEL: ("╲═════════╱", " ╲───────╱ ", "  ╲─────╱  ", "   ╲───╱   ", "    ╲▼╱    "),
}

#: Drawings without an end, that fill a card of any size.
_TEXTURES: Final = (LOG, THICKET, SWAMP)

#: A current whose way is still open shows all its ways.
_OPEN_WAYS: Final = {STRAIGHT: "←↑→↓", SIDE: "↖↗↘↙"}


def plain(text: str) -> str:
    """A drawing in ASCII."""
    return text.translate(_ASCII)


def card_rows(kind: int, way: int, width: int, height: int, ascii: bool) -> list[str]:
    """A card of this size. `way` is where a current flows, -1: not yet known."""
    if kind in (STRAIGHT, SIDE):
        return _current(kind, way, width, height, ascii)
    rows: Sequence[str] = (_LARGE if height > 3 else _SMALL)[kind]
    if kind in _TEXTURES:
        rows = [(row * 2)[:width] for row in [*rows, *rows[-2:]][:height]]
    return [f"{plain(row) if ascii else row:^{width}}" for row in rows]


def card_strip(kind: int, way: int, width: int, ascii: bool) -> str:
    """The top of a card, which tells its kind alone."""
    if kind == WHIRLPOOL:
        strip = f"╭{'◎':─^{width - 2}}╮"
    elif kind == FUNNEL:
        strip = f"╲{'═' * (width - 2)}╱"
    else:
        return card_rows(kind, way, max(width, 7), 3, ascii)[0].strip()[:width].center(width)
    return plain(strip) if ascii else strip


def _current(kind: int, way: int, width: int, height: int, ascii: bool) -> list[str]:
    calm = [" " * width] * (height - 1)
    if ascii:
        word = f"~{DIRECTIONS[way]}~" if way >= 0 else "~any~" if kind == STRAIGHT else "~dia~"
        return [f"{word:^{width}}", *calm]
    if way < 0:
        return [f"{_OPEN_WAYS[kind]:^{width}}", *calm]
    arrow = ARROWS[way]
    even = " ".join([arrow] * ((width + 1) // 2))
    odd = " ".join([" ", *[arrow] * ((width - 1) // 2)])[:width]
    return [f"{odd if row % 2 else even:<{width}}" for row in range(height)]


class Stroke(NamedTuple):
    """Part of a boat or a hare: signs at a place of its box, on its own colour or on the water."""

    x: int
    y: int
    text: str
    solid: bool


def box_size(large: bool) -> tuple[int, int]:
    """The box that a boat or a hare is drawn into."""
    return (5, 3) if large else (3, 2)


def boat(letter: str, bow: int, large: bool, ascii: bool, ghost: bool = False) -> list[Stroke]:
    """A boat whose bow points one of four ways; a ghost is where it would be."""
    tip = (HOLLOW_BOWS if ghost else BOWS)[bow]
    hollow = ghost or ascii
    left, right = ("(", ")") if ghost else ("[", "]") if ascii else (" ", " ")
    hull = f"{left}{letter}{right}"
    if bow in (0, 2):
        strokes = _upright(hull, tip, bow == 0, large, not hollow)
    else:
        strokes = _lying(letter, tip, bow == 1, large, (left, right), not hollow)
    return [s._replace(text=plain(s.text)) for s in strokes] if ascii else strokes


def _upright(hull: str, tip: str, north: bool, large: bool, solid: bool) -> list[Stroke]:
    if not large:
        return [Stroke(1, 0 if north else 1, tip, False), Stroke(0, 1 if north else 0, hull, solid)]
    return [
        Stroke(2, 0 if north else 2, tip, False),
        Stroke(1, 1, "   " if north else hull, solid),
        Stroke(1, 2 if north else 0, hull if north else "   ", solid),
    ]


def _lying(letter: str, tip: str, east: bool, large: bool, edges: tuple[str, str], solid: bool) -> list[Stroke]:
    if large:
        stern = " " if solid else "-"
        hull = f"{edges[0]}{letter}{stern}{stern}" if east else f"{stern}{stern}{letter}{edges[1]}"
    else:
        hull = f"{edges[0]}{letter}" if east else f"{letter}{edges[1]}"
    at = 0 if east else 1
    strokes = [Stroke(at, 1, hull, solid), Stroke(len(hull) if east else 0, 1, tip, False)]
    if solid:
        strokes.append(Stroke(at, 0, "▄" * len(hull), False))
        if large:
            strokes.append(Stroke(at, 2, "▀" * len(hull), False))
    return strokes


def hare(worth: int, large: bool, ascii: bool) -> list[Stroke]:
    """Two ears, and what it is worth written on its face."""
    if large:
        face = f"( {worth} )" if ascii else f"  {worth}  "
        eyes = "o o" if ascii else "• •"
        ears = " | | " if ascii else " ▐ ▌ "
        cheeks = [] if ascii else [Stroke(0, 1, "▐", False), Stroke(4, 1, "▌", False)]
        return [Stroke(0, 0, ears, False), *cheeks, Stroke(1, 1, eyes, not ascii), Stroke(0, 2, face, not ascii)]
    face = f"({worth})" if ascii else f" {worth} "
    return [Stroke(0, 0, "| |" if ascii else "▐ ▌", False), Stroke(0, 1, face, not ascii)]
