"""The golden games are played again and compared line by line."""

import pytest

from core import registry
from core.game import Game, OptionValue
from tests.core.playthroughs import FOLDER, playthrough, variants

ALL = [(game, *variant) for game in registry.all_games() for variant in variants(game)]


@pytest.mark.parametrize(("game", "name", "players", "options"), ALL, ids=[row[1] for row in ALL])
def test_the_golden_game_still_goes_the_same_way(
    game: Game, name: str, players: int, options: dict[str, OptionValue]
) -> None:
    golden = (FOLDER / f"{name}.txt").read_text("utf-8").splitlines()
    assert playthrough(game, players, options).splitlines() == golden
