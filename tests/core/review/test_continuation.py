"""How an adept goes on after a turn: by what came until the seat's next turn, and by that turn."""

from typing import Any

import pytest

from core import registry
from core.bots.evaluator import Evaluator, Plan
from core.game import State
from core.match import Match, Seat
from core.review.continuation import continued_value
from core.review.turns import read_plan, split_turns
from core.rng import Rng
from tests.core.games.pebbles import GAME as PEBBLES
from tests.core.review.test_turns import novices, smallest_table


class Nothing(Evaluator):
    """Expects nothing more from any turn."""

    values_what_comes = True

    def rollout(self, world: State, plan: Plan, seat: int, rng: Rng) -> State:
        return world

    def features(self, state: Any, seat: int) -> dict[str, float]:
        return {"points": 0.0}


class Lost(Evaluator):
    """Values a state by its points; an adept of this game takes as few as it can."""

    def for_adept(self) -> Evaluator:
        return Few()


class Few(Evaluator):
    weights = {"points": -1.0}


def worth(evaluator: Evaluator, *notations: str) -> float:
    state = Match.new(PEBBLES, [Seat("A")], {}, 5).state
    return continued_value(evaluator, read_plan(PEBBLES, state, notations), state, 0, Rng(2))


def test_points_that_came_until_the_next_turn_count_where_rollouts_begin_anew() -> None:
    """A pebble more is a point more, though the next turn expects nothing."""
    assert worth(Nothing(), "two", "pass") - worth(Nothing(), "one", "end") == 1.0


def test_the_next_turn_is_an_adepts() -> None:
    """Whoever goes on badly gets less of the same turn."""
    assert worth(Lost(), "two", "pass") < worth(Evaluator(), "two", "pass")


@pytest.mark.parametrize("name", registry.GAME_NAMES)
def test_at_the_end_of_a_game_it_is_the_result(name: str) -> None:
    """Each last move is worth more than another by as much as the final points are further ahead."""
    game = registry.get_game(name)
    evaluator = game.evaluator()
    match = novices(game, smallest_table(game), 11)
    seat = match.log[-1].seat
    state = match.state_at(split_turns(match, {seat})[-1].at)
    found, results = [], []
    for move in state.legal_moves()[:4]:
        world = state.copy()
        world.play(move)
        if world.actor is not None:
            continue
        others = [points for other, points in enumerate(world.scores()) if other != seat]
        results.append(world.scores()[seat] - (others[0] if others else 0))
        found.append(continued_value(evaluator, (move,), state, seat, Rng(3)))
    assert [value - found[0] for value in found] == pytest.approx([result - results[0] for result in results])
