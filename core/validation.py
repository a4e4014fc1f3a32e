"""What a position looks like: how many numbers each of its fields holds, and from where to where they go.

A position of our own always fits. One from a file may hold anything, so `State.check` begins here: what does not
fit is never looked into, and all that rules do with the rest takes no more time or room than a game does.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from core.rng import Rng

if TYPE_CHECKING:
    from core.game import State

#: By field: the numbers that it may hold; then, for lists, how long they may be, the outermost first.
StateShape = Mapping[str, tuple[range, ...]]

#: More than any game brings: points, ducats and other things that are counted without a natural end.
ANY_COUNT = range(100_000)

_SEEDS = range(1 << 64)
_DRAWS = range(1 << 32)


def exactly(number: int) -> range:
    """A length that is always the same."""
    return range(number, number + 1)


def at_most(number: int) -> range:
    return range(number + 1)


def shape_violations(state: "State", players: int, rng: Rng, shape: StateShape) -> list[str]:
    """The fields that are not as they should be, in words."""
    wrong = [f"{name} does not fit" for name, law in shape.items() if not _fits(getattr(state, name), *law)]
    if state.actor is not None and state.actor not in range(players):
        wrong.append("nobody sits where the actor should")
    if rng.seed not in _SEEDS or rng.drawn not in _DRAWS:
        wrong.append("chance does not fit")
    return wrong


def _fits(value: Any, numbers: range, *lengths: range) -> bool:
    if not lengths:
        return value in numbers
    if len(value) not in lengths[0]:
        return False
    if len(lengths) > 1:
        return all(_fits(part, numbers, *lengths[1:]) for part in value)
    return _all_in(value, numbers)


def _all_in(values: Sequence[int], numbers: range) -> bool:
    return not values or (min(values) in numbers and max(values) in numbers)
