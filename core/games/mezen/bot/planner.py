"""Plan a turn of Mezen: which tiles to lift, where to place them, and how the next rounds may go.

Everything works on the `Bitboards` of one painting, never on whole states, because the paintings of the others hardly
matter to one's own.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Sequence
from functools import lru_cache
from importlib import resources
from typing import NamedTuple

from core.games.mezen.bot.bitboards import (
    COUNTS,
    LOOK,
    POINTS,
    UNDER,
    Bitboards,
    Masks,
    Slides,
    biggest,
    gaps_of,
    lifts,
    main_lifts,
    masks_of,
    slides_of,
)
from core.games.mezen.bot.lift_estimates import GUESSES
from core.games.mezen.components import ALL, AMULET_CARDS, ANIMALS, DARK_ROUND, EMPTY, REFUSAL, ROUNDS, SPRUCE
from core.rng import Rng

_DATA = tomllib.loads(resources.files("core.games.mezen.bot").joinpath("weights.toml").read_text("utf-8"))["planner"]
#: The worth of a tile with the right side up after each round, in points; up to round 5 that is dark, then light.
SIDE: list[float] = [float(weight) for weight in _DATA["side"]]
#: The worth of an amulet after each round, in points.
AMULET: list[float] = [float(weight) for weight in _DATA["amulet"]]
#: The weight of the next goal while tiles are arranged for this one.
NEXT_GOAL = float(_DATA["next_goal"])
#: The same while lifts are compared in simulated rounds.
NEXT_GLANCE = float(_DATA["next_glance"])

#: How many times, for each arrangement asked for, the next round is valued.
LOOKS = 3
#: The fee of an animal that cannot be lifted: more than any is worth.
NEVER = 99.0

Aim = Callable[[Masks, int], float]


class LiftPlan(NamedTuple):
    """A lift: its cells, the amulets that make it possible, and its estimate in points."""

    estimate: float
    lifted: int
    animal: int
    bridges: int
    excluded: int

    @property
    def amulets(self) -> int:
        return (self.bridges | self.excluded).bit_count()


def side_worth(dark: int, round_: int) -> float:
    """Return the worth of the sides of the tiles after a round; in rounds 5 and 10 they score points."""
    if round_ <= DARK_ROUND:
        return SIDE[round_] * dark.bit_count()
    return SIDE[round_] * (25 - dark.bit_count())


def aim_for(goal: int, next_goal: int, round_: int, weight: float = NEXT_GOAL) -> Aim:
    """Return the aim of an arrangement: this goal, the next one a little, and a big group at the end."""
    count, points = COUNTS[goal], POINTS[goal]
    if next_goal < 0:

        def last(shown: Masks, dark: int) -> float:
            return points * count(shown, dark) + biggest(shown)

        return last
    later, worth = COUNTS[next_goal], weight * POINTS[next_goal]

    def both(shown: Masks, dark: int) -> float:
        return points * count(shown, dark) + worth * later(shown, dark)

    return both


def climb(fallen: Bitboards, hand: Sequence[int], aim: Aim) -> tuple[float, Bitboards]:
    """Place the tiles in the gaps by hill climbing with swaps of two; return the aim's value and the painting."""
    sketch = fallen[:]
    free = [cell for cell, code in enumerate(fallen) if code == EMPTY]
    for cell, code in zip(free, hand, strict=True):
        sketch[cell] = code
    shown, _, dark = masks_of(sketch)
    best = aim(shown, dark)
    count = len(free)
    improved = count > 1
    while improved:
        improved = False
        for i in range(count - 1):
            one = free[i]
            for j in range(i + 1, count):
                other = free[j]
                first, second = sketch[one], sketch[other]
                a, b = LOOK[first], LOOK[second]
                if a == b and not (first ^ second) & 1:
                    continue
                both = 1 << one | 1 << other
                shown[a] ^= both
                shown[b] ^= both
                if (first ^ second) & 1:
                    dark ^= both
                value = aim(shown, dark)
                if value > best:
                    best = value
                    sketch[one], sketch[other] = second, first
                    improved = True
                else:
                    shown[a] ^= both
                    shown[b] ^= both
                    if (first ^ second) & 1:
                        dark ^= both
    return best, sketch


class LiftOption(NamedTuple):
    """A lift by its cells alone: the slides of the rest, the gaps on top, and the amulet that it takes, if any."""

    lifted: int
    slides: Slides
    gaps: int
    bridge: int
    excluded: int


@lru_cache(1 << 10)
def ways(animals: int, spruce: int, amulet: bool) -> list[LiftOption]:
    """Return every lift of an animal with at most one amulet; cached, because a search asks for the same few often."""
    return [
        LiftOption(lifted, slides_of(lifted), gaps_of(lifted), bridge, excluded)
        for lifted, (bridge, excluded) in lifts(animals, spruce, amulet).items()
    ]


@lru_cache(1 << 11)
def main_ways(animals: int, spruce: int, amulet: bool) -> list[LiftOption]:
    """Return the lifts that matter most, for simulated rounds."""
    return [
        LiftOption(lifted, slides_of(lifted), gaps_of(lifted), bridge, excluded)
        for lifted, (bridge, excluded) in main_lifts(animals, spruce, amulet).items()
    ]


class LiftEstimator:
    """Estimate lifts of one painting for a goal, and a little for the next one."""

    def __init__(self, sketch: Bitboards, goal: int, next_goal: int, round_: int, weight: float | None = None) -> None:
        self.shown, self.under, self.dark = masks_of(sketch)
        self.guess, self.points = GUESSES[goal], POINTS[goal]
        self.next = GUESSES[next_goal] if next_goal >= 0 else None
        weight = NEXT_GLANCE if weight is None else weight
        self.next_points = weight * POINTS[next_goal]
        self.side = SIDE[round_] if round_ <= DARK_ROUND else -SIDE[round_]
        self.least = REFUSAL * AMULET[round_]

    def estimate(self, lifted: int) -> float:
        """Estimate a lift of these cells in points, without the cost of amulets."""
        return self.estimate_of(lifted, slides_of(lifted), gaps_of(lifted))

    def estimate_of(self, lifted: int, slides: Slides, gaps: int) -> float:
        """Estimate a lift whose slides and gaps are known already."""
        shown, under, dark = self.shown, self.under, self.dark
        promise: float = self.points * self.guess(shown, under, dark, lifted, slides, gaps)
        if promise < self.least:
            promise = self.least
        promise += self.side * (lifted.bit_count() - 2 * (lifted & dark).bit_count())
        if self.next:
            promise += self.next_points * self.next(shown, under, dark, lifted, slides, gaps)
        return promise


def estimate_lifts(
    sketch: Bitboards,
    goal: int,
    next_goal: int,
    round_: int,
    amulets: int,
    fee: Sequence[float],
    ways: Callable[[int, int, bool], list[LiftOption]] = ways,
) -> list[LiftPlan]:
    """Return every lift with at most one amulet and its estimate for this round; `fee` is what each animal costs."""
    glance = LiftEstimator(sketch, goal, next_goal, round_)
    promise = glance.estimate_of
    spruce = glance.shown[SPRUCE]
    price = AMULET[round_]
    found = []
    for animal in ANIMALS:
        cost = fee[animal]
        if not glance.shown[animal] or cost >= NEVER or (cost and not amulets):
            continue
        for lifted, slides, gaps, bridge, excluded in ways(glance.shown[animal], spruce, amulets > (cost > 0)):
            value = promise(lifted, slides, gaps) - cost
            if bridge or excluded:
                value -= price
            found.append(LiftPlan(value, lifted, animal, bridge, excluded))
    return found


def rounds_ahead_value(
    sketch: Bitboards, goal: int, round_: int, amulets: int, fee: Sequence[float], dealt: Sequence[Masks] = ()
) -> float:
    """Return the estimate of the best lift for a goal, in points, with the sides of the tiles after it.

    `dealt`: other possible backs. They are unknown when the lift is chosen, so the lift that is best on average counts.
    """
    shown, under, dark = masks_of(sketch)
    guess, points = GUESSES[goal], POINTS[goal] / (1 + len(dealt))
    side = SIDE[round_] if round_ <= DARK_ROUND else -SIDE[round_]
    price = AMULET[round_]
    best = 0.0
    for animal in ANIMALS:
        cost = fee[animal]
        if not shown[animal] or cost >= NEVER or (cost and not amulets):
            continue
        for lifted, slides, gaps, bridge, excluded in ways(shown[animal], shown[SPRUCE], amulets > (cost > 0)):
            times = guess(shown, under, dark, lifted, slides, gaps)
            for other in dealt:
                times += guess(shown, other, dark, lifted, slides, gaps)
            promise = points * times - cost
            promise += side * (lifted.bit_count() - 2 * (lifted & dark).bit_count())
            if bridge or excluded:
                promise -= price
            if promise > best:
                best = promise
    return max(best, REFUSAL * price) + side_worth(dark, round_)


#: Every animal may be lifted.
FREE = (0.0,) * len(ANIMALS)


class RoundsAhead(NamedTuple):
    """The rounds of a game for one seat, known or determinized: goals, fees and who announces."""

    #: Goal cards by round, from round 1.
    deck: Sequence[int]
    #: What each animal costs in each round, in points, from round 1.
    fees: Sequence[Sequence[float]]
    alone: bool
    #: In which rounds, from round 1, this seat announces the animal.
    leads: Sequence[bool] = (True,) * ROUNDS

    def goal(self, round_: int) -> int:
        """Return the goal card of a round; -1 when there is no such round."""
        return self.deck[round_ - 1] if round_ <= ROUNDS else -1


def best_placed(fallen: Bitboards, hand: Sequence[int], table: RoundsAhead, round_: int, amulets: int) -> Bitboards:
    """Return a good arrangement for this goal and for the best lift of the next round."""
    aim = aim_for(table.goal(round_), table.goal(round_ + 1), round_)
    climbed = [climb(fallen, order, aim)[1] for order in (hand, hand[::-1], sorted(hand))]
    found = [sketch for number, sketch in enumerate(climbed) if sketch not in climbed[:number]]
    return max(found, key=lambda sketch: expected_value(sketch, table, round_, amulets)) if len(found) > 1 else found[0]


def waiting(alone: bool, round_: int) -> int:
    """Return the amulets that a solo game gives after a round: 0 or 1."""
    return int(alone and round_ + 2 in AMULET_CARDS)


def scored(points: float, round_: int, amulets: int) -> tuple[float, int]:
    """Return points and amulets after taking one or the other, whichever is worth more."""
    if points < REFUSAL * AMULET[round_]:
        return 0.0, amulets + REFUSAL
    return points, amulets


def sides_paid(dark: int, shown: Masks, round_: int) -> float:
    """Return the points of the painting itself at the end of a round."""
    if round_ == DARK_ROUND:
        return float(dark.bit_count())
    if round_ == ROUNDS:
        return float((ALL & ~dark).bit_count() + biggest(shown))
    return 0.0


def expected_value(sketch: Bitboards, table: RoundsAhead, round_: int, amulets: int) -> float:
    """Return the worth of a finished painting: the points of this goal, and the best lift's estimate for the next."""
    goal, next_goal = table.goal(round_), table.goal(round_ + 1)
    shown, _, dark = masks_of(sketch)
    worth = float(POINTS[goal] * COUNTS[goal](shown, dark)) + sides_paid(dark, shown, round_)
    if next_goal >= 0:
        worth += rounds_ahead_value(sketch, next_goal, round_ + 1, amulets, table.fees[round_])
    return worth


def placements(
    fallen: Bitboards,
    hand: list[int],
    table: RoundsAhead,
    round_: int,
    count: int,
    judged: Callable[[Bitboards], float],
    rng: Rng | None = None,
) -> list[Bitboards]:
    """Return up to so many good arrangements, the best first, by the value of each when it is finished."""
    rng = rng or Rng(len(hand))
    goal, next_goal = table.goal(round_), table.goal(round_ + 1)
    found: dict[tuple[int, ...], float] = {}

    def value(sketch: Bitboards) -> float:
        key = tuple(sketch)
        if key not in found:
            found[key] = judged(sketch)
        return found[key]

    free = [cell for cell, code in enumerate(fallen) if code == EMPTY]
    start = fallen[:]
    for cell, code in zip(free, hand, strict=True):
        start[cell] = code
    value(start)
    order = hand[:]
    for number in range(count):
        if number == 1:
            order.reverse()
        elif number:
            rng.shuffle(order)
        weight = (NEXT_GOAL, NEXT_GOAL, 0.0, 1.0)[number % 4]
        value(climb(fallen, order, aim_for(goal, next_goal, round_, weight))[1])
    pairs = [(one, other) for i, one in enumerate(free) for other in free[i + 1 :]]
    if next_goal >= 0 and pairs:
        # From the best of them on, take any swap that improves it; valuing the next round is slow, so it is limited.
        left = LOOKS * count
        key, best = max(found.items(), key=lambda item: item[1])
        sketch = list(key)
        tried = 0
        at = 0
        while tried < len(pairs) and left > 0:
            one, other = pairs[at % len(pairs)]
            at += 1
            tried += 1
            first, second = sketch[one], sketch[other]
            if LOOK[first] == LOOK[second] and UNDER[first] == UNDER[second]:
                continue
            sketch[one], sketch[other] = second, first
            left -= 1
            if (now := value(sketch)) > best:
                best, tried = now, 0
            else:
                sketch[one], sketch[other] = first, second
    ranked = sorted(found.items(), key=lambda item: -item[1])
    return [list(key) for key, _ in ranked[:count]]
