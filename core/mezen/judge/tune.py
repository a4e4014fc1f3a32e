"""Fits what a painting is worth at the start of a round to games: `python -m core.mezen.judge.tune --games 300`.

Games are played alone, with some straying. From the last round back to the second, different turns of the round before
are compared: each is painted on for a round in the same imagined worlds, and what lies ahead of that counts as it was
fitted just before. Least squares lay the differences to the facts in which these paintings differ. Prints the table for
`weights.toml`; writes nothing.
"""

import argparse
import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from core.bots.least_squares import fitted
from core.chance import Chance
from core.mezen import GAME
from core.mezen.components import EMPTY, ROUNDS
from core.mezen.judge.bitboards import Sketch, lift, masks_of, sketch_of
from core.mezen.judge.painting_value import FACTS, WEIGHTS, Round, facts, maybe, paint, settled
from core.mezen.judge.plans import FREE, Lift, Table, aim_for, climb, promises
from core.mezen.state import Mezen, deal_backs

#: How far a game strays from what looks best, in points: by turns.
_STRAYING = (0.0, 1.0, 2.0)
#: From how many lifts turns are chosen, how many are compared, and in how many arrangements each.
_PROMISING = 9
_LIFTS = 5
_ARRANGED = 3
#: In how many worlds turns are compared, and how many lifts are followed up there.
_WORLDS = 4
_WIDE = 8


class Start(NamedTuple):
    """The start of a round in a game alone: the painting, the amulets, the tiles seen from both sides, the cards."""

    sketch: Sketch
    amulets: int
    seen: int
    deck: list[int]

    @property
    def table(self) -> Table:
        return Table(self.deck, (FREE,) * ROUNDS, True)


class Turn(NamedTuple):
    """How a turn may come out, and the tiles seen from both sides after it."""

    went: Round
    seen: int


def game_alone(seed: int) -> Iterator[Start]:
    """The starts of all rounds but the last."""
    state = GAME.start(GAME.setup(1, {}, seed))
    assert isinstance(state, Mezen)
    rng = Chance(seed).fork()
    start = Start(sketch_of(state.paintings[0]), state.amulets[0], 0, state.deck)
    for round_ in range(1, ROUNDS):
        yield start
        stray = rng.pick(_STRAYING)
        turns = [_turn(start, round_, each, rng) for each in _best_lifts(start, round_)]
        chosen = max(turns, key=lambda turn: turn.went.total - stray * math.log(-math.log(0.001 + 0.998 * rng.unit())))
        start = Start(chosen.went.sketch, chosen.went.amulets, chosen.seen, state.deck)


def _best_lifts(start: Start, round_: int) -> list[Lift]:
    table = start.table
    found = promises(start.sketch, table.goal(round_), table.goal(round_ + 1), round_, start.amulets, FREE)
    return sorted(found, reverse=True)[:_PROMISING]


def _turn(start: Start, round_: int, each: Lift, rng: Chance, swapped: bool = False) -> Turn:
    """A lift with its tiles placed well; swapped, not quite so well."""
    table = start.table
    fallen, hand = lift(start.sketch, each.lifted)
    rng.shuffle(hand)
    sketch = climb(fallen, hand, aim_for(table.goal(round_), table.goal(round_ + 1), round_))[1]
    if swapped:
        free = [cell for cell, code in enumerate(fallen) if code == EMPTY]
        one, other = rng.pick(free), rng.pick(free)
        sketch[one], sketch[other] = sketch[other], sketch[one]
    seen = start.seen | sum(1 << (code >> 1) for code in hand)
    went = settled(sketch, table, round_, start.amulets - each.amulets, maybe(table, round_))
    return Turn(went, seen)


def compare(start: Start, round_: int, rng: Chance) -> tuple[list[list[float]], list[float]]:
    """Some turns of a round: the facts about their paintings and what they come to, less the means of all turns."""
    options = _best_lifts(start, round_)
    rng.shuffle(options)
    turns = [
        _turn(start, round_, each, rng, swapped=number == _ARRANGED - 1)
        for each in options[:_LIFTS]
        for number in range(_ARRANGED)
    ]
    known = [[0.0] * len(FACTS) for _ in turns]
    comes_to = [0.0] * len(turns)
    for _ in range(_WORLDS):
        luck = rng.fork()
        closed = start.deck[round_ + 1 :]
        luck.shuffle(closed)
        table = start._replace(deck=start.deck[: round_ + 1] + closed).table
        later = table.deck[round_ + 1 : round_ + 2] if round_ + 2 <= ROUNDS else ()
        for number, (went, seen) in enumerate(turns):
            sketch = went.sketch[:]
            deal_backs(sketch, seen, Chance(luck.seed))
            found = facts(masks_of(sketch), round_ + 1, went.amulets, table.goal(round_ + 1), later, FREE)
            known[number] = [a + b / _WORLDS for a, b in zip(known[number], found, strict=True)]
            comes_to[number] += paint(sketch, table, round_ + 1, went.amulets, _WIDE).total / _WORLDS
    columns = [_apart(column) for column in zip(*known, strict=True)]
    return [list(row) for row in zip(*columns, strict=True)], _apart(comes_to)


def _apart(amounts: Sequence[float]) -> list[float]:
    mean = sum(amounts) / len(amounts)
    return [amount - mean for amount in amounts]


def tune(games: int, seed: int) -> None:
    """Fit the weights of all rounds, from the last one back, and leave them in `WEIGHTS`."""
    starts = [list(game_alone(seed + number)) for number in range(games)]
    rng = Chance(seed).fork()
    for round_ in range(ROUNDS, 1, -1):
        rows: list[list[float]] = []
        results: list[float] = []
        for game in starts:
            more, came_to = compare(game[round_ - 2], round_ - 1, rng)
            rows += more
            results += came_to
        WEIGHTS[round_] = fitted(rows, results)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m core.mezen.judge.tune", description=__doc__)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    told = parser.parse_args(arguments)
    tune(told.games, told.seed)
    for number, name in enumerate(FACTS):
        print(f'"{name}" = [{", ".join(f"{weights[number]:.3f}" for weights in WEIGHTS[2:])}]')


if __name__ == "__main__":
    main()
