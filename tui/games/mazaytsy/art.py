"""The drawings of Mazaytsy: cards, boats, hares and Mazay, small for 80x24 and larger for more room; each made once.

Beneath boats and hares, only the top row of a card is drawn to show its kind.
"""

import re
from collections.abc import Sequence
from enum import IntEnum
from functools import cache
from typing import Final, NamedTuple

from core.games.mazaytsy.components import FISH, FUNNEL, LOG, PLAIN, SIDE, STRAIGHT, SWAMP, THICKET, WHIRLPOOL
from core.games.mazaytsy.text.names import ARROWS
from core.games.mazaytsy.water import DIRECTIONS
from tui.widgets.ascii_fallback import SIGNS

#: Bows by the four directions from north: of boats, and of the ghost of a boat.
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

#: Open cards on a narrow side, 5x3.
_TINY: Final = {
    FISH: ("><>  ", "  ><>", "><>  "),
    PLAIN: ("~   ~", "  ~  ", "~   ~"),
    LOG: ("◎════", " ~  ~", "~  ~ "),
    THICKET: ("╿│╽╿│", "│╽│╿╽", "╽│╿│╽"),
    WHIRLPOOL: ("╭───╮", "│ ◎ │", "╰─╯ ╵"),
    SWAMP: ("▒░░▒░", "░ ▒░ ", "░▒ ░▒"),
    FUNNEL: ("╲═══╱", " ╲─╱ ", "  ▼  "),
    STRAIGHT: ("  ↑  ", "← · →", "  ↓  "),
    SIDE: ("↖   ↗", "  ·  ", "↙   ↘"),
}

_MEDIUM: Final = {
    FISH: ("  ><>    ", "     ><> ", " ><>     ", "    ><>  "),
    PLAIN: ("  ~   ~  ", "    ~    ", " ~     ~ ", "   ~     "),
    LOG: (*_SMALL[LOG], "   ~    ~  "),
    THICKET: ("╿│╽│╿│╽╿│", "│╽│╿│╽│╿╽", "╽│╿│╽│╿│╽", "│╿│╽╿│╽│╿"),
    WHIRLPOOL: ("╭───────╮", "│ ╭───╮ │", "│ ╰─◎ │ │", "╰─────╯ ╵"),
    SWAMP: ("▒░░▒░▒░▒░", "░ ▒░ ░▒ ░", " ░  ▒░  ░", "░▒ ░ ▒░ ░"),
    FUNNEL: ("╲═══════╱", " ╲─────╱ ", "  ╲───╱  ", "   ╲▼╱   "),
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

_HUGE: Final = {
    FISH: (
        "  ><>        ",
        "        ><>  ",
        "   ><>       ",
        "             ",
        " ><>     ><> ",
        "     ><>     ",
        "          ><>",
    ),
    PLAIN: (
        "   ~     ~   ",
        "      ~      ",
        " ~        ~  ",
        "    ~        ",
        "       ~   ~ ",
        "  ~          ",
        "     ~    ~  ",
    ),
    LOG: (*["◎" + "═" * 19] * 2, *_LARGE[LOG][2:], "    ~     ~   ", " ~      ~   ~ "),
    THICKET: _LARGE[THICKET],
    WHIRLPOOL: (
        "╭───────────╮",
        "│ ╭───────╮ │",
        "│ │ ╭───╮ │ │",
        "│ │ │ ◎─╯ │ │",
        "│ │ ╰─────╯ │",
        "│ ╰─────────╯",
        "╰────────────",
    ),
    SWAMP: _LARGE[SWAMP],
    FUNNEL: (
        "╲═══════════╱",
        " ╲─────────╱ ",
        "  ╲───────╱  ",
        "  ╲───────╱  ",
        "   ╲─────╱   ",
        "    ╲───╱    ",
        "     ╲▼╱     ",
    ),
}

#: How high a card must be for each size of its drawing.
_DRAWINGS: Final = ((7, _HUGE), (5, _LARGE), (4, _MEDIUM), (0, _SMALL))

#: Drawings without an end, that fill a card of any size.
_TEXTURES: Final = (LOG, THICKET, SWAMP)

#: A current whose way is still open shows all its ways, in a row where there is only one.
_OPEN_WAYS: Final = {STRAIGHT: "←↑→↓", SIDE: "↖↗↘↙"}


def plain(text: str) -> str:
    """Return a drawing in ASCII."""
    return text.translate(_ASCII)


@cache
def card_rows(kind: int, way: int, width: int, height: int, ascii: bool) -> Sequence[str]:
    """Return a card of this size. `way` is where a current flows, -1: not known yet."""
    if kind in (STRAIGHT, SIDE):
        return _current(kind, way, width, height, ascii)
    rows: Sequence[str] = next(drawings for high, drawings in _DRAWINGS if height >= high)[kind]
    if kind in _TEXTURES:
        rows = [(row * 2)[:width] for row in [*rows, *[*rows[-2:]] * height][:height]]
    above = [""] * ((height - len(rows)) // 2)
    return [f"{plain(row) if ascii else row:^{width}}" for row in (*above, *rows)]


@cache
def tiny_card(kind: int, ascii: bool) -> Sequence[str]:
    """Return an open card of 5x3; a current shows all its ways."""
    if ascii and kind in (STRAIGHT, SIDE):
        return _current(kind, -1, 5, 3, ascii)
    return [plain(row) if ascii else row for row in _TINY[kind]]


@cache
def card_strip(kind: int, way: int, width: int, ascii: bool) -> str:
    """Return the top row of a card, which is enough to show its kind."""
    if kind == WHIRLPOOL:
        strip = f"╭{'◎':─^{width - 2}}╮"
    elif kind == FUNNEL:
        strip = f"╲{'═' * (width - 2)}╱"
    elif kind in _OPEN_WAYS and way < 0 and not ascii:
        strip = f"{_OPEN_WAYS[kind]:^{width}}"
    else:
        return card_rows(kind, way, max(width, 7), 3, ascii)[0].strip()[:width].center(width)
    return plain(strip) if ascii else strip


def _current(kind: int, way: int, width: int, height: int, ascii: bool) -> list[str]:
    calm = [" " * width] * (height - 1)
    if ascii:
        word = f"~{DIRECTIONS[way]}~" if way >= 0 else "~any~" if kind == STRAIGHT else "~dia~"
        return [f"{word:^{width}}", *calm]
    if way < 0:
        above = [" " * width] * ((height - 3) // 2)
        return [*above, *(f"{row:^{width}}" for row in _TINY[kind])]
    arrow = ARROWS[way]
    even = " ".join([arrow] * ((width + 1) // 2))
    odd = " ".join([" ", *[arrow] * ((width - 1) // 2)])[:width]
    return [f"{odd if row % 2 else even:<{width}}" for row in range(height)]


class DrawingPart(NamedTuple):
    """A part of a boat or a hare: characters at a position of its box, on its own colour or on the water."""

    x: int
    y: int
    text: str
    solid: bool


class DrawingSize(IntEnum):
    """The size at which boats and hares are drawn, by the height of a card."""

    SMALL, LARGE, HUGE = range(3)


def scale_of(height: int) -> DrawingSize:
    return DrawingSize.HUGE if height > 6 else DrawingSize.LARGE if height > 3 else DrawingSize.SMALL


#: The box that a boat or a hare is drawn into.
BOXES: Final = {DrawingSize.SMALL: (3, 2), DrawingSize.LARGE: (5, 3), DrawingSize.HUGE: (7, 4)}


#: The sides of a hare's head.
CHEEKS: Final = ("▐", "▌")


#: Boats by the four directions of their bow, with their letter for an A; the long ones have a card to themselves.
#: A hull is █ and its edges; the dark inside of a boat is X, and half cells of it are ▄ and ▀.
_BOATS: Final = {
    DrawingSize.SMALL: ("▗█▖ █A█", "█▙▖ A▛▘", "█A█ ▝█▘", "▗▟█ ▝▜A"),
    DrawingSize.LARGE: ("·▗█▖· ▗█X█▖ ██A██", "█▄▄▙▖ █XAX█ █▀▀▛▘", "██A██ ▝█X█▘ ·▝█▘·", "▗▟▄▄█ █XAX█ ▝▜▀▀█"),
    DrawingSize.HUGE: (
        "··▗█▖·· ·▗█▄█▖· ▗█XAX█▖ ██▀▀▀██",
        "█▄▄▄▙▖· █XXAX█▙ █XXXX█▛ █▀▀▀▛▘·",
        "██▄▄▄██ ▝█XAX█▘ ·▝█▀█▘· ··▝█▘··",
        "·▗▟▄▄▄█ ▟█XAXX█ ▜█XXXX█ ·▝▜▀▀▀█",
    ),
}
_LONG_BOATS: Final = {
    DrawingSize.SMALL: ("▗█▖ █A█", "█▄▄▄▙▖ █A▀▀▛▘", "█A█ ▝█▘", "▗▟▄▄▄█ ▝▜▀▀A█"),
    DrawingSize.LARGE: (
        _BOATS[DrawingSize.LARGE][0],
        "█▄▄▄▄▙▖ █XXAX██ █▀▀▀▀▛▘",
        _BOATS[DrawingSize.LARGE][2],
        "▗▟▄▄▄▄█ ██XAXX█ ▝▜▀▀▀▀█",
    ),
    DrawingSize.HUGE: _BOATS[DrawingSize.HUGE],
}


#: Boats that share a small card with others.
_TINY_BOATS: Final = ("▗▖ A█", "█▖ A▘", "A█ ▝▘", "▗█ ▝A")

#: What the edges of hulls are made of.
HULL: Final = frozenset("▗▖▝▘▙▛▟▜")


@cache
def boat(
    letter: str, bow: int, scale: DrawingSize, ascii: bool, ghost: bool = False, alone: bool = False
) -> Sequence[DrawingPart]:
    """Return a boat whose bow points one of four ways; in ASCII the outline of one, round where it is a ghost.

    It fills the width and the height of its box, which a boat that is alone on its card may be wider than.
    """
    if not ascii:
        boats = (_LONG_BOATS if alone else _BOATS)[scale]
        return _hull_parts(boats[bow], letter)
    tip = (HOLLOW_BOWS if ghost else BOWS)[bow]
    edges = ("(", ")") if ghost else ("[", "]")
    if bow in (0, 2):
        strokes = _upright(letter, tip, bow == 0, scale, edges)
    else:
        strokes = _lying(letter, tip, bow == 1, scale, edges)
    return [stroke._replace(text=plain(stroke.text)) for stroke in strokes]


@cache
def tiny_boat(letter: str, bow: int) -> Sequence[DrawingPart]:
    """Return a boat of two by two cells."""
    return _hull_parts(_TINY_BOATS[bow], letter)


def _hull_parts(picture: str, letter: str) -> list[DrawingPart]:
    """Return the parts of a boat, row by row: its hull, its edges on the water, and its letter.

    The hull is set as ground, because fonts leave seams below blocks.
    """
    parts = []
    for y, row in enumerate(picture.split()):
        for match in re.finditer(r"[AX█▄▀]+|[^AX█▄▀·]+", row):
            is_hull = match[0][0] not in HULL
            text = match[0].replace("█", " ").replace("X", "█").replace("A", letter) if is_hull else match[0]
            parts.append(DrawingPart(match.start(), y, text, is_hull))
    return parts


def _upright(letter: str, tip: str, north: bool, scale: DrawingSize, edges: tuple[str, str]) -> list[DrawingPart]:
    """Return the outline of a boat with the bow above its hull or below it; the letter is in the hull's lowest row."""
    huge = scale == DrawingSize.HUGE
    width = 5 if huge else 3
    text = f"{edges[0]}{letter:^{width - 2}}{edges[1]}"
    deck = f"{edges[0]}{'':{width - 2}}{edges[1]}" if huge else " " * width
    hull = [text] if scale == DrawingSize.SMALL else [deck, text]
    middle = BOXES[scale][0] // 2
    hulls = [DrawingPart(middle - width // 2, 0, row, False) for row in hull]
    bow = DrawingPart(middle, 0, tip, False)
    rows = [bow, *hulls] if north else [*hulls, bow]
    above = BOXES[scale][1] - len(rows)
    return [row._replace(y=above + y) for y, row in enumerate(rows)]


def _lying(letter: str, tip: str, east: bool, scale: DrawingSize, edges: tuple[str, str]) -> list[DrawingPart]:
    """Return the outline of a boat with the bow at the end of its hull; the letter is at the stern."""
    deck = "-" * (0, 2, 4)[scale]
    hull = f"{edges[0]}{letter}{deck}" if east else f"{deck}{letter}{edges[1]}"
    y = BOXES[scale][1] - 2 if scale != DrawingSize.SMALL else 1
    return [DrawingPart(0 if east else 1, y, hull, False), DrawingPart(len(hull) if east else 0, y, tip, False)]


@cache
def hare(worth: int, scale: DrawingSize, ascii: bool) -> Sequence[DrawingPart]:
    """Return a hare: two ears, two eyes, and its worth on its face."""
    if scale == DrawingSize.SMALL:
        face = f"({worth})" if ascii else f"▝{worth}▘"
        return [DrawingPart(0, 0, "| |" if ascii else "▐ ▌", False), DrawingPart(0, 1, face, not ascii)]
    width, height = BOXES[scale]
    ears = f"{'| |' if ascii else '▐ ▌':^{width}}"
    eyes = f"{'o o' if ascii else '• •':^{width - 2}}"
    face = f"({worth:^{width - 2}})" if ascii else f"{worth:^{width}}"
    sides = zip((0, width - 1), CHEEKS, strict=True)
    cheeks = [] if ascii else [DrawingPart(x, height - 2, cheek, False) for x, cheek in sides]
    strokes = [DrawingPart(0, y, ears, False) for y in range(height - 2)]
    return [*strokes, *cheeks, DrawingPart(1, height - 2, eyes, not ascii), DrawingPart(0, height - 1, face, not ascii)]


@cache
def mazay(width: int, height: int, ascii: bool) -> Sequence[str]:
    """Return the card of old Mazay: his cap, his face, and his name for a beard."""
    rows = ("/^^^\\", "|o o|", "MAZAY") if ascii else ("▄███▄", "▌• •▐", "MAZAY")
    above = [""] * ((height - len(rows)) // 2)
    return [f"{row:^{width}}" for row in (*above, *rows)]
