"""A player's Elo rating against the levels of the bots, with its interval of confidence.

The model is Elo's: a player rated 400 points above another wins ten times as often as they lose. The levels' ratings
are known (`core.bots.baseline`). The player's rating is the one that makes the results most likely; before any game it
is somewhere between a novice's and an adept's, with a wide interval. How sharply the likelihood falls off around the
rating gives the interval.

A game at a table is one comparison with each bot there (who finished before whom), and together they count as one
game. A solo game is a comparison of points with those that each level has reached alone.
"""

import math
from bisect import bisect_left, bisect_right
from collections.abc import Sequence

import msgspec

#: The points of Elo that multiply the odds by e.
_SCALE = 400 / math.log(10)
#: The standard deviation of the first guess.
FIRST_GUESS = 400.0
#: The number of games that count, the latest ones, because people learn.
GAMES = 60
#: The standard deviations to either side of an interval of 95 %.
SURE = 1.96


class RatedResult(msgspec.Struct, frozen=True, gc=False):
    """One result against an opponent of known rating: 1 won, 0 lost, and its weight."""

    rival: float
    share: float
    weight: float


class Rating(msgspec.Struct, frozen=True):
    """A rating and half the width of its 95 % interval."""

    points: float
    within: float


def rating(comparisons: Sequence[RatedResult], guess: float) -> Rating:
    """Return the most probable rating, by Newton's method: the function that it maximises has one maximum."""
    theta = guess
    for _ in range(50):
        slope, bend = _around(theta, comparisons, guess)
        step = slope / bend
        theta += max(-FIRST_GUESS, min(FIRST_GUESS, step))
        if abs(step) < 1e-6:
            break
    return Rating(theta, SURE / math.sqrt(_around(theta, comparisons, guess)[1]))


def _around(theta: float, comparisons: Sequence[RatedResult], guess: float) -> tuple[float, float]:
    """Return slope and curvature of the log-probability at a rating."""
    slope, bend = (guess - theta) / FIRST_GUESS**2, 1 / FIRST_GUESS**2
    for each in comparisons:
        expected = 1 / (1 + math.exp((each.rival - theta) / _SCALE))
        slope += each.weight * (each.share - expected) / _SCALE
        bend += each.weight * expected * (1 - expected) / _SCALE**2
    return slope, bend


def share_beaten(points: int, reached: Sequence[int]) -> float:
    """Return the share of these sorted points that `points` beats; equal ones count half."""
    return (bisect_left(reached, points) + bisect_right(reached, points)) / (2 * len(reached))
