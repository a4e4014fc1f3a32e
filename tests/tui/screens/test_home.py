"""Home with more games than five: all six are seen and reached by keys and clicks; more scroll with the cursor."""

import sys
from types import ModuleType

import pytest

from core import registry
from tests.core.games.pebbles import PebblesGame
from tests.game_facts import FIVE
from tests.tui.pilots import LARGE, SMALL, Table, mezen_after, table
from tests.tui.screens.test_base import keep
from tui.screens.home import HomeScreen, plan_layout
from tui.screens.setup import SetupScreen

SIZES = pytest.mark.parametrize("size", [SMALL, LARGE, (200, 50)], ids=["80x24", "120x40", "200x50"])
WAITING = pytest.mark.parametrize("is_waiting", [False, True], ids=["", "waiting"])


def register(monkeypatch: pytest.MonkeyPatch, count: int) -> list[str]:
    """Register the five games and so often the example, each time under another name; return all titles."""
    names = [f"pebbles{number}" for number in range(1, count + 1)]
    for name in names:
        module = ModuleType(f"core.games.{name}")
        kind = type("AnotherGame", (PebblesGame,), {"name": name, "title": name.capitalize()})
        kind.__module__ = PebblesGame.__module__
        module.GAME = kind()  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setattr(registry, "GAME_NAMES", (*FIVE, *names))
    return [game.title for game in registry.all_games()]


def listed(at: Table, titles: list[str]) -> list[str]:
    """The games whose two lines stand on the screen, in this order."""
    rows = at.rows()
    found = []
    for title in titles:
        heads = [y for y, row in enumerate(rows) if f" {title}  " in row and "min with bots" in row]
        if heads and rows[heads[0] + 1].strip():
            found.append(title)
    return found


@SIZES
@WAITING
async def test_six_games_are_all_seen(size: tuple[int, int], is_waiting: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    titles = register(monkeypatch, 1)
    if is_waiting:
        keep(mezen_after(7))
    async with table(size=size) as at:
        assert listed(at, titles) == titles
        assert at.shows("Continue Mezen") == is_waiting
        assert all(f"· {title} " in at.text() for title in titles), "a deal is cut"
        assert not at.shows("▼")
        at.app.status = "Something to be read"
        at.screen.repaint()
        await at.pilot.pause()
        assert at.shows("Something to be read") and listed(at, titles) == titles


async def test_the_sixth_game_is_reached_by_keys_and_by_clicks(monkeypatch: pytest.MonkeyPatch) -> None:
    register(monkeypatch, 1)
    async with table() as at:
        await at.press("up", "up", "enter")
        assert isinstance(at.screen, SetupScreen) and at.screen.game.name == "pebbles1"
        await at.press("escape", "down", "down")
        for _ in range(2):
            assert isinstance(at.screen, HomeScreen)
            await at.click_words("Pebbles1  1-4 players")
        assert isinstance(at.screen, SetupScreen) and at.screen.game.name == "pebbles1"


@SIZES
@WAITING
async def test_more_games_scroll_with_the_cursor(
    size: tuple[int, int], is_waiting: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    titles = register(monkeypatch, 30)
    if is_waiting:
        keep(mezen_after(7))
    async with table(size=size) as at:
        at.screen.cursor = first = 2 if is_waiting else 1
        for title in titles:
            shown = listed(at, titles)
            assert title in shown and len(shown) >= 6
            start = titles.index(shown[0])
            assert shown == titles[start : start + len(shown)]
            assert at.shows("▼") == (shown[-1] != titles[-1])
            await at.press("down")
        assert at.screen.cursor == 0 and listed(at, titles)[0] == titles[0], "behind the last game it begins anew"
        await at.press("up")
        assert listed(at, titles)[-1] == titles[-1]
        await at.click_words(f"{titles[-3]}  1-4 players")
        assert at.screen.cursor == first + len(titles) - 3
        await at.press("enter")
        assert isinstance(at.screen, SetupScreen) and at.screen.game.title == titles[-3]


@pytest.mark.parametrize("boxes", [1, 2])
def test_no_layout_paints_over_the_status_or_shows_less_than_fits(boxes: int) -> None:
    for height in range(22, 80):
        for games in range(1, 40):
            layout = plan_layout(height, boxes, games)
            assert layout.boxes_y >= 1 and layout.boxes_y + 3 * boxes <= layout.games_y
            bottom = layout.games_y + layout.shown * layout.row_height - (layout.row_height > 2)
            assert bottom <= height - 1
            assert layout.shown == games or bottom + layout.row_height > height - 1


async def test_the_list_of_puzzles_scrolls_too(monkeypatch: pytest.MonkeyPatch) -> None:
    titles = register(monkeypatch, 8)
    async with table() as at:
        await at.press("p")
        for title in titles:
            assert at.shows(f" {title} ")
            await at.press("down")
        assert at.shows(" Mezen ") and not at.shows(titles[-1])
