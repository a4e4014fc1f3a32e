"""Lay flowers for adepts and masters: hill climbing over the assignment of tokens to spaces, and the moves it takes.

A token in a slot is a number: a kind, plus its type (`FLOWER`, `LAID` or `FREED`).
"""

import copy
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from core.game import Move
from core.games.gzhel.bot.value import BITS, FLOWER, FREED, LAID, NONE, PadsEvaluator
from core.games.gzhel.components import ALL, KINDS, SPACES, spaces_of
from core.games.gzhel.moves import DONE, NOTHING, POINT, PUT, STAMP
from core.games.gzhel.rules import kind_at
from core.games.gzhel.state import GzhelState
from core.rng import Rng

#: The bits of tokens in the hand, which are on no space.
_NOWHERE = (0,) * (NONE + 1)
_FORBIDDEN = -1000.0
#: The least gain of a shift.
_WORTH_A_SHIFT = 0.05


class PaintingPreferences:
    """Factors for what a painting values: the next round, stamps in hand, the shifts that stamps bring."""

    __slots__ = ("hand", "next", "shift")

    def __init__(self, next: float = 1.0, hand: float = 1.0, shift: float = 1.0) -> None:
        self.next = next
        self.hand = hand
        self.shift = shift


PLAIN = PaintingPreferences()


class Shift(NamedTuple):
    """The shift that a stamp allows: a flower goes into a slot, or is swapped with a partner elsewhere."""

    space: int
    kind: int
    #: One of the two is -1.
    slot: int
    partner: int
    #: The pads after it.
    packed: int


class TokenAssignment:
    """Tokens in slots: free spaces first, then the hand. Climbing swaps the contents of two slots while that helps."""

    def __init__(
        self,
        view: PadsEvaluator,
        taste: PaintingPreferences,
        packed: int,
        filled: int,
        lifted: Sequence[int],
        hand: Sequence[int],
    ) -> None:
        self.view = view
        self.worth = view.worth(taste.next * view.lore.next)
        self.packed = packed
        self.spaces = spaces_of(ALL & ~filled)
        tokens = [FLOWER + kind for kind in KINDS for _ in range(lifted[kind])]
        tokens += [LAID + kind for kind in KINDS for _ in range(hand[kind])]
        self.free = len(self.spaces)
        self.lies = [NONE] * self.free + tokens
        self.rows = [view.rows[space] for space in self.spaces] + [_NOWHERE] * len(tokens)
        kept = view.hand * taste.hand
        self._in_hand = (kept,) * 10 + (_FORBIDDEN,) * 5 + (0.0,)
        self._shift = taste.shift * view.lore.shift
        self.keeps = [self._keep(space) for space in self.spaces] + [self._in_hand] * len(tokens)
        self.kept = kept * len(tokens)
        #: Flowers that a shift has freed, by their old space; flowers that were swapped.
        self.freed: list[tuple[int, int]] = []
        self.swapped: list[tuple[int, int]] = []

    def _keep(self, space: int) -> tuple[float, ...]:
        laid = self.view.on_pad[space] + self._shift
        return (0.0,) * 5 + (laid,) * 5 + (0.0,) * 6

    @classmethod
    def after_lifting(
        cls,
        view: PadsEvaluator,
        taste: PaintingPreferences,
        flowers: Sequence[int],
        stamps: int,
        hand: Sequence[int],
        near: int,
    ) -> "TokenAssignment":
        """Return the assignment after the flowers on the spaces `near` are lifted; stamps there turn to flowers."""
        free = near & ~stamps
        taken = [(mask & free).bit_count() for mask in flowers]
        bare = [mask & ~free for mask in flowers]
        filled = bare[0] | bare[1] | bare[2] | bare[3] | bare[4]
        painting = cls(view, taste, view.pack(bare), filled, taken, hand)
        for space in spaces_of(stamps & ~near):
            painting.kept += view.on_pad[space]
        return painting

    def fill(self) -> None:
        """Lay every token where it helps most, the one that helps most first, as long as it helps."""
        worth, lies, rows, keeps = self.worth, self.lies, self.rows, self.keeps
        packed, free = self.packed, self.free
        now = worth(packed)
        tokens = sorted(set(lies[free:]) - {NONE})
        open_slots = [slot for slot in range(free) if lies[slot] == NONE]
        gains: dict[tuple[int, int], float] = {}
        looked_at = open_slots
        while tokens:
            # After a token is laid, only the gains on the same pad are computed again: the other has hardly changed.
            for slot in looked_at:
                row, keep = rows[slot], keeps[slot]
                for token in tokens:
                    gains[slot, token] = worth(packed + row[token]) - now + keep[token] - self._in_hand[token]
            if not gains:
                break
            slot, token = max(gains, key=gains.__getitem__)
            after = worth(packed + rows[slot][token])
            keep_gain = keeps[slot][token] - self._in_hand[token]
            if after - now + keep_gain <= 1e-9:
                if gains[slot, token] <= 1e-9:
                    break
                gains[slot, token] = after - now + keep_gain
                looked_at = []
                continue
            self._lay(token, slot)
            packed, now = self.packed, after
            open_slots.remove(slot)
            on_circle = self.spaces[slot] >= SPACES
            looked_at = [other for other in open_slots if (self.spaces[other] >= SPACES) == on_circle]
            if token not in lies[free:]:
                tokens.remove(token)
            gains = {(at, what): gain for (at, what), gain in gains.items() if at != slot and what in tokens}

    def _lay(self, token: int, slot: int) -> None:
        """Move a token from the hand to an open slot."""
        self.packed += self.rows[slot][token]
        self.kept += self.keeps[slot][token] - self._in_hand[token]
        self.lies[self.lies.index(token, self.free)] = NONE
        self.lies[slot] = token

    def randomize(self, rng: Rng) -> None:
        """Put the tokens at random, to climb from there."""
        lies, rows, keeps = self.lies, self.rows, self.keeps
        for slot in range(self.free, len(lies)):
            token = lies[slot]
            goal = rng.randrange(self.free)
            if token != NONE and lies[goal] == NONE and rng.randrange(4):
                lies[slot], lies[goal] = NONE, token
                self.packed += rows[goal][token]
                self.kept += keeps[goal][token] - keeps[slot][token]

    def hill_climb(self) -> float:
        """Swap the contents of two slots while that helps; return the value."""
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

    def neighbours(self, within: float) -> "Iterator[TokenAssignment]":
        """Yield assignments with the contents of two slots swapped that are worse by so much at most."""
        worth, lies, rows, keeps, packed = self.worth, self.lies, self.rows, self.keeps, self.packed
        least, shifts = worth(packed) - within, len(self.freed) + len(self.swapped)
        for one in range(len(lies)):
            mine, my_keeps = rows[one], keeps[one]
            for other in range(min(one, self.free)):
                a, b = lies[one], lies[other]
                if a == b:
                    continue
                yours, your_keeps = rows[other], keeps[other]
                change = my_keeps[b] + your_keeps[a] - my_keeps[a] - your_keeps[b]
                new = packed - mine[a] + yours[a] + mine[b] - yours[b]
                if worth(new) + change >= least:
                    found = copy.copy(self)
                    found.lies = lies[:]
                    found.lies[one], found.lies[other] = b, a
                    found.packed = new
                    found.kept += change
                    if not shifts or len(found.laid()) >= shifts:
                        yield found

    def in_hand(self) -> list[int]:
        """Return how many tokens of each kind are kept in hand."""
        counts = [0] * len(KINDS)
        for token in self.lies[self.free :]:
            if token != NONE:
                counts[token % 5] += 1
        return counts

    def laid(self) -> list[tuple[int, int]]:
        """Return the stamps that are laid, by kind and space."""
        return [
            (token - LAID, space) for token, space in zip(self.lies, self.spaces, strict=False) if LAID <= token < FREED
        ]

    def shift(self, movable: int, thorough: bool = True) -> None:
        """Make a shift for each stamp laid, a move or a swap of flowers: the one that helps most, then climb on.

        Without `thorough`, only moves of single flowers are considered, and the others are not laid anew.
        """
        while len(self.laid()) > len(self.freed) + len(self.swapped):
            if not self._shift_once(movable, thorough):
                return

    def _shift_once(self, movable: int, thorough: bool) -> bool:
        found = self._best_shift(self._lying(movable), thorough)
        if found is None:
            return False
        self.packed = found.packed
        if found.partner >= 0:
            self.swapped.append((found.space, found.partner))
        else:
            self._free(found)
            if thorough:
                self.hill_climb()
        return True

    def _lying(self, movable: int) -> list[tuple[int, int]]:
        """Return the flowers outside of the slots that have not been swapped yet, by space and kind."""
        for one, other in self.swapped:
            movable &= ~(1 << one | 1 << other)
        return [
            (space, kind)
            for space in spaces_of(movable)
            for kind in KINDS
            if self.packed & BITS[space][kind] and space not in self.spaces
        ]

    def _best_shift(self, lying: Sequence[tuple[int, int]], swaps: bool) -> Shift | None:
        """Return the shift that helps most, if one helps."""
        worth = self.worth
        best, found = worth(self.packed) + _WORTH_A_SHIFT, None
        for shift in self._shifts(lying, swaps):
            value = worth(shift[-1])
            if value > best:
                best, found = value, shift
        return Shift(*found) if found else None

    def _shifts(self, lying: Sequence[tuple[int, int]], swaps: bool) -> Iterator[tuple[int, int, int, int, int]]:
        """Yield every flower into every slot and, with `swaps`, with every flower of another kind that comes before it.

        There are many, so they are plain tuples with the fields of a `Shift`.
        """
        lies, rows, packed = self.lies, self.rows, self.packed
        for number, (space, kind) in enumerate(lying):
            here = self.view.rows[space]
            for slot in range(self.free):
                token = lies[slot]
                if LAID <= token < FREED or (token != NONE and token % 5 == kind):
                    continue  # a stamp cannot be moved
                new = packed - here[kind] + rows[slot][kind] - rows[slot][token] + here[token]
                yield space, kind, slot, -1, new
            for other, its in lying[:number] if swaps else ():
                if its != kind:
                    there = self.view.rows[other]
                    yield space, kind, -1, other, packed - here[kind] + there[kind] + here[its] - there[its]

    def _free(self, shift: Shift) -> None:
        """Move a flower into a slot; the space that it leaves becomes a slot like the others. The hand stays last."""
        self.freed.append((shift.space, shift.kind))
        token = self.lies[shift.slot]
        self.lies[shift.slot] = FREED + shift.kind
        self.spaces.insert(self.free, shift.space)
        self.lies.insert(self.free, token)
        self.rows.insert(self.free, self.view.rows[shift.space])
        self.keeps.insert(self.free, self._keep(shift.space))
        self.free += 1


def lay_out(
    state: GzhelState, view: PadsEvaluator, taste: PaintingPreferences, rng: Rng | None = None, thorough: bool = True
) -> TokenAssignment:
    """Return the assignment of the tokens after lifting. With an `rng`, the climb starts from a random one."""
    seat = state.actor
    assert seat is not None
    flowers = state.flowers[5 * seat : 5 * seat + 5]
    filled = flowers[0] | flowers[1] | flowers[2] | flowers[3] | flowers[4]
    hand = state.hand[5 * seat : 5 * seat + 5]
    painting = TokenAssignment(view, taste, view.pack(flowers), filled, state.lifted, hand)
    if rng is not None:
        painting.randomize(rng)
    painting.fill()
    painting.hill_climb()
    painting.shift(filled & ~state.stamps[seat], thorough)
    return painting


def paint(state: GzhelState, view: PadsEvaluator, thorough: bool = True) -> list[Move]:
    """Return the moves after lifting, to the end of the turn; they are played in `state`."""
    assert state.actor is not None
    return carry_out(state, state.actor, lay_out(state, view, PLAIN, thorough=thorough))


def carry_out(state: GzhelState, seat: int, painting: TokenAssignment) -> list[Move]:
    """Return the moves that make a painting, in a legal order; they are played in `state`."""
    places, stamps, shifts = _needs(painting)
    swaps = painting.swapped[:]
    moves: list[Move] = []

    def play(move: Move) -> None:
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
    state: GzhelState,
    seat: int,
    shifts: list[tuple[int, int]],
    swaps: list[tuple[int, int]],
    play: Callable[[Move], None],
) -> None:
    """Return the shift that comes with a stamp: one that is needed and possible, or none."""
    for start, end in shifts:
        if kind_at(state, seat, end) < 0:
            shifts.remove((start, end))
            play(POINT[start])
            play(POINT[end])
            return
    for start, end in shifts:
        onward = next((goal for place, goal in shifts if place == end), -1)
        if onward >= 0 and kind_at(state, seat, start) != kind_at(state, seat, end):
            # The flower in the way must move as well: they are swapped, and it goes on from there.
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


def _needs(painting: TokenAssignment) -> Needs:
    """Return what must be put back, stamped and shifted for a painting. Flowers of one kind are interchangeable."""
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
                # A lifted flower would take its place: it stays, and the lifted one takes its destination.
                starts.remove(start)
                puts[kind].remove(start)
                puts[kind].append(ends[kind].pop())
        shifts += list(zip(starts, ends[kind], strict=True))
        places += [(kind, space) for space in puts[kind]]
    return places, painting.laid(), shifts
