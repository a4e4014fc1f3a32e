"""The value of a state for the master with two players, from features whose weights were learned from games."""

import tomllib
from functools import lru_cache
from importlib import resources
from operator import mul
from typing import TYPE_CHECKING

from core.games.mazaytsy.bot.distances import turns_to, turns_to_shore
from core.games.mazaytsy.bot.rollout_policy import best_way
from core.games.mazaytsy.bot.value import berths, expected_points, reachable_hares, room, turns_left, worth
from core.games.mazaytsy.components import BOX
from core.games.mazaytsy.rules.advanced import WEIGHT

if TYPE_CHECKING:
    from core.games.mazaytsy.state import MazaytsyState

#: The features of a seat, in the order of `features_of`.
FEATURES = ("hope", "next way", "nearness", "card", "room", "way to land", "turns")
#: Which of them are hares in reach, and which are room; the rest is about the shore and the turns left.
_REACH, _ROOM, _SHORE = slice(0, 4), slice(4, 5), slice(5, 7)

#: The features that are shown, all in points.
NAMES = ("points-saved", "hares-in-reach", "room-aboard", "nearness-to-shore")

#: The weights by which a boat's next way is chosen: of hares in reach, and of a free berth.
HOPE, BERTH = 0.9, 0.3
#: The last turns of a boat, in which what lies far ahead is of no use any more.
_LAST_TURNS = 3


def _learned() -> tuple[tuple[float, ...], ...]:
    """Return the weight of each feature in points, for the seat that moves and for the other."""
    text = resources.files("core.games.mazaytsy.bot").joinpath("learned_value.toml").read_text("utf-8")
    seats = tomllib.loads(text)["seats"]
    return tuple(tuple(seats[name][fact] for fact in FEATURES) for name in ("moving", "waiting"))


LEARNED = _learned()


@lru_cache(maxsize=1 << 4)
def _closeness(side: int) -> tuple[tuple[float, ...], ...]:
    """Return how near a cell is, by place (`cell * 4 + bow`) and cell."""
    return tuple(tuple(1 / (1 + away) for away in row) for row in turns_to(side))


def features_of(s: "MazaytsyState", seat: int) -> list[float]:
    """Return the features of a seat's prospects; all zero when it has no turn left."""
    turns = turns_left(s, seat)
    if not turns:
        return [0.0] * len(FEATURES)
    wanted = reachable_hares(s, seat)
    free = berths(s.holds[seat], s.advanced & WEIGHT > 0)
    place = s.boats[seat] * 4 + s.bows[seat]
    close = _closeness(s.side)[place]
    ahead = min(1.0, (turns - 1) / _LAST_TURNS)
    waits = seat != s.actor
    return [
        expected_points(s.side, place, wanted, turns, free),
        best_way(s, seat, HOPE, BERTH)[0],
        sum(close[prize[0]] for prize in wanted) * ahead,
        worth(s.row_hares[waits]) * ahead if waits < len(s.row) else 0.0,
        room(free, turns),
        turns_to_shore(s.side)[place] * (1 - free / BOX.tokens) * ahead,
        ahead,
    ]


def features(s: "MazaytsyState", seat: int) -> dict[str, float]:
    """Return the features of a state for a seat, all in points."""
    saved = float(worth(s.holds[seat] + s.ashore[seat]) + s.booked_points[seat])
    if s.actor is None or min(s.boats) < 0:
        return dict(zip(NAMES, (saved, 0.0, 0.0, 0.0), strict=True))
    weights = LEARNED[seat != s.actor]
    amounts = list(map(mul, weights, features_of(s, seat)))
    told = (saved, sum(amounts[_REACH]), sum(amounts[_ROOM]), sum(amounts[_SHORE]))
    return dict(zip(NAMES, told, strict=True))


def learned_value(s: "MazaytsyState", seat: int) -> float:
    """Return the value of a state for a seat, in points."""
    return sum(features(s, seat).values())


def lead(s: "MazaytsyState", seat: int) -> float:
    """Return by how much a seat is ahead of the other."""
    return learned_value(s, seat) - learned_value(s, 1 - seat)
