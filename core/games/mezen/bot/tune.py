"""Fits what a painting is worth at the start of a round to games: `python -m core.games.mezen.bot.tune --games 300`.

One painting is followed through each game, with some straying: alone, or among others (`--players 2`), who announce an
animal by chance in the rounds that they lead, and now and then pay in those of this seat. From the last round back to
the second, different turns of the round before are compared: each is painted on for a round in the same imagined
worlds, and what lies ahead of that counts as it was fitted just before. Least squares lay the differences to the facts
in which these paintings differ. Prints the tables for `weights.toml`; writes nothing. A game takes about three seconds.
"""

import argparse
import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from core.bots.training.least_squares import fit
from core.games.mezen import GAME
from core.games.mezen.bot.bitboards import Bitboards, lift, masks_of, to_bitboards
from core.games.mezen.bot.painting_value import (
    ALONE,
    FEATURES,
    FOLLOWING,
    LEADING,
    ROLES,
    WEIGHTS,
    Round,
    features,
    paint,
    settled,
    simulated_rounds,
    worth,
)
from core.games.mezen.bot.planner import FREE, LiftPlan, RoundsAhead, aim_for, climb, estimate_lifts
from core.games.mezen.bot.rollout import ANNOUNCED
from core.games.mezen.components import ANIMALS, EMPTY, ROUNDS
from core.games.mezen.state import MezenState, deal_backs
from core.rng import Rng

#: How far a turn strays from the best one, in points: one of these is drawn for each turn.
_STRAYING = (0.0, 1.0, 2.0)
#: From how many lifts turns are chosen; how many are compared; in how many arrangements each.
_PROMISING = 9
_LIFTS = 5
_ARRANGED = 3
#: In how many worlds turns are compared, and how many lifts are followed up there.
_WORLDS = 4
_WIDE = 8
#: How often others pay the seat that announces, and how often a turn is compared as if it had cost one more amulet.
_PAID = 0.4
_DEARER = 1 / 3


class RoundStartSample(NamedTuple):
    """The start of a round: the painting, the amulets, the tiles seen from both sides, and the rounds of the game."""

    sketch: Bitboards
    amulets: int
    seen: int
    table: RoundsAhead


class TurnSample(NamedTuple):
    """The outcome of a turn, and the tiles seen from both sides after it."""

    went: Round
    seen: int


def game(seed: int, players: int) -> Iterator[RoundStartSample]:
    """Play a game; yield the starts of all rounds but the last."""
    state = GAME.start(GAME.setup(players, {}, seed))
    assert isinstance(state, MezenState)
    rng = Rng(seed).spawn()
    table = _announced(RoundsAhead(state.deck, (), players == 1, _leads(players, rng)), rng)
    start = RoundStartSample(to_bitboards(state.paintings[0]), state.amulets[0], 0, table)
    for round_ in range(1, ROUNDS):
        yield start
        stray = rng.choice(_STRAYING)
        turns = [_turn(start, round_, each, rng) for each in _best_lifts(start, round_)]
        chosen = max(
            turns, key=lambda turn: turn.went.total - stray * math.log(-math.log(0.001 + 0.998 * rng.random()))
        )
        paid = sum(rng.random() < _PAID for _ in range(players - 1)) if table.leads[round_ - 1] else 0
        start = RoundStartSample(chosen.went.sketch, chosen.went.amulets + paid, chosen.seen, table)


def _leads(players: int, rng: Rng) -> list[bool]:
    first = rng.randrange(players)
    return [(round_ + first) % players == 0 for round_ in range(ROUNDS)]


def _announced(table: RoundsAhead, rng: Rng) -> RoundsAhead:
    """Return the same rounds with a random animal announced wherever another seat announces it."""
    fees: list[Sequence[float]] = []
    for round_, leads in enumerate(table.leads, 1):
        animal = rng.randrange(len(ANIMALS))
        fees.append(FREE if leads else ANNOUNCED[round_][animal])
    return table._replace(fees=fees)


def _best_lifts(start: RoundStartSample, round_: int) -> list[LiftPlan]:
    table = start.table
    goal, next_goal = table.goal(round_), table.goal(round_ + 1)
    found = estimate_lifts(start.sketch, goal, next_goal, round_, start.amulets, table.fees[round_ - 1])
    return sorted(found, reverse=True)[:_PROMISING] or [LiftPlan(0.0, 0, 0, 0, 0)]


def _turn(start: RoundStartSample, round_: int, each: LiftPlan, rng: Rng, swapped: bool = False) -> TurnSample:
    """Make a turn of a lift with its tiles placed well; `swapped`, not quite so well."""
    table = start.table
    fallen, hand = lift(start.sketch, each.lifted)
    rng.shuffle(hand)
    sketch = climb(fallen, hand, aim_for(table.goal(round_), table.goal(round_ + 1), round_))[1]
    if swapped and hand:
        free = [cell for cell, code in enumerate(fallen) if code == EMPTY]
        one, other = rng.choice(free), rng.choice(free)
        sketch[one], sketch[other] = sketch[other], sketch[one]
    seen = start.seen | sum(1 << (code >> 1) for code in hand)
    left = start.amulets - each.amulets - (each.lifted > 0 and table.fees[round_ - 1][each.animal] > 0)
    went = settled(sketch, simulated_rounds(table, round_), left)
    return TurnSample(went, seen)


def compare(start: RoundStartSample, round_: int, rng: Rng) -> tuple[list[list[float]], list[float]]:
    """Compare turns of a round: return the features of their paintings and their results, less the means of all."""
    options = _best_lifts(start, round_)
    rng.shuffle(options)
    turns = [
        _turn(start, round_, each, rng, swapped=number == _ARRANGED - 1)
        for each in options[:_LIFTS]
        for number in range(_ARRANGED)
    ]
    turns = [_dearer(turn, rng) for turn in turns]
    known = [[0.0] * len(FEATURES) for _ in turns]
    comes_to = [0.0] * len(turns)
    leads = start.table.leads[round_]
    for _ in range(_WORLDS):
        luck = rng.spawn()
        closed = list(start.table.deck[round_ + 1 :])
        luck.shuffle(closed)
        table = _announced(start.table._replace(deck=[*start.table.deck[: round_ + 1], *closed]), luck)
        later = table.deck[round_ + 1 : round_ + 2] if round_ + 2 <= ROUNDS else ()
        for number, (went, seen) in enumerate(turns):
            sketch = went.sketch[:]
            deal_backs(sketch, seen, Rng(luck.seed))
            found = features(masks_of(sketch), round_ + 1, went.amulets, table.goal(round_ + 1), later, leads)
            known[number] = [a + b / _WORLDS for a, b in zip(known[number], found, strict=True)]
            comes_to[number] += paint(sketch, table, round_ + 1, went.amulets, _WIDE).total / _WORLDS
    columns = [_apart(column) for column in zip(*known, strict=True)]
    return [list(row) for row in zip(*columns, strict=True)], _apart(comes_to)


def _dearer(turn: TurnSample, rng: Rng) -> TurnSample:
    """Return a turn, sometimes with an amulet less, because turns of a decision seldom differ in amulets alone."""
    fewer = turn.went.amulets > 0 and rng.random() < _DEARER
    return turn._replace(went=turn.went._replace(amulets=turn.went.amulets - fewer))


def _apart(amounts: Sequence[float]) -> list[float]:
    mean = sum(amounts) / len(amounts)
    return [amount - mean for amount in amounts]


def tune(games: int, seed: int, players: int) -> Sequence[int]:
    """Fit the weights of all rounds, from the last one back, store them in `WEIGHTS`, and return of which roles."""
    roles = (LEADING, FOLLOWING) if players > 1 else (ALONE,)
    starts = [list(game(seed + number, players)) for number in range(games)]
    rng = Rng(seed).spawn()
    for round_ in range(ROUNDS, 1, -1):
        rows: dict[int, list[list[float]]] = {role: [] for role in roles}
        results: dict[int, list[float]] = {role: [] for role in roles}
        for each in starts:
            start = each[round_ - 2]
            more, came_to = compare(start, round_ - 1, rng)
            role = roles[0] if start.table.leads[round_ - 1] else FOLLOWING
            rows[role] += more
            results[role] += came_to
        for role in roles:
            WEIGHTS[role][round_] = fit(rows[role], results[role])
        worth.cache_clear()
    return roles


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m core.games.mezen.bot.tune", description=__doc__)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--players", type=int, default=1)
    told = parser.parse_args(arguments)
    for role in tune(told.games, told.seed, told.players):
        print(f"\n[ahead.{ROLES[role]}]")
        for number, name in enumerate(FEATURES):
            print(f'"{name}" = [{", ".join(f"{weights[number]:.3f}" for weights in WEIGHTS[role][2:])}]')


if __name__ == "__main__":
    main()
