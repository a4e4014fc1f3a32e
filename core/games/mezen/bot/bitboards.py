"""Paintings as bits in columns, for the bots, so that tiles slide by looking up a table.

A `Bitboards` (in variables: sketch) is a list of 25 tile codes, column after column from the top; a set of cells is a
bit mask in the same order. Masks `shown` hold a mask for each symbol (and, last, the empty cells), `turned` the same
for the backs, and `dark` the cells with the dark side up. Neighbours are neighbours in rows and columns alike, so the
geometry of `components` holds here too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from core.games.mezen.components import (
    ALL,
    BESIDE,
    CELLS,
    COLUMNS,
    EMPTY,
    FACE,
    GOALS,
    ROWS,
    SIZE,
    SPRUCE,
    Goal,
    around,
    beside,
    flood,
)
from core.games.mezen.scoring import groups
from core.games.mezen.scoring import most_pairs as matched

Bitboards = list[int]
Masks = list[int]
#: Counts how often a goal pays, from the masks of the symbols shown and of the dark cells.
Count = Callable[[Masks, int], int]

#: The number in `Bitboards` of a cell of a painting, and the other way round.
ACROSS = tuple(cell % SIZE * SIZE + cell // SIZE for cell in range(CELLS))
#: The symbol that a code shows; an empty cell shows a symbol of its own.
LOOK = (*FACE, SPRUCE + 1)
#: The symbol on the back of a code.
UNDER = (*(FACE[code ^ 1] for code in range(EMPTY)), SPRUCE + 1)


def to_bitboards(painting: Sequence[int]) -> Bitboards:
    """Convert a painting to columns, and columns back to a painting."""
    return [painting[cell] for cell in ACROSS]


def across(mask: int) -> int:
    """Convert a mask of a painting to one of `Bitboards`, and the other way round."""
    turned = 0
    while mask:
        low = mask & -mask
        turned |= 1 << ACROSS[low.bit_length() - 1]
        mask ^= low
    return turned


def masks_of(sketch: Bitboards) -> tuple[Masks, Masks, int]:
    """Return the masks of the symbols shown, of those on the backs, and of the dark cells."""
    shown, under, dark = [0] * 7, [0] * 7, 0
    bit = 1
    for code in sketch:
        shown[LOOK[code]] |= bit
        under[UNDER[code]] |= bit
        if code & 1:
            dark |= bit
        bit <<= 1
    return shown, under, dark


def _slid(lifted: int, column: int) -> int:
    """Return a column after some of its tiles are lifted."""
    kept, at = 0, SIZE
    for row in range(SIZE - 1, -1, -1):
        if not lifted >> row & 1:
            at -= 1
            kept |= (column >> row & 1) << at
    return kept


#: A column by the cells lifted from it, then by the cells of a mask: where these have slid.
SLIDE = tuple(tuple(_slid(lifted, column) for column in range(32)) for lifted in range(32))
#: The gaps on top of a column, by the cells lifted from it.
GAPS = tuple((1 << lifted.bit_count()) - 1 for lifted in range(32))

Slides = tuple[tuple[int, ...], ...]


def slides_of(lifted: int) -> Slides:
    """Return the five tables that slide a mask."""
    return (
        SLIDE[lifted & 31],
        SLIDE[lifted >> 5 & 31],
        SLIDE[lifted >> 10 & 31],
        SLIDE[lifted >> 15 & 31],
        SLIDE[lifted >> 20],
    )


def slide(mask: int, slides: Slides) -> int:
    """Return where the cells of a mask have slid; lifted ones are gone."""
    a, b, c, d, e = slides
    return (
        a[mask & 31]
        | b[mask >> 5 & 31] << 5
        | c[mask >> 10 & 31] << 10
        | d[mask >> 15 & 31] << 15
        | e[mask >> 20] << 20
    )


def gaps_of(lifted: int) -> int:
    """Return the cells that stay empty on top."""
    return (
        GAPS[lifted & 31]
        | GAPS[lifted >> 5 & 31] << 5
        | GAPS[lifted >> 10 & 31] << 10
        | GAPS[lifted >> 15 & 31] << 15
        | GAPS[lifted >> 20] << 20
    )


def lift(sketch: Bitboards, lifted: int) -> tuple[Bitboards, list[int]]:
    """Return the painting with the rest slid down, and the lifted tiles turned over."""
    fallen: Bitboards = []
    hand: list[int] = []
    for column in range(0, CELLS, SIZE):
        taken = lifted >> column & 31
        if taken:
            kept = []
            for row in range(SIZE):
                code = sketch[column + row]
                if taken >> row & 1:
                    hand.append(code ^ 1)
                else:
                    kept.append(code)
            fallen += [EMPTY] * (SIZE - len(kept))
            fallen += kept
        else:
            fallen += sketch[column : column + SIZE]
    return fallen, hand


# Goals on masks: how often each pays


def biggest(shown: Masks) -> int:
    """Return the size of the biggest group of one animal with its Spruce."""
    spruce = shown[SPRUCE]
    size = 0
    for symbol in range(SPRUCE):
        animal = shown[symbol]
        tiles = animal | spruce
        if tiles.bit_count() <= size:
            continue
        rest = animal
        while rest:
            group = flood(rest & -rest, tiles)
            rest &= ~group
            if (found := group.bit_count()) > size:
                size = found
    return size


_NOT_TOP = ALL & ~sum(1 << cell for cell in range(0, CELLS, SIZE))
_NOT_BOTTOM = ALL & ~sum(1 << cell for cell in range(SIZE - 1, CELLS, SIZE))


def most_pairs(ones: int, others: int) -> int:
    """Return the most pairs of neighbours, one from each set; a greedy pass mostly finds them all."""
    most = min((ones & beside(others)).bit_count(), (others & beside(ones)).bit_count())
    left, right = ones, others
    paired = left & (right << 1) & _NOT_TOP
    left ^= paired
    right ^= paired >> 1
    paired = left & (right >> 1) & _NOT_BOTTOM
    left ^= paired
    right ^= paired << 1
    paired = left & (right << SIZE)
    left ^= paired
    right ^= paired >> SIZE
    paired = left & (right >> SIZE)
    left ^= paired
    if (ones ^ left).bit_count() == most:
        return most
    return matched(ones, others)


_LINES = (*ROWS, *COLUMNS)


def _count(goal: Goal) -> Count:
    cells = across(goal.cells)
    first = goal.symbols[0] if goal.symbols else 0
    second = goal.symbols[-1] if goal.symbols else 0
    least = goal.at_least

    def symbol_at(shown: Masks, dark: int) -> int:
        return (shown[first] & cells).bit_count()

    def isolated(shown: Masks, dark: int) -> int:
        animal = shown[first]
        return (animal & ~around(animal)).bit_count()

    def pairs(shown: Masks, dark: int) -> int:
        return most_pairs(shown[first], shown[second])

    def chosen_at(shown: Masks, dark: int) -> int:
        a, b, c, d, e, *_ = shown
        return max(
            (a & cells).bit_count(),
            (b & cells).bit_count(),
            (c & cells).bit_count(),
            (d & cells).bit_count(),
            (e & cells).bit_count(),
        )

    def dark_lines(shown: Masks, dark: int) -> int:
        return sum((dark & line).bit_count() >= least for line in _LINES)

    def dark_at(shown: Masks, dark: int) -> int:
        return (dark & cells).bit_count()

    def spruce_at(shown: Masks, dark: int) -> int:
        return (shown[SPRUCE] & cells).bit_count()

    def light_next_to_spruce(shown: Masks, dark: int) -> int:
        return (beside(shown[SPRUCE]) & ~(dark | shown[SPRUCE + 1])).bit_count()

    def biggest_spruce_group(shown: Masks, dark: int) -> int:
        return max([group.bit_count() for group in groups(shown[SPRUCE])], default=0)

    def light_dark_pairs(shown: Masks, dark: int) -> int:
        return most_pairs(ALL & ~(dark | shown[SPRUCE + 1]), dark)

    def chosen_next_to_spruce(shown: Masks, dark: int) -> int:
        near = beside(shown[SPRUCE])
        a, b, c, d, e, *_ = shown
        return max(
            (a & near).bit_count(),
            (b & near).bit_count(),
            (c & near).bit_count(),
            (d & near).bit_count(),
            (e & near).bit_count(),
        )

    def biggest_group_with_spruce(shown: Masks, dark: int) -> int:
        return biggest(shown)

    counts: dict[str, Count] = {
        count.__name__: count
        for count in (
            symbol_at,
            isolated,
            pairs,
            chosen_at,
            dark_lines,
            dark_at,
            spruce_at,
            light_next_to_spruce,
            biggest_spruce_group,
            light_dark_pairs,
            chosen_next_to_spruce,
            biggest_group_with_spruce,
        )
    }
    return counts[goal.kind]


#: How often each goal card pays, by its index.
COUNTS: tuple[Count, ...] = tuple(_count(goal) for goal in GOALS)
POINTS = tuple(goal.points for goal in GOALS)


# Lifts


def lifts(animals: int, spruce: int, amulet: bool) -> dict[int, tuple[int, int]]:
    """Return the lifts of an animal with at most one amulet: by the cells lifted, the bridge and the excluded tile.

    A lift that needs no amulet is never listed with one.
    """
    tiles = animals | spruce
    parts = groups(tiles)
    found = {part: (0, 0) for part in parts if part & animals}
    if amulet:
        for part in parts:
            if part & animals:
                for lifted, amulets in _less_one(part):
                    if lifted & animals:
                        found.setdefault(lifted, amulets)
        for lifted, bridge in _joined(parts, tiles):
            if lifted & animals:
                found.setdefault(lifted, (bridge, 0))
    return found


def main_lifts(animals: int, spruce: int, amulet: bool) -> dict[int, tuple[int, int]]:
    """Return only the lifts of whole groups and of groups that a bridge joins; leaving a tile seldom matters."""
    tiles = animals | spruce
    parts = groups(tiles)
    found = {part: (0, 0) for part in parts if part & animals}
    if amulet:
        for lifted, bridge in _joined(parts, tiles):
            if lifted & animals:
                found.setdefault(lifted, (bridge, 0))
    return found


def _less_one(group: int) -> Iterator[tuple[int, tuple[int, int]]]:
    """Yield what can be lifted of a group with an amulet on one tile: as a bridge the rest, excluded a piece of it."""
    if not group & (group - 1):
        return
    tiles = group
    while tiles:
        bit = tiles & -tiles
        tiles ^= bit
        rest = group ^ bit
        yield rest, (bit, 0)
        for piece in _pieces(rest, BESIDE[bit.bit_length() - 1] & group):
            yield piece, (0, bit)


def _pieces(rest: int, near: int) -> Iterator[int]:
    """Yield the pieces into which a group falls without the tile with these neighbours; none if it stays connected."""
    if not near & (near - 1):
        return
    piece = flood(near & -near, rest)
    if piece == rest:
        return
    while piece:
        yield piece
        rest &= ~piece
        piece = flood(rest & -rest, rest)


def _joined(parts: Sequence[int], tiles: int) -> Iterator[tuple[int, int]]:
    """Yield what a bridge between groups joins, and the cell of the bridge."""
    near = between = 0
    for part in parts:
        ring = beside(part)
        between |= near & ring
        near |= ring
    between &= ~tiles
    while between:
        bit = between & -between
        between ^= bit
        ring = BESIDE[bit.bit_length() - 1]
        yield sum(part for part in parts if part & ring), bit
