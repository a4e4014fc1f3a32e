"""What the levels come to, as a yardstick for people: their ratings, their points alone, where a master's come from.

The figures are data, made by `python -m core.bots.training.calibrate`.
"""

from functools import lru_cache
from importlib import resources

import msgspec


class BaselineTable(msgspec.Struct, frozen=True):
    """What a master came to at a table of so many seats, on average; the others were adepts."""

    games: int
    #: How many trials it made for a turn.
    trials: int
    points: float
    #: By id: a game, from each source that no card pays; and a card, from each kind of goal card.
    sources: dict[str, float] = {}
    cards: dict[str, float] = {}


class Baseline(msgspec.Struct, frozen=True):
    """The figures of one game."""

    #: How strong each level is, in points of Elo; 400 more win ten times as often as they lose.
    ratings: dict[str, float] = {}
    #: Alone: the points of every game that was played, by level.
    alone: dict[str, list[int]] = {}
    #: By the number of seats, in digits.
    tables: dict[str, BaselineTable] = {}


@lru_cache(maxsize=1)
def _all() -> dict[str, Baseline]:
    found = resources.files("core.bots").joinpath("baseline.toml").read_bytes()
    return msgspec.toml.decode(found, type=dict[str, Baseline])


def baseline(game: str) -> Baseline:
    """The figures of a game; none for one that was never measured."""
    return _all().get(game, Baseline())
