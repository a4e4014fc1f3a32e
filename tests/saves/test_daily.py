"""Attempts at the deals of the days: one counts, and nothing that becomes of its file changes that."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from core import registry
from core.daily import daily_match, master_match
from core.match import Match
from core.rng import Rng
from saves import daily
from saves.daily import Journal, attempt, is_open, slug, streak
from saves.match_store import MatchStore

DAY = date(2026, 11, 17)
MEZEN = registry.get_game("mezen")


@pytest.fixture(autouse=True)
def _the_day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daily, "today", lambda: DAY)


def choices(match: Match, number: int, luck: int = 1) -> Iterator[None]:
    rng = Rng(luck)
    for _ in range(number):
        if match.is_over:
            return
        match.play(rng.choice(list(match.state.legal_moves())))
        yield


def play(store: MatchStore, number: int, luck: int = 1, day: date = DAY) -> Match:
    """Play some moves of the attempt that counts, saving each."""
    opened = attempt(store, MEZEN, day, "Anna")
    with opened.file:
        opened.file.save(opened.match)
        for _ in choices(opened.match, number, luck):
            assert opened.file.save(opened.match) == ""
    return opened.match


def stands(store: MatchStore, day: date = DAY) -> tuple[str, bool]:
    known = Journal(store.paths).attempt("mezen", day)
    return known.status, is_open(store, MEZEN, day, known)


def test_an_attempt_begins_with_its_first_move_and_goes_on_where_it_was_left() -> None:
    store = MatchStore()
    assert play(store, 0).daily == daily_match(MEZEN, DAY, "Anna", counts=True).daily
    assert stands(store) == ("open", True)
    first = play(store, 3)
    assert stands(store) == ("begun", True)
    opened = attempt(store, MEZEN, DAY, "Boris")
    opened.file.close()
    assert opened.match.state.digest() == first.state.digest()
    assert opened.match.is_counted_daily
    assert opened.match.names == ["Anna"]
    assert len(store.entries()) == 1


def test_the_result_is_kept_once_and_outlives_its_match(home: Path) -> None:
    store = MatchStore()
    match = play(store, 1000)
    result = Journal(store.paths).attempt("mezen", DAY).result
    assert result is not None
    assert (result.points, result.title) == (match.state.scores()[0], match.state.solo_title())
    assert sum(result.rounds) == result.points
    store.delete(slug(MEZEN, DAY))
    assert stands(store) == ("ended", False)
    play(store, 1000, luck=8)  # as if somebody had put a match there by hand
    assert Journal(store.paths).attempt("mezen", DAY).result == result
    assert (home / "daily.jsonl").read_bytes().count(b'"ended"') == 1


def test_deleting_the_match_gives_the_attempt_up() -> None:
    store = MatchStore()
    play(store, 0)
    store.delete(slug(MEZEN, DAY))
    assert stands(store) == ("open", True)
    play(store, 1)
    store.delete(slug(MEZEN, DAY))
    assert stands(store) == ("begun", False)


def test_a_deal_belongs_to_the_day_on_which_it_was_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    store = MatchStore()
    play(store, 2)
    monkeypatch.setattr(daily, "today", lambda: DAY + timedelta(days=1))
    assert stands(store) == ("begun", True)
    assert stands(store, DAY + timedelta(days=1)) == ("open", True)
    assert stands(store, DAY - timedelta(days=1)) == ("open", False)
    play(store, 1000)
    days = Journal(store.paths).days()["mezen"]
    assert list(days) == [DAY]
    assert days[DAY].result is not None


def test_the_day_changes_at_midnight_utc(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    before = datetime.now(UTC).date()
    assert before <= daily.today() <= datetime.now(UTC).date()


def test_practice_is_noted_nowhere_and_an_import_counts_for_nothing(home: Path, tmp_path: Path) -> None:
    store = MatchStore()
    practice = daily_match(MEZEN, DAY, "Anna", counts=False)
    with store.new_file() as match_file:
        for _ in choices(practice, 1000):
            match_file.save(practice)
    assert not (home / "daily.jsonl").exists()
    assert len(store.finished()) == 1
    play(store, 3)
    store.export(slug(MEZEN, DAY), tmp_path / "mine.json")
    brought = store.open(store.import_file(tmp_path / "mine.json").slug)
    brought.file.close()
    assert not brought.match.is_counted_daily


def test_two_terminals_play_one_attempt() -> None:
    store = MatchStore()
    first = attempt(store, MEZEN, DAY, "Anna")
    second = attempt(store, MEZEN, DAY, "Anna")
    assert first.file.read_only == ""
    assert "open in another Samovar" in second.file.read_only
    assert "open in another Samovar" in second.file.save(second.match)
    first.file.save(first.match)
    for _ in choices(first.match, 2):
        first.file.save(first.match)
    newer = second.file.reload_if_changed()
    assert newer is not None and newer.state.digest() == first.match.state.digest()
    first.file.close()


def test_the_master_is_asked_once(home: Path) -> None:
    journal = Journal(MatchStore().paths)
    match = master_match(registry.get_game("gzhel"), DAY)
    list(choices(match, 1000))
    journal.record_master(match)
    kept = journal.attempt("gzhel", DAY).master
    assert kept is not None
    assert (kept.points, kept.title) == (match.state.scores()[0], match.state.solo_title())
    assert journal.attempt("gzhel", DAY).status == "open"


def test_damaged_lines_spoil_no_others(home: Path) -> None:
    store = MatchStore()
    play(store, 1)
    path = home / "daily.jsonl"
    path.write_bytes(b"{}\n\xff\n" + b"[" * 100_000 + b"\n" + path.read_bytes() + b'{"type":"ended","day":"20')
    assert stands(store) == ("begun", True)
    play(store, 1000)
    assert stands(store) == ("ended", False)
    path.unlink()
    path.mkdir()
    assert stands(store) == ("open", True)


def test_a_disk_that_refuses_is_told_of_and_tried_again(home: Path) -> None:
    store = MatchStore()
    (home / "daily.jsonl").mkdir(parents=True)
    opened = attempt(store, MEZEN, DAY, "Anna")
    with opened.file:
        for _ in choices(opened.match, 1):
            assert "The attempt could not be noted" in opened.file.save(opened.match)
        (home / "daily.jsonl").rmdir()
        assert opened.file.save(opened.match) == ""
    assert stands(store) == ("begun", True)


def test_streaks_reach_up_to_today_or_yesterday() -> None:
    back = [DAY - timedelta(days=number) for number in (0, 1, 2, 4)]
    assert streak(back, DAY) == 3
    assert streak(back, DAY + timedelta(days=1)) == 3
    assert streak(back, DAY + timedelta(days=2)) == 0
    assert streak([], DAY) == 0
