"""A sixth game: the example in `tests/core/games/pebbles`, registered and played wherever a game is played."""

import io
import sys

import pytest

from core import registry
from core.bots import arena
from core.bots.search import Budget
from core.match import Match
from saves.match_store import MatchStore
from tests.core.games import pebbles
from tests.tui.pilots import BOT, FRIEND, YOU, saved, table
from tui.plain.console import PlainConsole
from tui.plain.match import PlainMatch
from tui.screens.result import ResultScreen
from tui.services import Services


@pytest.fixture(autouse=True)
def on_the_shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "GAME_NAMES", (*registry.GAME_NAMES, "pebbles"))
    monkeypatch.setitem(sys.modules, "core.games.pebbles", pebbles)


async def test_it_is_played_on_the_generic_screen() -> None:
    """By Enter alone; then it is saved, counted and can be looked back on."""
    async with table(Match.new(registry.get_game("pebbles"), [YOU, FRIEND], {}, 3)) as at:
        assert at.shows("How many pebbles?") and at.shows("take one: 11 left then")
        for _ in range(100):
            if isinstance(at.screen, ResultScreen):
                break
            await at.press("enter")
        assert isinstance(at.screen, ResultScreen) and at.shows("The heap is gone.")
        await at.press("v")
        assert at.shows("Move 0 of")
        await at.press("right")
        assert at.shows("Anna takes 1.")
    assert saved().is_over
    assert [game.game for game in MatchStore().finished()] == ["pebbles"]


def test_it_is_played_in_plain_lines() -> None:
    told = io.StringIO()
    match = Match.new(registry.get_game("pebbles"), [YOU, BOT], {}, 3)
    with MatchStore().new_file() as match_file:
        console = PlainConsole(source=io.StringIO("two\n1\n" * 50), target=told)
        assert PlainMatch(match, match_file, console, services=Services.for_player()).play() == "over"
    assert "  2  two  take two: 10 left then" in told.getvalue()
    assert "== Result" in told.getvalue()


def test_its_bots_meet_in_the_arena() -> None:
    games = arena.schedule("pebbles", ["greedy", "random"], 4, 1, {}, Budget(steps=4))
    report = arena.summarize("pebbles", ["greedy", "random"], list(arena.play_all(games, 1)))
    assert report.games == 4
    assert sum(entrant.wins for entrant in report.entrants) == 4


@pytest.mark.parametrize("players", [2, 3, 4])
def test_where_all_have_as_much_they_share_win_and_place(players: int) -> None:
    """Twelve pebbles, taken one by one: each has as many, in as many turns, though some turns have two decisions."""
    (outcome,) = arena.play_all(arena.schedule("pebbles", ["greedy"] * players, 1, 1, {}, Budget(steps=4)), 1)
    assert outcome.points == outcome.turns == [12 // players] * players
    assert outcome.wins == [1 / players] * players
    assert outcome.places == [(players + 1) / 2] * players


def test_its_rules_can_be_read() -> None:
    assert registry.get_game("pebbles").rules().startswith("# Pebbles")
