"""The simple bots: legal, fair to what they know, and in the right order of strength."""

from collections import Counter
from collections.abc import Sequence

import pytest

from core import bots, registry
from core.bots.evaluator import Evaluator
from core.bots.hints import find_hints
from core.bots.search import Budget
from core.game import Game, Move, State
from core.games.mezen import GAME as MEZEN
from core.rng import Rng
from tests.core.games.pebbles import GAME, PebblesGame

#: A search that is counted, not timed.
QUICK = Budget(steps=24)
SIMPLE = ("random", "novice", "greedy")


class TwoIsBetter(Evaluator):
    """Two pebbles look better than one, by so much."""

    def __init__(self, better: float) -> None:
        self.better = better

    def rate_moves(self, state: State, moves: Sequence[Move]) -> list[float]:
        return [self.better if move.notation == "two" else 0.0 for move in moves]


class RatedPebbles(PebblesGame):
    better = 1.0

    def evaluator(self) -> Evaluator:
        return TwoIsBetter(self.better)


def choices(game: Game, level: str, number: int = 2000) -> Counter[str]:
    state = game.start(game.setup(1, {}, 0))
    rng = Rng(3)
    return Counter(bots.choose(game, state, level, rng) for _ in range(number))


def test_random_chooses_alike() -> None:
    counts = choices(RatedPebbles(), "random")
    assert counts["one"] == pytest.approx(1000, abs=5 * 500**0.5)


def test_greedy_chooses_the_first_of_the_best() -> None:
    assert choices(RatedPebbles(), "greedy") == {"two": 2000}
    assert choices(GAME, "greedy") == {"one": 2000}


def test_novice_prefers_what_looks_better_by_its_temperature() -> None:
    """One point better is chosen e times as often."""
    share = 2000 / (1 + 2.718281828)
    assert RatedPebbles().evaluator().novice_temperature == 1
    assert choices(RatedPebbles(), "novice")["one"] == pytest.approx(share, abs=5 * (share * 0.73) ** 0.5)


def test_novice_survives_huge_differences() -> None:
    class Wide(RatedPebbles):
        better = 1e6

    assert choices(Wide(), "novice", 50) == {"two": 50}


def test_the_same_luck_gives_the_same_move() -> None:
    state = MEZEN.start(MEZEN.setup(2, {}, 5))
    for level in bots.LEVELS:
        one, other = (bots.choose(MEZEN, state, level, Rng(1), QUICK) for _ in range(2))
        assert one == other


def test_choosing_changes_nothing() -> None:
    state = MEZEN.start(MEZEN.setup(3, {}, 5))
    before = state.digest()
    for level in bots.LEVELS:
        bots.choose(MEZEN, state, level, Rng(1), QUICK)
    assert state.digest() == before


def solo_score(level: str, seed: int) -> int:
    state = MEZEN.start(MEZEN.setup(1, {}, seed))
    rng = Rng(seed)
    while state.actor is not None:
        notation = bots.choose(MEZEN, state, level, rng)
        state.play(next(move for move in state.legal_moves() if move.notation == notation))
    return state.scores()[0]


def test_in_mezen_greedy_beats_novice_beats_random() -> None:
    """Alone, on the same seeds; the gaps are far wider than luck over eight games."""
    totals = {level: sum(solo_score(level, seed) for seed in range(8)) for level in SIMPLE}
    assert totals["greedy"] > totals["novice"] > totals["random"]


@pytest.mark.parametrize("name", registry.GAME_NAMES)
def test_a_tip_can_be_had_for_every_kind_of_decision(name: str) -> None:
    """Legal moves that begin differently, the best first; also where there is only one."""
    game = registry.get_game(name)
    state = game.start(game.setup(2, {}, 6))
    rng = Rng(9)
    asked: Counter[tuple[str, bool]] = Counter()
    while state.actor is not None:
        moves = list(state.legal_moves())
        kind = (state.prompt.kind, len(moves) > 1)
        if not asked[kind]:
            asked[kind] += 1
            told = find_hints(game, state, rng.spawn(), Budget(steps=3))
            first = [hint.plan[0] for hint in told]
            assert 1 <= len(first) == len(set(first)) <= 3
            assert set(first) <= {move.notation for move in moves}
            assert told[0].gap == 0 and [hint.gap for hint in told] == sorted(hint.gap for hint in told)
        state.play(rng.choice(moves))
    assert asked
