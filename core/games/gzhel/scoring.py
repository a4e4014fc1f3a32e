"""The points of two pads by the goal cards.

`flowers` are five masks, one for each kind: the spaces of its tokens, whichever side is up, since a stamp
counts as the flower on its back. The functions for one pad take masks of 16 bits.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache

from core.games.gzhel.components import (
    BESIDE,
    COLUMNS,
    LEFT_HALF,
    PAD,
    PATTERN_POINTS,
    ROWS,
    SIZE,
    SPACES,
    TOP_HALF,
    Card,
    Face,
    beside,
    two_corners,
)

Flowers = Sequence[int]
Rule = Callable[[Card, Face, Flowers], int]


def on_diamond(flowers: Flowers) -> list[int]:
    """Return the masks of the diamond pad."""
    return [mask & PAD for mask in flowers]


def on_circle(flowers: Flowers) -> list[int]:
    """Return the masks of the circle pad."""
    return [mask >> SPACES for mask in flowers]


def card_points(card: Card, face: Face, pad: Flowers) -> int:
    """Return what the flower side of a card pays for one pad."""
    return RULES[card.kind](card, face, pad)


def pattern_counts(pattern: int, diamond: Face, circle: Face, flowers: Flowers) -> list[int]:
    """Return how many flowers of each kind lie on the eight spaces of a pattern."""
    spaces = diamond.patterns[pattern] | circle.patterns[pattern] << SPACES
    return [(mask & spaces).bit_count() for mask in flowers]


def pattern_points(pattern: int, diamond: Face, circle: Face, flowers: Flowers) -> int:
    """Return what the pattern goal pays: for the kind that lies most often on its eight spaces."""
    return PATTERN_POINTS[max(pattern_counts(pattern, diamond, circle, flowers))]


def worth_of_goals(
    goals: tuple[Card, Card, int], diamond: Face, circle: Face, flowers: Flowers
) -> tuple[int, int, int]:
    """Return what the three goals of a round pay: the diamond card, the circle card, the pattern."""
    return (
        card_points(goals[0], diamond, on_diamond(flowers)),
        card_points(goals[1], circle, on_circle(flowers)),
        pattern_points(goals[2], diamond, circle, flowers),
    )


# Cards 1-5: pairs of two kinds, side by side


@lru_cache(maxsize=1 << 14)
def count_pairs_between(first: int, second: int) -> int:
    """Return the spaces of a maximum number of pairs, each of neighbours from `first` and `second`."""
    partner: dict[int, int] = {}

    def marry(one: int, tried: list[int]) -> bool:
        # Augmenting paths: a neighbour already taken is freed if its partner finds another.
        choices = beside(one) & second
        while choices:
            other = choices & -choices
            choices ^= other
            if tried[0] & other:
                continue
            tried[0] |= other
            if other not in partner or marry(partner[other], tried):
                partner[other] = one
                return True
        return False

    rest = first
    while rest:
        one = rest & -rest
        rest ^= one
        marry(one, [0])
    return sum(partner) | sum(partner.values())


def _flower_pairs(card: Card, face: Face, pad: Flowers) -> int:
    one, other = card.flowers
    return card.points[0] * (count_pairs_between(pad[one], pad[other]).bit_count() // 2)


# Cards 6-10: a flower among three or four other kinds


def among_others(flower: int, pad: Flowers) -> tuple[int, int]:
    """Return where this flower has at least three other kinds beside it, and where it has all four."""
    # Counting in binary, all spaces at once: how many other kinds lie beside each.
    once = twice = thrice = four = 0
    for other in range(5):
        if other != flower:
            near = beside(pad[other])
            four |= thrice & near
            thrice |= twice & near
            twice |= once & near
            once |= near
    return pad[flower] & thrice, pad[flower] & four


def _varied_neighbours(card: Card, face: Face, pad: Flowers) -> int:
    three, four = among_others(card.flowers[0], pad)
    all_four = four.bit_count()
    return card.points[0] * (three.bit_count() - all_four) + card.points[1] * all_four


# Cards 11-15 and 31-34: steps for variety


def _flower_on_patterns(card: Card, face: Face, pad: Flowers) -> int:
    here = pad[card.flowers[0]]
    count = sum(1 for spaces in face.patterns if here & spaces)
    return card.points[count - 1] if count else 0


def _pattern_variety(card: Card, face: Face, pad: Flowers) -> int:
    spaces = face.patterns[card.pattern]
    count = sum(1 for mask in pad if mask & spaces)
    return card.points[count - 1] if count else 0


# Cards 16-20: two alike on the diagonals


def framed(flower: int, pad: Flowers) -> int:
    """Return where this flower touches two of one other kind by its corners."""
    spaces = 0
    for other in range(5):
        if other != flower:
            spaces |= two_corners(pad[other])
    return pad[flower] & spaces


def _diagonal_pair(card: Card, face: Face, pad: Flowers) -> int:
    return card.points[0] * framed(card.flowers[0], pad).bit_count()


# Cards 21-25: one kind around each of two figurines


def best_kinds(one: int, other: int, pad: Flowers) -> tuple[int, int, int]:
    """Return how many flowers count on the spaces `one` and `other`, and which kind on each: two different ones."""
    first = [(mask & one).bit_count() for mask in pad]
    second = [(mask & other).bit_count() for mask in pad]
    return max((first[a] + second[b], a, b) for a in range(5) for b in range(5) if a != b)


def _two_figurines(card: Card, face: Face, pad: Flowers) -> int:
    one, other = card.figurines
    return card.points[0] * best_kinds(face.around[one], face.around[other], pad)[0]


# Card 26: a chain of one kind


@lru_cache(maxsize=1 << 14)
def longest_chain(mask: int) -> int:
    """Return the largest group connected by sides; of equals, the first."""
    best = 0
    while mask:
        group = mask & -mask
        while (more := (group | beside(group)) & mask) != group:
            group = more
        if group.bit_count() > best.bit_count():
            best = group
        mask ^= group
    return best


def _chain(card: Card, face: Face, pad: Flowers) -> int:
    return card.points[0] * max(longest_chain(mask).bit_count() for mask in pad)


# Card 27: pairs of one kind


@lru_cache(maxsize=1 << 14)
def paired_within(mask: int) -> int:
    """Return the spaces of a maximum number of pairs of neighbours, each space in one pair at most."""
    if not mask:
        return 0
    first = mask & -mask
    rest = mask ^ first
    best = paired_within(rest)
    choices = BESIDE[first.bit_length() - 1] & rest
    while choices:
        other = choices & -choices
        choices ^= other
        pairs = first | other | paired_within(rest ^ other)
        if pairs.bit_count() > best.bit_count():
            best = pairs
    return best


def _same_pairs(card: Card, face: Face, pad: Flowers) -> int:
    return card.points[0] * sum(paired_within(mask).bit_count() // 2 for mask in pad)


# Cards 28-29: the same place in both halves


def halves(axis: str) -> tuple[int, int]:
    """Return how far the second half is from the first, and the first half."""
    return (2 * SIZE, TOP_HALF) if axis == "top_bottom" else (SIZE // 2, LEFT_HALF)


def _halves(card: Card, face: Face, pad: Flowers) -> int:
    shift, half = halves(card.axis)
    return card.points[0] * sum((mask & mask >> shift & half).bit_count() for mask in pad)


# Card 30: empty spaces with no empty space beside them


def enclosed(pad: Flowers) -> int:
    """Return the empty spaces with a token on every side."""
    empty = PAD
    for mask in pad:
        empty &= ~mask
    return empty & ~beside(empty)


def _enclosed_empty(card: Card, face: Face, pad: Flowers) -> int:
    return card.points[0] * enclosed(pad).bit_count()


# Cards 35-36: lines of four kinds


def varied_lines(axis: str, pad: Flowers) -> list[int]:
    """Return the rows or columns with four different kinds."""
    found = []
    for line in ROWS if axis == "row" else COLUMNS:
        kinds = 0
        for mask in pad:
            if mask & line:
                kinds += 1
        # Four spaces show four kinds only if each is filled; five kinds cannot lie on them.
        if kinds == SIZE:
            found.append(line)
    return found


def _varied_lines(card: Card, face: Face, pad: Flowers) -> int:
    return card.points[0] * len(varied_lines(card.axis, pad))


RULES: dict[str, Rule] = {
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
