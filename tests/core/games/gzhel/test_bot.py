"""How the bots of Gzhel think: fast sums that are right, whole turns that are legal, and the obvious found."""

import hashlib
import re
from collections import Counter
from collections.abc import Iterator
from itertools import chain

import pytest

from core import bots
from core.bots.hints import hints_from
from core.bots.search import Budget, search
from core.game import OptionValue
from core.games.gzhel import GAME
from core.games.gzhel.bot import EVALUATOR
from core.games.gzhel.bot.card_values import sum_for
from core.games.gzhel.bot.forecast import forecast_pads
from core.games.gzhel.bot.painting import PLAIN, TokenAssignment, carry_out, paint
from core.games.gzhel.bot.value import ADEPT, MASTER, NONE, PainterWeights, forget, view_now
from core.games.gzhel.components import ALL, CARDS, FIGURINES, PADS, ROUNDS, SPACES
from core.games.gzhel.deal import start
from core.games.gzhel.moves import DONE, LIFT
from core.games.gzhel.phases import BEFORE, CHANGE, CHOOSE, OVER, PAINT, PICK, SHIFT, TURN_PADS
from core.games.gzhel.rules import empty_spaces, goal_points, next_points
from core.games.gzhel.scoring import card_points
from core.games.gzhel.state import GzhelState
from core.rng import Rng
from tests.core.games.gzhel.gzhel_positions import BARE, MATE, Seated, painting, play, set_up, write_pad

#: Pads on which a few turns are much alike.
PAIR = ("o o . o / o p p p / p p r r / . t . .", "r r t t / t o t b / b b b b / . . . .")
#: A chain on the diamond pad, corners on the circle pad, and a pattern that nothing is laid for.
GOALS, ICON = (26, 16, 14), "ring"


def random_game(players: int, options: dict[str, OptionValue], seed: int) -> Iterator[GzhelState]:
    """The positions of a game of chance, in which turns do not end too soon and stamps are not all laid at once."""
    state = start(GAME.setup(players, options, seed))
    rng = Rng(seed)
    yield state
    while state.actor is not None:
        moves = list(state.legal_moves())
        if moves[0] is DONE and len(moves) > 1 and rng.randrange(4):
            moves = moves[1:]
        elif moves[0] is LIFT and rng.randrange(2):
            moves = [LIFT]
        state.play(rng.choice(moves))
        yield state


def random_pad(rng: Rng) -> tuple[int, int, int, int, int]:
    pad = [0] * 5
    for space in range(SPACES):
        kind = rng.randrange(7)
        if kind < 5:
            pad[kind] |= 1 << space
    o, p, r, t, b = pad
    return o, p, r, t, b


# Sums


@pytest.mark.parametrize("card", range(len(CARDS)))
def test_sums_agree_with_the_rules(card: int) -> None:
    rng = Rng(card)
    for number in range(120):
        pad, side = number % len(PADS), number // len(PADS) % 2
        masks = random_pad(rng)
        points, promise = sum_for(card, pad, side)(masks)
        assert points == card_points(CARDS[card], PADS[pad][side], masks)
        assert promise >= 0


def test_a_view_pays_what_the_goals_pay() -> None:
    for number, state in enumerate(random_game(2, {}, 4)):
        if number % 7 or state.phase in (TURN_PADS, OVER):
            continue
        for seat in range(2):
            flowers = state.flowers[5 * seat : 5 * seat + 5]
            view = view_now(state, seat, MASTER)
            packed = view.pack(flowers)
            assert view.pays(packed) == sum(goal_points(state, seat))
            # Without promises and slopes, the worth lies at or above the points.
            assert view.worth(0.0)(packed) >= view.pays(packed)
            circle, _ = next_points(state, seat)
            if state.round < ROUNDS:
                assert view.estimate(packed) >= 0.1 * circle


def test_a_painting_is_carried_out_as_it_was_seen() -> None:
    """Tokens are moved by sums: in the end they are the sums of the pads, and no climb goes down."""
    checked = 0
    for number, state in enumerate(random_game(1, {}, 6)):
        if state.phase != PAINT or number % 3:
            continue
        view = view_now(state, 0, MASTER)
        filled = ALL & ~empty_spaces(state, 0)
        seen = TokenAssignment(view, PLAIN, view.pack(state.flowers), filled, state.lifted, state.hand)
        idle = seen.worth(seen.packed) + seen.kept
        seen.fill()
        middling = seen.worth(seen.packed) + seen.kept
        assert idle - 1e-6 <= middling <= seen.hill_climb() + 1e-6
        in_hand = sum(token != NONE for token in seen.lies[seen.free :])
        laid = sum(view.on_pad[space] + MASTER.shift for _, space in seen.laid())
        assert seen.kept == pytest.approx(in_hand * view.hand + laid)
        played = state.copy()
        moves = carry_out(played, 0, seen)
        assert moves[-1] is DONE
        assert played.violations() == []
        assert view.pack(played.flowers) == seen.packed
        checked += 1
    assert checked > 10


# Turns


@pytest.mark.parametrize(
    ("players", "options"),
    [(1, {}), (2, {}), (4, {}), (2, {"beginners": True})],
    ids=["alone", "two", "four", "beginners"],
)
def test_proposals_are_legal_different_and_end_the_turn(players: int, options: dict[str, OptionValue]) -> None:
    phases: Counter[int] = Counter()
    for state in chain.from_iterable(random_game(players, options, seed) for seed in (0, 1, 9)):
        if state.actor is None or phases[state.phase] == 4:
            continue
        seat, round_ = state.actor, state.round
        phases[state.phase] += 1
        world = state.determinize(seat, Rng(1))
        before = world.digest()
        plans = EVALUATOR.propose_turns(world, Rng(2), 6)
        assert world.digest() == before
        assert 1 <= len(plans) <= 6
        assert len({tuple(move.notation for move in plan) for plan in plans}) == len(plans)
        for plan in plans:
            after = world.copy()
            for move in plan:
                assert after.actor == seat
                assert after.round == round_
                assert move in after.legal_moves()
                after.play(move)
            if state.phase != TURN_PADS:
                assert plan[-1] is DONE
            assert after.violations() == []
    assert all(phases[phase] for phase in (CHOOSE, BEFORE, PAINT, PICK, SHIFT))
    assert phases[CHANGE] or options


def test_proposals_include_the_greedy_turn() -> None:
    for number, state in enumerate(random_game(2, {}, 8)):
        if state.actor is None or number % 40 or state.phase == TURN_PADS:
            continue
        world = state.determinize(state.actor, Rng(1))
        greedy = EVALUATOR.sample_turn(world.copy(), Rng(1), 0.0)
        assert greedy in EVALUATOR.propose_turns(world, Rng(1), 8)


def test_the_master_considers_more_turns_than_the_adept() -> None:
    state = set_up(MATE, Seated(*PAIR, "r", (5, 6)))
    many = EVALUATOR.propose_turns(state, Rng(1), EVALUATOR.master_candidates)
    few = EVALUATOR.propose_turns(state, Rng(1), EVALUATOR.adept_candidates)
    assert len(few) <= EVALUATOR.adept_candidates < len(many) <= EVALUATOR.master_candidates
    assert len({plan[0].notation for plan in many}) > 1


def test_a_turn_ends_the_game_with_the_points_that_the_trial_tells() -> None:
    """In the last round nothing is left to guess."""
    for seed in range(3):
        state = start(GAME.setup(1, {}, seed))
        rng = Rng(seed)
        while state.round < ROUNDS:
            state.play(rng.choice(list(state.legal_moves())))
        before = state.scores()[0]
        for plan in EVALUATOR.propose_turns(state.determinize(0, Rng(1)), Rng(1), 6):
            told = EVALUATOR.value(EVALUATOR.rollout(state.determinize(0, Rng(2)), plan, 0, Rng(3)), 0)
            after = state.copy()
            for move in plan:
                after.play(move)
            assert after.phase == OVER
            assert after.scores()[0] - before == pytest.approx(told)


def test_others_matter_only_to_who_names_the_figurine() -> None:
    state = set_up(MATE, Seated(*PAIR, "r", (5, 6)))
    plans = EVALUATOR.propose_turns(state, Rng(1), 24)
    outlooks = [EVALUATOR.rollout(state.copy(), plan, 0, Rng(1)) for plan in plans]
    assert all(outlook.others[0] == 0 < outlook.others[1] for outlook in outlooks)
    firsts = {plan[0].notation: outlook.others[1] for plan, outlook in zip(plans, outlooks, strict=True)}
    assert len(set(firsts.values())) > 1
    play(state, "fox", "lift", "done")
    assert state.actor == 1
    for plan in EVALUATOR.propose_turns(state, Rng(1), 8):
        assert EVALUATOR.rollout(state.copy(), plan, 1, Rng(1)).others == [0.0, 0.0]


# The obvious


def test_one_flower_goes_where_it_pays_most() -> None:
    """In the last round, against every other space there is."""
    checked = 0
    for seed in range(4):
        for number, state in enumerate(random_game(1, {}, seed)):
            if state.phase != PAINT or state.round < ROUNDS or number % 2:
                continue
            lone = state.copy()
            kind = next((k for k in range(5) if lone.lifted[k]), -1)
            if kind < 0 or any(lone.hand):
                continue
            lone.lifted = [int(k == kind) for k in range(5)]
            taken = lone.flowers[0] | lone.flowers[1] | lone.flowers[2] | lone.flowers[3] | lone.flowers[4]
            best = sum(goal_points(lone, 0))
            for space in range(32):
                if ALL & ~taken & 1 << space:
                    put = lone.copy()
                    put.flowers[kind] |= 1 << space
                    best = max(best, sum(goal_points(put, 0)))
            before = sum(lone.points[:3])
            paint(lone, view_now(lone, 0, MASTER))
            assert sum(lone.points[:3]) - before == best
            checked += 1
    assert checked


@pytest.mark.parametrize("level", ["adept", "master"])
def test_a_chain_is_closed(level: str) -> None:
    """Card 26 on the diamond pad: the rose belongs between its like."""
    state = painting(Seated("r r . r / . . . . / . . . . / . . . .", BARE), "r", number=8, goals=GOALS, icon=ICON)
    plan = bots.think(GAME, state, level, Rng(1), Budget(steps=40)).plan
    assert plan == ("rc1", "done")


@pytest.mark.parametrize("level", ["adept", "master"])
def test_a_stamp_brings_a_flower_home(level: str) -> None:
    """The stamp itself pays two points, and its shift links the fourth rose to the chain."""
    state = painting(
        Seated("r r r . / . . . . / . . . . / . . . .", ". . . r / . . . . / . . . . / . . . .", "b"),
        number=8,
        goals=GOALS,
        icon=ICON,
    )
    plan = bots.think(GAME, state, level, Rng(1), Budget(steps=60)).plan
    play(state, *plan)
    assert state.points[0] == 8
    assert state.points[3] == 2
    assert write_pad(state, 0, 0).count("r") == 4


def test_the_last_stamps_are_all_laid() -> None:
    state = painting(Seated(BARE, BARE, "rrbot"), number=8)
    play(state, *bots.think(GAME, state, "adept", Rng(1)).plan)
    assert state.points[3] == 10


@pytest.mark.parametrize("level", ["adept", "master"])
def test_a_better_figurine_is_worth_a_stamp(level: str) -> None:
    """Nothing lies around the hedgehog; with another figurine all five roses meet, with a shift only four."""
    diamond = ". . r r / . . . . / r . . . / r r . ."
    state = set_up(Seated(diamond, BARE, "b"), number=8, goals=GOALS, icon=ICON, figurine="hedgehog", phase=BEFORE)
    play(state, *bots.think(GAME, state, level, Rng(1), Budget(steps=60)).plan)
    assert state.points[0] == 10
    assert state.points[3] == 2


def told(state: GzhelState, lore: PainterWeights, beginners: bool) -> float:
    """What a painter expects the round to pay if the hedgehog is named."""
    forget()
    view, hand = view_now(state, 0, lore), tuple(state.hand)
    return forecast_pads(view, tuple(state.flowers), 0, hand, FIGURINES.index("hedgehog"), beginners).pays


def test_beginners_do_not_count_on_another_figurine() -> None:
    """Nothing lies around the hedgehog: whoever may change has all five roses meet, beginners stay with three."""
    state = set_up(Seated(". . r r / . . . . / r . . . / r r . .", BARE, "b"), number=8, goals=GOALS, icon=ICON)
    paid = [told(state, ADEPT, beginners) for beginners in (True, False)]
    assert paid == pytest.approx([6 + ADEPT.shift, 10 + ADEPT.shift - ADEPT.change])


def test_a_master_looks_for_the_shift_that_an_adept_only_counts() -> None:
    """The stamp brings the fourth rose to its like, or nothing where all lie together."""
    apart = Seated("r r r . / . . . . / . . . . / . . . .", ". . . r / . . . . / . . . . / . . . .", "b")
    together = Seated("r r r r / . . . . / . . . . / . . . .", BARE, "b")
    at_table = [set_up(seated, number=8, goals=GOALS, icon=ICON) for seated in (apart, together)]
    assert [told(state, ADEPT, True) for state in at_table] == pytest.approx([6 + ADEPT.shift, 8 + ADEPT.shift])
    assert [told(state, MASTER, True) for state in at_table] == [8, 8]


# Levels


def test_a_master_without_time_still_answers() -> None:
    state = set_up(MATE)
    result = bots.think(GAME, state, "master", Rng(1), Budget(seconds=1e-9))
    assert play(state, *result.plan)


def test_the_same_steps_give_the_same_turn() -> None:
    state = set_up(MATE, Seated(*PAIR, "r", (5, 6)))
    for level in ("adept", "master"):
        first = bots.think(GAME, state, level, Rng(1), Budget(steps=30))
        again = bots.think(GAME, state, level, Rng(1), Budget(steps=30))
        assert first.plan == again.plan
        assert sum(candidate.trials for candidate in first.candidates) <= 30


def test_the_adept_needs_few_trials() -> None:
    result = bots.think(GAME, set_up(MATE), "adept", Rng(1), Budget(seconds=60.0))
    assert sum(candidate.trials for candidate in result.candidates) <= EVALUATOR.adept_candidates * bots.ADEPT_TRIALS


@pytest.mark.parametrize(("seed", "played"), [(3, "b7b9717277106fc3"), (4, "756f526dfedf8a10")])
def test_the_adept_does_not_learn(seed: int, played: str) -> None:
    """People know the adept: whatever the master learns, it makes the same turns."""
    state = start(GAME.setup(2, {}, seed))
    rng = Rng(seed)
    turns = []
    while state.actor is not None and state.round < 4:
        plan = bots.think(GAME, state, "adept", rng).plan
        turns.append(" ".join(plan))
        play(state, *plan)
    assert hashlib.sha256("\n".join(turns).encode()).hexdigest()[:16] == played


def test_hints_speak_of_what_a_player_sees() -> None:
    state = set_up(MATE)
    candidates = search(EVALUATOR, state, Rng(1), 24, Budget(steps=100))
    told = hints_from(
        EVALUATOR, bots.SearchResult(tuple(m.notation for m in candidates[0].plan), candidates), GAME.labels()
    )
    assert told[0].gap == 0
    assert len(told) > 1
    assert all(hint.gap >= 0 for hint in told)
    said = {phrase for hint in told if hint.reason for phrase in re.split(r", but |, | and ", hint.reason)}
    known = {GAME.labels().difference(name, more) for name in EVALUATOR.weights for more in (False, True)}
    assert said and said <= known | {"less for the others", "more for the others"}


def test_adept_beats_novice() -> None:
    """Alone, on the same seed: far apart."""
    points = {}
    for level in ("adept", "novice"):
        state = start(GAME.setup(1, {}, 1))
        rng = Rng(1)
        while state.actor is not None:
            play(state, *bots.think(GAME, state, level, rng, Budget(steps=12)).plan)
        points[level] = state.scores()[0]
    assert points["adept"] > points["novice"] + 15
