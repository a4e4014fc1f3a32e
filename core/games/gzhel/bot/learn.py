"""Learns what the master goes by from its own games alone: `python -m core.games.gzhel.bot.learn --games 1000`.

The master plays by the present weights, with a counted number of trials a turn. Between two rounds its pads are noted,
and in the end the points that still came are compared with what the present weights had said. What they missed is laid
to the facts by least squares, and the weights go a part of the way: a whole step overshoots, since a painter who holds
stamps dear soon has more of them than he can use. Prints the weights for `weights.toml`; writes nothing.

The weights in the data are the mean of two fits, rounded: one to 1,200 games by the adept's weights, one to 1,000 games
by what came of the first. Both were played with 60 trials a turn by a twin of this player in another language, which
needs two minutes for them; here a game takes about three seconds. Alone, the first fit brought 179.0 points, the
second 177.6, their mean 181.2 (250 games each, the same deals, ± 1.1), and was taken for that. On deals that chose
nothing it brought, rounded, 180.5 ± 1.1 (200 games).
"""

import argparse
from collections.abc import Sequence
from typing import NamedTuple

from core import bots
from core.bots.search import Budget
from core.bots.training.least_squares import fit
from core.games.gzhel import GAME
from core.games.gzhel.bot.card_values import sum_for
from core.games.gzhel.bot.value import CENTRE, MASTER
from core.games.gzhel.components import CARDS, CIRCLE, DIAMOND, PADS, ROUNDS
from core.games.gzhel.phases import CHOOSE
from core.games.gzhel.scoring import on_circle, pattern_counts
from core.games.gzhel.state import GzhelState
from core.rng import Rng

#: The kinds of cards, in the order of their numbers.
_KINDS = tuple(dict.fromkeys(card.kind for card in CARDS))
_LEFT = range(1, ROUNDS)


class GzhelSample(NamedTuple):
    """The features of the pads between two rounds, and the points until then."""

    facts: dict[tuple[str, object], float]
    points: int


def rows_of(seed: int, steps: int) -> tuple[list[GzhelSample], int]:
    """Play one solo game; return its samples and its final points."""
    state = GAME.start(GAME.setup(1, {}, seed))
    assert isinstance(state, GzhelState)
    rng = Rng(seed).spawn()
    rows: list[GzhelSample] = []
    while state.actor is not None:
        if state.phase == CHOOSE and state.round > 1:
            rows.append(GzhelSample(facts_of(state), state.scores()[0]))
        for notation in bots.think(GAME, state, "master", rng, Budget(steps=steps)).plan:
            state.play(next(move for move in state.legal_moves() if move.notation == notation))
    return rows, state.scores()[0]


def facts_of(state: GzhelState) -> dict[tuple[str, object], float]:
    """Return the features that the weights apply to when a round begins; the first two absorb what none can change."""
    left, kind = ROUNDS - state.round + 1, CARDS[state.middle].kind
    diamond, circle = PADS[state.pads[0]][DIAMOND], PADS[state.pads[1]][CIRCLE]
    o, p, r, t, b = on_circle(state.flowers)
    points, promise = sum_for(state.middle, state.pads[1], CIRCLE)((o, p, r, t, b))
    soon = max(pattern_counts(CARDS[state.pile[-1]].back, diamond, circle, state.flowers))
    after = max(pattern_counts(CARDS[state.middle].back, diamond, circle, state.flowers))
    centre = (state.stamps[0] & CENTRE).bit_count()
    return {
        ("left", left): 1.0,
        ("kind", kind): 1.0,
        ("points", kind): float(points),
        ("promise", kind): promise,
        ("soon", None): MASTER.pattern[soon],
        ("after", None): MASTER.pattern[after] if left > 1 else 0.0,
        ("hand", left): float(sum(state.hand)),
        ("centre", left): float(centre),
        ("corner", left): float(state.stamps[0].bit_count() - centre),
    }


def present() -> dict[tuple[str, object], float]:
    """Return the present weights of the master, by feature."""
    weights: dict[tuple[str, object], float] = {
        ("soon", None): MASTER.next * MASTER.soon,
        ("after", None): MASTER.after,
    }
    for kind in _KINDS:
        of_points, of_promise = MASTER.goals.get(kind, (1.0, 1.0))
        weights["points", kind] = MASTER.next * of_points
        weights["promise", kind] = MASTER.next * of_promise
        weights["kind", kind] = 0.0
    for left in _LEFT:
        weights["left", left] = 0.0
        weights["hand", left] = MASTER.hand[left]
        weights["corner", left] = MASTER.corner[left]
        weights["centre", left] = MASTER.centre[left]
    return weights


def learned(games: Sequence[tuple[list[GzhelSample], int]], part: float) -> dict[tuple[str, object], float]:
    """Return the present weights, moved this part of the way to those that fit the games."""
    weights = present()
    differences, missed = [], []
    for rows, end in games:
        for facts, points in rows:
            differences.append([facts.get(fact, 0.0) for fact in weights])
            missed.append(end - points - sum(weights[fact] * amount for fact, amount in facts.items()))
    steps = fit(differences, missed)
    return {fact: weight + part * step for (fact, weight), step in zip(weights.items(), steps, strict=True)}


def _tell(weights: dict[tuple[str, object], float]) -> None:
    """Print the weights as they stand in the data."""
    for name, last in (("hand", 0.0), ("corner", 2.0), ("centre", 2.0)):
        print(f"{name} = {[last, *(round(weights[name, left], 2) for left in _LEFT)]}")
    print(f"after = {weights['after', None]:.2f}")
    print(f"soon = {weights['soon', None] / MASTER.next:.2f}")
    for kind in _KINDS:
        of = [round(weights[name, kind] / MASTER.next, 2) for name in ("points", "promise")]
        print(f"{kind} = {of}")


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m core.games.gzhel.bot.learn", description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=10_000)
    parser.add_argument("--steps", type=int, default=60, help="trials for a turn")
    parser.add_argument("--part", type=float, default=0.5, help="how far to go")
    asked = parser.parse_args(arguments)
    games = [rows_of(asked.seed + game, asked.steps) for game in range(asked.games)]
    print(f"{sum(end for _, end in games) / len(games):.1f} points on average")
    _tell(learned(games, asked.part))


if __name__ == "__main__":
    main()
