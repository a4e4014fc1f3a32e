"""The moves of Mazaytsy and their notation, made once and shared."""

from functools import lru_cache
from typing import Final

from core.game import Move
from core.games.mazaytsy.components import KINDS
from core.games.mazaytsy.hares import SORTS, VALUES, worths
from core.games.mazaytsy.water import BOWS, DIRECTIONS, WATERS

#: The boats by seat: red, blue, green, yellow.
LETTERS: Final = "RBGY"


class Launch(Move, frozen=True, gc=False):
    """Launch the boat on a start card: "c3n"."""

    cell: int
    bow: int


class PickUpHare(Move, frozen=True, gc=False):
    """Pick up a hare from the card under the boat: "+3"."""

    sort: int


class Steal(Move, frozen=True, gc=False):
    """Pull one hare over from another boat: "R-3"."""

    seat: int
    sort: int


class KeepHares(Move, frozen=True, gc=False):
    """Keep this many hares of the current value while partners share out: "keep2"."""

    number: int


class GiveOrder(Move, frozen=True, gc=False):
    """Give an order that needs no place: row, turn, land, stop, leave, share."""

    code: int


class LandHares(Move, frozen=True, gc=False):
    """Put these hares ashore: "4+3"."""

    bunch: int


class ChooseCell(Move, frozen=True, gc=False):
    """Choose a cell, for a funnel's pull or for the new card: "c3"."""

    cell: int


class ChooseCard(Move, frozen=True, gc=False):
    """Choose the open card to lay: "row1" is the far one, "top" the stack's top."""

    index: int


class SetCurrent(Move, frozen=True, gc=False):
    """Choose which way the laid current flows: "n" or "ne"."""

    turn: int


class Spin(Move, frozen=True, gc=False):
    """Choose which way the whirlpool turns: "cw" or "ccw"."""

    clockwise: bool


class Add(Move, frozen=True, gc=False):
    """Choose the kind of card on which Mazay strews hares: "fish"."""

    kind: int


FORWARD, LEFT, RIGHT, SLIP_LEFT, SLIP_RIGHT, UNLOAD, STOP, LEAVE, SHARE = range(9)

ACTS: Final = tuple(
    GiveOrder(word, code) for code, word in enumerate(("f", "l", "r", "fl", "fr", "land", "stop", "leave", "share"))
)
LAUNCHES: Final = {
    side: {
        (cell, bow): Launch(f"{water.names[cell]}{BOWS[bow]}", cell, bow) for cell in water.start for bow in range(4)
    }
    for side, water in WATERS.items()
}
SPOTS: Final = {
    side: tuple(ChooseCell(name, cell) for cell, name in enumerate(water.names)) for side, water in WATERS.items()
}
TAKES: Final = tuple(PickUpHare(f"+{VALUES[sort]}", sort) for sort in SORTS)
STEALS: Final = tuple(
    tuple(Steal(f"{letter}-{VALUES[sort]}", seat, sort) for sort in SORTS) for seat, letter in enumerate(LETTERS)
)
TURNS_STRAIGHT: Final = tuple(SetCurrent(DIRECTIONS[turn * 2], turn) for turn in range(4))
TURNS_SIDE: Final = tuple(SetCurrent(DIRECTIONS[turn * 2 + 1], turn) for turn in range(4))
SPINS: Final = (Spin("cw", True), Spin("ccw", False))
ADDS: Final = tuple(Add(name, kind) for kind, name in enumerate(KINDS))

#: The index in `MazaytsyState.hand` and `ChooseCard.index` that means the top of the stack.
TOP: Final = 4
PICKS: Final = (*(ChooseCard(f"row{index + 1}", index) for index in range(4)), ChooseCard("top", TOP))


@lru_cache(maxsize=1 << 8)
def keep(number: int) -> KeepHares:
    return KeepHares(f"keep{number}", number)


@lru_cache(maxsize=1 << 10)
def land(bunch: int) -> LandHares:
    return LandHares("+".join(map(str, worths(bunch))), bunch)
