"""The evaluator of Mezen: the move ratings, the proposed turns, and their rollouts."""

import hashlib
import math
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import bots
from core.bots.evaluator import best_move
from core.bots.hints import hints_from
from core.bots.search import Budget
from core.games.mezen import GAME, scoring
from core.games.mezen.bot import EVALUATOR
from core.games.mezen.bot.arrangement import arrange
from core.games.mezen.bot.bitboards import (
    COUNTS,
    POINTS,
    across,
    gaps_of,
    lift,
    lifts,
    masks_of,
    most_pairs,
    slide,
    slides_of,
    to_bitboards,
)
from core.games.mezen.bot.lift_estimates import GUESSES
from core.games.mezen.bot.planner import climb
from core.games.mezen.bot.rollout import Forecast, RolloutTurn, forecast
from core.games.mezen.components import EMPTY, GOALS, cells_of
from core.games.mezen.groups import fall, takeable
from core.games.mezen.phases import PLACING
from core.games.mezen.scoring import codes_of, goal_points
from core.games.mezen.state import MezenState
from core.match import find_move
from core.rng import Rng
from tests.core.games.mezen.drawn_paintings import PLAIN, SPRUCE, legal, paintings, play, showing, table


@settings(max_examples=60, deadline=None)
@given(paintings(), st.integers(0, 4), st.integers(1, 10), st.integers(0, 24))
def test_arranging_places_all_and_moves_no_other(painting: list[int], symbol: int, round: int, pick: int) -> None:
    groups = takeable(showing(painting, symbol), showing(painting, SPRUCE), 0, 0)
    if not groups:
        return
    lifted = groups[pick % len(groups)]
    hand = [painting[cell] ^ 1 for cell in cells_of(lifted)]
    left = fall(painting, lifted)
    free = [cell for cell, code in enumerate(left) if code == EMPTY]
    state = table(PLAIN, round=round)
    state.seen[0] = sum(1 << (code >> 1) for code in painting if code % 2) | sum(1 << (code >> 1) for code in hand)
    full = arrange(state, left, hand)
    assert sorted(full[cell] for cell in free) == sorted(hand)
    assert all(full[cell] == left[cell] for cell in range(25) if cell not in free)


def points_of(state: MezenState, painting: list[int]) -> int:
    """What a painting pays now and, as it is, in the next round."""
    goals = [goal for goal in (state.goal, state.next_goal) if goal]
    return sum(goal_points(codes_of(painting), goal) for goal in goals)


def test_arranging_is_better_than_laying_tiles_as_they_come() -> None:
    """Not in every position, as it looks further than these points do, but clearly over forty of them."""
    better = 0
    for seed in range(40):
        state: Any = GAME.start(GAME.setup(1, {}, seed))
        rng = Rng(seed)
        while state.phase != PLACING or len(state.hand) < 3:
            state.play(rng.choice(list(state.legal_moves())))
            if state.actor is None:
                state = GAME.start(GAME.setup(1, {}, rng.randrange(10**6)))
        start = state.paintings[0][:]
        for code in state.hand:
            start[start.index(EMPTY)] = code
        better += points_of(state, arrange(state, state.paintings[0], state.hand)) - points_of(state, start)
    assert better > 15


def test_arranging_finds_the_only_good_place() -> None:
    """Two tiles, one goal: the Horse belongs into the corner."""
    board = "h(B) f(H) b g i / i b g f h / b g f h i / g f h i b / f h i b g"
    state = table(board, goals=(1,), round=10)
    painting = state.paintings[0]
    horse, bird = painting[1] ^ 1, painting[0] ^ 1
    left = [EMPTY, EMPTY, *painting[2:]]
    assert arrange(state, left, [bird, horse])[:2] == [horse, bird]


def rated(state: MezenState) -> dict[str, float]:
    moves = state.legal_moves()
    return dict(zip([m.notation for m in moves], GAME.evaluator().rate_moves(state, moves), strict=True))


def test_points_or_amulets() -> None:
    """Nine points are more than two amulets; nothing is less."""
    corners = "i . . . i / . . . . . / . . . . . / . . . . . / i . . . ."
    for number, better in ((2, "points"), (1, "amulets")):
        state = table(corners, goals=(number,))
        state.phase = 4
        ratings = rated(state)
        assert max(ratings, key=lambda move: ratings[move]) == better


def test_in_the_last_round_an_amulet_is_a_point_and_a_short_pool_gives_less() -> None:
    state = table(PLAIN, round=10)
    state.phase = 4
    assert rated(state)["amulets"] == 2
    state.pool = 1
    assert rated(state)["amulets"] == 1


@pytest.mark.parametrize("players", [1, 3])
def test_every_decision_is_rated_in_finite_points(players: int) -> None:
    state = GAME.start(GAME.setup(players, {}, 4))
    rng = Rng(4)
    kinds = set()
    while state.actor is not None and state.round < 4:
        moves = state.legal_moves()
        ratings = GAME.evaluator().rate_moves(state, moves)
        assert len(ratings) == len(moves) and all(map(math.isfinite, ratings))
        kinds.add(state.prompt.kind)
        state.play(rng.choice(list(moves)))
    assert kinds == {"announce", "lift", "place", "score"} | ({"pay"} if players > 1 else set())


def test_a_bot_lifts_what_pays() -> None:
    """Dark tiles pay after round five: the group of four is better than the single Horse."""
    board = "h h h . . / . . h . . / . . . . . / . . . . . / h . . . ."
    state = table(board, round=5, amulets=[0], open_backs=True)
    play(state, "horse")
    assert legal(state) == ["xa1", "xa5"]
    assert bots.choose(GAME, state, "greedy", Rng(1)) == "xa1"


# Sketches say what the rules say


@settings(max_examples=40, deadline=None)
@given(paintings())
def test_a_sketch_scores_every_goal_as_the_painting_does(painting: list[int]) -> None:
    shown, _, dark = masks_of(to_bitboards(painting))
    for card, goal in enumerate(GOALS):
        assert POINTS[card] * COUNTS[card](shown, dark) == goal_points(codes_of(painting), goal)


@settings(max_examples=40, deadline=None)
@given(paintings(), st.integers(1, (1 << 25) - 1))
def test_a_sketch_slides_as_the_painting_does(painting: list[int], lifted: int) -> None:
    sketch = to_bitboards(painting)
    fallen, hand = lift(sketch, across(lifted))
    assert fallen == to_bitboards(fall(painting, lifted))
    assert sorted(hand) == sorted(painting[cell] ^ 1 for cell in cells_of(lifted))
    shown, _, dark = masks_of(fallen)
    before, _, dark_before = masks_of(sketch)
    slides = slides_of(across(lifted))
    assert [slide(mask, slides) for mask in before[:6]] == shown[:6]
    assert slide(dark_before, slides) == dark
    assert gaps_of(across(lifted)) == shown[6]


def every_lift(painting: list[int], animal: int, amulets: int) -> set[int]:
    """What can be lifted with at most one amulet, by trying every cell."""
    seen, spruce = showing(painting, animal), showing(painting, SPRUCE)
    found = set(takeable(seen, spruce, 0, 0))
    for cell in range(25 if amulets else 0):
        found |= {group & ~(1 << cell) for group in takeable(seen, spruce, 1 << cell, 0)}
        found |= set(takeable(seen, spruce, 0, 1 << cell))
    return found


@settings(max_examples=60, deadline=None)
@given(paintings(), st.integers(0, 4), st.integers(0, 1))
def test_all_lifts_with_one_amulet_are_found(painting: list[int], animal: int, amulets: int) -> None:
    shown, _, _ = masks_of(to_bitboards(painting))
    found = lifts(shown[animal], shown[SPRUCE], amulets > 0)
    assert {across(lifted) for lifted in found} == every_lift(painting, animal, amulets)


@settings(max_examples=60, deadline=None)
@given(paintings(), st.integers(0, 4), st.integers(0, 35), st.integers(0, 99))
def test_a_guess_is_close_to_what_placing_reaches(painting: list[int], animal: int, card: int, pick: int) -> None:
    """Where symbols are counted in cells it is exact, elsewhere seldom far off."""
    sketch = to_bitboards(painting)
    shown, under, dark = masks_of(sketch)
    found = list(lifts(shown[animal], shown[SPRUCE], True))
    if not found:
        return
    lifted = found[pick % len(found)]
    fallen, hand = lift(sketch, lifted)
    reached = max(climb(fallen, order, COUNTS[card])[0] for order in (hand, hand[::-1], sorted(hand)))
    guessed = GUESSES[card](shown, under, dark, lifted, slides_of(lifted), gaps_of(lifted))
    exact = GOALS[card].kind in ("symbol_at", "dark_at", "spruce_at")
    assert abs(guessed - reached) <= (0 if exact else 4)


@given(st.integers(0, (1 << 25) - 1), st.integers(0, (1 << 25) - 1))
def test_pairs_found_at_once_are_as_many_as_matching_finds(ones: int, cells: int) -> None:
    for others in (~ones & cells, ~ones & ((1 << 25) - 1)):
        assert most_pairs(ones, others) == scoring.most_pairs(ones, others)


# Proposals


def positions(players: int, seed: int) -> list[MezenState]:
    """Positions of every kind, from a game in which the likeliest turns are played."""
    state = GAME.start(GAME.setup(players, {}, seed))
    assert isinstance(state, MezenState)
    rng = Rng(seed)
    found = []
    while state.actor is not None:
        found.append(state.copy())
        for move in EVALUATOR.policy(state.determinize(state.actor, rng), rng):
            state.play(move)
            if move.notation.startswith("x"):
                break
    return found


@pytest.mark.parametrize("players", [1, 3])
def test_proposed_turns_are_legal_and_different_and_the_greedy_one_is_among_them(players: int) -> None:
    for state in positions(players, 2)[:: 2 + players]:
        seat = state.actor
        assert seat is not None
        world = state.determinize(seat, Rng(1))
        plans = EVALUATOR.propose_turns(world, Rng(2), 12)
        written = [" ".join(move.notation for move in plan) for plan in plans]
        assert 1 <= len(set(written)) == len(written) <= 12
        for plan in plans:
            trial = world.copy()
            for move in plan:
                assert trial.actor == seat and move in trial.legal_moves()
                trial.play(move)
        if state.prompt.kind != "score":
            moves = world.legal_moves()
            greedy = best_move(moves, EVALUATOR.rate_moves(world, moves))
            assert greedy in [plan[0] for plan in plans]


def test_a_planned_turn_ends_where_backs_are_turned_up() -> None:
    state: Any = GAME.start(GAME.setup(1, {}, 3))
    for plan in EVALUATOR.propose_turns(state.determinize(0, Rng(1)), Rng(1), 20):
        assert plan[0].notation in ("horse", "fish", "bird", "hedgehog", "fox")
        assert plan[-1].notation.startswith("x")
        assert all(move.notation[0] in "+-" for move in plan[1:-1])


def test_placing_is_planned_to_the_end_of_the_round_alone() -> None:
    state = next(state for state in positions(1, 4) if state.prompt.kind == "place")
    for plan in EVALUATOR.propose_turns(state.determinize(0, Rng(1)), Rng(1), 6):
        assert len(plan) == len(state.hand) + 1
        assert plan[-1].notation in ("points", "amulets")


def test_a_turn_on_a_sketch_goes_as_in_the_rules() -> None:
    for state in positions(1, 6):
        world = state.determinize(0, Rng(4))
        for plan in EVALUATOR.propose_turns(world, Rng(3), 4):
            turn = RolloutTurn(world, 0)
            turn.play(plan)
            played = world.copy()
            for move in plan:
                played.play(move)
            assert turn.sketch == to_bitboards(played.paintings[0])
            assert sorted(turn.hand) == sorted(played.hand)
            if played.round == world.round:
                assert turn.amulets == played.amulets[0]
            elif plan[-1].notation == "points" and world.round not in (5, 10):
                assert turn.points == played.scores()[0] - world.scores()[0]


def test_the_features_of_a_trial_are_those_with_weights() -> None:
    for players in (1, 2, 4):
        for state in positions(players, 8)[::5]:
            seat = state.actor
            assert seat is not None
            world = state.determinize(seat, Rng(4))
            digest = world.digest()
            plan = EVALUATOR.propose_turns(world, Rng(3), 3)[0]
            told = forecast(world, plan, seat, Rng(2))
            assert world.digest() == digest, "the world is left as it was"
            assert isinstance(told, Forecast)
            for features in (EVALUATOR.features(told, seat), EVALUATOR.features(state, seat)):
                assert set(features) == set(EVALUATOR.weights)
                assert all(map(math.isfinite, features.values()))


def test_the_last_round_is_counted_to_the_point() -> None:
    """Nothing is imagined after round ten: what a trial says is what the rules pay."""
    states = [state for state in positions(1, 5) if state.round == 10 and state.prompt.kind == "place"]
    for state in states:
        for plan in EVALUATOR.propose_turns(state.determinize(0, Rng(1)), Rng(1), 5):
            played = state.copy()
            for move in plan:
                played.play(move)
            told = forecast(state, plan, 0, Rng(1))
            assert sum(told.features.values()) == played.scores()[0] - state.scores()[0]


# What is plain to see


def chosen(state: MezenState, level: str, steps: int = 60) -> list[str]:
    return list(bots.think(GAME, state, level, Rng(1), Budget(steps=steps)).plan)


@pytest.mark.parametrize("level", ["adept", "master"])
def test_an_amulet_joins_two_groups_when_that_pays(level: str) -> None:
    """Round 5, dark tiles in the centre pay: a link lifts six Horses' worth instead of three."""
    board = ". . . . . / h h . h h / h . . . . / . . . . . / . . . . ."
    state = table(board, goals=(30, 2), round=5, amulets=[3], open_backs=True)
    plan = chosen(state, level)
    assert plan[0] != "horse" or plan[1] == "+c2"
    played = state.copy()
    play(played, *plan)
    assert len(played.hand) >= 4


def test_the_last_amulet_is_kept_when_it_buys_nothing() -> None:
    """Round 10: lifting the whole group brings all there is; an amulet left over is a point."""
    state = table(PLAIN, goals=(2,), round=10, amulets=[2])
    assert not any(move[0] in "+-" for move in chosen(state, "master"))


def test_master_without_time_still_answers() -> None:
    state = table(PLAIN, goals=(2, 6))
    plan = bots.think(GAME, state, "master", Rng(1), Budget(seconds=1e-9)).plan
    assert find_move(GAME, state, plan[0]) in state.legal_moves()


def test_the_same_luck_and_steps_give_the_same_turn() -> None:
    for state in positions(2, 9)[::9]:
        assert chosen(state, "master", 40) == chosen(state, "master", 40)


def test_an_arrangement_tells_nothing_about_unseen_backs() -> None:
    for state in positions(1, 7):
        if state.prompt.kind == "place":
            alike = state.determinize(0, Rng(77))
            cells = [cell for cell, code in enumerate(state.paintings[0]) if code == EMPTY]
            one = arrange(state, state.paintings[0], state.hand)
            other = arrange(alike, alike.paintings[0], alike.hand)
            assert [one[cell] for cell in cells] == [other[cell] for cell in cells]


def test_a_hint_gives_its_reason_in_words_with_weights() -> None:
    state = table(PLAIN, goals=(2, 6), open_backs=True)
    result = bots.think(GAME, state, "master", Rng(1), Budget(steps=120))
    told = hints_from(EVALUATOR, result, GAME.labels())
    assert len(told) == 3 and told[0].gap == 0
    said = {phrase for hint in told if hint.reason for phrase in re.split(r", but |, | and ", hint.reason)}
    known = {GAME.labels().difference(name, more) for name in EVALUATOR.weights for more in (False, True)}
    assert said and said <= known | {"less for the others", "more for the others"}


def test_a_turn_that_pays_leaves_the_others_what_they_can_do_with_it() -> None:
    """Paying gives an amulet away, and that is counted."""
    state = table(PLAIN, PLAIN, goals=(2, 6))
    play(state, "fish")
    world = state.determinize(1, Rng(1))
    kept, paid = (
        forecast(world, (find_move(GAME, state, move),), 1, Rng(1)).features for move in ("keep", "pay-horse")
    )
    assert kept["held-back-from-others"] == 0 > paid["held-back-from-others"]


def test_the_decisions_of_a_turn_share_its_time() -> None:
    """However a turn goes, a master takes no longer for it than it may."""
    for players in (1, 2):
        turns: dict[tuple[int, int | None], list[float]] = {}
        before: tuple[str, int | None] | None = None
        for state in positions(players, 3):
            now = state.prompt.kind, state.actor
            # Tiles are placed by one plan, and alone a lift is planned with its announcement.
            if now != before and not (players == 1 and now[0] in ("lift", "score")):
                turns.setdefault((state.round, state.actor), []).append(EVALUATOR.time_share(state))
            before = now
        assert all(0 < sum(shares) <= 1 + 1e-9 for shares in turns.values())


def test_an_adept_thinks_of_the_next_goal_and_a_master_of_the_round_after_it() -> None:
    state = table(PLAIN, goals=(2, 6))
    world = state.determinize(0, Rng(1))
    plan = EVALUATOR.propose_turns(world, Rng(1), 1)[0]
    near, far = (evaluator.rollout(world, plan, 0, Rng(1)).features for evaluator in (EVALUATOR.for_adept(), EVALUATOR))
    assert near["points-this-round"] == far["points-this-round"]
    assert near["points-after-that"] == 0 < far["points-after-that"]
    assert set(near) == set(far) == set(EVALUATOR.weights)


# Levels below the master


@pytest.mark.parametrize(
    ("level", "players", "every", "digest"),
    [
        ("novice", 1, 3, "d787b221bfcf69c2"),
        ("novice", 2, 3, "f45b1d673c26cfd6"),
        ("novice", 4, 3, "2e5b1940922df1b1"),
        ("adept", 1, 7, "a78162bd96e4ce7b"),
        ("adept", 2, 7, "a159651a9055fe59"),
        ("adept", 4, 7, "fb2522b980f5e83e"),
    ],
)
def test_novices_and_adepts_stay_as_people_know_them(level: str, players: int, every: int, digest: str) -> None:
    """What they choose in every so many decisions of a game, as before the master learned."""
    state: Any = GAME.start(GAME.setup(players, {}, players))
    rng = Rng(players)
    plans, decisions = [], 0
    while state.actor is not None:
        moves = state.legal_moves()
        decisions += len(moves) > 1
        if len(moves) > 1 and decisions % every == 0:
            plans.append(" ".join(bots.LEVELS[level](EVALUATOR, state, rng.spawn(), Budget()).plan))
        state.play(best_move(moves, EVALUATOR.rate_moves(state, moves)))
    assert hashlib.sha256("\n".join(plans).encode()).hexdigest()[:16] == digest
