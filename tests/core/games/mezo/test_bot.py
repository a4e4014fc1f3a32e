"""The evaluator of Mezo: legal and different turns, a value that adds up, and obvious best turns."""

from collections.abc import Callable, Iterator

import pytest

from core import bots
from core.bots.evaluator import best_move
from core.bots.hints import find_hints
from core.bots.search import Budget, search
from core.games.mezo import GAME, phases
from core.games.mezo import moves as m
from core.games.mezo.bot import CARDS_LEFT, EVALUATOR, MezoEvaluator, weights_of
from core.games.mezo.bot.proposals import deploying, greedy_turn, within_effect
from core.games.mezo.bot.shortlist import even_gifts, full_stations
from core.games.mezo.components import WARRIOR
from core.games.mezo.deal import start
from core.games.mezo.state import MezoState
from core.rng import Rng
from tests.core.games.mezo.mezo_positions import BECAN, BLUE, GREEN, HOCHOB, RED, UXMAL, YELLOW, put, scene


def positions(players: int, seed: int, every: int) -> Iterator[MezoState]:
    """Decisions of a game by the cheap rule, every so-manyth of them."""
    state = start(GAME.setup(players, {}, seed))
    number = 0
    while state.actor is not None:
        moves = state.legal_moves()
        if len(moves) > 1:
            number += 1
            if number % every == 0:
                yield state.determinize(state.actor, Rng(number))
        state.play(best_move(moves, EVALUATOR.rate_moves(state, moves)) if len(moves) > 1 else moves[0])


@pytest.mark.parametrize("players", [2, 4])
def test_turns_are_legal_and_different_and_end_where_they_should(players: int) -> None:
    seen = set()
    for world in positions(players, 3, 4):
        seat = world.actor
        assert seat is not None
        seen.add(world.stack[-1][0])
        deploy = deploying(world, seat)
        before = world.board_text()
        plans = EVALUATOR.propose_turns(world, Rng(5), 8)
        assert world.board_text() == before
        assert 1 <= len(plans) <= 8
        assert len({tuple(move.notation for move in plan) for plan in plans}) == len(plans)
        for plan in plans:
            after = world.copy()
            for move in plan:
                assert after.actor == seat and move in after.legal_moves()
                after.play(move)
            assert not (deploying(after, seat) if deploy else within_effect(after, seat))
    assert {phases.CARDS, phases.ACT, phases.STATION} <= seen


def test_the_greedy_turn_is_always_among_them() -> None:
    for world in positions(3, 8, 5):
        seat, moves = world.actor, world.legal_moves()
        assert seat is not None
        if isinstance(moves[0], m.TakeGod):
            continue
        plans = EVALUATOR.propose_turns(world, Rng(5), 4)
        assert plans[0] == greedy_turn(EVALUATOR, world, seat)
        assert plans[0][0] == best_move(moves, EVALUATOR.rate_moves(world, moves))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_quick_sum_is_the_features_by_their_weights(players: int) -> None:
    for world in positions(players, 6, 9):
        for evaluator in (EVALUATOR, EVALUATOR.for_adept()):
            quick = evaluator.worth.values(world)
            for seat in range(players):
                features = evaluator.features(world, seat)
                assert set(features) <= set(evaluator.weights)
                assert evaluator.value(world, seat) == pytest.approx(sum(features.values()))
                assert evaluator.value(world, seat) == pytest.approx(quick[seat] + features.get(CARDS_LEFT, 0.0))


def test_at_the_end_only_points_count() -> None:
    state = scene(age=3)
    put(state, RED, UXMAL, warriors=3)
    state.devotion[RED] = 9
    assert [EVALUATOR.value(state, seat) for seat in range(4)] == state.vp


def test_more_of_anything_is_better() -> None:
    def gain(change: Callable[[MezoState], None]) -> float:
        state = scene(age=2)
        state.actor = RED
        state.tiles = (UXMAL, BECAN)
        state.champions[UXMAL] = YELLOW
        before = EVALUATOR.value(state, RED)
        change(state)
        return EVALUATOR.value(state, RED) - before

    def glyph(state: MezoState) -> None:
        state.glyphs[RED * 6 + UXMAL] += 1
        state.stelae[RED] -= 1

    def devotion(state: MezoState) -> None:
        state.devotion[RED] += 2

    def pyramid(state: MezoState) -> None:
        state.pyramids[HOCHOB] = (RED * 4,)

    assert gain(lambda state: put(state, RED, UXMAL, warriors=1)) > 0
    assert gain(glyph) > 0
    assert gain(devotion) > 0
    assert gain(pyramid) > 2


def blessed(gifts: tuple[int, int, int], reserves: tuple[int, int]) -> MezoState:
    """The last conflict of the game, in the Blessed region; Red gives last of all."""
    state = scene(age=3, vp=(30, 39, 48, 57))
    state.conflict = state.blessed = HOCHOB
    state.fought = 5
    state.order = (BLUE, GREEN, YELLOW, RED)
    state.given = (0, 0, gifts[0], 0, gifts[1], 0, gifts[2], 0)
    state.reserves[0], state.reserves[1] = reserves
    state.stack = [(phases.TILE,), (phases.CLEAN_UP,), (phases.WINNER,), (phases.SACRIFICE, 3)]
    state.actor = RED
    return state


@pytest.mark.parametrize("level", ["greedy", "adept", "master"])
def test_eight_points_for_the_taking(level: str) -> None:
    """Five units are there, four are enough with the tie: none of them is of use after this."""
    state = blessed((4, 1, 0), (3, 2))
    chosen = bots.choose(GAME, state, level, Rng(1), Budget(steps=60))
    move = next(move for move in state.legal_moves() if move.notation == chosen)
    assert isinstance(move, m.PickUnits)
    assert move.warriors + move.shamans >= 4


def test_gifts_of_every_size() -> None:
    for warriors in range(5):
        for shamans in range(5):
            state = blessed((0, 0, 0), (warriors, shamans))
            gifts = even_gifts(state)
            legal = state.legal_moves()
            assert all(gift in legal for gift in gifts)
            sizes = [gift.warriors + gift.shamans for gift in gifts if isinstance(gift, m.PickUnits)]
            assert sizes == list(range(warriors + shamans + 1))


def test_full_stations_send_all_or_nobody() -> None:
    sent = [move.notation for move in full_stations(m.stations(UXMAL, 3, 8, 1))]
    assert sent == ["uxmal=0", "uxmal=2w1s", "uxmal=3w"]


def test_rollouts_stop_when_the_conflict_is_over() -> None:
    for world in positions(2, 2, 12):
        seat = world.actor
        assert seat is not None
        plan = EVALUATOR.propose_turns(world, Rng(1), 2)[0]
        after = EVALUATOR.rollout(world.copy(), plan, seat, Rng(2))
        assert after.actor is None or after.round > world.round
        assert not after.violations()


def test_an_adept_foresees_conflicts_for_preparations_and_cards_only() -> None:
    adept = EVALUATOR.for_adept()
    seen = set()
    for world in positions(2, 2, 5):
        seat, far = world.actor, not world.fought or world.stack[-1][0] == phases.CARDS
        assert seat is not None
        plan = adept.propose_turns(world, Rng(1), 2)[0]
        by_hand = world.copy()
        for move in plan:
            by_hand.play(move)
        after = adept.rollout(world.copy(), plan, seat, Rng(2))
        over = after.actor is None or after.round > world.round
        assert over if far else after.board_text() == by_hand.board_text()
        seen.add(far)
    assert seen == {True, False}


def test_all_levels_rate_moves_alike_but_masters_value_positions_otherwise() -> None:
    for world in positions(3, 7, 10):
        moves = world.legal_moves()
        assert EVALUATOR.rate_moves(world, moves) == EVALUATOR.for_adept().rate_moves(world, moves)
        assert EVALUATOR.value(world, 0) != EVALUATOR.for_adept().value(world, 0)


def test_the_policy_plays_legal_moves_and_changes_nothing() -> None:
    for world in positions(4, 9, 15):
        before = world.board_text()
        moves = EVALUATOR.policy(world, Rng(4))
        assert world.board_text() == before
        for move in moves:
            assert move in world.legal_moves()
            world.play(move)


def test_the_same_luck_gives_the_same_thoughts() -> None:
    world = list(positions(2, 4, 30))[1]
    first, second = (search(EVALUATOR, world, Rng(7), 6, Budget(steps=20)) for _ in range(2))
    assert [(candidate.plan, candidate.total) for candidate in first] == [
        (candidate.plan, candidate.total) for candidate in second
    ]


@pytest.mark.parametrize("level", ["adept", "master"])
def test_an_answer_without_time(level: str) -> None:
    for world in positions(2, 5, 25):
        chosen = bots.choose(GAME, world, level, Rng(1), Budget(seconds=0.0) if level == "master" else None)
        assert chosen in {move.notation for move in world.legal_moves()}


def test_other_weights_are_another_judge() -> None:
    world = next(positions(2, 5, 25))
    weights = weights_of("weights")
    bold, plain = MezoEvaluator(weights | {"points": (2.0, 2.0, 2.0)}, weights), MezoEvaluator(weights, weights)
    assert bold.value(world, 0) == pytest.approx(plain.value(world, 0) + world.vp[0])


@pytest.mark.parametrize("level", ["greedy", "adept", "master"])
@pytest.mark.parametrize("owner", [RED, BLUE])
def test_ties_are_broken_for_oneself(owner: int, level: str) -> None:
    """Red and Blue have as many Warriors; it is the Champion's owner who picks, wherever it sits."""
    state = scene(age=2)
    state.conflict, state.fought = UXMAL, 5
    state.champions[UXMAL] = owner
    put(state, RED, UXMAL, warriors=2)
    put(state, BLUE, UXMAL, warriors=2)
    state.stack = [(phases.TILE,), (phases.CLEAN_UP,), (phases.TRACK, WARRIOR)]
    state.actor = owner
    assert bots.choose(GAME, state, level, Rng(1), Budget(steps=40)) == m.SEAT[owner].notation


def test_a_tip_for_a_god_or_an_ability_names_others_too() -> None:
    """Nothing can be tried there: the judge advises, and what it likes best is told, whatever the luck."""
    told: set[int] = set()
    state = start(GAME.setup(2, {"gods": "chosen"}, 4))
    while state.actor is not None and len(told) < 2:
        moves = state.legal_moves()
        if len(moves) > 2 and state.stack[-1][0] in (phases.GODS, phases.ABILITIES):
            told.add(state.stack[-1][0])
            ratings = dict(zip((move.notation for move in moves), EVALUATOR.rate_for_hint(state, moves), strict=True))
            for luck in range(3):
                best, second, third = find_hints(GAME, state, Rng(luck), Budget(steps=30))
                assert ratings[best.plan[0]] == max(ratings.values())
                assert best.gap == 0 <= second.gap <= third.gap
                assert third.gap == ratings[best.plan[0]] - ratings[third.plan[0]]
                assert len({hint.plan[0] for hint in (best, second, third)}) == 3
        state.play(best_move(moves, EVALUATOR.rate_moves(state, moves)) if len(moves) > 1 else moves[0])
    assert told == {phases.GODS, phases.ABILITIES}
