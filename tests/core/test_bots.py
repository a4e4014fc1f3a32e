"""The simple bots: legal, fair to what they know, and in the right order of strength."""

from collections import Counter
from collections.abc import Sequence

import pytest

from core import bots
from core.chance import Chance
from core.game import Game, Move, State
from core.mezen import GAME as MEZEN
from tests.core.pebbles import GAME, PebblesGame


class RatedPebbles(PebblesGame):
    """Pebbles in which two pebbles look better than one, by so much."""

    better = 1.0

    def rate(self, state: State, moves: Sequence[Move]) -> list[float]:
        return [self.better if move.notation == "two" else 0.0 for move in moves]


def choices(game: Game, level: str, number: int = 2000) -> Counter[str]:
    state = game.start(game.setup(1, {}, 0))
    rng = Chance(3)
    return Counter(bots.choose(game, state, level, rng) for _ in range(number))


def test_random_chooses_alike() -> None:
    counts = choices(RatedPebbles(), "random")
    assert counts["one"] == pytest.approx(1000, abs=5 * 500**0.5)


def test_greedy_chooses_the_best_and_breaks_ties_by_luck() -> None:
    assert choices(RatedPebbles(), "greedy") == {"two": 2000}
    assert choices(GAME, "greedy")["one"] == pytest.approx(1000, abs=5 * 500**0.5)


def test_novice_prefers_what_looks_better_by_its_temperature() -> None:
    """One point better is chosen e times as often."""
    share = 2000 / (1 + 2.718281828)
    assert bots.NOVICE_TEMPERATURE == 1
    assert choices(RatedPebbles(), "novice")["one"] == pytest.approx(share, abs=5 * (share * 0.73) ** 0.5)


def test_novice_survives_huge_differences() -> None:
    class Wide(RatedPebbles):
        better = 1e6

    assert choices(Wide(), "novice", 50) == {"two": 50}


def test_the_same_luck_gives_the_same_move() -> None:
    state = MEZEN.start(MEZEN.setup(2, {}, 5))
    for level in bots.LEVELS:
        assert bots.choose(MEZEN, state, level, Chance(1)) == bots.choose(MEZEN, state, level, Chance(1))


def test_choosing_changes_nothing() -> None:
    state = MEZEN.start(MEZEN.setup(3, {}, 5))
    before = state.digest()
    for level in bots.LEVELS:
        bots.choose(MEZEN, state, level, Chance(1))
    assert state.digest() == before


def solo_score(level: str, seed: int) -> int:
    state = MEZEN.start(MEZEN.setup(1, {}, seed))
    rng = Chance(seed)
    while state.actor is not None:
        notation = bots.choose(MEZEN, state, level, rng)
        state.play(next(move for move in state.moves() if move.notation == notation))
    return state.scores()[0]


def test_in_mezen_greedy_beats_novice_beats_random() -> None:
    """Alone, on the same seeds; the gaps are far wider than luck over eight games."""
    totals = {level: sum(solo_score(level, seed) for seed in range(8)) for level in bots.LEVELS}
    assert totals["greedy"] > totals["novice"] > totals["random"]
