"""A screen of a terminal as an SVG picture: small, without scripts, and without a font from elsewhere.

Blocks and lines are drawn as shapes, so that they meet in every viewer; only letters and signs are text. The same
screen gives the same bytes.
"""

import html
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from rich.terminal_theme import SVG_EXPORT_THEME

#: The units of a cell: an eighth of its width and a sixteenth of its height are whole numbers.
WIDE, HIGH = 8, 16
#: Around the screen, and above it the bar of a window.
MARGIN, BAR = 8, 22
FONT = "ui-monospace,'Cascadia Mono','SF Mono',Menlo,Consolas,'DejaVu Sans Mono','Liberation Mono',monospace"
#: What a terminal shows where nothing is said, and the window around it.
INK, PAPER, FRAME = "#d8d8d8", "#111318", "#1c2029"

#: The quarters of a cell that a sign of blocks fills: upper left, upper right, lower left, lower right.
_QUARTERS = {"UPPER LEFT": 0, "UPPER RIGHT": 1, "LOWER LEFT": 2, "LOWER RIGHT": 3}
_EIGHTHS = {
    "ONE EIGHTH": 1,
    "ONE QUARTER": 2,
    "THREE EIGHTHS": 3,
    "HALF": 4,
    "FIVE EIGHTHS": 5,
    "THREE QUARTERS": 6,
    "SEVEN EIGHTHS": 7,
}
#: How much of a shade is ink.
_SHADES = {"░": 0.25, "▒": 0.5, "▓": 0.75}
#: The middle of a cell, and half of the width of a line.
_MIDDLE_X, _MIDDLE_Y = WIDE // 2, HIGH // 2


class Box(NamedTuple):
    """A rectangle in units."""

    x: int
    y: int
    width: int
    height: int


class Look(NamedTuple):
    """How the letters of a run are set."""

    ink: str
    bold: bool
    italic: bool
    underline: bool


class Cell(NamedTuple):
    """A sign of the screen with its colours; a wide one is followed by an empty one."""

    sign: str
    look: Look
    paper: str


Row = tuple[Cell, ...]


def rows_of(lines: Iterable[Iterable[Segment]]) -> list[Row]:
    """Return the cells of a screen, row by row."""
    return [tuple(_cells(line)) for line in lines]


def _cells(line: Iterable[Segment]) -> Iterator[Cell]:
    for text, style, _ in line:
        look, paper = _colours(style or Style.null())
        for sign in text:
            yield Cell(sign, look, paper)
            if unicodedata.east_asian_width(sign) in "WF":
                yield Cell("", look, paper)


def _colours(style: Style) -> tuple[Look, str]:
    ink, paper = _hex(style.color, INK, True), _hex(style.bgcolor, PAPER, False)
    if style.reverse:
        ink, paper = paper, ink
    if style.dim:
        ink = mixed(ink, paper, 0.6)
    return Look(ink, bool(style.bold), bool(style.italic), bool(style.underline)), paper


def _hex(colour: Color | None, default: str, is_ink: bool) -> str:
    if colour is None or colour.is_default:
        return default
    return _short(colour.get_truecolor(SVG_EXPORT_THEME, foreground=is_ink).hex)


def _short(colour: str) -> str:
    """Return a colour in as few characters as it needs."""
    return f"#{colour[1::2]}" if colour[1::2] == colour[2::2] else colour


def mixed(ink: str, paper: str, share: float) -> str:
    """Return a colour between two others; `share` is how much of it is ink."""

    def parts(colour: str) -> list[int]:
        digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
        return [int(digits[at : at + 2], 16) for at in (0, 2, 4)]

    pairs = zip(parts(ink), parts(paper), strict=True)
    return _short("#" + "".join(f"{round(share * a + (1 - share) * b):02x}" for a, b in pairs))


# Shapes


def blocks(sign: str) -> list[Box] | None:
    """Return what a sign of blocks fills of its cell; None for every other sign."""
    name = unicodedata.name(sign, "")
    if sign == "█" or sign in _SHADES:
        return [Box(0, 0, WIDE, HIGH)]
    if name.startswith("QUADRANT "):
        filled = {_QUARTERS[part] for part in name.removeprefix("QUADRANT ").split(" AND ")}
        half_x, half_y = WIDE // 2, HIGH // 2
        return [Box(at % 2 * half_x, at // 2 * half_y, half_x, half_y) for at in sorted(filled)]
    side, _, amount = name.removesuffix(" BLOCK").partition(" ")
    if not name.endswith(" BLOCK") or amount not in _EIGHTHS:
        return None
    eighths = _EIGHTHS[amount]
    wide, high = WIDE * eighths // 8, HIGH * eighths // 8
    return [
        {
            "UPPER": Box(0, 0, WIDE, high),
            "LOWER": Box(0, HIGH - high, WIDE, high),
            "LEFT": Box(0, 0, wide, HIGH),
            "RIGHT": Box(WIDE - wide, 0, wide, HIGH),
        }[side]
    ]


def strokes(sign: str) -> list[Box] | None:
    """Return the straight lines of a sign for boxes as thin rectangles; None for every other sign."""
    name = unicodedata.name(sign, "")
    if not name.startswith("BOX DRAWINGS ") or "DIAGONAL" in name or "ARC" in name or "DASH" in name:
        return None
    boxes = []
    for direction, weight in _arms(name.removeprefix("BOX DRAWINGS ")).items():
        for width, shift in {"LIGHT": [(1, 0)], "HEAVY": [(2, 0)], "DOUBLE": [(1, -2), (1, 2)]}[weight]:
            across = (_MIDDLE_X if direction in ("UP", "DOWN") else _MIDDLE_Y) + shift - width // 2
            boxes.append(
                {
                    "UP": Box(across, 0, width, _MIDDLE_Y + 1),
                    "DOWN": Box(across, _MIDDLE_Y, width, HIGH - _MIDDLE_Y),
                    "LEFT": Box(0, across, _MIDDLE_X + 1, width),
                    "RIGHT": Box(_MIDDLE_X, across, WIDE - _MIDDLE_X, width),
                }[direction]
            )
    return boxes


def _arms(name: str) -> dict[str, str]:
    """Return the arms of a sign with their weights, from its name: "LIGHT UP AND HEAVY DOWN"."""
    arms: dict[str, str] = {}
    general = next(word for word in name.split() if word in ("LIGHT", "HEAVY", "DOUBLE", "SINGLE"))
    for part in name.split(" AND "):
        words = part.split()
        weights = [word for word in words if word in ("LIGHT", "HEAVY", "DOUBLE", "SINGLE")]
        general = weights[0] if weights else general
        for word in words:
            for arm in {"HORIZONTAL": ("LEFT", "RIGHT"), "VERTICAL": ("UP", "DOWN")}.get(word, (word,)):
                if arm in ("UP", "DOWN", "LEFT", "RIGHT"):
                    arms[arm] = "LIGHT" if general == "SINGLE" else general
    return arms


#: Lines that are not straight, as strokes from the upper left corner of the cell.
_CURVES = {
    "╭": "m4.5 16v-4q0-3.5 3.5-3.5",
    "╮": "m4.5 16v-4q0-3.5-3.5-3.5h-1",
    "╰": "m4.5 0v5q0 3.5 3.5 3.5",
    "╯": "m4.5 0v5q0 3.5-3.5 3.5h-1",
    "╱": "m0 16l8-16",
    "╲": "m0 0l8 16",
    "╳": "m0 16l8-16m-8 0l8 16",
}


# Painting


def paint(rows: Sequence[Row]) -> str:
    """Return rows as SVG, their upper left corner at 0, 0."""
    papers: dict[str, list[Box]] = {}
    inks: dict[str, list[Box]] = {}
    curves: dict[str, str] = {}
    for x, y, cell in _placed(rows):
        corner = Box(x * WIDE, y * HIGH, WIDE, HIGH)
        if cell.paper != PAPER:
            papers.setdefault(cell.paper, []).append(corner)
        ink = mixed(cell.look.ink, cell.paper, _SHADES[cell.sign]) if cell.sign in _SHADES else cell.look.ink
        for box in _shapes(cell.sign):
            inks.setdefault(ink, []).append(box._replace(x=corner.x + box.x, y=corner.y + box.y))
        if cell.sign in _CURVES:
            curves[ink] = f"{curves.get(ink, '')}M{corner.x} {corner.y}{_CURVES[cell.sign]}"
    filled = [_path(colour, boxes) for layer in (papers, inks) for colour, boxes in layer.items()]
    drawn = [f'<path stroke="{ink}" fill="none" d="{lines}"/>' for ink, lines in curves.items()]
    return "".join([*filled, *drawn, *(text for y, row in enumerate(rows) for text in _texts(row, y))])


def _placed(rows: Sequence[Row]) -> Iterator[tuple[int, int, Cell]]:
    return ((x, y, cell) for y, row in enumerate(rows) for x, cell in enumerate(row))


def _shapes(sign: str) -> list[Box]:
    return (blocks(sign) or strokes(sign) or []) if sign.strip() else []


def _path(colour: str, boxes: Sequence[Box]) -> str:
    return f'<path fill="{colour}" d="{"".join(_outline(box) for box in _joined(boxes))}"/>'


def _outline(box: Box) -> str:
    return f"M{box.x} {box.y}h{box.width}v{box.height}h-{box.width}z"


def _joined(boxes: Sequence[Box]) -> list[Box]:
    """Join boxes that touch: side by side first, then what lies below each other."""
    beside: list[Box] = []
    last: dict[tuple[int, int], int] = {}
    for box in boxes:
        at = last.get((box.y, box.height))
        if at is not None and beside[at].x + beside[at].width == box.x:
            beside[at] = beside[at]._replace(width=beside[at].width + box.width)
        else:
            last[box.y, box.height] = len(beside)
            beside.append(box)
    found: list[Box] = []
    ends: dict[tuple[int, int, int], int] = {}
    for box in sorted(beside, key=lambda box: (box.y, box.x)):
        at = ends.pop((box.x, box.width, box.y), None)
        if at is None:
            at = len(found)
            found.append(box)
        else:
            found[at] = found[at]._replace(height=found[at].height + box.height)
        ends[box.x, box.width, found[at].y + found[at].height] = at
    return found


def _texts(row: Row, y: int) -> Iterator[str]:
    """Yield the words of a row, then the signs that a font may draw wider than a letter, each at its place."""
    words: list[tuple[int, str]] = []
    signs: dict[Look, list[tuple[int, str]]] = {}
    for x, cell in enumerate(row):
        if not cell.sign or _shapes(cell.sign) or cell.sign in _CURVES:
            continue
        if not _is_letter(cell.sign):
            signs.setdefault(cell.look, []).append((x, cell.sign))
        elif _goes_on(words, x, row):
            words[-1] = (words[-1][0], words[-1][1] + cell.sign)
        elif cell.sign != " ":
            words.append((x, cell.sign))
    for x, word in words:
        yield _text([x], word.rstrip(), y, row[x].look)
    for look, found in signs.items():
        yield _text([x for x, _ in found], "".join(sign for _, sign in found), y, look)


def _goes_on(words: Sequence[tuple[int, str]], x: int, row: Row) -> bool:
    """Whether the letter at x belongs to the last of the words: after two spaces a new one begins."""
    if not words:
        return False
    start, word = words[-1]
    return start + len(word) == x and row[start].look == row[x].look and not word.endswith("  ")


def _is_letter(sign: str) -> bool:
    """Whether every font for terminals has it, as wide as all others."""
    return ord(sign) < 0x250 and sign != "·"


def _text(places: Sequence[int], text: str, y: int, look: Look) -> str:
    """Return one text: a word with its first place, or signs with a place each.

    Not every viewer reads a list of places, so each sign has an element of its own.
    """
    kind = "".join(letter for letter, is_on in zip("biu", look[1:], strict=True) if is_on)
    attributes = f'y="{y * HIGH + 12}" fill="{look.ink}"' + (f' class="{kind}"' if kind else "")
    if len(places) == 1:
        room = f' textLength="{len(text) * WIDE}"' if len(text) > 1 else ""
        return f'<text x="{places[0] * WIDE}" {attributes}{room}>{html.escape(text, quote=False)}</text>'
    signs = [f'<tspan x="{x * WIDE}">{sign}</tspan>' for x, sign in zip(places, text, strict=True)]
    return f"<text {attributes}>{''.join(signs)}</text>"


_STYLE = (
    f"text{{font:13.3px {FONT};white-space:pre}}.b,.bi,.bu,.biu{{font-weight:700}}"
    "path{shape-rendering:crispEdges}path[stroke]{shape-rendering:auto}"
    ".i,.bi,.iu,.biu{font-style:italic}.u,.bu,.iu,.biu{text-decoration:underline}"
)


def window(rows: Sequence[Row], title: str) -> str:
    """Return a screen in a window as a whole SVG file."""
    body = f'<g transform="translate({MARGIN} {BAR})">{paint(rows)}</g>'
    return document(len(rows[0]), len(rows), title, body)


def document(columns: int, lines: int, title: str, body: str, style: str = "") -> str:
    """Return an SVG file with a window of so many cells."""
    width, height = columns * WIDE + 2 * MARGIN, lines * HIGH + BAR + MARGIN
    lights = "".join(
        f'<circle cx="{MARGIN + 6 + 14 * at}" cy="11" r="4" fill="{colour}"/>'
        for at, colour in enumerate(("#e0655c", "#dcae4f", "#5fae63"))
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        f' role="img"><title>{html.escape(title)}</title><style>{_STYLE}{style}</style>'
        f'<rect width="{width}" height="{height}" rx="7" fill="{FRAME}"/>{lights}'
        f'<path fill="{PAPER}" d="{_outline(Box(MARGIN, BAR, columns * WIDE, lines * HIGH))}"/>{body}</svg>\n'
    )


def picture(rows: Sequence[Row], title: str) -> str:
    """Return a part of a screen, such as a board, as a whole SVG file without a window."""
    width, height = len(rows[0]) * WIDE, len(rows) * HIGH
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        f' role="img"><title>{html.escape(title)}</title><style>{_STYLE}</style>'
        f'<path fill="{PAPER}" d="{_outline(Box(0, 0, width, height))}"/>{paint(rows)}</svg>\n'
    )
