"""Fits the masters' weights to games: `python -m core.mezo.judge.tune --players 2 --games 2000`.

The policy of the rollouts plays, with cards by the cheap rule and some straying. After each conflict every seat is
compared with the others, and the points by which they are apart when the game is over are laid to the features in which
they differ and to their gods, by least squares, Age by Age. Prints weights to round for `weights.toml`; writes nothing.
"""

import argparse
from collections.abc import Sequence
from typing import NamedTuple

from core.bots.judge import softmax_move
from core.bots.least_squares import fitted
from core.chance import Chance
from core.mezo import GAME, phases
from core.mezo.components import GODS
from core.mezo.judge import JUDGE, MezoJudge
from core.mezo.judge.value import ByAge
from core.mezo.state import MezoState

#: How often a move strays from what looks best, and how far, in points.
_STRAYING = 0.1
_STRAY = 0.7
#: Every feature in plain numbers.
_ONES: ByAge = dict.fromkeys(JUDGE.weights, (1.0, 1.0, 1.0))
_PLAIN = MezoJudge(_ONES, _ONES)


class Row(NamedTuple):
    """How a seat differed from the others after a conflict, and by how many points it was ahead in the end."""

    age: int
    differences: list[float]
    ahead: float


def rows_of(players: int, seed: int) -> list[Row]:
    """What one game tells."""
    state = GAME.start(GAME.setup(players, {}, seed))
    assert isinstance(state, MezoState)
    rng = Chance(seed).fork()
    seen: list[tuple[int, list[list[float]]]] = []
    round_ = state.round
    while state.actor is not None:
        state = _on(state, rng)
        if state.actor is not None and state.round != round_:
            round_ = state.round
            seen.append((state.age, [_facts(state, seat) for seat in range(players)]))
    points = [float(score) for score in state.scores()]
    return [
        Row(age, [_ahead(column, seat) for column in zip(*facts, strict=True)], _ahead(points, seat))
        for age, facts in seen
        for seat in range(players)
    ]


def _on(state: MezoState, rng: Chance) -> MezoState:
    """The game one decision further."""
    moves = state.moves()
    choosing_card = state.stack[-1][0] == phases.CARDS
    if len(moves) > 1 and (choosing_card or rng.unit() < _STRAYING):
        state.play(softmax_move(moves, JUDGE.rate(state, moves), rng, _STRAY))
        return state
    return JUDGE.step(state, rng)[1]


def _facts(state: MezoState, seat: int) -> list[float]:
    """The features of a seat, then a one in the place of its god."""
    features = _PLAIN.features(state, seat)
    gods = [float(state.gods[seat] == god) for god in range(len(GODS))]
    return [*(features.get(name, 0.0) for name in JUDGE.weights), *gods]


def _ahead(amounts: Sequence[float], seat: int) -> float:
    """By how much a seat is ahead of the mean of the others."""
    return amounts[seat] - (sum(amounts) - amounts[seat]) / (len(amounts) - 1)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m core.mezo.judge.tune", description=__doc__)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    told = parser.parse_args(arguments)
    rows = [row for game in range(told.games) for row in rows_of(told.players, told.seed + game)]
    ages = []
    for age in (1, 2, 3):
        known = [row for row in rows if row.age == age]
        ages.append(fitted([row.differences for row in known], [row.ahead for row in known]))
    for number, name in enumerate(JUDGE.weights):
        print(f'"{name}" = [{", ".join(f"{age[number]:.2f}" for age in ages)}]')


if __name__ == "__main__":
    main()
