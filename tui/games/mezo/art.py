"""The drawings of Mezo: the signs of its pieces, and stepped pyramids."""

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from textual.geometry import Region

from core.games.mezo.components import NEUTRAL
from themes import Palette
from tui.widgets.canvas import Canvas


class Signs(NamedTuple):
    """The signs of the pieces."""

    warrior: str
    shaman: str
    champion: str
    glyph: str
    vertex: str
    #: A god on a vertex; behind a letter: the god of this player has presence.
    god: str
    #: The parts of a bar: strength of pieces, of cards, and what the choice under the cursor adds.
    pieces: str
    cards: str
    choice: str
    #: Beside the tribe whose turn it is.
    turn: str


SHAPES = Signs("▲", "●", "★", "■", "◇", "◆", "█", "▓", "▒", "▶")
PLAIN = Signs("w", "s", "C", "g", "o", "@", "#", "+", ">", ">")


#: By the sign of a piece: what it stands on as a figure of two rows, and the columns of a figure with one apart. A unit
#: is a pawn with its sign for a head, a glyph is a stone.
BODIES = {SHAPES.champion: "▟█▙", SHAPES.warrior: "▟█▙", SHAPES.shaman: "▟█▙", SHAPES.glyph: "▐█▌", SHAPES.god: "▝▀▘"}
FIGURE_WIDTH = 4


def told_signs(signs: Signs) -> tuple[str, ...]:
    """Return the signs of the pieces with their words."""
    return (
        f"{signs.warrior} Warrior",
        f"{signs.shaman} Shaman",
        f"{signs.champion} Champion",
        f"{signs.glyph} glyph",
        f"{signs.god} god",
    )


def signs_line(signs: Signs, width: int) -> str:
    """Return the signs of the pieces with their words in one line; without room for all, the units and gods."""
    told = told_signs(signs)
    close = [text.replace(" ", "", 1) for text in told]
    lines = ("  ".join(told), " ".join(told), " ".join(close), " ".join((*close[:3], close[-1])))
    return next((line for line in lines if len(line) <= width), lines[-1])


class PyramidSize(NamedTuple):
    """The size of pyramids: by level, from the lowest up, its columns and its half rows."""

    widths: tuple[int, int, int, int]
    halves: tuple[int, int, int, int]

    @property
    def base(self) -> int:
        return self.widths[0]

    @property
    def rows(self) -> int:
        return sum(self.halves) // 2

    def start(self, level: int) -> int:
        """Return the half row, counted from the bottom, with which a level begins."""
        return sum(self.halves[:level])


#: From the one that is drawn first, where there is room for it, to the last.
PYRAMIDS = (
    PyramidSize((23, 17, 11, 5), (4, 4, 4, 4)),
    PyramidSize((15, 11, 7, 3), (2, 2, 2, 2)),
    PyramidSize((9, 7, 5, 3), (2, 2, 2, 2)),
    PyramidSize((13, 9, 5, 3), (2, 2, 1, 1)),
    PyramidSize((9, 7, 5, 3), (1, 1, 1, 1)),
)
#: The columns of a pyramid that is written in letters, and its single row.
WRITTEN_PYRAMID = 6


class Stone(NamedTuple):
    """A level of a pyramid: the piece (its owner and level), and whether a choice would change it."""

    piece: int
    is_changed: bool = False

    @property
    def owner(self) -> int:
        return self.piece // 4

    @property
    def level(self) -> int:
        return self.piece % 4

    def role(self, kind: str) -> str:
        """Return the role of its colour: "dark" for the side in the light, "shade" for the other one."""
        if self.is_changed:
            return "mark"
        return f"{kind}_n" if self.owner == NEUTRAL else f"{kind}_{self.owner + 1}"


def draw_pyramid(
    canvas: Canvas, palette: Palette, area: Region, size: PyramidSize, stones: Sequence[Stone], ground: str
) -> None:
    """Draw a pyramid from the bottom of its area up: lit from the left, with a stair; levels to come are a shadow."""
    halves = [_half_row(size, stones, ground, half) for half in range(size.rows * 2)]
    for row in range(size.rows):
        y = area.bottom - 1 - row
        draw_halves(canvas, palette, area.x, y, halves[2 * row + 1], halves[2 * row])


def _half_row(size: PyramidSize, stones: Sequence[Stone], ground: str, half: int) -> list[str]:
    """Return the roles of a half row, counted from the bottom."""
    step = next(level for level in range(4) if half < size.start(level + 1))
    roles = [ground] * size.base
    stone = stones[step] if step < len(stones) else None
    if stone is None and not stones:
        return roles
    level = stone.level if stone is not None else stones[-1].level + 1 + step - len(stones)
    if level > 3:
        return roles
    width, middle = size.widths[level], size.base // 2
    for x in range(middle - width // 2, middle + width // 2 + 1):
        if stone is None:
            roles[x] = "ghost"
        elif x == middle and not stone.is_changed:
            roles[x] = "stair"
        else:
            roles[x] = stone.role("dark" if x < middle else "shade")
    return roles


def draw_halves(canvas: Canvas, palette: Palette, x: int, y: int, upper: Sequence[str], lower: Sequence[str]) -> None:
    """Draw a row of cells of which each half has the colour of a role."""
    for (above, below), cells in groupby(zip(upper, lower, strict=True)):
        width = sum(1 for _ in cells)
        if above == below:
            canvas.draw_text(x, y, " " * width, palette.style("ink", below))
        else:
            canvas.draw_text(x, y, "▀" * width, palette.style(above, below))
        x += width


def written_pyramid(stones: Sequence[Stone], letters: Sequence[str]) -> str:
    """Return a pyramid in letters, the lowest level first."""
    return f"/{''.join(letters[stone.owner] for stone in stones)}\\" if stones else ""
