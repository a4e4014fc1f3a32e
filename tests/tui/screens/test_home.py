"""Home: rows of what is waiting, covers of the games, and lines about what is under the cursor."""

import sys
import time
from datetime import datetime, timedelta
from itertools import pairwise
from types import ModuleType

import pytest
from textual.geometry import Region, Size

from core import registry
from core.match import Match
from tests.core.games.pebbles import PebblesGame
from tests.game_facts import FIVE
from tests.tui.pilots import BOT, LARGE, SMALL, YOU, Table, mezen_after, table
from tests.tui.screens.test_base import keep
from tui.club.turns import ClubTurn
from tui.screens.home import HomeScreen
from tui.screens.home_rows import club_row, deals_row, moment_text
from tui.screens.setup import SetupScreen
from tui.screens.shelf import plan_layout
from tui.widgets.canvas_view import CanvasView

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


def board(at: Table) -> list[str]:
    """What can be read on the board below the covers."""
    edge = next(y for y, row in enumerate(at.rows()) if row.strip() and set(row.strip()) <= set("▀="))
    return at.rows()[edge - 1].split()


def on_board(at: Table) -> list[str]:
    """The titles of the covers that are shown."""
    return [word for word in board(at) if word not in "◂▸"]


# The rows


async def test_a_row_with_nothing_to_tell_is_not_there() -> None:
    async with table() as at:
        assert at.shows("Today's deals") and not at.shows("Continue") and not at.shows("Your turn")
        at.app.set_club_turns([ClubTurn("abc", "mezo", ("boris", "vera"), time.time())])
        await at.pilot.pause()
        assert at.shows("Your turn      Mezo  at the club, with boris and vera")
        await at.press("up", "up")
        assert at.shows("Enter go to the table")
        at.app.set_club_turns([])
        await at.pilot.pause()
        assert not at.shows("Your turn") and at.shows("Enter new game"), (
            "the cursor is on the game that the row was about"
        )
        await at.press("enter")
        assert isinstance(at.screen, SetupScreen) and at.screen.game.name == "mezo"
        await at.press("escape", "up")
        assert at.shows("Enter play a daily deal")


async def test_nothing_moves_when_a_row_comes() -> None:
    keep(mezen_after(7))
    async with table(size=LARGE) as at:
        before = at.rows()
        at.app.set_club_turns([ClubTurn("abc", "mezo", ("boris",), 0.0)])
        await at.pilot.pause()
        changed = [y for y, (old, new) in enumerate(zip(before, at.rows(), strict=True)) if old != new]
        deals = next(y for y, row in enumerate(before) if "Today's deals" in row)
        ribbon = next(y for y, row in enumerate(at.rows()) if row.rstrip().endswith("your turn"))
        assert changed and set(changed) <= {deals - 4, deals - 2, ribbon}


async def test_the_row_of_a_match_says_how_it_stands() -> None:
    match = Match.new(registry.get_game("gzhel"), (YOU, BOT), {}, 5)
    match.play(match.legal_moves[0])
    keep(match)
    async with table() as at:
        row = next(row for row in at.rows() if "Continue" in row)
        actor = match.state.actor
        assert actor is not None
        names, scores = match.names, match.state.shown_scores()
        assert scores is not None
        told = ", ".join(f"{name} {points}" for name, points in zip(names, scores, strict=True))
        assert f"Gzhel  {told} · {names[actor]}'s turn · {len(match.log)} move" in row
        assert row.split()[-1].count(":") == 1, "the time"


@pytest.mark.parametrize(
    ("turns", "told"),
    [
        ([("mezo", ("boris",))], "Mezo  at the club, with boris"),
        ([("mezo", ("boris", "vera", "oleg"))], "Mezo  at the club, with boris, vera and oleg"),
        ([("mezo", ("b" * 20, "oleg"))], f"Mezo  at the club, with {'b' * 20} and oleg"),
        ([("mezo", ("b" * 20, "v" * 20, "o" * 20))], "Mezo  at the club"),
        ([("chess", ("boris",))], "at 1 table of the club  chess"),
        ([("mezo", ("boris",)), ("mezen", ("vera",)), ("mezo", ())], "at 3 tables of the club  Mezo · Mezen"),
    ],
)
def test_turns_at_the_club_are_told_as_far_as_there_is_room(
    turns: list[tuple[str, tuple[str, ...]]], told: str
) -> None:
    row = club_row([ClubTurn("abc", game, others, time.time()) for game, others in turns], 58)
    assert "".join(text for text, _ in row.pieces) == told
    assert (row.game == "mezo") == (row.about is None) == (row.enter == "go to the table") == told.startswith("Mezo")
    assert len(told) + (len(row.right) and len(row.right) + 2) <= 58
    assert (row.right != "") == (row.game == "mezo" and "bbb" not in told)


def test_deals_for_which_there_is_no_room_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    register(monkeypatch, 30)
    games = registry.all_games()
    for width in (40, 60, 200, 1000):
        told = "".join(text for text, _ in deals_row(games, {}, width).pieces)
        assert told == ("0 of 35 played" if width < 1000 else "  ".join(game.title for game in games))


def test_a_moment_is_told_with_its_day_unless_that_is_today() -> None:
    now = datetime.now().astimezone().replace(hour=12, minute=5)
    assert moment_text(now) == "12:05"
    assert moment_text(now - timedelta(days=1)) == "yesterday 12:05"
    assert moment_text(now.replace(year=2020, month=3, day=9)) == "09 Mar 12:05"


# The cursor


async def test_arrows_go_between_rows_and_along_the_games() -> None:
    keep(mezen_after(7))
    async with table() as at:
        home = at.screen
        assert isinstance(home, HomeScreen)

        async def after(*keys: str) -> tuple[str | None, str]:
            await at.press(*keys)
            return home.row, home.games[home.game_at].name

        assert await after() == ("match", "mezen")
        assert await after("down") == ("deals", "mezen")
        assert await after("j", "right", "right") == (None, "mazaytsy")
        assert await after("down") == ("match", "mezen"), "from the games it begins again at the top"
        assert await after("k") == (None, "mezen")
        assert await after("left") == (None, registry.GAME_NAMES[-1])
        assert await after("up", "right") == (None, "mezen"), "from a row, an arrow leads along the games at once"
        assert await after("shift+tab", "shift+tab") == ("match", "mezen")
        assert await after("tab", "tab", "tab") == (None, "gzhel")


async def test_learning_rules_and_results_are_those_of_the_game_under_the_cursor() -> None:
    async with table() as at:
        await at.press("right", "question_mark")
        assert at.shows("Gzhel")
        await at.press("escape", "l")
        assert at.shows("Gzhel")
        await at.press("escape")
        await at.click_words("l learn")
        assert not isinstance(at.screen, HomeScreen) and at.shows("Gzhel")


async def test_every_key_is_in_the_bar_at_80x24() -> None:
    for ascii in (False, True):
        async with table(ascii=ascii) as at:
            keys = at.rows()[-1] + at.rows()[-3]
            for label in ("play", "daily", "puzzles", "matches", "club", "statistics", "quit", "learn", "rules"):
                assert label in keys


@SIZES
async def test_a_step_repaints_no_cover(size: tuple[int, int]) -> None:
    """Pictures are most of the bytes of home, so that a step must leave them as they are."""
    async with table(size=size) as at:
        panel = at.screen.query_one("#games", CanvasView)
        layout = plan_layout(panel.size, len(at.screen.games))
        for key in ("right", "right", "up", "down", "left"):
            before = panel.canvas
            await at.press(key)
            assert panel.canvas is not before
            for y in range(layout.covers_y, layout.board_y):
                assert panel.canvas.chars[y] == before.chars[y] and panel.canvas.styles[y] == before.styles[y]


# More games


@SIZES
@WAITING
async def test_six_games_are_all_reached(
    size: tuple[int, int], is_waiting: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    titles = register(monkeypatch, 1)
    if is_waiting:
        keep(mezen_after(7))
    async with table(size=size) as at:
        assert on_board(at) == (titles[:5] if size == SMALL else titles)
        assert ("▸" in board(at)) == (size == SMALL)
        assert at.shows("Continue") == is_waiting
        await at.press("left")
        assert on_board(at) == (titles[1:] if size == SMALL else titles)
        assert ("◂" in board(at)) == (size == SMALL) and "▸" not in board(at)
        at.app.status = "Something to be read"
        at.screen.repaint()
        await at.pilot.pause()
        assert at.shows("Something to be read") and at.shows("Enter new game")
        await at.press("enter")
        assert isinstance(at.screen, SetupScreen) and at.screen.game.name == "pebbles1"


async def test_a_game_without_a_cover_has_its_name_on_a_plain_one(monkeypatch: pytest.MonkeyPatch) -> None:
    register(monkeypatch, 1)
    async with table(size=LARGE) as at:
        assert at.text().count("Pebbles1") == 3, "among the deals, on the cover and on the board"
        assert at.text().count("Mezen") == 3, "among the deals, on the board and below it"


async def test_the_sixth_game_is_reached_by_clicks(monkeypatch: pytest.MonkeyPatch) -> None:
    register(monkeypatch, 1)
    async with table() as at:
        await at.click_words("▸", -1)
        assert on_board(at)[-1] == "Pebbles1"
        await at.click_words("◂", -1)
        assert on_board(at)[0] == "Mezen"
        await at.click_words("▸", -1)
        await at.click_words("Pebbles1", -2)
        assert isinstance(at.screen, SetupScreen) and at.screen.game.name == "pebbles1"


@SIZES
async def test_more_games_scroll_with_the_cursor(size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    titles = register(monkeypatch, 30)
    async with table(size=size) as at:
        for title in titles:
            shown = on_board(at)
            start = titles.index(shown[0])
            assert title in shown and len(shown) >= 5 and shown == titles[start : start + len(shown)]
            assert ("◂" in board(at), "▸" in board(at)) == (start > 0, shown[-1] != titles[-1])
            await at.press("right")
        assert on_board(at)[0] == titles[0], "after the last game comes the first"
        await at.press("left")
        assert on_board(at)[-1] == titles[-1]


def test_in_every_layout_each_part_has_its_place() -> None:
    for width in (80, 100, 120, 160, 200, 300):
        for height in range(22, 90):
            for games in (1, 2, 5, 6, 7, 40):
                layout = plan_layout(Size(width, height), games)
                assert 1 <= layout.shown <= games and (layout.shown == games or (layout.shown + 1) * 15 - 1 > width - 6)
                rows = [layout.row_region(number) for number in (2, 1, 0)]
                covers = [layout.cover_region(place) for place in range(layout.shown)]
                assert rows[0].y >= 1 and rows[0].y < rows[1].y < rows[2].y < covers[0].y
                assert covers[0].x >= 3 and covers[-1].right <= width - 3
                assert all(one.right < other.x for one, other in pairwise(covers))
                assert layout.cover.width >= 14 and layout.cover.height >= 11
                assert covers[0].bottom == layout.board_y + 2 <= layout.about_y < layout.keys_y - 1
                assert layout.keys_y < height - 1, "the last line is that of the status"
                for region in (*rows, layout.scroll_region(-1), layout.scroll_region(1)):
                    assert Region(0, 0, width, height).contains_region(region)


async def test_the_list_of_puzzles_scrolls_too(monkeypatch: pytest.MonkeyPatch) -> None:
    titles = register(monkeypatch, 8)
    async with table() as at:
        await at.press("p")
        for title in titles:
            assert at.shows(f" {title} ")
            await at.press("down")
        assert at.shows(" Mezen ") and not at.shows(titles[-1])
