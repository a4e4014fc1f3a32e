"""What is in the box: tiles, cards and sets, counted against the printed words."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.games.mezen.components import (
    ALL,
    FACES,
    GOALS,
    ICONS,
    LAYOUTS,
    MARKED,
    SETS,
    SYMBOLS,
    TILES,
    around,
    beside,
    cells_of,
    flood,
)
from core.games.mezen.text import goal_text, goal_title
from tests.core.games.mezen import reference_rules
from tests.core.games.mezen.drawn_paintings import SPRUCE, at, lay, names, paintings, written


def test_there_are_25_different_tiles_with_five_spruce_all_on_the_dark_side() -> None:
    assert len(set(TILES)) == 25
    assert Counter(light for light, _ in TILES) == dict.fromkeys(range(5), 5)
    assert Counter(dark for _, dark in TILES) == {0: 4, 1: 4, 2: 4, 3: 4, 4: 4, SPRUCE: 5}
    assert all(light != dark for light, dark in TILES)
    assert {TILES[tile][1] for tile in MARKED} == {SPRUCE} and len(MARKED) == 5


def test_every_set_has_twelve_cards_and_every_card_two_icons() -> None:
    assert [goal.number for goal in GOALS] == list(range(1, 37))
    assert all(len(set(goal.icons)) == 2 for goal in GOALS)
    expected = {
        "sun": [5, 6, 7, 14, 18, 20, 21, 24, 26, 30, 33, 36],
        "moon": [2, 3, 7, 9, 14, 15, 16, 21, 23, 27, 34, 35],
        "star": [1, 4, 8, 13, 15, 17, 19, 24, 28, 34, 35, 36],
        "branch": [2, 4, 6, 10, 12, 13, 16, 22, 28, 30, 31, 32],
        "water": [1, 10, 11, 12, 18, 19, 23, 25, 27, 29, 32, 33],
        "earth": [3, 5, 8, 9, 11, 17, 20, 22, 25, 26, 29, 31],
    }
    assert {icon: [GOALS[card].number for card in cards] for icon, cards in SETS.items()} == expected
    assert tuple(expected) == ICONS


def test_every_set_is_balanced() -> None:
    """Each family in every set, one chosen animal card, one dark card, and every animal once or twice."""
    for cards in SETS.values():
        numbers = [card + 1 for card in cards]
        for first in (1, 6, 11, 16, 21):
            assert sum(first <= n < first + 5 for n in numbers) in (1, 2)
        assert sum(26 <= n <= 28 for n in numbers) == 1
        assert sum(n in (29, 30, 34) for n in numbers) == 1
        assert sum(n in (31, 32, 33, 35) for n in numbers) in (1, 2)
        animals = Counter((n - 1) % 5 for n in numbers if n <= 20)
        assert all(animals[animal] in (1, 2) for animal in range(5))


@pytest.mark.parametrize(
    ("layout", "cells"),
    [
        ("corners_centre", reference_rules.CORNERS_CENTRE),
        ("centre_3x3", reference_rules.CENTRE),
        ("cross", reference_rules.CROSS),
        ("middle_row", reference_rules.MIDDLE_ROW),
        ("middle_column", reference_rules.MIDDLE_COLUMN),
        ("diagonal", reference_rules.DIAGONAL),
        ("border", reference_rules.BORDER),
    ],
)
def test_layouts(layout: str, cells: set[reference_rules.Cell]) -> None:
    assert {divmod(cell, 5) for cell in cells_of(LAYOUTS[layout])} == cells


def test_every_goal_has_its_own_words_and_a_short_title() -> None:
    sentences = [goal_text(goal) for goal in GOALS]
    assert len(set(sentences)) == 36
    for goal, sentence in zip(GOALS, sentences, strict=True):
        assert sentence.startswith(f"{goal.points} point")
        assert all(SYMBOLS[symbol] in sentence for symbol in goal.symbols)
        assert 0 < len(goal_title(goal)) <= 16
    assert goal_text(GOALS[3]) == "3 points for each hedgehog in the corners and the centre"
    assert goal_text(GOALS[31]) == "1 point for each light tile beside a spruce"
    assert FACES[SPRUCE] == "spruce"


def test_goals_say_in_play_what_is_often_asked() -> None:
    def told(first: int, last: int) -> list[str]:
        return [goal_text(goal) for goal in GOALS[first - 1 : last]]

    assert all(text.endswith("in the middle row or column") for text in told(11, 15))
    assert all(text.endswith("with no other in the 8 cells around it") for text in told(16, 20))
    assert all(text.endswith("(each tile once)") for text in [*told(21, 25), *told(34, 34)])
    assert told(28, 28)[0].endswith("on the diagonal from a1 to e5")
    assert all("of one animal" in text for text in (*told(26, 28), *told(35, 35)))
    assert told(36, 36)[0].endswith("spruces included")


def test_cells_are_named_from_the_top_left() -> None:
    assert cells_of(at("a1")) == [0]
    assert cells_of(at("e1")) == [4]
    assert cells_of(at("a2")) == [5]
    assert cells_of(at("e5")) == [24]


@given(st.integers(0, ALL))
def test_neighbours_against_coordinates(mask: int) -> None:
    cells = {divmod(cell, 5) for cell in cells_of(mask)}
    by_side = {n for cell in cells for n in reference_rules.sides(cell)}
    by_corner = {n for cell in cells for n in reference_rules.eight(cell)}
    assert {divmod(cell, 5) for cell in cells_of(beside(mask))} == by_side
    assert {divmod(cell, 5) for cell in cells_of(around(mask))} == by_corner


@given(st.integers(1, ALL), st.integers(0, 24))
def test_flood_against_coordinates(mask: int, start: int) -> None:
    mask |= 1 << start
    parts = reference_rules.components(divmod(cell, 5) for cell in cells_of(mask))
    part = next(part for part in parts if divmod(start, 5) in part)
    assert {divmod(cell, 5) for cell in cells_of(flood(1 << start, mask))} == part


@given(paintings())
def test_boards_in_letters_mean_what_they_say(painting: list[int]) -> None:
    assert lay(written(painting)) == painting


def test_letters_without_backs_find_fitting_tiles() -> None:
    painting = lay("h h h h h / H H H H . / . . . . . / . . . . . / . . . . .")
    assert sorted(code >> 1 for code in painting) == list(range(25))
    assert [code % 2 for code in painting[:9]] == [0] * 5 + [1] * 4
    with pytest.raises(AssertionError, match="not enough tiles"):
        lay("h h h h h / h . . . . / . . . . . / . . . . . / . . . . .")
    assert names(at("c3 a1")) == "a1 c3"
