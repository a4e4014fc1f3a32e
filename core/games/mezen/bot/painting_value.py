"""Simulated rounds of Mezen, and the worth of a painting at the start of a round.

At that point its goal and the next one are open. A few features (what the best lift promises for both goals, how the
tiles lie together, the amulets) are summed by weights that were fitted to games, round by round (`tune.py`). The worth
has no absolute zero: it compares paintings, in points, at the start of the same round.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import lru_cache
from importlib import resources
from operator import attrgetter, mul
from typing import NamedTuple

from core.games.mezen.bot.bitboards import COUNTS, POINTS, Bitboards, Masks, lift, masks_of
from core.games.mezen.bot.lift_estimates import GUESSES
from core.games.mezen.bot.planner import (
    AMULET,
    SIDE,
    LiftOption,
    LiftPlan,
    RoundsAhead,
    aim_for,
    climb,
    estimate_lifts,
    main_ways,
    scored,
    sides_paid,
    waiting,
)
from core.games.mezen.components import ANIMALS, CELLS, DARK_ROUND, ROUNDS, SIZE, SPRUCE
from core.games.mezen.scoring import groups

#: The features, in the order of `features`.
FEATURES = (
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
#: The role of a seat in the round that starts: solo, announcing the animal, or another seat announces it.
ROLES = ("alone", "leading", "following")
ALONE, LEADING, FOLLOWING = range(3)
_TABLES = tomllib.loads(resources.files("core.games.mezen.bot").joinpath("weights.toml").read_text("utf-8"))["ahead"]
#: The weight of each feature, by role and by the round that starts; the first round is never valued.
WEIGHTS: list[list[list[float]]] = [
    [[0.0] * len(FEATURES) for _ in range(2)]
    + [[float(_TABLES[role][name][round_ - 2]) for name in FEATURES] for round_ in range(2, ROUNDS + 1)]
    for role in ROLES
]

#: How many lifts of each animal, those that promise most for this goal, are estimated for the next one.
_LOOKED_AT = 3

_FIRST_ROW = sum(1 << cell for cell in range(0, CELLS, SIZE))


@lru_cache(1 << 12)
def worth(painting: bytes, round_: int, amulets: int, goal: int, later: Sequence[int], role: int) -> float:
    """Return the worth of a painting at the start of a round; `later`: goals that may be next, all as likely.

    It is cached, because the same few paintings come up again in all the worlds of a decision.
    """
    found = features(masks_of(list(painting)), round_, amulets, goal, later, role != FOLLOWING)
    total: float = sum(map(mul, found, WEIGHTS[role][round_]))
    return total


def features(
    masks: tuple[Masks, Masks, int], round_: int, amulets: int, goal: int, later: Sequence[int], leads: bool
) -> list[float]:
    """Return the features of a painting, from groups and what a bridge joins; `leads`: this seat announces the animal.

    Where another seat does, every animal is as likely, and a different one costs an amulet.
    """
    shown, under, dark = masks
    spruce = shown[SPRUCE]
    guess, points = GUESSES[goal], POINTS[goal]
    side = SIDE[round_] if round_ <= DARK_ROUND else -SIDE[round_]
    price = AMULET[round_]
    this, alone, bare, turned = ([0.0] * len(ANIMALS) for _ in range(4))
    both = [[0.0] * len(ANIMALS) for _ in later]
    for animal in ANIMALS:
        if not shown[animal]:
            continue
        promised: list[tuple[float, LiftOption]] = []
        most = least = turns_most = 0.0
        for way in main_ways(shown[animal], spruce, amulets > 0):
            lifted, slides, gaps, bridge, _ = way
            paid = points * guess(shown, under, dark, lifted, slides, gaps)
            turns = side * (lifted.bit_count() - 2 * (lifted & dark).bit_count())
            promise = paid + turns
            if bridge:
                promise -= price
            elif paid > least:
                least = paid
            if paid > most:
                most = paid
            if turns > turns_most:
                turns_most = turns
            promised.append((promise, way))
        promised.sort(reverse=True)
        this[animal] = max(0.0, promised[0][0])
        alone[animal], bare[animal], turned[animal] = most, least, turns_most
        for number, card in enumerate(later):
            then, worth_each = GUESSES[card], POINTS[card]
            # The best estimate of these lifts for this goal and the next together.
            both[number][animal] = max(
                [
                    promise + worth_each * then(shown, under, dark, lifted, slides, gaps)
                    for promise, (lifted, slides, gaps, _, _) in promised[:_LOOKED_AT]
                ]
            )

    def likely(amounts: list[float], fee: float) -> float:
        best = max(amounts)
        if leads:
            return best
        least = best - fee if amulets else 0.0
        return sum([amount if amount > least else least for amount in amounts]) / len(ANIMALS)

    return [
        sum(likely(amounts, price) for amounts in both) / len(later) if later else 0.0,
        likely(this, price),
        likely(alone, 0.0),
        likely(bare, 0.0),
        likely(turned, 0.0) / abs(side),
        float(dark.bit_count()),
        float(amulets),
        float(amulets * amulets),
        float(sum(_squares(shown[animal], spruce) for animal in ANIMALS)),
        float(sum(_alike(shown[animal]) for animal in ANIMALS)),
        float(sum(under[animal].bit_count() ** 2 for animal in ANIMALS)),
    ]


@lru_cache(1 << 13)
def _squares(animals: int, spruce: int) -> int:
    """Return the sum of squared sizes of an animal's groups with Spruce, so that one big group beats two small ones."""
    return sum(group.bit_count() ** 2 for group in groups(animals | spruce) if group & animals)


@lru_cache(1 << 13)
def _alike(animals: int) -> int:
    """Return how many pairs of neighbours show the same animal."""
    beneath = animals & animals << 1 & ~_FIRST_ROW
    beside = animals & animals << SIZE
    return beneath.bit_count() + beside.bit_count()


_TOTAL = attrgetter("total")


class Round(NamedTuple):
    """The end of a simulated round: the painting, the points, the amulets left, and the value of later rounds."""

    sketch: Bitboards
    points: float
    amulets: int
    ahead: float

    @property
    def total(self) -> float:
        return self.points + self.ahead


#: How many of the closed cards represent the unknown one.
_CARDS = 4


class RoundContext(NamedTuple):
    """What the value of a painting in a round depends on: the goals of this round and later, and the role."""

    round: int
    goal: int
    #: -1 in the last round.
    next_goal: int
    #: Goals that may be open after the round beside the next one, all as likely.
    later: tuple[int, ...]
    #: This seat's role in the next round.
    role: int


def scene_of(table: RoundsAhead, round_: int) -> RoundContext:
    """Return the context of the current round: any closed card may be opened after it; some of them represent all."""
    closed = sorted(table.deck[round_ + 1 :]) if round_ + 2 <= ROUNDS else []
    return _scene(table, round_, tuple(closed[:: -(-len(closed) // _CARDS) or 1]))


def simulated_rounds(table: RoundsAhead, round_: int) -> RoundContext:
    """Return the context of a later round: the card that is opened after it is unknown; another one represents it."""
    later = tuple(table.deck[round_ + 2 : round_ + 3]) if round_ + 2 <= ROUNDS else ()
    return _scene(table, round_, later)


def _scene(table: RoundsAhead, round_: int, later: tuple[int, ...]) -> RoundContext:
    leads = round_ == ROUNDS or table.leads[round_]
    role = ALONE if table.alone else LEADING if leads else FOLLOWING
    return RoundContext(round_, table.goal(round_), table.goal(round_ + 1), later, role)


def settled(sketch: Bitboards, scene: RoundContext, amulets: int) -> Round:
    """Return the end of a round with this painting."""
    shown, _, dark = masks_of(sketch)
    points, left = scored(POINTS[scene.goal] * COUNTS[scene.goal](shown, dark), scene.round, amulets)
    points += sides_paid(dark, shown, scene.round)
    left += waiting(scene.role == ALONE, scene.round)
    return Round(sketch, points, left, ahead(sketch, scene, left))


def ahead(sketch: Bitboards, scene: RoundContext, amulets: int) -> float:
    """Return the worth of a painting when a round is over; after the last one an amulet is a point."""
    if scene.next_goal < 0:
        return float(amulets)
    return worth(bytes(sketch), scene.round + 1, amulets, scene.next_goal, scene.later, scene.role)


@lru_cache(1 << 10)
def placed(fallen: bytes, hand: tuple[int, ...], scene: RoundContext, amulets: int) -> Round:
    """Return the end of a round with these tiles placed well: improved by swaps from two initial orders."""
    aim = aim_for(scene.goal, scene.next_goal, scene.round)
    one, other = (climb(list(fallen), order, aim)[1] for order in (hand, hand[::-1]))
    ends = [settled(sketch, scene, amulets) for sketch in ([one, other] if one != other else [one])]
    return max(ends, key=_TOTAL)


@lru_cache(1 << 8)
def painted(sketch: bytes, fee: tuple[float, ...], scene: RoundContext, amulets: int, wide: int) -> Round:
    """Return the end of a round with the tiles placed well: of the most promising lifts, the best after placing."""
    found = estimate_lifts(list(sketch), scene.goal, scene.next_goal, scene.round, amulets, fee)
    found.sort(reverse=True)
    rounds = []
    for option in found[:wide]:
        fallen, hand = lift(list(sketch), option.lifted)
        left = amulets - option.amulets - (fee[option.animal] > 0)
        rounds.append(placed(bytes(fallen), tuple(hand), scene, left))
    return max(rounds, key=_TOTAL) if rounds else settled(list(sketch), scene, amulets)


def paint(sketch: Bitboards, table: RoundsAhead, round_: int, amulets: int, wide: int) -> Round:
    """Simulate a round: of the most promising lifts, take the best with the value of later rounds."""
    scene = simulated_rounds(table, round_)
    fee = table.fees[round_ - 1]
    found = estimate_lifts(sketch, scene.goal, scene.next_goal, round_, amulets, fee, main_ways)
    found.sort(reverse=True)
    aim = aim_for(scene.goal, scene.next_goal, round_)
    rounds = []
    for option in found[:wide] or [LiftPlan(0.0, 0, 0, 0, 0)]:
        fallen, hand = lift(sketch, option.lifted)
        left = amulets - option.amulets - (option.lifted > 0 and fee[option.animal] > 0)
        rounds.append(settled(climb(fallen, hand, aim)[1], scene, left))
    return max(rounds, key=_TOTAL)
