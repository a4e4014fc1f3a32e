"""Better weights for a game's judge, by self-play: `python -m core.bots.training.tune mazaytsy`.

One weight after another is made larger and smaller. The judge that has it so plays paired games against the judge as
it is, the same seeds from every seat, with the same number of trials; what wins by more than chance would is kept.
Prints the weights to put into `weights.toml`; writes nothing.
"""

import argparse
import math
from collections.abc import Sequence
from copy import copy
from typing import NamedTuple

from core import registry
from core.bots.evaluator import Evaluator
from core.bots.search import Budget, search
from core.game import Game
from core.rng import Rng


class Margin(NamedTuple):
    """The average lead of an evaluator over the others in points, and its standard error."""

    points: float
    error: float


def with_weights(evaluator: Evaluator, changes: dict[str, float]) -> Evaluator:
    """Return the same evaluator with some weights changed."""
    other = copy(evaluator)
    other.weights = {**evaluator.weights, **changes}
    return other


def self_play(game: Game, judges: Sequence[Evaluator], seed: int, steps: int, plans: int) -> list[int]:
    """Play one game between evaluators with the same search; return the points by seat."""
    state = game.start(game.setup(len(judges), {}, seed))
    rng = Rng(seed).spawn()
    while state.actor is not None:
        moves = state.legal_moves()
        if len(moves) == 1:
            state.play(moves[0])
            continue
        # Only the first move is sure to be legal: the rest of a plan may depend on what is revealed.
        for number, move in enumerate(
            search(judges[state.actor], state, rng.spawn(), plans, Budget(steps=steps))[0].plan
        ):
            if number and move not in state.legal_moves():
                break
            state.play(move)
    return state.scores()


def margin(
    game: Game, new: Evaluator, old: Evaluator, players: int, games: int, seed: int, steps: int, plans: int
) -> Margin:
    """Return how far one evaluator is ahead of another that plays all the other seats."""
    leads = []
    for number in range(games):
        own = number % players
        judges = [new if seat == own else old for seat in range(players)]
        points = self_play(game, judges, seed + number // players, steps, plans)
        leads.append(points[own] - (sum(points) - points[own]) / (players - 1))
    mean = sum(leads) / games
    spread = sum((lead - mean) ** 2 for lead in leads) / max(1, games - 1)
    return Margin(mean, math.sqrt(spread / games))


def tune(game: Game, players: int, games: int, seed: int, steps: int, plans: int, factor: float) -> dict[str, float]:
    """Make one sweep over all weights; return those that are best so far."""
    evaluator = game.evaluator()
    # The first feature is the unit, points, and keeps its weight.
    for name in list(evaluator.weights)[1:]:
        for change in (factor, 1 / factor):
            tried = with_weights(evaluator, {name: evaluator.weights[name] * change})
            found = margin(game, tried, evaluator, players, games, seed, steps, plans)
            better = found.points > 1.5 * found.error
            told = f"{name} {tried.weights[name]:.3f}: {found.points:+.2f} ± {found.error:.2f}"
            print(told + (", kept" if better else ""), flush=True)
            seed += games
            if better:
                evaluator = tried
                break
    return evaluator.weights


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m core.bots.training.tune", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=60, help="for each weight tried")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--steps", type=int, default=80, help="trials for each turn")
    parser.add_argument("--plans", type=int, default=16, help="turns considered")
    parser.add_argument("--factor", type=float, default=1.5)
    told = parser.parse_args(arguments)
    game = registry.get_game(told.game)
    best = tune(game, told.players, told.games, told.seed, told.steps, told.plans, told.factor)
    print("[weights]", *(f'"{name}" = {weight:.3f}' for name, weight in best.items()), sep="\n")


if __name__ == "__main__":
    main()
