"""What the levels score, to compare people with: their ratings, their solo points, and the sources of a master's.

The figures are data, made by `python -m core.bots.training.calibrate`.
"""

from functools import lru_cache
from importlib import resources

import msgspec

from core.bots import read_mixture

#: The ratings of the levels of a game that was never measured.
_USUAL = {"novice": 1000.0, "apprentice": 1080.0, "journeyman": 1160.0, "adept": 1240.0, "master": 1390.0}


class BaselineTable(msgspec.Struct, frozen=True):
    """The average result of a master in games of so many seats; the others were adepts."""

    games: int
    #: The rollouts that it made for a turn.
    trials: int
    points: float
    #: Points by id: `sources` per game, from each source that no card pays; `cards` per card of each kind of goal card.
    sources: dict[str, float] = {}
    cards: dict[str, float] = {}


class Baseline(msgspec.Struct, frozen=True):
    """What the levels score in one game."""

    #: The strength of each level in points of Elo; with 400 more, a level wins ten times as often as it loses.
    ratings: dict[str, float] = {}
    #: The points of every solo game that was played, by level.
    alone: dict[str, list[int]] = {}
    #: By the number of seats, in digits.
    tables: dict[str, BaselineTable] = {}


@lru_cache(maxsize=1)
def _all() -> dict[str, Baseline]:
    found = resources.files("core.bots").joinpath("baseline.toml").read_bytes()
    return msgspec.toml.decode(found, type=dict[str, Baseline])


def level_ratings(game: str) -> dict[str, float]:
    """Return the ratings of the levels in a game; where it was never measured, what they usually are."""
    return baseline(game).ratings or _USUAL


def strength(game: str, level: str) -> float | None:
    """Return the rating of a level or of a mixture of two; None where it is not known."""
    ratings = baseline(game).ratings
    mixture = read_mixture(level)
    if mixture is None:
        return ratings.get(level)
    lower, upper = ratings.get(mixture.lower), ratings.get(mixture.upper)
    if lower is None or upper is None:
        return None
    return lower + mixture.percent / 100 * (upper - lower)


def baseline(game: str) -> Baseline:
    """Return the figures of a game; empty for one that was never measured."""
    return _all().get(game, Baseline())
