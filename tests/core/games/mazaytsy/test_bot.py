"""The evaluator of Mazaytsy: turns it proposes, rollouts, and positions with an obvious best turn."""

import itertools
from collections.abc import Iterator

import pytest

from core.bots import think as consider
from core.bots.evaluator import Plan, best_move
from core.bots.search import LEAST_TRIALS, Budget, search
from core.bots.training.tune import margin, with_weights
from core.game import OptionValue
from core.games.mazaytsy import GAME
from core.games.mazaytsy.bot import EVALUATOR, MazaytsyEvaluator, tune
from core.games.mazaytsy.bot.careful_policy import careful_turn, forget
from core.games.mazaytsy.bot.learned_value import FEATURES
from core.games.mazaytsy.bot.proposals import greedy_turn, voyages
from core.games.mazaytsy.bot.reachability import boat_paths
from core.games.mazaytsy.bot.rollout_policy import at_turn_start, rollout_turn
from core.games.mazaytsy.bot.value import loaded, turns_left
from core.games.mazaytsy.components import PLAIN, THICKET
from core.games.mazaytsy.deal import start
from core.games.mazaytsy.hares import fits, parts, points
from core.games.mazaytsy.moves import Add
from core.games.mazaytsy.phases import ACT
from core.games.mazaytsy.state import MazaytsyState
from core.rng import Rng
from tests.core.games.mazaytsy.drawn_boards import NARROW, bunch_of, card, cell, drawn, flood

EVERYTHING: dict[str, OptionValue] = {"barren": True, "choice": True, "weight": True, "stealing": True}
TABLES: dict[str, tuple[int, dict[str, OptionValue]]] = {
    "two": (2, {}),
    "three, everything": (3, EVERYTHING),
    "four": (4, {}),
    "two against two": (4, {"teams": True, "stealing": True}),
}


def positions(players: int, options: dict[str, OptionValue], every: int, seed: int = 4) -> Iterator[MazaytsyState]:
    """Decisions from a game of the cheap rule with some straying."""
    s = start(GAME.setup(players, {"starter": 1, **options}, seed))
    rng = Rng(seed)
    number = 0
    while s.actor is not None:
        moves = s.legal_moves()
        if len(moves) > 1:
            number += 1
            if number % every == 0:
                yield s.copy()
        s.play(rng.choice(list(moves)) if rng.randrange(4) == 0 else best_move(moves, EVALUATOR.rate_moves(s, moves)))


@pytest.mark.parametrize("table", TABLES)
def test_proposals_are_legal_and_differ_and_hold_the_greedy_turn(table: str) -> None:
    for s in positions(*TABLES[table], every=9):
        plans = EVALUATOR.propose_turns(s.copy(), Rng(1), 10)
        assert 1 <= len(plans) <= 10
        assert len({tuple(move.notation for move in plan) for plan in plans}) == len(plans)
        assert greedy_turn(s) in plans
        for plan in plans:
            world = s.determinize(s.actor or 0, Rng(7))
            for move in plan:
                assert world.actor == s.actor
                assert move in world.legal_moves()
                world.play(move)


def test_a_plan_is_a_whole_turn_unless_luck_cuts_it_short() -> None:
    for s in positions(2, {}, every=3):
        if not at_turn_start(s):
            continue
        for plan in EVALUATOR.propose_turns(s.copy(), Rng(1), 8):
            world = s.copy()
            for move in plan:
                world.play(move)
            assert world.turn > s.turn or world.actor is None or isinstance(plan[-1], Add)


def test_the_greedy_turn_is_that_of_the_greedy_bot() -> None:
    for s in positions(2, {}, every=7):
        moves = s.legal_moves()
        assert greedy_turn(s)[0] == best_move(moves, EVALUATOR.rate_moves(s, moves))


@pytest.mark.parametrize("players", [2, 4])
def test_the_quick_ways_are_those_of_the_rules(players: int) -> None:
    """Without hares to ask about, a boat's ways by the table are those that playing every move finds."""
    for seed in range(4):
        for s in positions(players, {}, every=2, seed=seed):
            if not at_turn_start(s) or s.actor is None:
                continue
            s.hares = [0] * len(s.hares)
            s.holds = [0] * players
            s.phase = ACT
            place = s.boats[s.actor] * 4 + s.bows[s.actor]
            found = {(part.world.boats[s.actor], part.world.bows[s.actor]) for part in voyages(s)}
            assert {divmod(end, 4) for _, end in boat_paths(s.field, s.side, place)} == found


def test_a_boat_loads_the_best_that_fits() -> None:
    for lying, held in itertools.product([(1,), (2, 2, 1), (4, 3, 1), (4, 4, 3, 3, 2)], [(), (1, 1), (3, 2, 1)]):
        bunch, hold = bunch_of(*lying), bunch_of(*held)
        best = max(points(part) for part in parts(bunch) if fits(hold + part, False))
        taken, gained = loaded(bunch, hold, False)
        assert gained == points(taken) == best
        assert fits(hold + taken, False)
        assert fits(hold + loaded(bunch, hold, True)[0], True)


def test_two_players_know_how_many_turns_are_left() -> None:
    s = start(GAME.setup(2, {}, 8))
    told: list[tuple[int, int, list[int]]] = []
    while s.actor is not None:
        if at_turn_start(s) and s.turn >= 0 and (not told or told[-1][0] != s.turn):
            told.append((s.turn, s.actor, [turns_left(s, seat) for seat in range(2)]))
        moves = s.legal_moves()
        s.play(best_move(moves, EVALUATOR.rate_moves(s, moves)))
    for turn, actor, left in told:
        after = [who for number, who, _ in told if number >= turn]
        assert left == [after.count(0), after.count(1)], (turn, actor)


@pytest.mark.parametrize("table", TABLES)
def test_turns_played_in_thought_keep_the_laws(table: str) -> None:
    for s in positions(*TABLES[table], every=11):
        if not at_turn_start(s) or s.turn < 0:
            continue
        world = s.determinize(s.actor or 0, Rng(3))
        for _ in range(6):
            if world.actor is None:
                break
            before = world.turn
            rollout_turn(world, Rng(5), 0.9, 0.3)
            assert world.violations() == []
            assert world.actor is None or world.turn == before + 1


def test_features_have_weights_and_points_are_the_score() -> None:
    for s in positions(4, {"teams": True}, every=15):
        for seat in range(4):
            told = EVALUATOR.features(s, seat)
            assert told.keys() == EVALUATOR.weights.keys()
            assert told["points-saved"] == s.scores()[seat]
            assert EVALUATOR.value(s, seat) == pytest.approx(sum(EVALUATOR.weights[n] * told[n] for n in told))


def test_a_game_that_is_over_is_worth_its_points() -> None:
    *_, s = positions(2, {}, every=1)
    while s.actor is not None:
        s.play(s.legal_moves()[0])
    assert [EVALUATOR.value(s, seat) for seat in range(2)] == s.scores()


#: What novices and adepts did before masters learned anything, at every thirteenth decision of `positions`.
CHOICES = {
    ("two", "novice"): ["a3", "b3", "a3"],
    ("two", "adept"): ["a3", "b4", "a2"],
    ("three, everything", "novice"): ["f", "+3", "f4"],
    ("three, everything", "adept"): ["f +4 d1 ne", "+3 a1 nw", "e2 ccw +2"],
    ("four", "novice"): ["+2", "+3", "l"],
    ("four", "adept"): ["+2 +2 b6 ne", "+3 whirlpool", "l l f1"],
    ("two against two", "novice"): ["e3", "fl", "G-4"],
    ("two against two", "adept"): ["b3", "fl +2 a1", "G-4 c4"],
}


@pytest.mark.parametrize(("table", "level"), CHOICES)
def test_what_masters_learn_changes_nothing_for_novices_and_adepts(table: str, level: str) -> None:
    asked = itertools.islice(positions(*TABLES[table], every=13), 2, 5)
    assert [" ".join(consider(GAME, s, level, Rng(3)).plan) for s in asked] == CHOICES[table, level]


@pytest.mark.parametrize("options", [{}, EVERYTHING])
def test_careful_turns_keep_the_laws(options: dict[str, OptionValue]) -> None:
    for s in positions(2, options, every=5):
        if not at_turn_start(s) or s.turn < 0:
            continue
        world = s.determinize(s.actor or 0, Rng(3))
        for _ in range(3):
            if world.actor is None:
                break
            before = world.turn
            careful_turn(world, Rng(5))
            assert world.violations() == []
            assert world.actor is None or world.turn == before + 1


def test_a_careful_turn_hangs_on_nothing_hidden() -> None:
    """Whatever the stack holds, the boat goes the same way and the card comes to the same place."""
    asked = [s for s in positions(2, {}, every=2) if at_turn_start(s) and s.turn >= 0 and s.due != s.actor]
    assert len(asked) > 5
    for s in asked:
        ends = set()
        for luck in range(4):
            world = s.determinize(s.actor or 0, Rng(luck))
            forget()
            careful_turn(world, Rng(luck))
            ends.add((tuple(world.boats), tuple(world.bows), tuple(world.field), tuple(world.hares)))
        assert len(ends) == 1


def test_what_was_thought_before_changes_nothing() -> None:
    asked = [s for s in positions(2, {}, every=6) if at_turn_start(s) and s.turn >= 0]
    alone = [search(EVALUATOR, s, Rng(1), 8, Budget(steps=60))[0] for s in asked]
    again = [search(EVALUATOR, s, Rng(1), 8, Budget(steps=60))[0] for s in reversed(asked)]
    assert [(candidate.plan, candidate.total) for candidate in alone] == [
        (candidate.plan, candidate.total) for candidate in reversed(again)
    ]


def test_a_card_is_laid_with_care() -> None:
    """Blue, who goes next, has a hare two ahead: the thicket belongs in between."""
    grid = drawn({"a1": ".//Rs", "e5": ".//Bn", "e3": "./4"}, NARROW)
    s = flood(grid, players=2, row=[card(THICKET), card(PLAIN)])
    careful_turn(s, Rng(1))
    assert s.field[cell("e4", 5)] >> 3 == THICKET


def test_games_tell_what_facts_are_worth(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thirteen turns each; what the last turn gained is what it brought."""
    monkeypatch.setattr(tune, "_PLANS", 3)
    monkeypatch.setattr(tune, "_STEPS", 3)
    rows = tune.rows_of(seed=2)
    assert len(rows) == 26
    assert {len(row.facts) for row in rows} == {2 * len(FEATURES) + 2}
    assert rows[-1].gained >= 0
    assert not any(rows[-1].facts[len(FEATURES) : 2 * len(FEATURES)]), "the other has no turn left to live by"


class Counting(MazaytsyEvaluator):
    """Counts its trials."""

    trials = 0

    def rollout(self, world: MazaytsyState, plan: Plan, seat: int, rng: Rng) -> MazaytsyState:
        self.trials += 1
        return super().rollout(world, plan, seat, rng)

    def for_adept(self) -> "Counting":
        return self


def test_the_adept_tries_few_turns_and_a_master_without_time_still_answers() -> None:
    s = next(s for s in positions(4, {}, every=20) if at_turn_start(s))
    evaluator = Counting()
    result = consider(_With(evaluator), s, "adept", Rng(1))
    assert 0 < evaluator.trials <= evaluator.adept_candidates * 3
    assert result.plan
    evaluator.trials = 0
    result = consider(_With(evaluator), s, "master", Rng(1), Budget(seconds=0.0))
    assert evaluator.trials == LEAST_TRIALS
    assert result.plan[0] in {move.notation for move in s.legal_moves()}


class _With(type(GAME)):  # type: ignore[misc]
    """Mazaytsy with a judge of the test's own."""

    def __init__(self, evaluator: MazaytsyEvaluator) -> None:
        self._judge = evaluator

    def evaluator(self) -> MazaytsyEvaluator:
        return self._judge


def test_the_same_steps_give_the_same_thoughts() -> None:
    s = next(s for s in positions(2, {}, every=20) if at_turn_start(s))
    thoughts = [search(EVALUATOR, s, Rng(1), 16, Budget(steps=60)) for _ in range(2)]
    assert [(candidate.plan, candidate.total) for candidate in thoughts[0]] == [
        (candidate.plan, candidate.total) for candidate in thoughts[1]
    ]


def test_a_judge_is_level_with_itself_when_it_is_tuned() -> None:
    """Paired games cancel the luck of the seats; what remains is what the weights are worth."""
    same = with_weights(EVALUATOR, {})
    assert margin(GAME, same, EVALUATOR, players=2, games=2, seed=3, steps=6, plans=3).points == 0
    assert with_weights(EVALUATOR, {"room-aboard": 2.0}).weights["room-aboard"] == 2.0
    assert EVALUATOR.weights["room-aboard"] != 2.0


# Positions in which the best turn is plain to see


def turn_of(s: MazaytsyState, level: str = "master") -> tuple[str, ...]:
    return consider(GAME, s, level, Rng(2), Budget(steps=150)).plan


@pytest.mark.parametrize("level", ["adept", "master"])
def test_the_only_hare_ahead_is_fetched(level: str) -> None:
    s = flood(drawn({"c5": ".//Rn", "c3": "./4"}, NARROW), players=2)
    plan = turn_of(s, level)
    assert plan[:3] == ("f", "f", "+4")


@pytest.mark.parametrize("level", ["adept", "master"])
def test_a_full_boat_at_the_shore_lands_when_hares_are_about(level: str) -> None:
    grid = drawn({"a3": ".//Re", "b3": "./4", "c3": "./4", "b2": "./3", "e5": ".//Bs"}, NARROW)
    s = flood(grid, players=2, holds={0: (2, 2, 1, 1)})
    assert turn_of(s, level)[:2] == ("land", "2+2+1+1")


def test_in_the_last_turn_points_are_all_that_counts() -> None:
    """A rich hare two cards ahead beats landing and beats a nearer poor one."""
    grid = drawn({"a5": ".//Rn", "a3": "./4", "b4": "./1", "e5": ".//Bs"}, NARROW)
    s = flood(grid, players=2, seat=0, holds={0: (3, 3, 3)})
    s.ending, s.under, s.seen = True, -1, 2
    plan = turn_of(s)
    assert plan[:3] == ("f", "f", "+4")


def test_a_current_is_used_to_get_further() -> None:
    """Rowing onto the current carries the boat on to the hare, which lies three cards away."""
    grid = drawn({"a5": ".//Rn", "a4": "~n", "a3": "~n", "a2": "./4", "e5": ".//Bs"}, NARROW)
    s = flood(grid, players=2)
    plan = turn_of(s)
    assert plan[0] == "f"
    assert "+4" in plan


def test_a_hare_is_laid_where_we_are_first() -> None:
    grid = drawn({"a1": ".//Rs", "e5": ".//Bn"}, NARROW)
    s = flood(grid, players=2, row=[card(PLAIN, True), card(PLAIN)], row_hares=[(4,), ()])
    plan = turn_of(s)
    world = s.copy()
    for move in plan:
        world.play(next(m for m in world.legal_moves() if m.notation == move))
    lies = next(at for at, bunch in enumerate(world.hares) if bunch)
    row, column = divmod(lies, 5)
    assert row + column <= 4, "nearer to our corner than to theirs"


def test_a_thicket_goes_between_a_rival_and_its_hare() -> None:
    """Blue, heading north with a hare two ahead, is stopped by the thicket in between."""
    grid = drawn({"a1": ".//Rs", "e5": ".//Bn", "e3": "./4"}, NARROW)
    s = flood(grid, players=2, row=[card(THICKET), card(PLAIN)])
    assert turn_of(s)[-1] == "e4"
    assert s.field[cell("e4", 5)] >> 3 != THICKET, "thinking changed nothing"
