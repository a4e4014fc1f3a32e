"""Levels between others: those that stray from the adept's turn by a temperature, and mixtures of two neighbours."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from core import bots, registry
from core.bots.baseline import level_ratings, strength
from core.bots.evaluator import Evaluator, Plan
from core.game import Game, Move, State
from core.rng import Rng
from tests.core.games.pebbles import PebblesGame


class Tried(Evaluator):
    """One pebble is worth nothing, two are worth a point, whatever comes later; novices take one."""

    apprentice_temperature = 2.0
    journeyman_temperature = 0.5

    def rate_moves(self, state: State, moves: Sequence[Move]) -> list[float]:
        return [1e6 if move.notation == "one" else 0.0 for move in moves]

    def propose_turns(self, world: State, rng: Rng, count: int) -> list[Plan]:
        return [(move,) for move in world.legal_moves()]

    def rollout(self, world: Any, plan: Plan, seat: int, rng: Rng) -> Any:
        world.taken = plan[0].notation
        return world

    def features(self, state: Any, seat: int) -> dict[str, float]:
        return {"points": 1.0 if state.taken == "two" and seat == state.actor else 0.0}


class TriedPebbles(PebblesGame):
    def evaluator(self) -> Evaluator:
        return Tried()


def choices(game: Game, level: str, number: int = 2000) -> Counter[str]:
    state = game.start(game.setup(1, {}, 0))
    rng = Rng(3)
    return Counter(bots.choose(game, state, level, rng) for _ in range(number))


@pytest.mark.parametrize(("level", "odds"), [("apprentice", 2.718281828**0.5), ("journeyman", 2.718281828**2)])
def test_a_turn_that_is_a_point_better_is_drawn_more_often_by_the_temperature(level: str, odds: float) -> None:
    share = odds / (1 + odds)
    found = choices(TriedPebbles(), level)["two"]
    assert found == pytest.approx(2000 * share, abs=4 * (2000 * share * (1 - share)) ** 0.5)
    assert choices(TriedPebbles(), "adept", 50) == {"two": 50}


def test_a_mixture_makes_its_share_of_turns_as_the_upper_level() -> None:
    assert bots.read_mixture("novice+25") == ("novice", "apprentice", 25)
    as_apprentice = choices(TriedPebbles(), "apprentice")["two"]
    found = choices(TriedPebbles(), "novice+25")["two"]
    assert choices(TriedPebbles(), "novice", 50) == {"one": 50}
    assert found == pytest.approx(as_apprentice / 4, abs=5 * (2000 * 0.15 * 0.85) ** 0.5)


def test_a_mixture_of_nothing_or_all_is_one_level() -> None:
    assert choices(TriedPebbles(), "novice+0", 50) == {"one": 50}
    assert choices(TriedPebbles(), "adept+0", 50) == {"two": 50}
    assert bots.plays_as_master("adept+1") and not bots.plays_as_master("adept+0")


@pytest.mark.parametrize(
    "text", ["", "+", "novice+", "novice+101", "novice+-1", "novice+05", "master+1", "greedy+5", "novice+5+5", "x+5"]
)
def test_what_is_no_mixture(text: str) -> None:
    assert bots.read_mixture(text) is None and not bots.is_level(text)


def test_every_level_is_one_and_those_that_search_have_one_to_fall_back_on_that_does_not() -> None:
    assert all(bots.is_level(level) for level in bots.LEVELS)
    assert [level for level in bots.PLAYABLE_LEVELS if bots.searches(level)] == list(bots.PLAYABLE_LEVELS[1:])
    for level in (*bots.LEVELS, "journeyman+40", "novice+10"):
        assert not bots.searches(bots.fallback_level(level))


@pytest.mark.parametrize("name", registry.GAME_NAMES)
def test_the_strength_of_a_mixture_lies_between_its_levels(name: str) -> None:
    ratings = level_ratings(name)
    assert list(ratings) == list(bots.PLAYABLE_LEVELS)
    assert ratings["novice"] == 1000
    for lower, upper in zip(bots.PLAYABLE_LEVELS, bots.PLAYABLE_LEVELS[1:], strict=False):
        low, half, high = (strength(name, f"{lower}+{percent}") or 0.0 for percent in (0, 50, 100))
        if name in ("mezen", "gzhel", "mazaytsy", "novgorod", "mezo"):
            assert (low, high) == (ratings[lower], ratings[upper])
            assert half == pytest.approx((low + high) / 2) and low < half < high
