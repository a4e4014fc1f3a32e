"""The moves of Gzhel, each made once and shared."""

from core.game import Move
from core.games.gzhel.components import BOARD, FIGURINES, FLOWER_LETTERS, PADS, SPACE_NAMES


class Turn(Move, frozen=True, gc=False):
    """Lay this pad with its diamond side up, and the other one with its circle side up: `pad3`."""

    pad: int


class Name(Move, frozen=True, gc=False):
    """Name a figurine: for everybody, or with a stamp for oneself: `fox`."""

    figurine: int


class Lift(Move, frozen=True, gc=False):
    """Lift the flowers around the figurine that stands: `lift`."""


class Put(Move, frozen=True, gc=False):
    """Put a lifted flower back on an empty space: `rf2`."""

    flower: int
    space: int


class Stamp(Move, frozen=True, gc=False):
    """Lay a stamp from beside the pads on an empty space: `*rf2`."""

    flower: int
    space: int


class Point(Move, frozen=True, gc=False):
    """Point at a space: at the flower to shift, then at its goal or its partner in a swap: `f2`."""

    space: int


class Nothing(Move, frozen=True, gc=False):
    """Let the stamp lie, and do nothing more with it: `-`."""


class Done(Move, frozen=True, gc=False):
    """End the turn; what was not put back becomes a stamp: `done`."""


TURN = tuple(Turn(f"pad{pad + 1}", pad) for pad in range(len(PADS)))
NAME = tuple(Name(name, figurine) for figurine, name in enumerate(FIGURINES))
LIFT = Lift("lift")
PUT = tuple(
    tuple(Put(f"{letter}{SPACE_NAMES[space]}", flower, space) for space in range(BOARD))
    for flower, letter in enumerate(FLOWER_LETTERS)
)
STAMP = tuple(
    tuple(Stamp(f"*{letter}{SPACE_NAMES[space]}", flower, space) for space in range(BOARD))
    for flower, letter in enumerate(FLOWER_LETTERS)
)
POINT = tuple(Point(SPACE_NAMES[space], space) for space in range(BOARD))
NOTHING = Nothing("-")
DONE = Done("done")
