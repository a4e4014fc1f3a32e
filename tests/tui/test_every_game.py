"""Every game of the registry can be set up, read about, begun and left, with or without a screen of its own."""

from pathlib import Path

import pytest

from core import registry
from core.match import Match, Seat
from saves.match_store import MatchStore
from tests.game_facts import FIVE
from tests.tui.pilots import BOT, YOU, table
from tui import games
from tui.games import load_part
from tui.games.emblems import ASCII_DEFAULT, DEFAULT, load_emblem
from tui.match.screen import MatchScreen
from tui.screens.home import HomeScreen
from tui.screens.rules import RulesScreen
from tui.screens.setup import SetupScreen
from tui.widgets.text_layout import cell_width


@pytest.mark.parametrize("name", registry.GAME_NAMES)
async def test_from_the_shelf_to_the_table_and_home(name: str) -> None:
    async with table() as at:
        await at.press(*["right"] * registry.GAME_NAMES.index(name))
        await at.press("question_mark")
        assert isinstance(at.screen, RulesScreen)
        assert at.shows(registry.get_game(name).title)
        await at.press("escape", "enter")
        assert isinstance(at.screen, SetupScreen)
        await at.press("up", "enter")
        assert isinstance(at.screen, MatchScreen)
        assert at.match.game.name == name
        assert at.text().strip()
        await at.press("right", "tab", "i", "escape", "escape", "up", "up", "enter")
        assert isinstance(at.screen, HomeScreen)
        assert at.shows(f"Continue       {registry.get_game(name).title}")


@pytest.mark.parametrize("name", registry.GAME_NAMES)
async def test_the_first_moves_by_enter_alone(name: str) -> None:
    game = registry.get_game(name)
    match = Match.new(game, (YOU, BOT), {}, 5)
    async with table(match) as at:
        await at.settle()
        begin = len(match.log)
        for _ in range(12):
            await at.press("enter")
            await at.settle()
        assert len(match.log) > begin
    assert MatchStore().entries()[0].record is not None


def test_every_game_can_be_seated() -> None:
    for game in registry.all_games():
        for players in game.player_counts:
            Match.new(game, [Seat(f"P{n}") for n in range(players)], {}, 1)


@pytest.mark.parametrize("name", [*registry.GAME_NAMES, "unknown"])
def test_every_game_has_an_emblem_of_five_columns_and_two_rows(name: str) -> None:
    for ascii in (False, True):
        drawing = load_emblem(name, ascii)
        assert [cell_width(row) for row in drawing] == [5, 5]
        assert not ascii or "".join(drawing).isascii()
        assert (drawing in (DEFAULT, ASCII_DEFAULT)) == (load_part(name, "emblem") is None)


def test_the_five_games_have_emblems_of_their_own() -> None:
    for ascii in (False, True):
        assert len({load_emblem(name, ascii) for name in (*FIVE, "unknown")}) == 6


def test_a_part_that_cannot_be_imported_is_not_taken_for_a_missing_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "cover.py").write_text("import nowhere_to_be_found\n")
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(tmp_path)])
    with pytest.raises(ModuleNotFoundError, match="nowhere_to_be_found"):
        load_part("broken", "cover")
    assert load_part("broken", "keys") is None and load_part("nothing", "cover") is None
