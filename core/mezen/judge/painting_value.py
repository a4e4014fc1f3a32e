"""What lies ahead in Mezen: imagined rounds, and what a painting is worth at the start of a round.

Then its goal and the next one lie open. A few facts (what the best lift promises for both goals, how the tiles lie
together, the amulets) are counted by weights that were fitted to games, round by round (`tune.py`). The worth has no
zero of its own: paintings can be compared, in points, at the start of the same round.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import lru_cache
from importlib import resources
from operator import itemgetter, mul
from typing import NamedTuple

from core.mezen.components import ANIMALS, CELLS, DARK_ROUND, ROUNDS, SIZE, SPRUCE
from core.mezen.judge.bitboards import COUNTS, POINTS, Masks, Sketch, Slides, lift, masks_of
from core.mezen.judge.estimates import GUESSES
from core.mezen.judge.plans import (
    AMULET,
    NEVER,
    SIDE,
    Lift,
    Table,
    aim_for,
    climb,
    promises,
    scored,
    sides_paid,
    waiting,
    ways,
)
from core.mezen.scoring import groups

#: The facts that are counted, in the order of `facts`.
FACTS = (
    "this goal and the next",
    "this goal",
    "this goal alone",
    "without amulets",
    "tiles turned",
    "dark tiles",
    "amulets",
    "amulets squared",
    "groups squared",
    "neighbours alike",
    "backs alike",
)
_TABLE = tomllib.loads(resources.files("core.mezen.judge").joinpath("weights.toml").read_text("utf-8"))["ahead"]
#: What each fact counts, by the round that starts; the first round is never looked ahead to.
WEIGHTS: list[list[float]] = [[0.0] * len(FACTS) for _ in range(2)] + [
    [float(_TABLE[name][round_ - 2]) for name in FACTS] for round_ in range(2, ROUNDS + 1)
]

#: How many lifts, of those that promise most for this goal, are looked at for the next one.
_LOOKED_AT = 20
_PROMISE = itemgetter(0)
#: A painting and cells lifted from it, as guesses want to know it.
Lying = tuple[Masks, Masks, int, int, Slides, int]

_FIRST_ROW = sum(1 << cell for cell in range(0, CELLS, SIZE))


def worth(
    masks: tuple[Masks, Masks, int], round_: int, amulets: int, goal: int, later: Sequence[int], fee: Sequence[float]
) -> float:
    """What a painting is worth at the start of a round; `later`: goals that may be the next one, all as likely."""
    total: float = sum(map(mul, facts(masks, round_, amulets, goal, later, fee), WEIGHTS[round_]))
    return total


def facts(
    masks: tuple[Masks, Masks, int], round_: int, amulets: int, goal: int, later: Sequence[int], fee: Sequence[float]
) -> list[float]:
    """The facts about a painting. Lifts with at most one amulet are looked at; `fee` is what each animal costs."""
    shown, under, dark = masks
    spruce = shown[SPRUCE]
    guess, points = GUESSES[goal], POINTS[goal]
    side = SIDE[round_] if round_ <= DARK_ROUND else -SIDE[round_]
    price = AMULET[round_]
    this = alone = bare = turned = 0.0
    promised: list[tuple[float, Lying]] = []
    for animal in ANIMALS:
        cost = fee[animal]
        if not shown[animal] or cost >= NEVER or (cost and not amulets):
            continue
        for lifted, slides, gaps, bridge, excluded in ways(shown[animal], spruce, amulets > (cost > 0)):
            paid = points * guess(shown, under, dark, lifted, slides, gaps)
            turns = side * (lifted.bit_count() - 2 * (lifted & dark).bit_count())
            promise = paid + turns - cost
            if bridge or excluded:
                promise -= price
            elif paid > bare:
                bare = paid
            if paid > alone:
                alone = paid
            if turns > turned:
                turned = turns
            if promise > this:
                this = promise
            promised.append((promise, (shown, under, dark, lifted, slides, gaps)))
    promised.sort(key=_PROMISE, reverse=True)
    both = sum(_with_next(promised[:_LOOKED_AT], card) for card in later) / len(later) if later else 0.0
    return [
        both,
        this,
        alone,
        bare,
        turned / abs(side),
        float(dark.bit_count()),
        float(amulets),
        float(amulets * amulets),
        float(sum(_squares(shown[animal], spruce) for animal in ANIMALS)),
        float(sum(_alike(shown[animal]) for animal in ANIMALS)),
        float(sum(under[animal].bit_count() ** 2 for animal in ANIMALS)),
    ]


def _with_next(promised: Sequence[tuple[float, Lying]], card: int) -> float:
    """What the best of these lifts promises for this goal and the next together."""
    guess, points = GUESSES[card], POINTS[card]
    return max([promise + points * guess(*lying) for promise, lying in promised], default=0.0)


@lru_cache(1 << 13)
def _squares(animals: int, spruce: int) -> int:
    """The sizes of an animal's groups with their Spruce, squared: one big group is worth more than two small ones."""
    return sum(group.bit_count() ** 2 for group in groups(animals | spruce) if group & animals)


@lru_cache(1 << 13)
def _alike(animals: int) -> int:
    """How many neighbours show the same animal."""
    beneath = animals & animals << 1 & ~_FIRST_ROW
    beside = animals & animals << SIZE
    return beneath.bit_count() + beside.bit_count()


class Round(NamedTuple):
    """How an imagined round went: the painting after it, its points, the amulets left, and what lies ahead."""

    sketch: Sketch
    points: float
    amulets: int
    ahead: float

    @property
    def total(self) -> float:
        return self.points + self.ahead


def settled(sketch: Sketch, table: Table, round_: int, amulets: int, later: Sequence[int]) -> Round:
    """The end of a round with this painting; `later`: goals that may lie open next to the next one."""
    goal, masks = table.goal(round_), masks_of(sketch)
    shown, _, dark = masks
    points, left = scored(POINTS[goal] * COUNTS[goal](shown, dark), round_, amulets)
    points += sides_paid(dark, shown, round_)
    if round_ == ROUNDS:
        return Round(sketch, points, left, float(left))
    left += waiting(table, round_)
    ahead = worth(masks, round_ + 1, left, table.goal(round_ + 1), later, table.fees[round_])
    return Round(sketch, points, left, ahead)


def maybe(table: Table, round_: int, cards: int = 1) -> Sequence[int]:
    """Goals that may lie open after a round next to the next one. Nobody knows that one: others stand for it."""
    return table.deck[round_ + 2 : round_ + 2 + cards] if round_ + 2 <= ROUNDS else ()


def paint(sketch: Sketch, table: Table, round_: int, amulets: int, wide: int) -> Round:
    """An imagined round: of the lifts that promise most, the one that comes out best with what lies ahead."""
    goal, next_goal = table.goal(round_), table.goal(round_ + 1)
    fee = table.fees[round_ - 1]
    found = promises(sketch, goal, next_goal, round_, amulets, fee)
    found.sort(reverse=True)
    aim, later = aim_for(goal, next_goal, round_), maybe(table, round_)
    rounds = []
    for option in found[:wide] or [Lift(0.0, 0, 0, 0, 0)]:
        fallen, hand = lift(sketch, option.lifted)
        left = amulets - option.amulets - (option.lifted > 0 and fee[option.animal] > 0)
        rounds.append(settled(climb(fallen, hand, aim)[1], table, round_, left, later))
    return max(rounds, key=lambda went: went.total)
