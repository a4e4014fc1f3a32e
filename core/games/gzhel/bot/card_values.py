"""The value of one pad by one card, fast: a function made for the card, with everything known precomputed.

`core.games.gzhel.scoring` computes the same points as the rules state them; a test compares the two.
"""

from collections.abc import Callable
from functools import lru_cache

from core.games.gzhel.components import CARDS, COLUMNS, PAD, PADS, ROWS, Card, Face, beside, two_corners
from core.games.gzhel.scoring import count_pairs_between, halves, longest_chain, paired_within

#: Five masks of one pad.
Masks = tuple[int, int, int, int, int]
#: Returns what the card pays, and what it promises beyond that where it is only half done.
Sum = Callable[[Masks], tuple[int, float]]

#: The promise of a flower that has two other kinds beside it, and of kinds in a line.
NEIGHBOUR_HOPE = 0.8
LINE_HOPE = (0.0, 0.1, 0.3, 1.0, 0.0)


@lru_cache(maxsize=1 << 10)
def sum_for(card: int, pad: int, side: int) -> Sum:
    """Return the function that values a side of a pad by a card."""
    return _MAKERS[CARDS[card].kind](CARDS[card], PADS[pad][side])


def _flower_pairs(card: Card, face: Face) -> Sum:
    one, other = card.flowers
    points = card.points[0]
    return lambda pad: (points * (count_pairs_between(pad[one], pad[other]).bit_count() >> 1), 0.0)


def _varied_neighbours(card: Card, face: Face) -> Sum:
    flower = card.flowers[0]
    a, b, c, d = (kind for kind in range(5) if kind != flower)
    three, four = card.points
    four -= three

    def add(pad: Masks) -> tuple[int, float]:
        here = pad[flower]
        if not here:
            return 0, 0.0
        w, x, y, z = beside(pad[a]), beside(pad[b]), beside(pad[c]), beside(pad[d])
        both, either, two, one = w & x, w | x, y & z, y | z
        all_four = here & both & two
        most = here & (both & one | either & two)
        pairs = here & (both | two | either & one)
        points = three * most.bit_count() + four * all_four.bit_count()
        return points, NEIGHBOUR_HOPE * (pairs & ~most).bit_count()

    return add


def _flower_on_patterns(card: Card, face: Face) -> Sum:
    flower = card.flowers[0]
    a, b, c, d = face.patterns
    pays = (0, *card.points)

    def add(pad: Masks) -> tuple[int, float]:
        here = pad[flower]
        return pays[(here & a > 0) + (here & b > 0) + (here & c > 0) + (here & d > 0)], 0.0

    return add


def _pattern_variety(card: Card, face: Face) -> Sum:
    spaces = face.patterns[card.pattern]
    pays = (0, *card.points)

    def add(pad: Masks) -> tuple[int, float]:
        o, p, r, t, b = pad
        kinds = (o & spaces > 0) + (p & spaces > 0) + (r & spaces > 0) + (t & spaces > 0) + (b & spaces > 0)
        return pays[kinds], 0.0

    return add


def _diagonal_pair(card: Card, face: Face) -> Sum:
    flower = card.flowers[0]
    a, b, c, d = (kind for kind in range(5) if kind != flower)
    points = card.points[0]

    def add(pad: Masks) -> tuple[int, float]:
        here = pad[flower]
        if not here:
            return 0, 0.0
        spaces = two_corners(pad[a]) | two_corners(pad[b]) | two_corners(pad[c]) | two_corners(pad[d])
        return points * (here & spaces).bit_count(), 0.0

    return add


def _two_figurines(card: Card, face: Face) -> Sum:
    one, other = (face.around[figurine] for figurine in card.figurines)
    points = card.points[0]

    def add(pad: Masks) -> tuple[int, float]:
        o, p, r, t, b = pad
        first = ((o & one).bit_count(), (p & one).bit_count(), (r & one).bit_count(), (t & one).bit_count(),
                 (b & one).bit_count())  # fmt: skip
        second = [(o & other).bit_count(), (p & other).bit_count(), (r & other).bit_count(), (t & other).bit_count(),
                  (b & other).bit_count()]  # fmt: skip
        ranked = sorted(second)
        top, runner_up = ranked[4], ranked[3]
        if second.count(top) > 1:
            return points * (max(first) + top), 0.0
        leader = second.index(top)
        best = first[leader] + runner_up
        for kind in range(5):
            if kind != leader and first[kind] + top > best:
                best = first[kind] + top
        return points * best, 0.0

    return add


def _chain(card: Card, face: Face) -> Sum:
    points = card.points[0]

    def add(pad: Masks) -> tuple[int, float]:
        o, p, r, t, b = pad
        return points * max(
            longest_chain(o).bit_count(),
            longest_chain(p).bit_count(),
            longest_chain(r).bit_count(),
            longest_chain(t).bit_count(),
            longest_chain(b).bit_count(),
        ), 0.0

    return add


def _same_pairs(card: Card, face: Face) -> Sum:
    points = card.points[0]

    def add(pad: Masks) -> tuple[int, float]:
        o, p, r, t, b = pad
        paired = (
            paired_within(o).bit_count()
            + paired_within(p).bit_count()
            + paired_within(r).bit_count()
            + paired_within(t).bit_count()
            + paired_within(b).bit_count()
        )
        return points * (paired >> 1), 0.0

    return add


def _halves(card: Card, face: Face) -> Sum:
    shift, half = halves(card.axis)
    points = card.points[0]

    def add(pad: Masks) -> tuple[int, float]:
        o, p, r, t, b = pad
        # A space holds one kind, so the kinds can be counted together.
        alike = o & o >> shift | p & p >> shift | r & r >> shift | t & t >> shift | b & b >> shift
        return points * (alike & half).bit_count(), 0.0

    return add


def _enclosed_empty(card: Card, face: Face) -> Sum:
    points = card.points[0]

    def add(pad: Masks) -> tuple[int, float]:
        o, p, r, t, b = pad
        empty = PAD & ~(o | p | r | t | b)
        return points * (empty & ~beside(empty)).bit_count(), 0.0

    return add


def _varied_lines(card: Card, face: Face) -> Sum:
    lines = ROWS if card.axis == "row" else COLUMNS
    points = card.points[0]

    def add(pad: Masks) -> tuple[int, float]:
        o, p, r, t, b = pad
        found, promised = 0, 0.0
        for line in lines:
            kinds = (o & line > 0) + (p & line > 0) + (r & line > 0) + (t & line > 0) + (b & line > 0)
            found += kinds == 4
            promised += LINE_HOPE[kinds]
        return points * found, promised

    return add


_MAKERS: dict[str, Callable[[Card, Face], Sum]] = {
    "flower_pairs": _flower_pairs,
    "varied_neighbours": _varied_neighbours,
    "flower_on_patterns": _flower_on_patterns,
    "diagonal_pair": _diagonal_pair,
    "two_figurines": _two_figurines,
    "chain": _chain,
    "same_pairs": _same_pairs,
    "halves": _halves,
    "enclosed_empty": _enclosed_empty,
    "pattern_variety": _pattern_variety,
    "varied_lines": _varied_lines,
}
