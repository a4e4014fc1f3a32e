"""Bunches of hares: a bunch is one integer with a byte for each value, which holds how many hares have it.

Bunches are added and taken away like numbers, and the bytes add up to the bunch modulo 255.
"""

from functools import lru_cache
from typing import Final

from core.games.mazaytsy.components import BOX
from core.rng import Rng

#: What a hare of each sort is worth, rising.
VALUES: Final = BOX.values
SORTS: Final = range(len(VALUES))

#: A bunch of a single hare, by its sort.
ONE: Final = tuple(1 << 8 * sort for sort in SORTS)

#: Every hare of the box.
ALL: Final = sum(one * n for one, n in zip(ONE, BOX.counts, strict=True))

#: The sorts that still fit when this many points are free in the boat.
_LIGHT: Final = tuple(tuple(s for s in SORTS if VALUES[s] <= spare) for spare in range(BOX.points + 1))
_EVERY: Final = tuple(SORTS)


def count(bunch: int) -> int:
    """Return how many hares there are in a bunch."""
    return bunch % 255


def points(bunch: int) -> int:
    """Return the points of a bunch."""
    total = 0
    for value in VALUES:
        total += (bunch & 255) * value
        bunch >>= 8
    return total


def sorts(bunch: int) -> list[int]:
    """Return the sorts that occur, the least first."""
    return [sort for sort in SORTS if bunch >> 8 * sort & 255]


def worths(bunch: int) -> list[int]:
    """Return the points of each hare, the best first."""
    return [VALUES[s] for s in reversed(SORTS) for _ in range(bunch >> 8 * s & 255)]


def room(hold: int, by_points: bool) -> tuple[int, ...]:
    """Return the sorts of which one more hare fits into a boat with this load."""
    if by_points:
        return _LIGHT[BOX.points - points(hold)]
    return _EVERY if hold % 255 < BOX.tokens else ()


def fits(hold: int, by_points: bool) -> bool:
    """Whether a boat can hold this bunch."""
    return points(hold) <= BOX.points if by_points else hold % 255 <= BOX.tokens


@lru_cache(maxsize=1 << 10)
def parts(bunch: int) -> tuple[int, ...]:
    """Return every bunch that can be picked out of this one, none and all included, the smallest first."""
    found = [0]
    for sort in SORTS:
        number = bunch >> 8 * sort & 255
        found = [part + ONE[sort] * n for part in found for n in range(number + 1)]
    return tuple(sorted(found, key=lambda part: (count(part), part)))


def splits(together: int, by_points: bool) -> list[int]:
    """Return what one of two boats may keep of these hares, so that both can carry their part."""
    return [part for part in parts(together) if fits(part, by_points) and fits(together - part, by_points)]


def draw(pool: int, rng: Rng) -> int:
    """Draw one hare of the pool, as a bunch."""
    mark = rng.randrange(pool % 255)
    for one in ONE:
        mark -= pool & 255
        if mark < 0:
            return one
        pool >>= 8
    raise AssertionError("a bunch is as large as its bytes")
