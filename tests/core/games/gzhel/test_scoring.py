"""Every goal card and the pattern goal against slow versions that follow the rulebook's sentences."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.games.gzhel.components import CARDS, FIGURINES, FLOWERS, PADS, PATTERNS, Card, Face
from core.games.gzhel.scoring import card_points, on_circle, on_diamond, pattern_points
from tests.core.games.gzhel.gzhel_positions import read_pad

#: A pad as a dictionary: (row, column) to flower; empty spaces are missing.
Pad = dict[tuple[int, int], int]
Place = tuple[int, int]

PLACES = [(row, column) for row in range(4) for column in range(4)]
CORNERS = {"NW": (0, 0), "NE": (0, 2), "SW": (2, 0), "SE": (2, 2), "C": (1, 1)}


def touching(one: Place, other: Place) -> bool:
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1


def diagonal(one: Place, other: Place) -> bool:
    return abs(one[0] - other[0]) == 1 and abs(one[1] - other[1]) == 1


def pattern_at(face: Face, place: Place) -> int:
    return face.grid[4 * place[0] + place[1]]


def by_figurine(face: Face, figurine: int) -> set[Place]:
    """The four spaces around a figurine, from the seat that the face gives it."""
    row, column = list(CORNERS.values())[face.seats.index(figurine)]
    return {(row, column), (row, column + 1), (row + 1, column), (row + 1, column + 1)}


def most_disjoint(pairs: list[tuple[Place, Place]]) -> int:
    """The most pairs of which no two share a space, by trying everything."""
    if not pairs:
        return 0
    (one, other), rest = pairs[0], pairs[1:]
    apart = [pair for pair in rest if one not in pair and other not in pair]
    return max(1 + most_disjoint(apart), most_disjoint(rest) if len(apart) < len(rest) else 0)


def spread(start: Place, allowed: set[Place]) -> set[Place]:
    group = {start}
    while grown := {p for p in allowed - group if any(touching(p, q) for q in group)}:
        group |= grown
    return group


def slow_points(card: Card, face: Face, pad: Pad) -> int:
    """The rulebook's page 12, card by card."""
    number = card.number
    steps = [0, 1, 2, 4, 7]
    if number <= 5:
        one, other = card.flowers
        pairs = [(p, q) for p in pad for q in pad if pad[p] == one and pad[q] == other and touching(p, q)]
        return 2 * most_disjoint(pairs)
    if number <= 10:
        flower, total = card.flowers[0], 0
        for place in pad:
            if pad[place] == flower:
                kinds = {pad[q] for q in pad if touching(place, q)} - {flower}
                total += {3: 3, 4: 5}.get(len(kinds), 0)
        return total
    if number <= 15:
        return steps[len({pattern_at(face, p) for p in pad if pad[p] == card.flowers[0]})]
    if number <= 20:
        total = 0
        for place in pad:
            if pad[place] == card.flowers[0]:
                near = [pad[q] for q in pad if diagonal(place, q) and pad[q] != card.flowers[0]]
                total += 2 * any(a == b for a, b in combinations(near, 2))
        return total
    if number <= 25:
        first, second = (by_figurine(face, f) for f in card.figurines)
        best = 0
        for a in range(5):
            for b in range(5):
                if a != b:
                    mine = sum(pad[p] == a for p in pad if p in first) + sum(pad[p] == b for p in pad if p in second)
                    best = max(best, mine)
        return best
    if number == 26:
        return 2 * max((len(spread(p, {q for q in pad if pad[q] == pad[p]})) for p in pad), default=0)
    if number == 27:
        return 2 * sum(
            most_disjoint([(p, q) for p, q in combinations(pad, 2) if pad[p] == pad[q] == k and touching(p, q)])
            for k in range(5)
        )
    if number == 28:
        return 2 * sum((r + 2, c) in pad and pad[r + 2, c] == pad[r, c] for r, c in pad if r < 2)
    if number == 29:
        return 2 * sum((r, c + 2) in pad and pad[r, c + 2] == pad[r, c] for r, c in pad if c < 2)
    if number == 30:
        return sum(p not in pad and all(q in pad for q in PLACES if touching(p, q)) for p in PLACES)
    if number <= 34:
        return steps[len({pad[p] for p in pad if pattern_at(face, p) == number - 31})]
    axis = 1 if number == 35 else 0
    lines = [[pad[p] for p in pad if p[axis] == i] for i in range(4)]
    return 3 * sum(len(set(line)) == 4 for line in lines)


def slow_pattern(pattern: int, diamond: Face, circle: Face, one: Pad, other: Pad) -> int:
    best = 0
    for kind in range(5):
        count = sum(one[p] == kind and pattern_at(diamond, p) == pattern for p in one)
        count += sum(other[p] == kind and pattern_at(circle, p) == pattern for p in other)
        best = max(best, count)
    return {3: 2, 4: 4, 5: 7}.get(best, 0)


Board = tuple[list[int], Pad, Pad]


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """Up to five tokens of each kind on two pads: as masks, and as two slow pads."""
    tokens = [kind for kind in range(5) for _ in range(draw(st.integers(0, 5)))]
    spaces = draw(st.permutations(range(32)))
    flowers = [0] * 5
    pads: tuple[Pad, Pad] = ({}, {})
    for kind, space in zip(tokens, spaces, strict=False):
        flowers[kind] |= 1 << space
        pads[space // 16][space % 16 // 4, space % 4] = kind
    return flowers, *pads


@st.composite
def crowds(draw: st.DrawFn) -> Board:
    """Pads as crowded as can be, one of them full, with few kinds: long chains and many pairs."""
    order = draw(st.permutations(range(5)))
    tokens = [order[0]] * 5 + [order[1]] * 5 + [order[2]] * 5 + [order[3]] * 5 + [order[4]] * 5
    near = draw(st.permutations(range(16)))
    far = draw(st.permutations(range(16, 32)))
    swap = draw(st.booleans())
    flowers = [0] * 5
    pads: tuple[Pad, Pad] = ({}, {})
    for kind, place in zip(tokens, [*near, *far], strict=False):
        space = place ^ 16 if swap else place
        flowers[kind] |= 1 << space
        pads[space // 16][space % 16 // 4, space % 4] = kind
    return flowers, *pads


@settings(max_examples=150, deadline=None)
@given(board=st.one_of(boards(), crowds()), pad=st.integers(0, 7))
def test_cards_pay_as_the_rulebook_says(board: Board, pad: int) -> None:
    """All cards on each board: to make one takes longer than to count it."""
    flowers, one, other = board
    diamond, circle = PADS[pad]
    for card in CARDS:
        assert card_points(card, diamond, on_diamond(flowers)) == slow_points(card, diamond, one), card.number
        assert card_points(card, circle, on_circle(flowers)) == slow_points(card, circle, other), card.number


@settings(max_examples=200, deadline=None)
@given(board=st.one_of(boards(), crowds()), pads=st.tuples(st.integers(0, 7), st.integers(0, 7)))
def test_the_pattern_goal_pays_as_the_rulebook_says(board: Board, pads: tuple[int, int]) -> None:
    flowers, one, other = board
    diamond, circle = PADS[pads[0]][0], PADS[pads[1]][1]
    for pattern in range(len(PATTERNS)):
        slow = slow_pattern(pattern, diamond, circle, one, other)
        assert pattern_points(pattern, diamond, circle, flowers) == slow


def pay(number: int, text: str, pad: int = 1, side: int = 0) -> int:
    return card_points(CARDS[number - 1], PADS[pad - 1][side], read_pad(text)[0])


# Boards by hand: each ruling on scoring. Pad 1 shows, diamond side up: LGFA / AFGL / GALF / FLAG;
# hedgehog top left, horse top right, fish bottom left, fox bottom right, swan in the middle.


def test_ruling_4_corners_are_not_neighbours() -> None:
    assert pay(1, "o . . . / . p . . / . . . . / . . . .") == 0
    assert pay(1, "o p . . / . . . . / . . . . / . . . .") == 2


def test_ruling_4_rows_do_not_wrap_round_the_edge() -> None:
    assert pay(1, ". . . o / p . . . / . . . . / . . . .") == 0
    assert pay(26, ". . . o / o . . . / . . . . / . . . .") == 2
    assert pay(16, ". . . p / . . . . / o . . p / . . . .") == 0


@pytest.mark.parametrize(
    ("text", "points"),
    [
        # A token is part of one pair: one orchid among four poppies.
        (". p . . / p o p . / . p . . / . . . .", 2),
        # A chain of four holds two pairs, if the first pair is not made in the middle.
        ("o p . . / . o p . / . . . . / . . . .", 4),
        ("p o p o / . . . . / . . . . / . . . .", 4),
        # o-p-o-p round a square, and a fifth orchid that needs the poppy beside it.
        ("o p o . / p o . . / . . . . / . . . .", 4),
        ("o p . . / p . . . / o p . . / . . . .", 4),
    ],
)
def test_ruling_15_as_many_pairs_as_can_be_made(text: str, points: int) -> None:
    assert pay(1, text) == points


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("o o o . / . . . . / . . . . / . . . .", 2),
        ("o o o o / . . . . / . . . . / . . . .", 4),
        (". o . . / o o o . / . o . . / . . . .", 2),
        ("o o p p / . . . . / r . . . / r . . .", 6),
    ],
)
def test_ruling_15_pairs_of_one_kind_on_card_27(text: str, points: int) -> None:
    assert pay(27, text) == points


def test_ruling_17_card_14_counts_patterns_not_tulips() -> None:
    # Tulips on a1 and d2, both leaf, and on b1, grid.
    assert pay(14, "t t . . / . . . t / . . . . / . . . .") == 2


@pytest.mark.parametrize(
    ("text", "points"),
    [
        # Two tulips on neighbouring corners, or on opposite ones.
        ("t . t . / . b . . / . . . . / . . . .", 2),
        ("t . . . / . b . . / . . t . / . . . .", 2),
        # On the edge there are only two corners.
        ("b . . . / . t . . / . . . . / . . . .", 0),
        (". b . . / t . t . / . . . . / . . . .", 2),
        # Two bellflowers are not another kind; a tulip and a rose are no pair.
        ("b . b . / . b . . / . . . . / . . . .", 0),
        ("t . r . / . b . . / . . . . / . . . .", 0),
        # One pair of tulips serves two bellflowers.
        (". b . . / t . t . / . b . . / . . . .", 4),
    ],
)
def test_ruling_18_pairs_on_the_diagonals(text: str, points: int) -> None:
    assert pay(20, text) == points


@pytest.mark.parametrize(
    ("text", "points"),
    [
        # Orchids around both: one figurine must take another kind.
        ("o o . . / o . . . / . . o o / . . o .", 3),
        ("o o . . / o p . . / . . o o / . . o t", 4),
        # Nothing around the fox: the hedgehog still pays.
        ("o o . . / o . . . / . . . . / . . . .", 3),
        (". . . . / . . . . / . . . . / . . . .", 0),
    ],
)
def test_ruling_19_two_figurines_two_kinds(text: str, points: int) -> None:
    assert pay(21, text) == points


def test_ruling_19_a_shared_space_never_counts_for_both() -> None:
    # Card 25: swan (middle) and hedgehog (top left) share b2 on pad 1; an orchid there counts for one.
    assert pay(25, ". . . . / . o . . / . . . . / . . . .") == 1
    assert pay(25, "p . . . / . o . . / . . . . / . . . .") == 2


@pytest.mark.parametrize(
    ("text", "points"),
    [
        (". . . . / . . . . / . . . . / . . . .", 0),
        ("o . p . / . . . . / . . . . / . . . .", 2),
        ("o o . o / . . . o / . . . o / . . . .", 6),
        ("o o o o / o . p p / . . p p / . . p .", 10),
    ],
)
def test_ruling_20_the_longest_chain(text: str, points: int) -> None:
    assert pay(26, text) == points


def test_ruling_21_halves_are_shifted_not_mirrored() -> None:
    shifted = "o . . . / . . . . / o . . . / . . . ."
    mirrored = "o . . . / . . . . / . . . . / o . . ."
    assert (pay(28, shifted), pay(28, mirrored)) == (2, 0)
    assert (
        pay(29, "o . o . / . . . . / . . . . / . . . ."),
        pay(29, "o . . o / . . . . / . . . . / . . . ."),
    ) == (2, 0)


@pytest.mark.parametrize(
    ("text", "points"),
    [
        (". o . . / o . . . / . . . . / . . . .", 1),
        (". . o . / o o . . / . . . . / . . . .", 0),
        (". . . . / . . . . / . . . . / . . . .", 0),
    ],
)
def test_ruling_22_gaps_at_the_edge_need_only_the_neighbours_they_have(text: str, points: int) -> None:
    assert pay(30, text) == points


@pytest.mark.parametrize(
    ("number", "text", "points"),
    [
        (36, "o p r t / o p r r / o p r . / . . . .", 3),
        (35, "o p r t / o p r r / o p r . / . . . .", 0),
        (35, "o b . . / p b . . / r b . . / b o . .", 3),
    ],
)
def test_ruling_24_lines_of_four_kinds(number: int, text: str, points: int) -> None:
    assert pay(number, text) == points


def test_ruling_25_one_kind_of_ones_choice_counts() -> None:
    # Lace spaces: three orchids and four poppies over both pads pay for the poppies alone.
    diamond, circle = PADS[0][0], PADS[1][1]
    lace = PATTERNS.index("lace")
    spaces = [s for s in range(16) if diamond.grid[s] == lace] + [s + 16 for s in range(16) if circle.grid[s] == lace]
    orchids, poppies = (sum(1 << s for s in part) for part in (spaces[:3], spaces[3:7]))
    assert pattern_points(lace, diamond, circle, [orchids, poppies, 0, 0, 0]) == 4


def test_the_cards_name_what_the_rulebook_says_they_name() -> None:
    assert [FLOWERS[i] for i in CARDS[19].flowers] == ["bellflower"]
    assert any({FIGURINES[f] for f in CARDS[n - 1].figurines} == {"hedgehog", "fox"} for n in range(21, 26))
