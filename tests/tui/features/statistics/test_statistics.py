"""Statistics on the screen and in plain lines, at three sizes, in every palette."""

import json
from pathlib import Path

import msgspec
import pytest

from core import registry
from core.review.comparison import Estimate
from core.score_sources import ScoreSource
from tests.conftest import Samovar
from tests.saves.history.test_statistics import YOU, Book, bot
from tests.tui.features.palettes import SIZES, assert_whole, assert_whole_in_every_look
from tests.tui.pilots import table
from tui.features.statistics.screen import StatisticsScreen
from tui.screens.home import HomeScreen

WORDS = ("light and dark pairs", "best animal in places", "The last 20 games", "master", "Artisan 24")


@pytest.fixture
def book(home: Path) -> Book:
    """Games of two kinds, a review, and a damaged line."""
    book = Book(home)
    kinds = ("lone animals", "biggest group", "light and dark pairs", "best animal in places")
    for day in range(24):
        sources = {"light tiles": ScoreSource([10]), **{kind: ScoreSource([day], 1) for kind in kinds}}
        book.add([90 + day], [YOU], day, seconds=600.0, title="Artisan", sources=sources)
    book.add([30, 12, 31], [YOU, bot("adept"), bot("novice")], 30)
    (home / "reviews").mkdir()
    turns = [{"turn": {"seat": 0}, "cost": Estimate(cost, 0.5)} for cost in (1.0, 4.0)]
    for number in range(3, 9):
        (home / "reviews" / f"m{number}.json").write_bytes(msgspec.json.encode({"turns": turns}))
    with book.path.open("ab") as file:
        file.write(b"{\n")
    return book


async def test_keys_and_clicks_walk_through_the_games(book: Book) -> None:
    async with table() as at:
        await at.press("s")
        assert isinstance(at.screen, StatisticsScreen)
        assert at.shows("24 games, 4 h 00 min of play")
        assert at.shows("1 line of finished.jsonl cannot be read and is not counted.")
        assert at.shows("Loss per turn, by review: 2.5 ± 0.3")
        await at.press("right")
        assert at.shows("No game of Gzhel is finished yet.")
        await at.press("right")
        assert at.shows("3: adept+novice")
        await at.press("left", "left", "left")
        assert at.screen.games[at.screen.cursor].name == registry.GAME_NAMES[-1]
        await at.click_words("Mezen")
        assert at.shows("alone")
        await at.click_words("Esc back")
        assert isinstance(at.screen, HomeScreen)
        await at.press("ctrl+p")
        await at.type("statist")
        await at.press("enter")
        assert isinstance(at.screen, StatisticsScreen)


async def test_home_opens_the_game_under_the_cursor_and_tells_its_line(book: Book) -> None:
    async with table() as at:
        assert at.shows("best 113, Artisan · 24 games")
        await at.press("right", "right")
        assert at.shows("best 30 · won 0 of 1 · rated ")
        await at.press("s")
        assert at.shows("3: adept+novice")


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_nothing_is_cut_in_any_size_and_look(size: tuple[int, int], book: Book) -> None:
    async with table(size=size) as at:
        await at.press("s")
        await assert_whole_in_every_look(at, *WORDS)


@pytest.mark.parametrize("size", SIZES[:2], ids=str)
async def test_nothing_is_cut_without_colours_and_in_ascii(
    size: tuple[int, int], book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with table(size=size, ascii=True) as at:
        await at.press("s")
        assert_whole(at, *WORDS)
        assert at.text().isascii()
        assert at.shows("by review: 2.5 +- 0.3")


def test_plain_lines_tell_everything_and_damage_on_the_side(book: Book, samovar: Samovar) -> None:
    done = samovar("stats", "--plain")
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert lines[0] == "== Mezen: 24 games, 4 h 00 min of play"
    assert "Alone: 24 games, mean 101.5, best 113." in lines
    assert "Solo titles: Artisan 24." in lines
    assert f"Last games: {' '.join(map(str, range(94, 114)))}." in lines
    assert "Average loss per turn, from 6 reviews: 2.5 ± 0.3 in the last 5, 2.5 ± 0.7 before." in lines
    assert "3 seats, adept and novice: 1 game, 0 won, mean 30.0, best 30." in lines
    assert done.stderr.strip() == "1 line of finished.jsonl cannot be read and is not counted."
    only = samovar("stats", "mazaytsy", "--plain").stdout
    assert "Mazaytsy" in only and "Mezen" not in only
    assert samovar("stats", "mezo", "--plain").stdout == "No game of Mezo is finished yet.\n"


def test_figures_for_a_program_and_wrong_words(book: Book, samovar: Samovar) -> None:
    told = json.loads(samovar("stats", "--json").stdout)
    assert told["games"]["mezen"]["games"] == 24
    assert told["games"]["mezen"]["last"] == list(range(94, 114))
    assert told["trouble"].startswith("1 line")
    wrong = samovar("stats", "mezne")
    assert (wrong.returncode, wrong.stderr.strip()) == (
        2,
        "There is no game 'mezne' in Samovar; did you mean mezen?",
    )


def test_without_a_game_there_is_nothing_to_tell(samovar: Samovar) -> None:
    assert samovar("stats", "--plain").stdout == "No game is finished yet.\n"
    assert json.loads(samovar("stats", "--json").stdout) == {"games": {}, "club": {}, "trouble": ""}
