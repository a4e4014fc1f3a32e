"""How a painter who thinks ahead lays flowers: fast sums for two pads, and a climb over the assignment of tokens.

Two pads are one number here, so that a token that moves is an exclusive or and what a pad is worth can be looked
up: 16 bits for each of five kinds on the diamond pad, and 80 bits higher the same for the circle pad.
"""

import tomllib
from collections.abc import Callable, Sequence
from importlib import resources
from typing import Any

from core.chance import Chance
from core.gzhel.components import (
    ALL,
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
from core.gzhel.moves import DONE, NOTHING, POINT, PUT, STAMP
from core.gzhel.rules import kind_at
from core.gzhel.state import Position
from core.gzhel.sums import Masks, sum_for

_WEIGHTS = tomllib.loads(resources.files("core.gzhel").joinpath("weights.toml").read_text("utf-8"))
#: What the planner goes by, as its data says.
LORE: dict[str, Any] = _WEIGHTS["planner"]

#: What lies on one pad takes so many bits of a packed number; above both pads stand the counts on patterns.
HALF = 5 * SPACES
LOW = (1 << HALF) - 1
BOTH = 2 * HALF

#: A token in a slot: a lifted flower, a stamp from beside the pads, a flower that a shift has freed, by kind.
FLOWER, LAID, FREED, NONE = 0, 5, 10, 15
_BITS = tuple(
    tuple(1 << (HALF * (space // SPACES) + SPACES * kind + space % SPACES) for kind in KINDS) for space in range(BOARD)
)
#: In the hand a token lies nowhere.
_NOWHERE = (0,) * (NONE + 1)

#: The largest of five counts of three bits each.
_MOST = bytes(max(k & 7, k >> 3 & 7, k >> 6 & 7, k >> 9 & 7, k >> 12 & 7) for k in range(1 << 15))
_COUNTS = (1 << 15) - 1
#: The spaces around two figurines: those of the middle one.
_CENTRE = 0x0660 | 0x0660 << SPACES
_FORBIDDEN = -1000.0
#: What views have seen is forgotten when it grows beyond this; more of them than one thought needs are not kept.
_ROOM = 40_000
_VIEWS = 24


def _masks(pad: int) -> Masks:
    return pad & PAD, pad >> 16 & PAD, pad >> 32 & PAD, pad >> 48 & PAD, pad >> 64


class View:
    """How one seat's pads look under the goals of one round and those that follow from them."""

    def __init__(self, pads: tuple[int, int], goals: tuple[int, int, int], left: int) -> None:
        self.diamond, self.circle = PADS[pads[0]][DIAMOND], PADS[pads[1]][CIRCLE]
        top, middle, pattern = goals
        self.left = left
        #: What the cards make of the pads: now on each, and the top card on the circle pad in the next round.
        self.sums = sum_for(top, pads[0], DIAMOND), sum_for(middle, pads[1], CIRCLE), sum_for(top, pads[1], CIRCLE)
        self.hand: float = LORE["hand"][left]
        self.on_pad = [float(LORE["centre" if _CENTRE >> space & 1 else "corner"][left]) for space in range(BOARD)]
        #: The bit of each token on each space, with what it adds to the counts on the patterns of now, the next
        #: round and the one after.
        patterns = pattern, CARDS[middle].back, CARDS[top].back
        self.rows = [self._row(space, patterns) for space in range(BOARD)]
        self._diamonds: dict[int, float] = {}
        self._circles: dict[int, tuple[float, float]] = {}
        self._worths: dict[float, Callable[[int], float]] = {}
        #: What has been foreseen in this view, for whoever asks again.
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
            bits.append(_BITS[space][kind] | counts << BOTH)
        return (*bits, *bits, *bits, 0)

    def pack(self, flowers: Sequence[int]) -> int:
        """Five masks of both pads as one number, with the counts of what lies on the patterns."""
        rows = self.rows
        return sum(rows[space][kind] for kind in KINDS for space in spaces_of(flowers[kind]))

    def _look_at_diamond(self, pad: int) -> float:
        points, promise = self.sums[0](_masks(pad))
        worth: float = points + LORE["slope"] * promise
        self._diamonds[pad] = worth
        return worth

    def _look_at_circle(self, pad: int) -> tuple[float, float]:
        masks = _masks(pad)
        points, promise = self.sums[1](masks)
        later = sum(self.sums[2](masks)) if self.left else 0.0
        found = self._circles[pad] = points + LORE["slope"] * promise, later
        return found

    def worth(self, weight: float) -> Callable[[int], float]:
        """A function that tells what two packed pads are worth, the next round counted with this weight."""
        if len(self._diamonds) + len(self._circles) > _ROOM:
            self._diamonds.clear()
            self._circles.clear()
            self.foreseen.clear()
        known = self._worths.get(weight)
        if known is not None:
            return known
        slope: float = LORE["slope"]
        promises: list[float] = LORE["pattern"]
        now = [points + slope * promise for points, promise in zip(PATTERN_POINTS, promises, strict=True)]
        soon = [weight * promise if self.left else 0.0 for promise in promises]
        share: float = weight * LORE["after"] / LORE["next"]
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
        """What the goals of this round pay for these pads."""
        one, two = _masks(packed & LOW), _masks(packed >> HALF & LOW)
        return self.sums[0](one)[0] + self.sums[1](two)[0] + PATTERN_POINTS[_MOST[packed >> BOTH & _COUNTS]]

    def promise(self, packed: int) -> float:
        """What these pads promise to the goals to come, beyond this round."""
        if not self.left:
            return 0.0
        counts = packed >> BOTH
        circle = sum(self.sums[2](_masks(packed >> HALF & LOW)))
        worth: float = LORE["next"] * (circle + LORE["pattern"][_MOST[counts >> 15 & _COUNTS]])
        if self.left > 1:
            worth += LORE["after"] * LORE["pattern"][_MOST[counts >> 30]]
        return worth


_views: dict[tuple[Any, ...], View] = {}


def view_of(pads: tuple[int, int], goals: tuple[int, int, int], left: int) -> View:
    """The view of these pads under these goals; views are kept, since what they have seen is costly."""
    key = (pads, goals, left)
    view = _views.get(key)
    if view is None:
        if len(_views) >= _VIEWS:
            del _views[next(iter(_views))]  # the oldest
        view = _views[key] = View(pads, goals, left)
    return view


def forget() -> None:
    """Forget all views: the weights have changed."""
    _views.clear()


def view_now(state: Position, seat: int) -> View:
    """How a seat's pads look in the round that is being played."""
    goals = state.deck[-1], state.middle, CARDS[state.pile[-1]].back
    return view_of((state.pads[2 * seat], state.pads[2 * seat + 1]), goals, ROUNDS - state.round)


class Taste:
    """What a painter cares for: the next round, stamps in hand, the shifts that stamps bring."""

    __slots__ = ("hand", "next", "shift")

    def __init__(self, next: float = 1.0, hand: float = 1.0, shift: float = 1.0) -> None:
        self.next = next
        self.hand = hand
        self.shift = shift


PLAIN = Taste()


class Painting:
    """Tokens in slots: free spaces first, then the hand. Climbing swaps what lies in two slots while that helps."""

    def __init__(
        self, view: View, taste: Taste, packed: int, filled: int, lifted: Sequence[int], hand: Sequence[int]
    ) -> None:
        self.view = view
        self.worth = view.worth(taste.next * LORE["next"])
        self.packed = packed
        self.spaces = spaces_of(ALL & ~filled)
        tokens = [FLOWER + kind for kind in KINDS for _ in range(lifted[kind])]
        tokens += [LAID + kind for kind in KINDS for _ in range(hand[kind])]
        self.free = len(self.spaces)
        self.lies = [NONE] * self.free + tokens
        self.rows = [view.rows[space] for space in self.spaces] + [_NOWHERE] * len(tokens)
        kept = view.hand * taste.hand
        self._in_hand = (kept,) * 10 + (_FORBIDDEN,) * 5 + (0.0,)
        self._shift = taste.shift * LORE["shift"]
        self.keeps = [self._keep(space) for space in self.spaces] + [self._in_hand] * len(tokens)
        self.kept = kept * len(tokens)
        #: Flowers that a shift has freed, by the space where they lay; flowers that changed places.
        self.freed: list[tuple[int, int]] = []
        self.swapped: list[tuple[int, int]] = []

    def _keep(self, space: int) -> tuple[float, ...]:
        laid = self.view.on_pad[space] + self._shift
        return (0.0,) * 5 + (laid,) * 5 + (0.0,) * 6

    def fill(self) -> None:
        """Every token goes where it helps most, the one that helps most first, as long as it helps."""
        worth, lies, rows, keeps = self.worth, self.lies, self.rows, self.keeps
        packed, free = self.packed, self.free
        now = worth(packed)
        tokens = sorted(set(lies[free:]) - {NONE})
        open_slots = [slot for slot in range(free) if lies[slot] == NONE]
        gains: dict[tuple[int, int], float] = {}
        looked_at = open_slots
        while tokens:
            # After a token is laid, only what the same pad gains is looked at again: the other has hardly changed.
            for slot in looked_at:
                row, keep = rows[slot], keeps[slot]
                for token in tokens:
                    gains[slot, token] = worth(packed + row[token]) - now + keep[token] - self._in_hand[token]
            if not gains:
                break
            slot, token = max(gains, key=gains.__getitem__)
            new = packed + rows[slot][token]
            after = worth(new)
            keep_gain = keeps[slot][token] - self._in_hand[token]
            if after - now + keep_gain <= 1e-9:
                if gains[slot, token] <= 1e-9:
                    break
                gains[slot, token] = after - now + keep_gain
                looked_at = []
                continue
            packed, now = new, after
            self.kept += keep_gain
            lies[lies.index(token, free)] = NONE
            lies[slot] = token
            open_slots.remove(slot)
            on_circle = self.spaces[slot] >= SPACES
            looked_at = [other for other in open_slots if (self.spaces[other] >= SPACES) == on_circle]
            if token not in lies[free:]:
                tokens.remove(token)
                gains = {key: gain for key, gain in gains.items() if key[0] != slot and key[1] != token}
            else:
                gains = {key: gain for key, gain in gains.items() if key[0] != slot}
        self.packed = packed

    def strew(self, rng: Chance) -> None:
        """Tokens go anywhere, to climb from there."""
        lies, rows, keeps = self.lies, self.rows, self.keeps
        for slot in range(self.free, len(lies)):
            token = lies[slot]
            goal = rng.below(self.free)
            if token != NONE and lies[goal] == NONE and rng.below(4):
                lies[slot], lies[goal] = NONE, token
                self.packed += rows[goal][token]
                self.kept += keeps[goal][token] - keeps[slot][token]

    def climb(self) -> float:
        """Swap what lies in two slots while that helps; what it comes to."""
        worth, lies, rows, keeps = self.worth, self.lies, self.rows, self.keeps
        packed, kept = self.packed, self.kept
        best = worth(packed) + kept
        slots = len(lies)
        last = 0  # the slot with which the latest improvement was made
        one = 0
        while last < slots:
            one = (one + 1) % slots
            last += 1
            mine, my_keeps = rows[one], keeps[one]
            for other in range(one):
                a, b = lies[one], lies[other]
                if a == b:
                    continue
                yours, your_keeps = rows[other], keeps[other]
                change = my_keeps[b] + your_keeps[a] - my_keeps[a] - your_keeps[b]
                new = packed - mine[a] + yours[a] + mine[b] - yours[b]
                if new == packed and change <= 1e-9:
                    continue
                value = worth(new) + kept + change
                if value > best + 1e-9:
                    lies[one], lies[other] = b, a
                    packed, best = new, value
                    kept += change
                    last = 0
        self.packed, self.kept = packed, kept
        return best

    def laid(self) -> list[tuple[int, int]]:
        """The stamps that are laid, by kind and space."""
        return [
            (token - LAID, space) for token, space in zip(self.lies, self.spaces, strict=False) if LAID <= token < FREED
        ]

    def shift(self, movable: int, thorough: bool = True) -> None:
        """Each stamp laid lets one flower move, or two change places: take what helps most, then climb on.

        Those who are less thorough see only single flowers that move, and do not lay the others anew.
        """
        while len(self.laid()) > len(self.freed) + len(self.swapped):
            if not self._shift_once(movable, thorough):
                return

    def _shift_once(self, movable: int, thorough: bool) -> bool:
        worth, lies, rows = self.worth, self.lies, self.rows
        packed = self.packed
        fixed = movable
        for pair in self.swapped:
            fixed &= ~(1 << pair[0] | 1 << pair[1])
        lying = []
        for space in spaces_of(fixed):
            bits = _BITS[space]
            lying += [(space, kind) for kind in KINDS if packed & bits[kind] and space not in self.spaces]
        best = worth(packed) + 0.05
        slot_for, start = -1, (-1, -1)
        pair_for: tuple[int, int] | None = None
        after = packed
        for number, (space, kind) in enumerate(lying):
            here = self.view.rows[space]
            for slot in range(self.free):
                token = lies[slot]
                if LAID <= token < FREED or (token != NONE and token % 5 == kind):
                    continue  # a stamp lies where it lies
                new = packed - here[kind] + rows[slot][kind] - rows[slot][token] + here[token]
                value = worth(new)
                if value > best:
                    best, slot_for, start, pair_for, after = value, slot, (space, kind), None, new
            for other, its in lying[:number] if thorough else ():
                if its != kind:
                    there = self.view.rows[other]
                    new = packed - here[kind] + there[kind] + here[its] - there[its]
                    value = worth(new)
                    if value > best:
                        best, pair_for, after = value, (space, other), new
        if after == packed:
            return False
        self.packed = after
        if pair_for:
            self.swapped.append(pair_for)
            return True
        space, kind = start
        self.freed.append((space, kind))
        token = lies[slot_for]
        lies[slot_for] = FREED + kind
        # The space that the flower leaves becomes a slot like the others; the hand stays last.
        self.spaces.insert(self.free, space)
        lies.insert(self.free, token)
        rows.insert(self.free, self.view.rows[space])
        self.keeps.insert(self.free, self._keep(space))
        self.free += 1
        if thorough:
            self.climb()
        return True


def paint(
    state: Position, taste: Taste, rng: Chance | None = None, view: View | None = None, thorough: bool = True
) -> list[Any]:
    """The moves of a painter who has lifted, to the end of the turn; `state` is played along.

    With luck, the climb starts from somewhere else.
    """
    seat = state.actor
    assert seat is not None
    flowers = state.flowers[5 * seat : 5 * seat + 5]
    filled = flowers[0] | flowers[1] | flowers[2] | flowers[3] | flowers[4]
    hand = state.hand[5 * seat : 5 * seat + 5]
    view = view or view_now(state, seat)
    painting = Painting(view, taste, view.pack(flowers), filled, state.lifted, hand)
    if rng is not None:
        painting.strew(rng)
    painting.fill()
    painting.climb()
    painting.shift(filled & ~state.stamps[seat], thorough)
    return carry_out(state, seat, painting)


def carry_out(state: Position, seat: int, painting: Painting) -> list[Any]:
    """The moves that bring about a painting, in an order that is legal; `state` is played along."""
    places, stamps, shifts = _needs(painting)
    swaps = painting.swapped[:]
    moves: list[Any] = []

    def play(move: Any) -> None:
        state.play(move)
        moves.append(move)

    def is_empty(space: int) -> bool:
        return kind_at(state, seat, space) < 0

    while True:
        for kind, space in [place for place in places if is_empty(place[1])]:
            places.remove((kind, space))
            play(PUT[kind][space])
        ready = [stamp for stamp in stamps if is_empty(stamp[1])]
        if not ready:
            break
        stamp = ready[0]
        stamps.remove(stamp)
        play(STAMP[stamp[0]][stamp[1]])
        _shift_now(state, seat, shifts, swaps, play)
    play(DONE)
    return moves


def _shift_now(
    state: Position, seat: int, shifts: list[tuple[int, int]], swaps: list[tuple[int, int]], play: Callable[[Any], None]
) -> None:
    """The shift that comes with a stamp: one that is wanted and possible, or none."""
    for start, end in shifts:
        if kind_at(state, seat, end) < 0:
            shifts.remove((start, end))
            play(POINT[start])
            play(POINT[end])
            return
    for start, end in shifts:
        onward = next((goal for place, goal in shifts if place == end), -1)
        if onward >= 0 and kind_at(state, seat, start) != kind_at(state, seat, end):
            # The flower in the way wants to move as well: they change places, and it goes on from there.
            shifts.remove((start, end))
            shifts.remove((end, onward))
            if onward != start:
                shifts.append((start, onward))
            play(POINT[start])
            play(POINT[end])
            return
    if swaps:
        start, end = swaps.pop()
        play(POINT[start])
        play(POINT[end])
        return
    play(NOTHING)


Needs = tuple[list[tuple[int, int]], list[tuple[int, int]], list[tuple[int, int]]]


def _needs(painting: Painting) -> Needs:
    """What has to be put back, stamped and shifted for a painting. Flowers of a kind are as good as each other."""
    places, shifts = [], []
    ends: dict[int, list[int]] = {kind: [] for kind in KINDS}
    puts: dict[int, list[int]] = {kind: [] for kind in KINDS}
    for token, space in zip(painting.lies, painting.spaces, strict=False):
        if token < LAID:
            puts[token].append(space)
        elif FREED <= token < NONE:
            ends[token - FREED].append(space)
    for kind in KINDS:
        starts = [space for space, its in painting.freed if its == kind]
        for start in starts[:]:
            if start in ends[kind]:
                starts.remove(start)
                ends[kind].remove(start)
            elif start in puts[kind]:
                # A lifted flower would take its place: it stays, and the lifted one goes where it wanted to go.
                starts.remove(start)
                puts[kind].remove(start)
                puts[kind].append(ends[kind].pop())
        shifts += list(zip(starts, ends[kind], strict=True))
        places += [(kind, space) for space in puts[kind]]
    return places, painting.laid(), shifts
