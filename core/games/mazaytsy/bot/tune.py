"""Learns what the facts of a position are worth: `python -m core.games.mazaytsy.bot.tune --games 1500`.

Masters who think briefly play against each other, and now and then one makes a turn that is not its best, so that odd
positions are seen, too. Whenever a turn begins the points by which the two drift apart from there to the end are laid
to their facts, by least squares. Prints what to put into `learned_value.toml`; writes nothing. A game takes two
seconds. The figures there are from 1,500 games, played by a translation of these rules and masters that was a hundred
times as fast.
"""

import argparse
from collections.abc import Sequence
from typing import NamedTuple

from core.bots.search import Budget, search
from core.bots.training.least_squares import fit
from core.games.mazaytsy import GAME
from core.games.mazaytsy.bot import EVALUATOR
from core.games.mazaytsy.bot.learned_value import FEATURES, features_of
from core.games.mazaytsy.bot.rollout_policy import at_turn_start
from core.games.mazaytsy.bot.value import turns_left
from core.games.mazaytsy.state import MazaytsyState
from core.rng import Rng

#: The candidates and the steps of a master's search.
_PLANS, _STEPS = 20, 60
#: One turn in `_STRAYING` is drawn from the best `_STRAYS`.
_STRAYING, _STRAYS = 8, 8


class MazaytsySample(NamedTuple):
    """The features at the start of a turn, and the points that the seat to move gained on the other from there on."""

    facts: list[float]
    gained: float


def rows_of(seed: int) -> list[MazaytsySample]:
    """Return the samples of one game."""
    s = _launched(seed)
    rng = Rng(seed).spawn()
    seen: list[tuple[int, int, list[float]]] = []
    while s.actor is not None:
        other = 1 - s.actor
        last = float(turns_left(s, s.actor) > turns_left(s, other))  # the seat with one more turn has its luck
        known = [*features_of(s, s.actor), *(-amount for amount in features_of(s, other)), 1.0, last]
        seen.append((s.actor, _ahead(s, s.actor), known))
        _play_turn(s, rng)
    return [MazaytsySample(known, float(_ahead(s, actor) - ahead)) for actor, ahead, known in seen]


def _ahead(s: MazaytsyState, seat: int) -> int:
    """Return by how many points a seat is ahead of the other."""
    return s.scores()[seat] - s.scores()[1 - seat]


def _launched(seed: int) -> MazaytsyState:
    """Return the first turn of a game with randomly launched boats."""
    s = GAME.start(GAME.setup(2, {}, seed))
    assert isinstance(s, MazaytsyState)
    rng = Rng(seed)
    while not at_turn_start(s):
        s.play(rng.choice(list(s.legal_moves())))
    return s


def _play_turn(s: MazaytsyState, rng: Rng) -> None:
    """Play a master's turn to its end, now and then one that it rated nearly as good."""
    seat, turn = s.actor, s.turn
    while s.actor == seat and s.turn == turn:
        candidates = search(EVALUATOR, s, rng.spawn(), _PLANS, Budget(steps=_STEPS))
        candidate = candidates[0] if rng.randrange(_STRAYING) else rng.choice(candidates[:_STRAYS])
        for number, move in enumerate(candidate.plan):
            if number and (s.actor != seat or move not in s.legal_moves()):
                break
            s.play(move)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m core.games.mazaytsy.bot.tune", description=__doc__)
    parser.add_argument("--games", type=int, default=1500)
    parser.add_argument("--seed", type=int, default=1)
    told = parser.parse_args(arguments)
    rows = [row for game in range(told.games) for row in rows_of(told.seed + game)]
    weights = iter(fit([row.facts for row in rows], [row.gained for row in rows]))
    for name in ("moving", "waiting"):
        print(f"[seats.{name}]", *(f'"{fact}" = {next(weights):.3f}' for fact in FEATURES), sep="\n")


if __name__ == "__main__":
    main()
