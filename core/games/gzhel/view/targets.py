"""The targets of Gzhel: spaces, figurines, the tokens on the tray, and a button to go on with."""

from collections.abc import Sequence

from core.games.gzhel.components import (
    BOARD,
    CIRCLE,
    DIAMOND,
    FIGURINES,
    SEATS,
    SIDES,
    SIZE,
    SPACE_NAMES,
    SPACES,
    spaces_of,
)
from core.view import Target

SPACE, FIGURINE, TOKEN = "space", "figurine", "token"
#: Kinds that are only pointed at: a pad with its frame; the four spaces around a figurine, numbered like it; the goals.
PAD, AROUND, GOAL = "pad", "around", "goal"
#: The kind of a space of any seat's pads, numbered through all seats, to mark changes on all of them.
LAID = "laid"

#: The button: lift, stay with the figurine, end the turn, or skip the shift.
BUTTON = Target("button")
SPACE_TARGETS = tuple(Target(SPACE, space) for space in range(BOARD))
#: Figurines are numbered by their stands: five on each pad, the corners first, then the middle.
FIGURINE_TARGETS = tuple(
    tuple(Target(FIGURINE, len(FIGURINES) * side + stand) for stand in range(len(FIGURINES)))
    for side in (DIAMOND, CIRCLE)
)
MIDDLE_OF_DIAMOND = FIGURINE_TARGETS[DIAMOND][-1]
#: The goals of the diamond pad, of the circle pad, and of the pattern.
GOAL_TARGETS = tuple(Target(GOAL, number) for number in range(3))

#: Names in lessons and diagrams, without figurines, which have another stand on each pad.
NAMED = {
    **dict(zip(SPACE_NAMES, SPACE_TARGETS, strict=True)),
    **{f"{name} pad": Target(PAD, side) for side, name in enumerate(SIDES)},
    **{f"{name} goal": target for name, target in zip((*SIDES, "pattern"), GOAL_TARGETS, strict=True)},
    "button": BUTTON,
}


def side_and_stand(target: Target) -> tuple[int, int]:
    """Return the pad of a figurine's target, and which of the five stands it is there."""
    return divmod(target.number, len(FIGURINES))


def nearest(spaces: Sequence[int], here: tuple[int, int]) -> Target:
    """Return the one of these spaces that is nearest on the screen."""

    def distance(space: int) -> int:
        x, y = point_of(space)
        return abs(x - here[0]) + abs(y - here[1])

    return SPACE_TARGETS[min(spaces, key=distance)]


def point_of(space: int) -> tuple[int, int]:
    """Return the position of a space for distances: rows are a little further apart than columns, pads still more."""
    side, (row, column) = space // SPACES, divmod(space % SPACES, SIZE)
    return 26 * side + 6 * column, 8 * row


def point_of_figurine(stand: int) -> tuple[int, int]:
    """Return the position of a figurine of the diamond pad, whose name is just above its lower left space."""
    x, y = point_of(spaces_of(SEATS[stand])[0])
    return x + 1, y + 6
