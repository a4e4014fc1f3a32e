"""The figures in a conflict of Mezo: a tribe's pieces, and its god if present, as small drawings of two rows."""

from collections.abc import Sequence
from typing import NamedTuple

from rich.style import Style

from core.games.mezo.state import MezoState
from tui.games.mezo.art import BODIES, FIGURE_WIDTH, SHAPES
from tui.games.mezo.ranks import figures
from tui.widgets.canvas import Canvas


class _Group(NamedTuple):
    """The pieces of one kind: how many, and whether they are one drawing behind a number."""

    sign: str
    n: int
    is_counted: bool

    @property
    def width(self) -> int:
        return FIGURE_WIDTH + len(str(self.n)) if self.is_counted else FIGURE_WIDTH * self.n


def _groups(state: MezoState, seat: int, region: int, width: int) -> Sequence[_Group]:
    """Return the pieces of a tribe by kind; kinds of several are counted where there is no room for all."""
    found = [(sign, n) for sign, n in figures(state, seat, region, SHAPES) if n and sign in BODIES]
    if state.presence(seat) >> region & 1:
        found.append((SHAPES.god, 1))
    is_counted = sum(n for _, n in found) * FIGURE_WIDTH > width
    return [_Group(sign, n, is_counted and n > 1) for sign, n in found]


def figures_width(state: MezoState, seat: int, region: int, width: int) -> int:
    """Return the columns of a tribe's figures, where there is room for so many."""
    return sum(group.width for group in _groups(state, seat, region, width))


def draw_figures(canvas: Canvas, x: int, y: int, state: MezoState, seat: int, width: int, row: int, ink: Style) -> None:
    """Draw a row of the figures of a tribe in the conflict: the heads, or what they stand on."""
    for group in _groups(state, seat, state.conflict, width):
        drawn = BODIES[group.sign] if row else f" {group.sign} "
        if group.is_counted:
            number = str(group.n)
            x = canvas.draw_text(x, y, f"{number if row else ' ' * len(number)}{drawn} ", ink)
        else:
            x = canvas.draw_text(x, y, f"{drawn} " * group.n, ink)
