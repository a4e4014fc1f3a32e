"""The cheap ratings of single moves of Gzhel, by which the novice plays."""

from collections.abc import Sequence

from core.game import Move
from core.games.gzhel.bot.card_values import sum_for
from core.games.gzhel.components import (
    ALL,
    CARDS,
    CIRCLE,
    DIAMOND,
    KINDS,
    PAD,
    PADS,
    PATTERN_POINTS,
    ROUNDS,
    SPACES,
    STAMP_POINTS,
    spaces_of,
)
from core.games.gzhel.moves import FinishPainting, LiftFlowers, NameFigurine, PlaceStamp, PointAtSpace, Put
from core.games.gzhel.phases import PICK, SHIFT, TURN_PADS
from core.games.gzhel.rules import around, kind_at
from core.games.gzhel.state import GzhelState

#: The weight of the goals of the next round.
NEXT = 0.45
#: The worth of a stamp beside the pads before the last round; the chance that one on a pad stays a round.
HAND = 1.3
STAYS = 0.5
#: The promise of flowers of one kind on the pattern, by their number.
PATTERN_HOPE = (0.0, 0.1, 0.7, 2.0, 4.0, 7.0)


class PadsRater:
    """Rate the pads of one seat in one round, by the goals now and those that can be foreseen."""

    def __init__(self, state: GzhelState, seat: int) -> None:
        diamond, circle = state.pads[2 * seat : 2 * seat + 2]
        self.diamond, self.circle = PADS[diamond][DIAMOND], PADS[circle][CIRCLE]
        self.last = state.round == ROUNDS
        top, middle = state.deck[-1], state.middle
        self._sums = sum_for(top, diamond, DIAMOND), sum_for(middle, circle, CIRCLE), sum_for(top, circle, CIRCLE)
        self.patterns = [(1.0, self._spaces(CARDS[state.pile[-1]].back))]
        if not self.last:
            self.patterns.append((NEXT, self._spaces(CARDS[middle].back)))
        left = ROUNDS - state.round
        self.in_hand = 0.0 if self.last else HAND
        self.on_pad = STAMP_POINTS * STAYS**left
        self._diamonds: dict[tuple[int, ...], float] = {}
        self._circles: dict[tuple[int, ...], float] = {}

    def _spaces(self, pattern: int) -> int:
        return self.diamond.patterns[pattern] | self.circle.patterns[pattern] << SPACES

    def diamond_worth(self, flowers: Sequence[int]) -> float:
        o, p, r, t, b = flowers
        pad = (o & PAD, p & PAD, r & PAD, t & PAD, b & PAD)
        worth = self._diamonds.get(pad)
        if worth is None:
            worth = sum(self._sums[0](pad))
            self._diamonds[pad] = worth
        return worth

    def circle_worth(self, flowers: Sequence[int]) -> float:
        o, p, r, t, b = flowers
        pad = (o >> SPACES, p >> SPACES, r >> SPACES, t >> SPACES, b >> SPACES)
        worth = self._circles.get(pad)
        if worth is None:
            worth = sum(self._sums[1](pad))
            if not self.last:
                worth += NEXT * sum(self._sums[2](pad))
            self._circles[pad] = worth
        return worth

    def pattern_worth(self, flowers: Sequence[int]) -> float:
        worth = 0.0
        for weight, spaces in self.patterns:
            best = max([(mask & spaces).bit_count() for mask in flowers])
            worth += weight * (PATTERN_POINTS[best] if self.last else PATTERN_HOPE[best])
        return worth

    def worth(self, flowers: Sequence[int]) -> float:
        """Return what these pads promise, in points."""
        return self.diamond_worth(flowers) + self.circle_worth(flowers) + self.pattern_worth(flowers)


#: Flowers put on spaces, as pairs of kind and space.
Laying = list[tuple[int, int]]

#: The kind of an empty slot.
NONE = -1


def arrange(eye: PadsRater, flowers: Sequence[int], lifted: Sequence[int]) -> tuple[float, Laying]:
    """Find a good way to lay lifted flowers; return what it promises with the stamps that are kept, and the plan.

    The slots are the free spaces and the hand. First every flower goes where it helps most, as long as that
    beats a stamp; then the contents of two slots are swapped while it helps.
    """
    now = list(flowers)
    filled = 0
    for mask in now:
        filled |= mask
    spaces = spaces_of(ALL & ~filled)
    hand = [kind for kind in KINDS for _ in range(lifted[kind])]
    # A slot is a bit on the pads; the slots of the hand have none, so that a flower there is not on the pads.
    bits = [1 << space for space in spaces] + [0] * len(hand)
    lies = [NONE] * len(spaces) + hand
    _fill(eye, now, bits, lies, len(spaces))
    best = _improve(eye, now, bits, lies)
    return best, [(kind, space) for kind, space in zip(lies, spaces, strict=False) if kind != NONE]


def _fill(eye: PadsRater, now: list[int], bits: list[int], lies: list[int], hand: int) -> None:
    worth = eye.worth(now)
    slots = range(hand)
    while True:
        best, best_slot, best_kind = worth + eye.in_hand, NONE, NONE
        for kind in sorted(set(lies[hand:]) - {NONE}):
            for slot in slots:
                if lies[slot] == NONE:
                    now[kind] ^= bits[slot]
                    value = eye.worth(now)
                    now[kind] ^= bits[slot]
                    if value > best:
                        best, best_slot, best_kind = value, slot, kind
        if best_slot == NONE:
            return
        now[best_kind] ^= bits[best_slot]
        lies[lies.index(best_kind, hand)] = NONE
        lies[best_slot] = best_kind
        worth = best


def _improve(eye: PadsRater, now: list[int], bits: list[int], lies: list[int]) -> float:
    stamp = eye.in_hand
    best = eye.worth(now) + stamp * sum(1 for bit, kind in zip(bits, lies, strict=True) if not bit and kind != NONE)
    kept = best - eye.worth(now)
    improved = True
    while improved:
        improved = False
        for one in range(len(bits)):
            for other in range(one):
                a, b = lies[one], lies[other]
                both = bits[one] | bits[other]
                if a == b or not both:
                    continue
                # Only the first of two slots can be in the hand: the hand comes last.
                change = 0.0 if bits[one] else stamp * ((b != NONE) - (a != NONE))
                _trade(now, a, b, both)
                value = eye.worth(now) + kept + change
                if value > best + 1e-9:
                    lies[one], lies[other] = b, a
                    best = value
                    kept += change
                    improved = True
                else:
                    _trade(now, a, b, both)
    return best


def _trade(now: list[int], a: int, b: int, both: int) -> None:
    """Swap the contents of two slots; done twice, nothing has changed."""
    if a != NONE:
        now[a] ^= both
    if b != NONE:
        now[b] ^= both


def lifting(state: GzhelState, seat: int, eye: PadsRater, figurine: int) -> float:
    """Return what the pads promise if the flowers around this figurine are lifted and laid anew."""
    near = around(state, seat, figurine)
    stamps = state.stamps[seat]
    flowers = state.flowers[5 * seat : 5 * seat + 5]
    taken = [mask & near & ~stamps for mask in flowers]
    bare = [mask ^ gone for mask, gone in zip(flowers, taken, strict=True)]
    lost = eye.on_pad * (near & stamps).bit_count()
    return arrange(eye, bare, [mask.bit_count() for mask in taken])[0] - lost


def rate(state: GzhelState, moves: Sequence[Move]) -> list[float]:
    """Rate each move for the actor, in points."""
    seat = state.actor
    assert seat is not None
    if len(moves) == 1 or state.phase == TURN_PADS:
        return [0.0] * len(moves)
    eye = PadsRater(state, seat)
    if state.phase == PICK:
        return _rate_picks(state, seat, eye, moves)
    if state.phase == SHIFT:
        return _rate_shifts(state, seat, eye, moves)
    if isinstance(moves[0], LiftFlowers):
        return _rate_before(state, seat, eye, moves)
    if isinstance(moves[0], FinishPainting):
        return _rate_paint(state, seat, eye, moves)
    return [lifting(state, seat, eye, move.figurine if isinstance(move, NameFigurine) else state.own) for move in moves]


def _rate_before(state: GzhelState, seat: int, eye: PadsRater, moves: Sequence[Move]) -> list[float]:
    """Rate the moves before lifting: a stamp is worth it if another figurine is so much better."""
    stay = lifting(state, seat, eye, state.own)
    change = stay
    if not state.beginners:
        change = max(lifting(state, seat, eye, name) for name in KINDS)
    cost = eye.in_hand - eye.on_pad
    flowers = state.flowers[5 * seat : 5 * seat + 5]
    worth = eye.worth(flowers)
    return [
        change - cost + 0.5 * (_with(eye, flowers, move.flower, move.space) - worth)
        if isinstance(move, PlaceStamp)
        else stay
        for move in moves
    ]


def _with(eye: PadsRater, flowers: list[int], kind: int, space: int) -> float:
    """Return what the pads promise with one more flower."""
    flowers[kind] ^= 1 << space
    worth = eye.worth(flowers)
    flowers[kind] ^= 1 << space
    return worth


def _rate_paint(state: GzhelState, seat: int, eye: PadsRater, moves: Sequence[Move]) -> list[float]:
    """Rate the moves of painting: flowers of the best plan first, then stamps that pay, then the end of the turn."""
    flowers = state.flowers[5 * seat : 5 * seat + 5]
    worth = eye.worth(flowers)
    lifted = sum(state.lifted)
    promised, plan = arrange(eye, flowers, state.lifted)
    promised -= worth + eye.in_hand * lifted
    # With a stamp comes a shift, whose gain is the same for every stamp; it is searched when all else is laid.
    shift = 0.0
    if not plan and isinstance(moves[-1], PlaceStamp):
        shift = max(0.0, best_shift(state, seat, eye))
    ratings = []
    for move in moves:
        if isinstance(move, Put):
            planned = (move.flower, move.space) in plan
            gain = _with(eye, flowers, move.flower, move.space) - worth
            ratings.append(promised if planned else min(promised - 0.1, gain - eye.in_hand))
        elif isinstance(move, PlaceStamp):
            gain = _with(eye, flowers, move.flower, move.space) - worth + eye.on_pad - eye.in_hand + shift
            ratings.append(min(gain, promised - 0.1) if plan else gain)
        else:
            ratings.append(min(0.0, promised - 0.1) if plan else 0.0)
    return ratings


def _shifted(flowers: list[int], kind: int, start: int, other: int, end: int) -> list[int]:
    both = 1 << start | 1 << end
    moved = flowers[:]
    moved[kind] ^= both
    if other >= 0:
        moved[other] ^= both
    return moved


def _best_from(state: GzhelState, seat: int, eye: PadsRater, start: int) -> float:
    """Return what the pads promise after the best move or swap of the flower on `start`."""
    flowers = state.flowers[5 * seat : 5 * seat + 5]
    kind = kind_at(state, seat, start)
    best = -1000.0
    fixed = state.stamps[seat] | flowers[kind]
    for end in spaces_of(ALL & ~fixed):
        other = kind_at(state, seat, end)
        best = max(best, eye.worth(_shifted(flowers, kind, start, other, end)))
    return best


def best_shift(state: GzhelState, seat: int, eye: PadsRater) -> float:
    """Return how much the best move or swap of a flower would gain."""
    flowers = state.flowers[5 * seat : 5 * seat + 5]
    filled = 0
    for mask in flowers:
        filled |= mask
    free = spaces_of(filled & ~state.stamps[seat])
    return max((_best_from(state, seat, eye, start) for start in free), default=-1000.0) - eye.worth(flowers)


def _rate_picks(state: GzhelState, seat: int, eye: PadsRater, moves: Sequence[Move]) -> list[float]:
    worth = eye.worth(state.flowers[5 * seat : 5 * seat + 5])
    return [
        _best_from(state, seat, eye, move.space) - worth if isinstance(move, PointAtSpace) else 0.0 for move in moves
    ]


def _rate_shifts(state: GzhelState, seat: int, eye: PadsRater, moves: Sequence[Move]) -> list[float]:
    flowers = state.flowers[5 * seat : 5 * seat + 5]
    kind = kind_at(state, seat, state.held)
    worth = eye.worth(flowers)
    ratings = []
    for move in moves:
        assert isinstance(move, PointAtSpace)
        other = kind_at(state, seat, move.space)
        ratings.append(eye.worth(_shifted(flowers, kind, state.held, other, move.space)) - worth)
    return ratings
