"""The value of two pads for adepts and masters, as fast as possible.

Two pads are one number here, so that moving a token is an exclusive or and the value of a pad can be looked up: 16 bits
for each of five kinds on the diamond pad, and 80 bits higher the same for the circle pad.
"""

import tomllib
from collections.abc import Callable, Sequence
from importlib import resources
from typing import Any

import msgspec

from core.games.gzhel.bot.card_values import Masks, sum_for
from core.games.gzhel.components import (
    BOARD,
    CARDS,
    CIRCLE,
    DIAMOND,
    KINDS,
    PAD,
    PADS,
    PATTERN_POINTS,
    ROUNDS,
    SPACES,
    spaces_of,
)
from core.games.gzhel.state import GzhelState


class PainterWeights(msgspec.Struct, eq=False):
    """The weights of a level, in points, from `weights.toml`. Lists go by the rounds left, the last round first."""

    next: float
    after: float
    hand: list[float]
    corner: list[float]
    centre: list[float]
    shift: float
    slope: float
    pattern: list[float]
    change: float
    #: The part of `next` that holds for the pattern of the next round, and for a card: for its points and its promise.
    soon: float = 1.0
    goals: dict[str, tuple[float, float]] = {}
    #: Whether the shifts of later rounds are searched; otherwise each counts the same.
    seeks: bool = False


_WEIGHTS = tomllib.loads(resources.files(__package__).joinpath("weights.toml").read_text("utf-8"))
#: The adept's weights are made by hand, the master's learned from games.
ADEPT = msgspec.convert(_WEIGHTS["painter"], PainterWeights)
MASTER = msgspec.convert(_WEIGHTS["painter"] | _WEIGHTS["master"], PainterWeights)

#: The bits of one pad in a packed number; above both pads come the counts on patterns.
HALF = 5 * SPACES
LOW = (1 << HALF) - 1
BOTH = 2 * HALF

#: The types of tokens: a lifted flower, a stamp from beside the pads, a flower that a shift has freed.
FLOWER, LAID, FREED, NONE = 0, 5, 10, 15
BITS = tuple(
    tuple(1 << (HALF * (space // SPACES) + SPACES * kind + space % SPACES) for kind in KINDS) for space in range(BOARD)
)

#: The largest of five counts of three bits each.
_MOST = bytes(max(k & 7, k >> 3 & 7, k >> 6 & 7, k >> 9 & 7, k >> 12 & 7) for k in range(1 << 15))
_COUNTS = (1 << 15) - 1
#: The spaces around two figurines: those of the middle one.
CENTRE = 0x0660 | 0x0660 << SPACES
#: The most entries of an evaluator's cache, and the most evaluators that are kept: as many as one search needs.
_ROOM = 40_000
_VIEWS = 12


def _masks(pad: int) -> Masks:
    return pad & PAD, pad >> 16 & PAD, pad >> 32 & PAD, pad >> 48 & PAD, pad >> 64


class PadsEvaluator:
    """Evaluate one seat's pads by the goals of one round and those that follow from them."""

    def __init__(self, pads: tuple[int, int], goals: tuple[int, int, int], left: int, lore: PainterWeights) -> None:
        self.lore = lore
        self.diamond, self.circle = PADS[pads[0]][DIAMOND], PADS[pads[1]][CIRCLE]
        top, middle, pattern = goals
        self.left = left
        #: The values of the pads by cards: now on each, and by the top card on the circle pad in the next round.
        self.sums = sum_for(top, pads[0], DIAMOND), sum_for(middle, pads[1], CIRCLE), sum_for(top, pads[1], CIRCLE)
        self._of_points, self._of_promise = lore.goals.get(CARDS[top].kind, (1.0, 1.0))
        self.hand = lore.hand[left]
        self.on_pad = [(lore.centre if CENTRE >> space & 1 else lore.corner)[left] for space in range(BOARD)]
        #: The bit of each token on each space, with what it adds to the counts on the patterns of this round, the next
        #: one and the one after.
        patterns = pattern, CARDS[middle].back, CARDS[top].back
        self.rows = [self._row(space, patterns) for space in range(BOARD)]
        self._diamonds: dict[int, float] = {}
        self._circles: dict[int, tuple[float, float]] = {}
        self._worths: dict[float, Callable[[int], float]] = {}
        #: A cache of forecasts.
        self.foreseen: dict[Any, Any] = {}

    def _row(self, space: int, patterns: Sequence[int]) -> tuple[int, ...]:
        grid = self.diamond.grid if space < SPACES else self.circle.grid
        bits = []
        for kind in KINDS:
            counts = sum(
                1 << (15 * number + 3 * kind)
                for number, pattern in enumerate(patterns)
                if grid[space % SPACES] == pattern
            )
            bits.append(BITS[space][kind] | counts << BOTH)
        return (*bits, *bits, *bits, 0)

    def pack(self, flowers: Sequence[int]) -> int:
        """Return five masks of both pads as one number, with the counts of the flowers on the patterns."""
        rows = self.rows
        return sum(rows[space][kind] for kind in KINDS for space in spaces_of(flowers[kind]))

    def _look_at_diamond(self, pad: int) -> float:
        points, promise = self.sums[0](_masks(pad))
        worth = self._diamonds[pad] = points + self.lore.slope * promise
        return worth

    def _look_at_circle(self, pad: int) -> tuple[float, float]:
        masks = _masks(pad)
        points, promise = self.sums[1](masks)
        later = self._later(masks) if self.left else 0.0
        found = self._circles[pad] = points + self.lore.slope * promise, later
        return found

    def _later(self, circle: Masks) -> float:
        """Return the value of the circle pad by the card that comes to it in the next round."""
        points, promise = self.sums[2](circle)
        return self._of_points * points + self._of_promise * promise

    def worth(self, weight: float) -> Callable[[int], float]:
        """Return a function for the worth of two packed pads, with the next round counted with this weight."""
        if len(self._diamonds) + len(self._circles) > _ROOM:
            self._diamonds.clear()
            self._circles.clear()
            self.foreseen.clear()
        known = self._worths.get(weight)
        if known is not None:
            return known
        lore, promises = self.lore, self.lore.pattern
        now = [points + lore.slope * promise for points, promise in zip(PATTERN_POINTS, promises, strict=True)]
        soon = [weight * lore.soon * promise if self.left else 0.0 for promise in promises]
        share = weight * lore.after / lore.next
        after = [share * promise if self.left > 1 else 0.0 for promise in promises]
        diamonds, circles = self._diamonds, self._circles
        look_at_diamond, look_at_circle = self._look_at_diamond, self._look_at_circle

        def worth(packed: int) -> float:
            pad = packed & LOW
            one = diamonds[pad] if pad in diamonds else look_at_diamond(pad)
            pad = packed >> HALF & LOW
            two, later = circles[pad] if pad in circles else look_at_circle(pad)
            counts = packed >> BOTH
            return (
                one
                + two
                + weight * later
                + now[_MOST[counts & _COUNTS]]
                + soon[_MOST[counts >> 15 & _COUNTS]]
                + after[_MOST[counts >> 30]]
            )

        self._worths[weight] = worth
        return worth

    def pays(self, packed: int) -> int:
        """Return what the goals of this round pay for these pads."""
        one, two = _masks(packed & LOW), _masks(packed >> HALF & LOW)
        return self.sums[0](one)[0] + self.sums[1](two)[0] + PATTERN_POINTS[_MOST[packed >> BOTH & _COUNTS]]

    def estimate(self, packed: int) -> float:
        """Return what these pads promise for the goals beyond this round."""
        if not self.left:
            return 0.0
        lore, counts = self.lore, packed >> BOTH
        circle = self._later(_masks(packed >> HALF & LOW))
        worth = lore.next * (circle + lore.soon * lore.pattern[_MOST[counts >> 15 & _COUNTS]])
        if self.left > 1:
            worth += lore.after * lore.pattern[_MOST[counts >> 30]]
        return worth


_views: dict[tuple[Any, ...], PadsEvaluator] = {}


def view_of(pads: tuple[int, int], goals: tuple[int, int, int], left: int, lore: PainterWeights) -> PadsEvaluator:
    """Return the evaluator of these pads under these goals; it is cached, because its own caches are costly."""
    key = (pads, goals, left, lore)
    view = _views.get(key)
    if view is None:
        if len(_views) >= _VIEWS:
            del _views[next(iter(_views))]  # the oldest
        view = _views[key] = PadsEvaluator(pads, goals, left, lore)
    return view


def forget() -> None:
    """Clear the cached evaluators, because the weights have changed."""
    _views.clear()


def view_now(state: GzhelState, seat: int, lore: PainterWeights) -> PadsEvaluator:
    """Return the evaluator of a seat's pads in the round that is being played."""
    goals = state.deck[-1], state.middle, CARDS[state.pile[-1]].back
    return view_of((state.pads[2 * seat], state.pads[2 * seat + 1]), goals, ROUNDS - state.round, lore)
