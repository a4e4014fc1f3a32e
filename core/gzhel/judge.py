"""What looks good in Gzhel: the cheap rule for single moves, and a good way to lay lifted flowers."""

from collections.abc import Sequence

from core.game import Move
from core.gzhel.components import (
    ALL,
    CARDS,
    CIRCLE,
    COLUMNS,
    DIAMOND,
    PAD,
    PADS,
    PATTERN_POINTS,
    ROUNDS,
    ROWS,
    SPACES,
    STAMP_POINTS,
    Card,
    Face,
    beside,
    spaces_of,
)
from core.gzhel.moves import Done, Lift, Name, Place, Point, Stamp
from core.gzhel.rules import KINDS, PICK, SHIFT, TURN_PADS, around, kind_at
from core.gzhel.scoring import card_points
from core.gzhel.state import Position

#: What the goals of the next round count today.
NEXT = 0.45
#: What a stamp beside the pads is worth before the last round; the chance that one on a pad stays a round.
HAND = 1.3
STAYS = 0.75
#: What half-done goals promise: flowers of one kind on the pattern, kinds beside a flower, kinds in a line.
PATTERN_HOPE = (0.0, 0.1, 0.7, 2.0, 4.0, 7.0)
NEIGHBOUR_HOPE = 0.8
LINE_HOPE = (0.0, 0.1, 0.3, 1.0, 0.0)


def hope(card: Card, face: Face, pad: Sequence[int]) -> float:
    """What a goal that is only half done promises, beyond the points that it pays."""
    if card.kind == "varied_neighbours":
        flower = card.flowers[0]
        once = twice = thrice = 0
        for other in KINDS:
            if other != flower:
                near = beside(pad[other])
                thrice |= twice & near
                twice |= once & near
                once |= near
        return NEIGHBOUR_HOPE * (pad[flower] & twice & ~thrice).bit_count()
    if card.kind == "varied_lines":
        lines = ROWS if card.axis == "row" else COLUMNS
        return sum(LINE_HOPE[sum(1 for mask in pad if mask & line)] for line in lines)
    return 0.0


class Eye:
    """How one seat looks at its pads in one round: the goals now, and those that can be foreseen."""

    def __init__(self, state: Position, seat: int) -> None:
        diamond, circle = state.pads[2 * seat : 2 * seat + 2]
        self.diamond, self.circle = PADS[diamond][DIAMOND], PADS[circle][CIRCLE]
        self.last = state.round == ROUNDS
        self.top, self.middle = CARDS[state.deck[-1]], CARDS[state.middle]
        self.patterns = [(1.0, self._spaces(CARDS[state.pile[-1]].back))]
        if not self.last:
            self.patterns.append((NEXT, self._spaces(self.middle.back)))
        left = ROUNDS - state.round
        self.in_hand = 0.0 if self.last else HAND
        self.on_pad = STAMP_POINTS * STAYS**left

    def _spaces(self, pattern: int) -> int:
        return self.diamond.patterns[pattern] | self.circle.patterns[pattern] << SPACES

    def diamond_worth(self, flowers: Sequence[int]) -> float:
        pad = [mask & PAD for mask in flowers]
        return card_points(self.top, self.diamond, pad) + hope(self.top, self.diamond, pad)

    def circle_worth(self, flowers: Sequence[int]) -> float:
        pad = [mask >> SPACES for mask in flowers]
        worth = card_points(self.middle, self.circle, pad) + hope(self.middle, self.circle, pad)
        if not self.last:
            worth += NEXT * (card_points(self.top, self.circle, pad) + hope(self.top, self.circle, pad))
        return worth

    def pattern_worth(self, flowers: Sequence[int]) -> float:
        worth = 0.0
        for weight, spaces in self.patterns:
            best = max([(mask & spaces).bit_count() for mask in flowers])
            worth += weight * (PATTERN_POINTS[best] if self.last else PATTERN_HOPE[best])
        return worth

    def worth(self, flowers: Sequence[int]) -> float:
        """What these pads promise, in points."""
        return self.diamond_worth(flowers) + self.circle_worth(flowers) + self.pattern_worth(flowers)


class Easel:
    """Two pads on which flowers are tried out, with what each pad is worth alone kept at hand."""

    def __init__(self, eye: Eye, flowers: Sequence[int]) -> None:
        self.eye = eye
        self.flowers = list(flowers)
        self.parts = [eye.diamond_worth(self.flowers), eye.circle_worth(self.flowers)]
        self.pattern = eye.pattern_worth(self.flowers)

    @property
    def worth(self) -> float:
        return self.parts[0] + self.parts[1] + self.pattern

    def gain(self, kind: int, space: int) -> float:
        """How much better the pads are with this flower on this empty space."""
        flowers, eye = self.flowers, self.eye
        flowers[kind] ^= 1 << space
        side = space // SPACES
        part = eye.circle_worth(flowers) if side else eye.diamond_worth(flowers)
        gain = part - self.parts[side] + eye.pattern_worth(flowers) - self.pattern
        flowers[kind] ^= 1 << space
        return gain

    def put(self, kind: int, space: int) -> None:
        self.flowers[kind] ^= 1 << space
        side = space // SPACES
        self.parts[side] = (
            self.eye.circle_worth(self.flowers) if side else self.eye.diamond_worth(self.flowers)
        )
        self.pattern = self.eye.pattern_worth(self.flowers)

    def empty(self) -> list[int]:
        filled = 0
        for mask in self.flowers:
            filled |= mask
        return spaces_of(ALL & ~filled)

    def fill(self, lifted: Sequence[int]) -> float:
        """Lay lifted flowers where each helps most, while that beats a stamp; the worth of it all."""
        left = list(lifted)
        spaces = self.empty()
        while any(left):
            gain, kind, space = max(
                (self.gain(kind, space), kind, space) for kind in KINDS if left[kind] for space in spaces
            )
            if gain < self.eye.in_hand:
                break
            self.put(kind, space)
            left[kind] -= 1
            spaces.remove(space)
        return self.worth + self.eye.in_hand * sum(left)


def lifting(state: Position, seat: int, eye: Eye, figurine: int) -> float:
    """What the pads promise if the flowers around this figurine are lifted and laid anew."""
    near = around(state, seat, figurine)
    stamps = state.stamps[seat]
    flowers = state.flowers[5 * seat : 5 * seat + 5]
    taken = [mask & near & ~stamps for mask in flowers]
    easel = Easel(eye, [mask ^ gone for mask, gone in zip(flowers, taken, strict=True)])
    lost = eye.on_pad * (near & stamps).bit_count()
    return easel.fill([mask.bit_count() for mask in taken]) - lost


def rate(state: Position, moves: Sequence[Move]) -> list[float]:
    """How good each move looks to the actor, in points."""
    seat = state.actor
    assert seat is not None
    if len(moves) == 1 or state.phase == TURN_PADS:
        return [0.0] * len(moves)
    eye = Eye(state, seat)
    if state.phase == PICK:
        return _rate_picks(state, seat, eye, moves)
    if state.phase == SHIFT:
        return _rate_shifts(state, seat, eye, moves)
    if isinstance(moves[0], Lift):
        return _rate_before(state, seat, eye, moves)
    if isinstance(moves[0], Done):
        return _rate_paint(state, seat, eye, moves)
    return [
        lifting(state, seat, eye, move.figurine if isinstance(move, Name) else state.own) for move in moves
    ]


def _rate_before(state: Position, seat: int, eye: Eye, moves: Sequence[Move]) -> list[float]:
    """A stamp before lifting is worth it if another figurine is so much better."""
    stay = lifting(state, seat, eye, state.own)
    change = stay
    if not state.beginners:
        change = max(lifting(state, seat, eye, name) for name in KINDS)
    cost = eye.in_hand - eye.on_pad
    easel = Easel(eye, state.flowers[5 * seat : 5 * seat + 5])
    return [
        change - cost + 0.5 * easel.gain(move.flower, move.space) if isinstance(move, Stamp) else stay
        for move in moves
    ]


def _rate_paint(state: Position, seat: int, eye: Eye, moves: Sequence[Move]) -> list[float]:
    easel = Easel(eye, state.flowers[5 * seat : 5 * seat + 5])
    # With a stamp comes a shift, whose gain is as good as any stamp's.
    shift = 0.0
    if any(isinstance(move, Stamp) for move in moves) and not any(state.lifted):
        shift = best_shift(state, seat, eye)
    ratings = []
    for move in moves:
        if isinstance(move, Place):
            ratings.append(easel.gain(move.flower, move.space) - eye.in_hand)
        elif isinstance(move, Stamp):
            ratings.append(easel.gain(move.flower, move.space) + eye.on_pad - eye.in_hand + shift)
        else:
            ratings.append(0.0)
    return ratings


def _shifted(flowers: list[int], kind: int, start: int, other: int, end: int) -> list[int]:
    both = 1 << start | 1 << end
    moved = flowers[:]
    moved[kind] ^= both
    if other >= 0:
        moved[other] ^= both
    return moved


def _best_from(state: Position, seat: int, eye: Eye, start: int) -> float:
    """What the pads promise after the best move or swap of the flower on `start`."""
    flowers = state.flowers[5 * seat : 5 * seat + 5]
    kind = kind_at(state, seat, start)
    best = -1000.0
    fixed = state.stamps[seat] | flowers[kind]
    for end in spaces_of(ALL & ~fixed):
        other = kind_at(state, seat, end)
        best = max(best, eye.worth(_shifted(flowers, kind, start, other, end)))
    return best


def best_shift(state: Position, seat: int, eye: Eye) -> float:
    """How much the best move or swap of a flower would gain."""
    flowers = state.flowers[5 * seat : 5 * seat + 5]
    filled = 0
    for mask in flowers:
        filled |= mask
    free = spaces_of(filled & ~state.stamps[seat])
    return max((_best_from(state, seat, eye, start) for start in free), default=-1000.0) - eye.worth(flowers)


def _rate_picks(state: Position, seat: int, eye: Eye, moves: Sequence[Move]) -> list[float]:
    worth = eye.worth(state.flowers[5 * seat : 5 * seat + 5])
    return [
        _best_from(state, seat, eye, move.space) - worth if isinstance(move, Point) else 0.0 for move in moves
    ]


def _rate_shifts(state: Position, seat: int, eye: Eye, moves: Sequence[Move]) -> list[float]:
    flowers = state.flowers[5 * seat : 5 * seat + 5]
    kind = kind_at(state, seat, state.held)
    worth = eye.worth(flowers)
    ratings = []
    for move in moves:
        assert isinstance(move, Point)
        other = kind_at(state, seat, move.space)
        ratings.append(eye.worth(_shifted(flowers, kind, state.held, other, move.space)) - worth)
    return ratings
