"""All 36 goal cards and the end of the game, against slow and obviously right versions."""

import functools
import re

import pytest
from hypothesis import given, settings

from core.games.mezen.components import EMPTY, GOALS, beside
from core.games.mezen.scoring import biggest_group, codes_of, counted, dark, goal_points, light, track
from core.games.mezen.text import counted_text
from tests.core.games.mezen import reference_rules
from tests.core.games.mezen.drawn_paintings import lay, names, paintings

NUMBERS = range(1, 37)


def points(number: int, board: str) -> int:
    return goal_points(codes_of(lay(board)), GOALS[number - 1])


@settings(max_examples=60, deadline=None)
@given(paintings())
def test_goal_cards_against_their_slow_versions(painting: list[int]) -> None:
    """All cards on each painting: to make one takes longer than to count it."""
    for number in NUMBERS:
        assert goal_points(codes_of(painting), GOALS[number - 1]) == reference_rules.points(number, painting), number
        parts_add_up(number, painting)


def parts_add_up(number: int, painting: list[int]) -> None:
    """What is shown as counted is what is paid: pairs and lines one by one, tiles together."""
    goal = GOALS[number - 1]
    parts = counted(codes_of(painting), goal)
    words = [counted_text(painting, goal, [part]) for part in parts]
    told = [int(points) for each in words for points in re.findall(r"^\+(\d+): ", each)]
    assert sum(told) == reference_rules.points(number, painting)
    if parts:
        assert counted_text(painting, goal, parts).startswith(f"+{sum(told)}: ")
    if goal.kind in ("pairs", "light_dark_pairs"):
        assert (
            sum(part.bit_count() for part in parts)
            == 2 * len(parts)
            == functools.reduce(int.__or__, parts, 0).bit_count()
        )
        assert all(part & beside(part) == part for part in parts), "the two of a pair touch"


def test_what_counted_in_words() -> None:
    board = "f f S(F) h g / h g i b i / b i f b h / i h b g b / f i g h g"
    told = {5: "+9: 3 foxes in the corners and the centre", 21: "+6: 3 pairs of horse and hedgehog"}
    told |= {36: "+6: a group of 3 tiles: 2 foxes and 1 spruce", 20: "+4: 2 foxes with no other around"}
    for number, text in told.items():
        painting, goal = lay(board), GOALS[number - 1]
        assert counted_text(painting, goal, counted(codes_of(painting), goal)) == text


@settings(max_examples=200, deadline=None)
@given(paintings())
def test_last_scoring_against_its_slow_version(painting: list[int]) -> None:
    grid = reference_rules.Grid(painting)
    codes = codes_of(painting)
    assert biggest_group(codes).bit_count() == reference_rules.best_group(grid)
    assert dark(codes).bit_count() == len(grid.dark)
    assert light(codes).bit_count() == len(grid.light)


def test_empty_cells_are_neither_light_nor_dark() -> None:
    codes = codes_of([EMPTY] * 25)
    assert dark(codes) == light(codes) == biggest_group(codes) == 0
    assert all(goal_points(codes, goal) == 0 for goal in GOALS)


def test_spruce_without_an_animal_is_no_group() -> None:
    """Only while tiles are in hand can it lie alone: two Spruces in a corner, a Fox in another."""
    whole = lay("S S . . . / . . . . . / . . . . . / . . . . . / . . . . f")
    painting = [code if cell in (0, 1, 24) else EMPTY for cell, code in enumerate(whole)]
    assert biggest_group(codes_of(painting)) == 1 << 24


# Boards made to be counted by hand


def test_cards_1_to_5_pay_3_in_corners_and_centre() -> None:
    board = "h . . . h / . . h . . / . . H . . / . . . . . / h . . . ."
    assert points(1, board) == 4 * 3
    assert points(4, "G . . . . / . g . . . / . . . . . / . . . . . / . . . . g") == 2 * 3


def test_cards_6_to_10_pay_2_in_the_central_square() -> None:
    assert points(7, "i . . . i / . i . I . / . . i . . / . . . i . / . . . . .") == 4 * 2


def test_cards_11_to_15_pay_2_in_the_middle_row_and_column() -> None:
    assert points(15, ". . f . . / . . . . . / f . F . f / . f . . . / . . F . .") == 5 * 2


def test_cards_16_to_20_pay_2_for_a_tile_with_none_of_its_kind_around() -> None:
    """Ruling 17: diagonals count, a Spruce beside does not spoil it."""
    board = "b S . . . / . . . . . / . . b . . / . . . b . / b . . . ."
    assert points(18, board) == 2 * 2  # a1 beside the Spruce and a5; c3 and d4 touch by a corner


def test_cards_21_to_25_use_each_tile_in_one_pair_only() -> None:
    """Ruling 18."""
    assert points(21, ". g . . . / g h g . . / . g . . . / . . . . . / . . . . .") == 2
    assert points(23, "i f i f . / . . . . . / . . . . . / . . . . . / . . . . .") == 2 * 2


def test_pairs_are_the_best_pairing_not_the_first() -> None:
    """Ruling 18: fox a1 has only the bird b1; fox c1 must then take c2, though b1 stands beside it too."""
    board = "f b f . . / . . b . . / . . . . . / . . . . . / . . . . ."
    assert points(24, board) == 2 * 2
    board = ". b . . . / b f b . . / . b f . . / . . . . . / . . . . ."
    assert points(24, board) == 2 * 2


def test_cards_26_to_28_take_the_best_animal_light_or_dark() -> None:
    """Ruling 20."""
    assert points(26, ". . . . . / . . . . . / h H h i H / . . . . . / . . . . .") == 4 * 3
    assert points(27, ". . f . . / . . f . . / . . F . . / . . g . . / . . g . .") == 3 * 3
    assert points(28, "i . . . . / . i . . . / . . I . . / . . . I . / . . . . i") == 5 * 3
    assert points(28, ". . . . i / . . . i . / . . i . . / . i . . . / i . . . .") == 3


def test_chosen_animals_are_never_spruce() -> None:
    """Ruling 20: five Spruce in the middle row are no animal."""
    assert points(26, ". . . . . / . . . . . / S S S S S / . . . . . / . . . . .") == 0


@pytest.mark.parametrize(
    ("board", "lines"),
    [
        (", , , , . / . . . . . / . . . . . / . . . . . / . . . . .", 1),
        (", , , , , / . . . . . / . . . . . / . . . . . / . . . . .", 1),
        (", . . . . / , . . . . / , . . . . / . . . . . / , . . . .", 1),
        (", , , , . / , . . . . / , . . . . / , . . . . / . . . . .", 2),
        (", , , . . / , . . . . / , . . . . / . . . . . / . . . . .", 0),
        (", , , , , / , , , , , / , , , , , / , , , , , / , , , , ,", 10),
    ],
)
def test_card_29_counts_rows_and_columns_and_a_tile_in_both(board: str, lines: int) -> None:
    """Ruling 19."""
    assert points(29, board) == 3 * lines


def test_card_30_counts_spruce_as_dark() -> None:
    """Ruling 21."""
    assert points(30, ", . . . . / . S , . . / . . . . . / . . . S . / . . . . S") == 3 * 2


def test_card_31_pays_3_for_spruce_on_the_border() -> None:
    assert points(31, "S . . . . / . S . . . / . . S . S / . . . . . / . . S . .") == 3 * 3


def test_card_32_pays_a_light_tile_beside_spruce_once() -> None:
    board = ". S . . . / . . S . . / . . , . . / . . . . . / . . . . S"
    # b1 has a1, c1, b2 beside it, c2 has c1, b2, d2 and the dark c3, e5 has d5 and e4.
    assert points(32, board) == 6


def test_card_33_is_about_spruce_alone() -> None:
    """Ruling 22: the horse between them links nothing, corners do not touch."""
    assert points(33, "S S h S . / . . S . . / . . . . . / . . . . . / . . . . .") == 2 * 4
    assert points(33, ". . . . . / . . . . . / . . . . . / . . . . . / . . . . .") == 0


def test_card_34_pairs_light_with_dark() -> None:
    assert points(34, ", . . . . / . . . . . / . . , . . / . . . . . / . . . . ,") == 3
    assert points(34, ". , . . . / , , . . . / . . . . . / . . . . . / . . . . .") == 3
    assert points(34, ", , , , , / , , , , , / , , , , , / , , , , , / , , , , ,") == 0


def test_card_35_counts_a_tile_once_however_many_spruce_it_touches() -> None:
    """Ruling 23."""
    assert points(35, "S h S . . / h . . . . / . i S i . / . . . . . / . . . . .") == 2 * 3


def test_card_36_includes_and_links_spruce() -> None:
    """Ruling 24."""
    assert points(36, "b b S b h / g f S h g / f g S i f / g f h G i / h i f h i") == 6 * 2
    board = "b b S S b / g f h i b / f g i h g / g f h i f / h i g f h"
    assert points(36, board) == 6 * 2
    assert names(biggest_group(codes_of(lay(board)))) == "a1 b1 c1 d1 e1 e2"


@pytest.mark.parametrize(
    ("total", "token", "marker"),
    [
        (0, 0, 0),
        (49, 0, 49),
        (50, 50, 0),
        (51, 50, 1),
        (99, 50, 49),
        (100, 100, 0),
        (149, 100, 49),
        (163, 100, 13),
    ],
)
def test_m10_the_lap_of_the_track(total: int, token: int, marker: int) -> None:
    """Counting victory points: 50 side up after a lap, 100 after two; the token has no third side."""
    assert track(total) == (token, marker)
