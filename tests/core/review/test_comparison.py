"""What the master thinks of a turn, and that it knows no more than the player did."""

from typing import Any

import pytest

from core import registry
from core.bots.evaluator import Evaluator, Plan
from core.game import Move, State
from core.match import Match, Seat
from core.review.comparison import Depth, Estimate, compare_turn
from core.review.expectation import estimate_score, lead
from core.review.luck import estimate_luck
from core.review.record import case_of, review_turn
from core.review.turns import Turn, plan_of, split_turns
from core.rng import Rng
from tests.core.games.pebbles import GAME as PEBBLES
from tests.core.games.pebbles.components import OMENS
from tests.core.review.test_turns import novices, smallest_table

QUICK = Depth(steps=12, worlds=6)


def position() -> State:
    return Match.new(PEBBLES, [Seat("A"), Seat("B")]).state


class Bringing(Evaluator):
    """Two turns, which bring so much more or less in each world as is written here, as they look from each view.

    An adept who goes on from them finds that they come to the same.
    """

    def __init__(self, *views: list[float]) -> None:
        self.ahead = views
        self.mine: list[float] = []
        self.brought = 0.0

    def variants(self) -> "list[Bringing]":
        seen = []
        for ahead in self.ahead:
            seen.append(Bringing(*self.ahead))
            seen[-1].mine = ahead[:]
        return seen

    def propose_turns(self, world: State, rng: Rng, count: int) -> list[Plan]:
        return [(Move("two"),)]

    def rollout(self, world: State, plan: Plan, seat: int, rng: Rng) -> State:
        self.brought = 0.0
        if plan == (Move("two"),) and self.mine:
            self.mine.append(self.mine.pop(0))
            self.brought = self.mine[-1]
        return world

    def features(self, state: State, seat: int) -> dict[str, float]:
        return {"points": self.brought if seat == 0 else 0.0}


class Criticised(Bringing):
    """A game whose reviews are written by others than those who play it."""

    def reviewers(self) -> "list[Bringing]":
        return Bringing([5.0]).variants()


def cost(*views: list[float], worlds: int = 8, evaluator: type[Bringing] = Bringing) -> Estimate:
    state = position()
    one = next(move for move in state.legal_moves() if move.notation == "one")
    return compare_turn(evaluator(*views), state, (one,), Depth(steps=4, worlds=worlds), Rng(1)).cost


def test_what_a_turn_costs_is_the_mean_of_the_differences_world_by_world() -> None:
    found = cost([1.0, 3.0])
    # Half of the eight worlds are the adept's.
    assert found.mean == pytest.approx((2.0 + 0.0) / 2)
    # Four differences with a variance of 4/3: their mean is known to within the root of a third, half of which counts;
    # and the judges are 2 apart, which as a uniform distribution has a variance of 2 * 2 / 12.
    assert found.error == pytest.approx((1 / 12 + 4 / 12) ** 0.5)


def test_views_that_do_not_agree_are_noise_however_often_they_are_asked() -> None:
    found = cost([4.0], [2.0], worlds=48)
    assert found.mean == pytest.approx((4.0 + 2.0 + 0.0) / 3)
    assert found.error == pytest.approx((4 / 3) ** 0.5)


def test_critics_are_asked_where_a_game_has_them() -> None:
    assert cost([1.0], evaluator=Criticised).mean == pytest.approx((5.0 + 0.0) / 2)


def test_turns_that_come_to_the_same_cost_nothing() -> None:
    assert cost([0.0], worlds=1000) == Estimate(0.0, 0.0)


def test_the_same_turn_costs_nothing_and_needs_no_reason() -> None:
    state = position()
    two = next(move for move in state.legal_moves() if move.notation == "two")
    found = compare_turn(Bringing([5.0]), state, (two,), QUICK, Rng(1))
    assert (found.best, found.cost, found.reason) == (("two",), Estimate(), ())


def test_a_pebble_less_costs_a_point() -> None:
    """With two at the table all that the other has counts against one's own, and it answers alike to both turns."""
    match = Match.new(PEBBLES, [Seat("A"), Seat("B")])
    match.play("one")
    state = match.state_at(0)
    played = plan_of(match, Turn(0, 0, 2, ("one", "end")))
    found = compare_turn(PEBBLES_JUDGE, state, played, QUICK, Rng(4))
    assert found.best[0] == "two"
    assert found.cost == Estimate(1.0, 0.0)


PEBBLES_JUDGE = Evaluator()
PEBBLES_JUDGE.novice_temperature = 5.0


def test_a_depth_in_seconds_ends_by_itself() -> None:
    match = novices(registry.get_game("mezen"), 1, 5)
    turn = split_turns(match, {0})[-2]
    assert review_turn(match.game, case_of(match, turn, [], Depth(seconds=0.1))).expected.mean > 0


@pytest.mark.parametrize("name", registry.GAME_NAMES)
def test_a_review_knows_what_its_seat_knew_and_no_more(name: str) -> None:
    """Whatever the seat could not see is dealt anew: the master says the same, number by number."""
    game = registry.get_game(name)
    match = novices(game, smallest_table(game), 7)
    found = [turn for turn in split_turns(match, {0}) if turn.at > len(match.log) * 2 // 3]
    turn, following = found[0], found[1]
    state, after, plan = match.state_at(turn.at), match.state_at(following.at), plan_of(match, turn)
    other, other_after = state.determinize(0, Rng(99)), after.determinize(0, Rng(98))
    assert other.digest() != state.digest()
    evaluator = game.evaluator()
    assert compare_turn(evaluator, other, plan, QUICK, Rng(5)) == compare_turn(evaluator, state, plan, QUICK, Rng(5))
    assert estimate_score(evaluator, other, Rng(5)) == estimate_score(evaluator, state, Rng(5))
    assert estimate_luck(evaluator, other, plan, other_after, Rng(5)) == estimate_luck(
        evaluator, state, plan, after, Rng(5)
    )


def test_what_comes_is_nothing_on_average() -> None:
    """Where the others play on as the master expects, and cards are as they may be, luck evens out."""
    game = registry.get_game("mezen")
    evaluator = game.evaluator()
    match = novices(game, 1, 7)
    turn = split_turns(match, {0})[4]
    state, plan = match.state_at(turn.at), plan_of(match, turn)
    came = []
    for number in range(12):
        world = state.determinize(0, Rng(number).spawn())
        for move in plan:
            world.play(move)
        while len(world.legal_moves()) < 2:
            world.play(world.legal_moves()[0])
        found = estimate_luck(evaluator, state, plan, world, Rng(100 + number).spawn())
        assert found is not None
        came.append(found.mean)
    whole = Estimate.of(came)
    assert abs(whole.mean) < 3 * whole.error


class Superstitious(Evaluator):
    """Thinks that the last omen is worth as many points as its number."""

    def rollout(self, world: State, plan: Plan, seat: int, rng: Rng) -> State:
        return world

    def features(self, state: Any, seat: int) -> dict[str, float]:
        return {"points": float(state.omens[state.peeked - 1])}


@pytest.mark.parametrize("lucky", [True, False])
def test_what_came_is_told_against_the_average(lucky: bool) -> None:
    best = OMENS - 1 if lucky else 0
    seed = next(seed for seed in range(1000) if PEBBLES.start(PEBBLES.setup(1, {}, seed)).omens[0] == best)  # type: ignore[attr-defined]
    match = Match.new(PEBBLES, [Seat("A")], {}, seed)
    match.play("two")
    match.play("peek")
    turn = split_turns(match, {0})[0]
    found = estimate_luck(Superstitious(), match.state_at(0), plan_of(match, turn), match.state, Rng(2))
    assert found is not None
    assert abs(found.mean - (best - (OMENS - 1) / 2)) < 3 * found.error
    assert (found.mean > 2 * found.error) if lucky else (found.mean < -2 * found.error)


def test_a_lead_is_over_the_best_of_the_others() -> None:
    assert lead([7], 0) == 7
    assert lead([7, 9, 4], 0) == -2
    assert lead([7, 9, 4], 1) == 2


def test_at_the_end_expectations_are_the_result() -> None:
    match = novices(registry.get_game("mezen"), 1, 5)
    last = split_turns(match, {0})[-1]
    found = estimate_score(match.game.evaluator(), match.state_at(last.at), Rng(1))
    assert abs(found.mean - match.state.scores()[0]) <= 10
    assert found.error < 1.0
