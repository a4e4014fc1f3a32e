"""What the master thinks of a turn, and that it knows no more than the player did."""

from typing import Any

import pytest

from core import registry as shelf
from core.bots.evaluator import Judge, Plan
from core.game import Move, State
from core.match import Match, Seat
from core.review.comparison import Depth, Estimate, compared
from core.review.expectation import expected, lead
from core.review.luck import what_came
from core.review.record import case_of, judge_turn
from core.review.turns import Turn, plan_of, turns
from core.rng import Chance
from tests.core.games.pebbles import GAME as PEBBLES
from tests.core.games.pebbles.components import OMENS
from tests.core.review.test_turns import novices, smallest_table

QUICK = Depth(steps=12, worlds=6)


def position() -> State:
    return Match.new(PEBBLES, [Seat("A"), Seat("B")]).state


class Bringing(Judge):
    """Two turns, which bring so much more or less in each world as is written here, as they look from each view."""

    def __init__(self, *views: list[float]) -> None:
        self.ahead = views
        self.mine: list[float] = []
        self.brought = 0.0

    def views(self) -> "list[Bringing]":
        seen = []
        for ahead in self.ahead:
            seen.append(Bringing(*self.ahead))
            seen[-1].mine = ahead[:]
        return seen

    def propose(self, world: State, rng: Chance, count: int) -> list[Plan]:
        return [(Move("two"),)]

    def trial(self, world: State, plan: Plan, seat: int, rng: Chance) -> State:
        self.brought = 0.0
        if plan == (Move("two"),) and self.mine:
            self.mine.append(self.mine.pop(0))
            self.brought = self.mine[-1]
        return world

    def features(self, state: State, seat: int) -> dict[str, float]:
        return {"points": self.brought if seat == 0 else 0.0}


class Criticised(Bringing):
    """A game whose reviews are written by others than those who play it."""

    def critics(self) -> "list[Bringing]":
        return Bringing([5.0]).views()


def cost(*views: list[float], worlds: int = 8, judge: type[Bringing] = Bringing) -> Estimate:
    state = position()
    one = next(move for move in state.moves() if move.notation == "one")
    return compared(judge(*views), state, (one,), Depth(steps=4, worlds=worlds), Chance(1)).cost


def test_what_a_turn_costs_is_the_mean_of_the_differences_world_by_world() -> None:
    found = cost([1.0, 3.0])
    assert found.mean == pytest.approx(2.0)
    # Eight differences with a variance of 8/7: their mean is known to within the root of a seventh.
    assert found.error == pytest.approx((1 / 7) ** 0.5)


def test_views_that_do_not_agree_are_noise_however_often_they_are_asked() -> None:
    found = cost([4.0], [0.0], worlds=48)
    assert found.mean == pytest.approx(2.0)
    assert found.error == pytest.approx(2.0)


def test_critics_are_asked_where_a_game_has_them() -> None:
    assert cost([1.0], judge=Criticised).mean == pytest.approx(5.0)


def test_turns_that_come_to_the_same_cost_nothing() -> None:
    assert cost([0.0], worlds=1000) == Estimate(0.0, 0.0)


def test_the_same_turn_costs_nothing_and_needs_no_reason() -> None:
    state = position()
    two = next(move for move in state.moves() if move.notation == "two")
    found = compared(Bringing([5.0]), state, (two,), QUICK, Chance(1))
    assert (found.best, found.cost, found.reason) == (("two",), Estimate(), ())


def test_a_pebble_less_costs_a_point() -> None:
    """With two at the table all that the other has counts against one's own, and it answers alike to both turns."""
    match = Match.new(PEBBLES, [Seat("A"), Seat("B")])
    match.play("one")
    state = match.state_at(0)
    played = plan_of(match, Turn(0, 0, 2, ("one", "end")))
    found = compared(PEBBLES_JUDGE, state, played, QUICK, Chance(4))
    assert found.best[0] == "two"
    assert found.cost == Estimate(1.0, 0.0)


PEBBLES_JUDGE = Judge()
PEBBLES_JUDGE.novice_temperature = 5.0


def test_a_depth_in_seconds_ends_by_itself() -> None:
    match = novices(shelf.game("mezen"), 1, 5)
    turn = turns(match, {0})[-2]
    assert judge_turn(match.game, case_of(match, turn, [], Depth(seconds=0.1))).expected.mean > 0


@pytest.mark.parametrize("name", shelf.NAMES)
def test_a_review_knows_what_its_seat_knew_and_no_more(name: str) -> None:
    """Whatever the seat could not see is dealt anew: the master says the same, number by number."""
    game = shelf.game(name)
    match = novices(game, smallest_table(game), 7)
    found = [turn for turn in turns(match, {0}) if turn.at > len(match.log) * 2 // 3]
    turn, following = found[0], found[1]
    state, after, plan = match.state_at(turn.at), match.state_at(following.at), plan_of(match, turn)
    other, other_after = state.imagine(0, Chance(99)), after.imagine(0, Chance(98))
    assert other.digest() != state.digest()
    judge = game.judge()
    assert compared(judge, other, plan, QUICK, Chance(5)) == compared(judge, state, plan, QUICK, Chance(5))
    assert expected(judge, other, Chance(5)) == expected(judge, state, Chance(5))
    assert what_came(judge, other, plan, other_after, Chance(5)) == what_came(judge, state, plan, after, Chance(5))


def test_what_comes_is_nothing_on_average() -> None:
    """Where the others play on as the master expects, and cards are as they may be, luck evens out."""
    game = shelf.game("mezen")
    judge = game.judge()
    match = novices(game, 1, 7)
    turn = turns(match, {0})[4]
    state, plan = match.state_at(turn.at), plan_of(match, turn)
    came = []
    for number in range(12):
        world = state.imagine(0, Chance(number).fork())
        for move in plan:
            world.play(move)
        while len(world.moves()) < 2:
            world.play(world.moves()[0])
        found = what_came(judge, state, plan, world, Chance(100 + number).fork())
        assert found is not None
        came.append(found.mean)
    whole = Estimate.of(came)
    assert abs(whole.mean) < 3 * whole.error


class Superstitious(Judge):
    """Thinks that the last omen is worth as many points as its number."""

    def trial(self, world: State, plan: Plan, seat: int, rng: Chance) -> State:
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
    turn = turns(match, {0})[0]
    found = what_came(Superstitious(), match.state_at(0), plan_of(match, turn), match.state, Chance(2))
    assert found is not None
    assert abs(found.mean - (best - (OMENS - 1) / 2)) < 3 * found.error
    assert (found.mean > 2 * found.error) if lucky else (found.mean < -2 * found.error)


def test_a_lead_is_over_the_best_of_the_others() -> None:
    assert lead([7], 0) == 7
    assert lead([7, 9, 4], 0) == -2
    assert lead([7, 9, 4], 1) == 2


def test_at_the_end_expectations_are_the_result() -> None:
    match = novices(shelf.game("mezen"), 1, 5)
    last = turns(match, {0})[-1]
    found = expected(match.game.judge(), match.state_at(last.at), Chance(1))
    assert abs(found.mean - match.state.scores()[0]) <= 10
    assert found.error < 1.0
