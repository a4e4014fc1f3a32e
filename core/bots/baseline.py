"""What the levels score, to compare people with: their ratings, their solo points, and the sources of a master's.

The figures are data, made by `python -m core.bots.training.calibrate`.
"""

from functools import lru_cache
from importlib import resources

import msgspec


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


def baseline(game: str) -> Baseline:
    """Return the figures of a game; empty for one that was never measured."""
    return _all().get(game, Baseline())
