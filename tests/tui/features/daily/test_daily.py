"""Daily deals of the day on the screen and in plain lines: played once for good, and then for practice."""

import json
from datetime import UTC, date, datetime, timedelta
from itertools import count
from pathlib import Path

import pytest

from core import daily, registry
from core.bots.search import Budget
from core.daily import daily_match, master_match
from core.match import Match
from core.rng import Rng
from saves.club.daily_results import daily_standings, master_results, publish, publish_masters
from saves.club.store import Club
from saves.daily import Attempt, DailyResult, Journal, MasterDailyResult, attempt, slug, today
from saves.match_store import MatchStore
from tests.conftest import Samovar
from tests.game_facts import FIVE
from tests.tui.features.palettes import SIZES, assert_whole, assert_whole_in_every_look
from tests.tui.pilots import table
from tui.features.daily import screen
from tui.features.daily.screen import DailyScreen
from tui.features.daily.text import curve_text, done, result_text, share_text, until_next
from tui.match.screen import MatchScreen
from tui.screens.home import HomeScreen
from tui.screens.result import ResultScreen

MEZEN = registry.get_game("mezen")
WORDS = ("Mezen", "Mezo", "Your deals of Mezen: ", "the master on the same deal", "days in a row")


@pytest.fixture(autouse=True)
def _quick_master(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daily, "MASTER_LEVEL", Budget(60.0, 2))
    monkeypatch.setattr(screen, "MASTER_LEVEL", Budget(60.0, 2))


def play(match: Match, moves: int = 1000) -> Match:
    rng = Rng(1)
    for _ in range(moves):
        if not match.is_over:
            match.play(rng.choice(list(match.state.legal_moves())))
    return match


def played(moves: int = 1000, game: str = "mezen") -> Match:
    """The attempt of today, as far as so many moves lead, on disk."""
    opened = attempt(MatchStore(), registry.get_game(game), today(), "Anna")
    with opened.file:
        play(opened.match, moves)
        assert opened.file.save(opened.match) == ""
    return opened.match


def past(days: int, game: str = "mezen") -> None:
    """Results of days before today, the master's beside every other."""
    journal = Journal(MatchStore().paths)
    for back in range(days, 0, -1):
        day = today() - timedelta(days=back)
        journal.record(play(daily_match(registry.get_game(game), day, "Anna", counts=True)), "long gone")
        if back % 2:
            journal.record_master(play(master_match(registry.get_game(game), day)))


def known(game: str = "mezen") -> Attempt:
    return Journal(MatchStore().paths).attempt(game, today())


# On the screen


async def test_from_home_a_deal_is_begun_and_gone_on_with() -> None:
    async with table() as at:
        assert at.shows("Today's deals  Mezen  Gzhel  Mazaytsy")
        await at.press("up", "enter")
        assert isinstance(at.screen, DailyScreen)
        assert at.shows("not played yet") and at.shows("One attempt counts")
        await at.press("enter")
        assert isinstance(at.screen, MatchScreen)
        assert at.match.is_counted_daily
        assert known().status == "open"
        await at.press("t")
        assert at.shows("There are no tips in a daily attempt.")
        await at.press("escape")
        assert at.shows("Undo your last move") and not at.shows("Ask the master for a tip")
        await at.press("escape", "enter", "enter")
        assert known().status == "begun"
        moves = [line.notation for line in at.match.log]
        at.app.go_home()
        await at.pilot.pause()
        assert at.shows("Today's deals  Mezen ▸  Gzhel") and at.shows("Continue       Mezen")
        await at.press("d")
        assert at.shows("begun") and at.shows("Enter continue")
        await at.press("a")
        assert at.shows("Play the counted attempt first")
        await at.press("enter")
        assert [line.notation for line in at.match.log] == moves
    assert len(MatchStore().entries()) == 1


async def test_at_the_end_the_page_tells_the_result_and_the_master_plays() -> None:
    past(3)
    match = played()
    async with table() as at:
        assert at.shows(f"Mezen ✓ {match.state.scores()[0]}  Gzhel") and not at.shows("4 days in a row")
        await at.press("up")
        assert at.shows(f"1 of {len(registry.GAME_NAMES)} played today · 4 days in a row")
        await at.press("d")
        assert isinstance(at.screen, DailyScreen)
        result = known().result
        assert result is not None
        for line in share_text(MEZEN, result, 4, ascii=False):
            assert at.shows(line)
        await at.wait(lambda: known().master is not None)
        await at.pilot.pause()
        assert at.shows(f"The master on the same deal: {result_text(known().master)}.")  # type: ignore[arg-type]
        assert at.shows(f"Your deals of Mezen: {curve_text(done(Journal(MatchStore().paths).days()['mezen']))}")
        await at.press("enter")
        assert isinstance(at.screen, ResultScreen)
        assert at.screen.match.state.digest() == match.state.digest()
        assert not at.screen.can_undo


async def test_the_last_move_leads_to_the_page_and_the_lines_are_said_on_leaving() -> None:
    opened = attempt(MatchStore(), MEZEN, today(), "Anna")
    rng = Rng(1)
    while not (opened.match.state.round == 10 and opened.match.state.prompt.kind == "score"):
        opened.match.play(rng.choice(list(opened.match.state.legal_moves())))
    async with table(opened.match, match_file=opened.file) as at:
        await at.press("enter")
        await at.wait(lambda: isinstance(at.screen, DailyScreen))
        result = known().result
        assert result is not None
        assert at.shows(result_text(result))
        assert at.app.exit_message.splitlines() == list(share_text(MEZEN, result, 1, ascii=False))


async def test_practice_comes_after_and_counts_for_nothing() -> None:
    played()
    before = known().result
    async with table() as at:
        await at.press("d")
        await at.wait(lambda: known().master is not None)
        await at.press("a")
        assert isinstance(at.screen, MatchScreen)
        assert at.match.daily is not None and not at.match.is_counted_daily
        assert at.match.state.digest() == daily_match(MEZEN, today(), "X", counts=True).state.digest()
        assert at.session.no_hint_reason == ""
        await at.press("enter")
    assert known().result == before


async def test_an_attempt_whose_match_was_deleted_is_given_up() -> None:
    played(3)
    MatchStore().delete(slug(MEZEN, today()))
    async with table() as at:
        await at.press("d")
        assert at.shows("given up (match deleted)")
        await at.wait(lambda: known().master is not None)
        await at.press("enter")
        assert not at.match.is_counted_daily


async def test_an_attempt_is_not_tried_out_from_its_replay() -> None:
    played(12)
    async with table() as at:
        await at.press("m", "v", "c")
        assert at.shows("This attempt counts. You can practise its deal")
    assert len(MatchStore().entries()) == 1


async def test_leaving_the_page_stops_the_master_who_begins_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(screen, "MASTER_LEVEL", Budget(60.0, 10_000))
    played()
    async with table() as at:
        await at.press("d")
        assert at.shows("The master is playing the same deal, round 1 of 10…")
        await at.press("down", "up")
        assert at.shows("The master is playing the same deal, round 1 of 10…")
        assert known().master is None
        is_latest = at.app.bot_client.is_latest
        asked = next(filter(is_latest, count()))
        await at.press("escape")
        assert isinstance(at.screen, HomeScreen)
        assert not is_latest(asked), "the master's answer is not wanted any more"
    assert known().master is None


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_nothing_is_cut_in_any_size_and_look(size: tuple[int, int]) -> None:
    past(9)
    played()
    Journal(MatchStore().paths).record_master(play(master_match(MEZEN, today())))
    async with table(size=size) as at:
        await at.press("d")
        await assert_whole_in_every_look(at, *WORDS)


@pytest.mark.parametrize("size", SIZES[:2], ids=str)
async def test_nothing_is_cut_without_colours_and_in_ascii(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    past(9)
    async with table(size=size, ascii=True) as at:
        assert at.shows("9 days in a row")
        await at.press("d")
        assert_whole(at, *WORDS)
        assert at.text().isascii()


async def test_home_tells_of_the_deals_what_there_is_room_for(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "GAME_NAMES", FIVE)
    past(2)
    points = [played(game=game).state.scores()[0] for game in ("mezen", "gzhel", "mazaytsy")]
    played(3, "novgorod")
    async with table() as at:
        deals = f"Mezen ✓ {points[0]}  Gzhel ✓ {points[1]}  Mazaytsy ✓ {points[2]}  Novgorod ▸  Mezo"
        assert at.shows(f"Today's deals  {deals}") and at.shows("Continue       Novgorod")
        await at.press("down")
        assert at.shows("3 of 5 played today · 3 days in a row · ✓ your points · ▸ begun")
        assert "…" not in at.text()


# In plain lines


def test_a_whole_attempt_in_plain_lines(samovar: Samovar) -> None:
    told = samovar("daily", "--plain").stdout
    assert "Mezen, alone: not played yet." in told and "Mezo, against two adepts: not played yet." in told
    left = samovar("daily", "mezen", "--plain", typed="1\ntip\nquit\n").stdout
    assert "One attempt counts" in left and "There are no tips in a daily attempt." in left
    assert known().status == "begun"
    early = samovar("daily", "mezen", "--plain", "--practice", typed="1\n")
    assert (early.returncode, early.stderr.strip()) == (
        2,
        "Play the counted attempt first: samovar daily mezen --plain.",
    )
    whole = samovar("daily", "mezen", "--plain", typed="1\n" * 500)
    assert whole.returncode == 0
    found = known()
    assert found.result is not None and found.master is not None
    first, second = share_text(MEZEN, found.result, 1, ascii=False)
    assert f"{first}\n{second}\n" in whole.stdout
    assert f"The master on the same deal: {result_text(found.master)}." in whole.stdout
    again = samovar("daily", "mezen", "--plain", typed="1\n" * 500)
    assert "== Result" not in again.stdout and first in again.stdout
    assert "samovar daily mezen --practice --plain plays it again." in again.stdout
    samovar("daily", "mezen", "--plain", "--practice", typed="1\n" * 500)
    assert known().result == found.result
    assert len(MatchStore().finished()) == 2
    assert f"Mezen, alone: {result_text(found.result)}." in samovar("daily", "--plain").stdout


def test_results_for_a_program(samovar: Samovar) -> None:
    past(2)
    told = json.loads(samovar("daily", "--json").stdout)
    assert told["day"] == today().isoformat()
    assert (told["streak"], told["games"]["mezen"]["streak"], told["games"]["mezo"]["streak"]) == (2, 2, 0)
    assert [game["stands"] for game in told["games"].values()] == ["open"] * len(registry.GAME_NAMES)
    assert len(told["games"]["mezen"]["results"]) == 2
    played()
    alone = json.loads(samovar("daily", "mezen", "--json").stdout)["games"]
    assert list(alone) == ["mezen"]
    assert alone["mezen"]["result"]["points"] == known().result.points  # type: ignore[union-attr]


def test_wrong_words_and_no_terminal(samovar: Samovar) -> None:
    assert samovar("daily", "mezne").stderr.strip() == "There is no game 'mezne' in Samovar; did you mean mezen?"
    assert "add --plain" in samovar("daily", "mezen").stderr
    assert samovar("daily", "--practice").returncode == 2


# The words


def test_two_lines_to_paste() -> None:
    day = date(2026, 11, 17)
    result = DailyResult(day, "mezen", 118, [0, 7, 3, 14, 8], 1, 1, "Artisan")
    assert share_text(MEZEN, result, 4, ascii=False) == (
        "Samovar daily · Mezen · 2026-11-17 · 118 points, Artisan",
        "_▅▃█▅ 4 days in a row",
    )
    assert share_text(MEZEN, result, 1, ascii=True) == (
        "Samovar daily - Mezen - 2026-11-17 - 118 points, Artisan",
        "_+-#+",
    )
    second = MasterDailyResult(day, "mezo", 1, [1], 2, 3)
    assert result_text(second) == "1 point, 2nd of 3"


def test_how_long_the_deals_are_on_the_table() -> None:
    assert until_next(datetime(2026, 11, 17, 23, 59, 30, tzinfo=UTC)) == "0 h 00 min"
    assert until_next(datetime(2026, 11, 17, 9, 36, tzinfo=UTC)) == "14 h 24 min"


# In a club


def other_members(address: str) -> None:
    """A club in which others have played daily deal of Mezen."""
    with Club.open(address) as club:
        for number, name in enumerate(["boris", *(f"friend{n}" for n in range(12))]):
            club.enter(name)
            result = DailyResult(today(), "mezen", 200 - number, [200 - number], 1, 1, "Artisan")
            publish(club, name, [result])


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    address = f"sqlite:///{tmp_path / 'club.db'}"
    other_members(address)
    monkeypatch.setenv("SAMOVAR_CLUB", address)
    for name in ("LOGNAME", "USER", "LNAME", "USERNAME"):
        monkeypatch.setenv(name, "anna")
    return address


async def test_the_page_shows_how_all_members_did_oneself_included(club: str) -> None:
    past(9)
    match = played()
    async with table() as at:
        await at.press("d")
        await at.wait(lambda: at.shows("In the club") and known().master is not None)
        assert at.shows("1. boris") and at.shows("200 points, Artisan")
        assert at.shows("14. anna")
        assert_whole(at, *WORDS)
        await at.press("down")
        assert not at.shows("In the club")
    with Club.open(club) as opened:
        mine = next(each for each in daily_standings(opened, today())["mezen"] if each.member == "anna")
        assert mine.result.points == match.state.scores()[0]


def test_the_master_plays_once_for_all_members(club: str, samovar: Samovar) -> None:
    played()
    told = MasterDailyResult(today(), "mezen", 123, [123], 1, 1, "artisan")
    with Club.open(club) as opened:
        publish_masters(opened, [told])
    printed = samovar("daily", "mezen", "--plain").stdout
    assert "The master is playing" not in printed and f"The master on the same deal: {result_text(told)}." in printed
    assert known().master == told


async def test_what_the_master_did_is_there_for_the_others(club: str) -> None:
    played()
    async with table() as at:
        await at.press("d")

        def masters() -> dict[str, MasterDailyResult]:
            with Club.open(club) as opened:
                return master_results(opened, today())

        await at.wait(lambda: "mezen" in masters())
    assert masters() == {"mezen": known().master}


def test_plain_lines_and_programs_hear_of_the_club(club: str, samovar: Samovar) -> None:
    played()
    told = samovar("daily", "mezen", "--plain").stdout
    assert "In the club:\n  1. boris: 200 points, Artisan\n" in told
    assert f"  14. anna: {result_text(known().result)}\n" in told  # type: ignore[arg-type]
    alone = json.loads(samovar("daily", "--json").stdout)["games"]
    assert [each["member"] for each in alone["mezen"]["club"]][::13] == ["boris", "anna"]
    assert alone["mezo"]["club"] == []


async def test_a_club_that_is_not_there_is_told_of_and_hinders_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, samovar: Samovar
) -> None:
    (tmp_path / "club.db").write_bytes(b"no club at all" * 100)
    monkeypatch.setenv("SAMOVAR_CLUB", f"sqlite:///{tmp_path / 'club.db'}")
    async with table() as at:
        await at.press("d")
        await at.wait(lambda: at.screen.status != "")
        await at.press("enter")
        assert isinstance(at.screen, MatchScreen)
    told = json.loads(samovar("daily", "--json").stdout)
    assert told["trouble"].endswith(".")
    assert told["games"]["mezen"]["stands"] == "open"
