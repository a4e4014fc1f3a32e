"""Reject a stored state with out-of-range fields before any rule code touches it.

A state that the rules made always fits. One from a file may hold anything, so `State.violations` begins here: with
lengths and ranges checked, no rule takes more time or memory for it than for a state of a real game.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from core.rng import Rng

if TYPE_CHECKING:
    from core.game import State

#: By field: the range of its numbers; then, for lists, the ranges of their lengths, the outermost first.
StateShape = Mapping[str, tuple[range, ...]]

#: For counts without a natural limit, such as points and ducats: more than any game reaches.
ANY_COUNT = range(100_000)

_SEEDS = range(1 << 64)
_DRAWS = range(1 << 32)


def exactly(number: int) -> range:
    """Return the range of a fixed length."""
    return range(number, number + 1)


def at_most(number: int) -> range:
    return range(number + 1)


def shape_violations(state: "State", players: int, rng: Rng, shape: StateShape) -> list[str]:
    """Return the fields that do not fit the shape, in words."""
    wrong = [f"{name} does not fit" for name, law in shape.items() if not _fits(getattr(state, name), *law)]
    if state.actor is not None and state.actor not in range(players):
        wrong.append("the player to move has no seat")
    if rng.seed not in _SEEDS or rng.drawn not in _DRAWS:
        wrong.append("the random numbers do not fit")
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
