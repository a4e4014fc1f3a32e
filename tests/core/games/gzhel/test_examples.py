"""The worked examples of the rulebook, each named by its place there and its number among our examples.

The rulebook shows pads only in pictures; the boards are ours, every number is the rulebook's.
"""

import pytest

from core.games.gzhel.components import CARDS, FIGURINES, PADS, PATTERNS
from core.games.gzhel.labels import LABELS
from core.games.gzhel.phases import BEFORE, CHANGE, OVER, PAINT, PICK
from core.games.gzhel.rules import around, goal_points, liftable
from core.games.gzhel.scoring import card_points, pattern_points
from core.games.gzhel.text import title
from tests.core.games.gzhel.gzhel_positions import MATE, Seated, painting, play, read_pad, set_up, write_pad


def pay(number: int, text: str, pad: int = 1, side: int = 0) -> int:
    """What the card of this number pays for a pad."""
    return card_points(CARDS[number - 1], PADS[pad - 1][side], read_pad(text)[0])


def test_g1_example_of_removing_tokens() -> None:
    # Fish: bottom left on the diamond side of pad 1, bottom right on the circle side of pad 2.
    emma = Seated(
        "o p r t / b o p r / t b r o / p . . t",
        "o . t b / . p r . / b . o R / t . b p",
    )
    state = set_up(emma)
    assert state.violations() == []
    flowers, stamps = liftable(state, 0, FIGURINES.index("fish"))
    assert (flowers.bit_count(), stamps.bit_count()) == (6, 1)
    play(state, "fish")
    assert state.phase == PAINT
    assert sum(state.lifted) == 6
    assert state.lifted == [1, 2, 0, 1, 2]
    assert write_pad(state, 0, 0) == "o p r t / b o p r / . . r o / . . . t"
    assert write_pad(state, 0, 1) == "o . t b / . p r . / b . . r / t . . ."
    assert state.stamps == [0]
    assert state.violations() == []


def test_g2_free_actions_using_stamp_tokens() -> None:
    andrew = Seated(
        "o p r t / b o . r / t b . o / p . . .",
        "o p t b / p . r . / b r o t / p . b t",
        "rr",
    )
    state = painting(andrew, lifted="")
    # The first stamp is laid; two flowers on different pads change places.
    play(state, "*rb4", "a1", "f1")
    assert write_pad(state, 0, 0) == "p p r t / b o . r / t b . o / p R . ."
    assert write_pad(state, 0, 1) == "o o t b / p . r . / b r o t / p . b t"
    # The second stamp is laid; a flower of the circle pad moves to the diamond pad.
    play(state, "*rf4", "g4", "d4")
    assert write_pad(state, 0, 0) == "p p r t / b o . r / t b . o / p R . b"
    assert write_pad(state, 0, 1) == "o o t b / p . r . / b r o t / p R . t"
    assert state.phase == PAINT
    assert sum(state.hand) == 0
    assert state.stamps[0].bit_count() == 2


def test_g3_example_of_a_turn_in_the_first_round() -> None:
    mary = Seated(
        "o o . r / . o . r / p b p r / . t p o",
        "p . t b / o t r . / . b . r / t t b b",
        "p",
    )
    state = set_up(MATE, mary, goals=(21, 30, 14))
    assert state.violations() == []
    assert PATTERNS[CARDS[state.pile[-1]].back] == "grid"
    play(state, "hedgehog", "lift", "done")
    assert (state.actor, state.phase, state.own) == (1, BEFORE, FIGURINES.index("hedgehog"))
    # The free space of c2 has the grid pattern and lies beside the horse.
    assert PADS[0][0].grid[6] == PATTERNS.index("grid")
    assert around(state, 1, FIGURINES.index("horse")) >> 6 & 1
    play(state, "*pc2")
    assert state.phase == CHANGE
    play(state, "fox")
    assert state.phase == PAINT
    assert sum(state.lifted) == 7
    play(state, "tc3", "td3", "ba4", "rd4", "of3", "pe4")
    assert write_pad(state, 1, 0) == "o o . r / . o P r / p b t t / b t . r"
    assert write_pad(state, 1, 1) == "p . t b / o t r . / . o . r / p . b b"
    assert state.lifted == [0, 1, 0, 0, 0]
    assert goal_points(state, 1) == (5, 5, 2)
    play(state, "done")
    # One poppy was kept: it is the stamp of the next round.
    assert state.hand[5:] == [0, 1, 0, 0, 0]
    assert state.points[4:] == [5, 5, 2, 0]
    assert state.scores()[1] == 12
    assert state.round == 2
    assert state.violations() == []


def test_g4_example_of_a_turn_in_the_last_round() -> None:
    andrew = Seated(
        "o p r . / p . t . / . . p t / r B p o",
        "t t o . / . o T . / b o r . / b . . r",
        "pbrb",
    )
    state = set_up(MATE, andrew, goals=(8, 14, 16), number=8)
    assert state.violations() == []
    assert PATTERNS[CARDS[state.pile[-1]].back] == "floral"
    play(state, "fish", "lift", "done", "lift")
    assert state.lifted == [0, 0, 3, 0, 0]
    assert write_pad(state, 1, 0) == "o p r . / p . t . / . . p t / . b p o"
    play(state, "*pg3", "a1", "a3")
    play(state, "*bh4", "c1", "f1")
    play(state, "ra4", "rg4", "rh2", "*rb3", "-", "*bh3", "-")
    assert write_pad(state, 1, 0) == ". p t . / p . t . / o R p t / r b p o"
    assert write_pad(state, 1, 1) == "t r o . / . o T r / b o P B / b . r B"
    assert goal_points(state, 1) == (3, 2, 2)
    play(state, "done")
    assert state.phase == OVER
    assert state.points[4:] == [3, 2, 2, 10]
    assert state.violations() == []


def test_g5_card_20_counts_each_bellflower_once() -> None:
    assert pay(20, ". t . . / b t . t / . t b . / . r . r") == 4


def test_g6_card_28_compares_the_top_and_bottom_halves() -> None:
    assert pay(28, "o p r t / b o . p / o p r b / t . b .") == 6


def test_g7_card_30_counts_enclosed_empty_spaces() -> None:
    assert pay(30, ". o . p / p r t . / o . b r / t b o p") == 4


@pytest.mark.parametrize(("count", "points"), [(0, 0), (1, 0), (2, 0), (3, 2), (4, 4), (5, 7)])
def test_g8_steps_of_the_pattern_goal(count: int, points: int) -> None:
    # Leaf spaces of pad 1, diamond side, and of pad 2, circle side; orchids go on as many of them.
    diamond, circle = PADS[0][0], PADS[1][1]
    leaf = PATTERNS.index("leaf")
    spaces = [s for s in range(16) if diamond.grid[s] == leaf] + [s + 16 for s in range(16) if circle.grid[s] == leaf]
    assert len(spaces) == 8
    orchids = sum(1 << space for space in spaces[2 : 2 + count])
    assert pattern_points(leaf, diamond, circle, [orchids, 0, 0, 0, 0]) == points


@pytest.mark.parametrize(
    ("text", "points"),
    [
        (". . . . / . . . . / . . . . / . . . .", 0),
        ("o . . . / . . . . / . . . . / . . . .", 1),
        ("o o . . / . . . . / . . . . / . . . .", 2),
        ("o o o . / . . . . / . . . . / . . . .", 4),
        ("o o o o / o . . . / . . . . / . . . .", 7),
    ],
)
def test_g9_steps_of_cards_11_to_15(text: str, points: int) -> None:
    assert pay(11, text) == points


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("o p r t / . . . . / . . . . / . . . .", 1),
        ("o . . . / . . . p / . . . . / . . . .", 2),
        ("o . . . / . . . p / . . r . / . . . .", 4),
        ("o . . . / . . . p / . . r . / . t . .", 7),
        ("o . . . / . . . p / . . o . / . p . .", 2),
    ],
)
def test_g9_steps_of_cards_31_to_34(text: str, points: int) -> None:
    # Leaf on pad 1, diamond side: a1, d2, c3, b4.
    assert pay(31, text) == points


@pytest.mark.parametrize(
    ("text", "points"),
    [
        (". p . . / r o . . / . . . . / . . . .", 0),
        (". p . . / r o t . / . . . . / . . . .", 3),
        (". p . . / r o t . / . b . . / . . . .", 5),
        (". p . . / r o t . / . t . . / . . . .", 3),
        (". p . . / r o t . / . o . . / . . . .", 3),
        (". p r . / r o o t / . t p . / . . . .", 6),
    ],
)
def test_g10_points_of_cards_6_to_10(text: str, points: int) -> None:
    assert pay(6, text) == points


def test_g11_eight_rounds_and_the_deck_at_their_start() -> None:
    state = set_up(Seated("o o o o / o p p p / p p r r / . . . .", "r r t t / t t t b / b b b b / . . . .", "r"))
    decks = []
    while state.phase != OVER:
        decks.append(len(state.deck))
        assert state.round == len(decks)
        state.play(state.legal_moves()[0])
        while state.round == len(decks) and state.phase != OVER:
            state.play(state.legal_moves()[0])
    assert decks == [8, 7, 6, 5, 4, 3, 2, 1]


@pytest.mark.parametrize(
    ("points", "name"),
    [
        (0, "Pupil"), (80, "Pupil"), (81, "Apprentice"), (110, "Apprentice"), (111, "Craftsman"),
        (130, "Craftsman"), (131, "Artisan"), (150, "Artisan"), (151, "Master"), (240, "Master"),
    ],
)  # fmt: skip
def test_g12_the_solo_table(points: int, name: str) -> None:
    assert LABELS.title(title(points)) == name


def test_stamps_in_two_ways_in_one_turn() -> None:
    """Page 6: any number of free actions as long as there are stamps."""
    state = painting(Seated("o p r . / . . . . / . . . . / . . . .", ". . . . / " * 3 + ". . . .", "ooo"))
    play(state, "*oa4", "-", "*ob4", "b1", "h4")
    assert state.phase == PAINT
    play(state, "*oc4")
    assert state.phase == PICK
