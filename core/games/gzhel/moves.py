"""The moves of Gzhel; each is created once and shared."""

from core.game import Move
from core.games.gzhel.components import BOARD, FIGURINES, FLOWER_LETTERS, PADS, SPACE_NAMES


class TurnPad(Move, frozen=True, gc=False):
    """Lay this pad with its diamond side up, and the other one with its circle side up: `pad3`."""

    pad: int


class NameFigurine(Move, frozen=True, gc=False):
    """Name a figurine, for everybody or, with a stamp, for the seat alone: `fox`."""

    figurine: int


class LiftFlowers(Move, frozen=True, gc=False):
    """Lift the flowers around the named figurine: `lift`."""


class Put(Move, frozen=True, gc=False):
    """Put a lifted flower back on an empty space: `rf2`."""

    flower: int
    space: int


class PlaceStamp(Move, frozen=True, gc=False):
    """Lay a stamp from beside the pads on an empty space: `*rf2`."""

    flower: int
    space: int


class PointAtSpace(Move, frozen=True, gc=False):
    """Point at a space: at the flower to shift, then at its goal or its partner in a swap: `f2`."""

    space: int


class SkipStamp(Move, frozen=True, gc=False):
    """Do nothing more with the stamp just laid: `-`."""


class FinishPainting(Move, frozen=True, gc=False):
    """End the turn; flowers that were not put back become stamps: `done`."""


TURN = tuple(TurnPad(f"pad{pad + 1}", pad) for pad in range(len(PADS)))
NAME = tuple(NameFigurine(name, figurine) for figurine, name in enumerate(FIGURINES))
LIFT = LiftFlowers("lift")
PUT = tuple(
    tuple(Put(f"{letter}{SPACE_NAMES[space]}", flower, space) for space in range(BOARD))
    for flower, letter in enumerate(FLOWER_LETTERS)
)
STAMP = tuple(
    tuple(PlaceStamp(f"*{letter}{SPACE_NAMES[space]}", flower, space) for space in range(BOARD))
    for flower, letter in enumerate(FLOWER_LETTERS)
)
POINT = tuple(PointAtSpace(SPACE_NAMES[space], space) for space in range(BOARD))
NOTHING = SkipStamp("-")
DONE = FinishPainting("done")
