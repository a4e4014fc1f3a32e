"""How strong somebody plays against the levels of the bots, and how well that is known.

The model is Elo's: whoever is rated 400 points above another wins ten times as often as they lose. The levels' ratings
are known (`core.bots.baseline`); the player's is what makes the results most likely, and before any game somewhere
between a novice and an adept, give or take much. How sharply likelihood falls off around it tells how well it is known.

A game at a table is a comparison with each bot there, who came before whom, and all of them together count as one
game. Alone, points are compared with those that each level has reached alone.
"""

import math
from bisect import bisect_left, bisect_right
from collections.abc import Sequence

import msgspec

#: How many points of Elo make the odds e times as good.
_SCALE = 400 / math.log(10)
#: How far the first guess may be off: its standard deviation.
FIRST_GUESS = 400.0
#: So many games count, the latest: people learn.
GAMES = 60
#: An interval of 95 % is so many standard deviations to either side.
SURE = 1.96


class RatedResult(msgspec.Struct, frozen=True, gc=False):
    """A result against somebody of known strength: 1 won, 0 lost, and how much it counts."""

    rival: float
    share: float
    weight: float


class Rating(msgspec.Struct, frozen=True):
    """A rating, and how far off it may be with a probability of 95 %."""

    points: float
    within: float


def rating(comparisons: Sequence[RatedResult], guess: float) -> Rating:
    """The most probable rating, found by Newton's method: what is maximised has one top."""
    theta = guess
    for _ in range(50):
        slope, bend = _around(theta, comparisons, guess)
        step = slope / bend
        theta += max(-FIRST_GUESS, min(FIRST_GUESS, step))
        if abs(step) < 1e-6:
            break
    return Rating(theta, SURE / math.sqrt(_around(theta, comparisons, guess)[1]))


def _around(theta: float, comparisons: Sequence[RatedResult], guess: float) -> tuple[float, float]:
    """Slope and curvature of the logarithm of the probability at a rating."""
    slope, bend = (guess - theta) / FIRST_GUESS**2, 1 / FIRST_GUESS**2
    for each in comparisons:
        expected = 1 / (1 + math.exp((each.rival - theta) / _SCALE))
        slope += each.weight * (each.share - expected) / _SCALE
        bend += each.weight * expected * (1 - expected) / _SCALE**2
    return slope, bend


def share_beaten(points: int, reached: Sequence[int]) -> float:
    """Which share of these points, in order, somebody has beaten; equal ones by half."""
    return (bisect_left(reached, points) + bisect_right(reached, points)) / (2 * len(reached))
