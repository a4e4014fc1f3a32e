"""No prompt, preview, choice or line of the news is cut at 80x24, in three games of each game."""

import pytest

from core import registry
from tests.tui.match.words_in_sight import SEEDS, cut_rows, cut_texts


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", registry.GAME_NAMES)
def test_nothing_is_cut(name: str, seed: int) -> None:
    assert [*cut_texts(registry.get_game(name), seed)] == []


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", ["novgorod", "mezo"])
def test_nothing_on_the_board_is_cut(name: str, seed: int) -> None:
    assert [*cut_rows(registry.get_game(name), seed)] == []
