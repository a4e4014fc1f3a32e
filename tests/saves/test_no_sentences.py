"""No file and no row holds a sentence: only ids, numbers, notations, and what people wrote themselves."""

import sqlite3
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import msgspec
import pytest

from core import registry
from core.bots.failures import TOO_LONG
from core.bots.hints import record_hint
from core.bots.player import fallback_move
from core.daily import daily_match
from core.match import TOOK_BACK, Match, Seat
from core.review.comparison import Depth
from core.review.record import Review, review_missing
from core.rng import Rng
from saves import match_record
from saves.club.daily_results import publish
from saves.club.game_results import finished_game
from saves.club.store import Club
from saves.daily import DailyResult, Journal
from saves.history.summary import load_summaries
from saves.match_store import MatchStore
from saves.paths import DataPaths
from saves.reviews import ReviewStore
from tests.saves.club.playing_client import Guest
from tests.saves.club.tables import terms

#: What people say is theirs; and claims are names of locks.
OF_PEOPLE = ("club_talk", "club_claims")

every_game = pytest.mark.parametrize("name", registry.GAME_NAMES)


def texts(value: Any) -> Iterator[str]:
    """Every string within a JSON value, the keys too."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from value
        for each in value.values():
            yield from texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from texts(each)


def sentences(data: bytes) -> list[str]:
    """The strings of several words in a file of JSON, or of lines of JSON."""
    return [text for line in data.splitlines() for text in texts(msgspec.json.decode(line)) if len(text.split()) > 1]


def played(match: Match, seed: int = 1) -> Match:
    rng = Rng(seed)
    while not match.is_over:
        match.play(rng.choice(list(match.legal_moves)))
    return match


def seats(name: str) -> list[Seat]:
    return (
        [Seat("Anna")] if 1 in registry.get_game(name).player_counts else [Seat("Anna"), Seat("Vera", "bot", "adept")]
    )


def everything(home: Path) -> dict[str, bytes]:
    """All files of a player, by their names."""
    return {path.name: path.read_bytes() for path in home.rglob("*") if path.is_file() and path.stat().st_size}


def test_sentences_are_found() -> None:
    assert sentences(b'{"a b":[{"c":"d"},"e f"]}\n["g\\nh"]\n') == ["a b", "e f", "g\nh"]


@every_game
def test_what_a_player_keeps_of_a_match(name: str, home: Path) -> None:
    """The match while it runs and when it is over, with notes of every kind, its result, a day's deal and a review."""
    match = Match.new(registry.get_game(name), seats(name), {}, 7)
    rescued = Match.new(
        registry.get_game(name),
        [Seat("Vera", "bot", "adept")] * max(2, registry.get_game(name).player_counts[0]),
        {},
        7,
    )
    note = fallback_move(rescued, TOO_LONG).note
    assert note is not None
    with MatchStore().new_file() as match_file:
        record_hint(match, 0)
        match.add_note(TOOK_BACK, 0)
        match.notes.append(note)
        assert match_file.save(match) == ""
        running = everything(home)
        assert match_file.save(played(match)) == ""
    today = played(daily_match(match.game, date(2026, 11, 2), "Anna", True))
    Journal(DataPaths.for_player()).record(today, "daily")
    Journal(DataPaths.for_player()).record_master(today)
    review = Review.of(match, Depth(steps=4, worlds=2))
    for _ in zip(review_missing(match, review, [0]), range(3), strict=False):
        pass
    assert ReviewStore(DataPaths.for_player()).save(match_file.slug, review) == ""
    assert any(reviewed.reason for reviewed in review.turns)
    assert load_summaries(DataPaths.for_player())[name].games == 1
    found = everything(home)
    assert {"finished.jsonl", "daily.jsonl", f"{match_file.slug}.json"} <= set(found)
    assert [sentences(data) for data in (*running.values(), *found.values())] == [[]] * (len(running) + len(found))


@every_game
def test_what_a_match_that_went_on_keeps(name: str) -> None:
    match = Match.new(registry.get_game(name), seats(name), {}, 7)
    for _ in range(4):
        match.play(match.legal_moves[0])
    saved = match_record.make_record(match, match_record.now())
    saved.moves[1] = "?"
    went_on = match_record.restore(saved)
    assert len(went_on.messages) == 1
    assert sentences(match_record.encode(match_record.make_record(went_on.match, saved.started))) == []


@every_game
def test_what_a_club_keeps(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    address = f"sqlite:///{tmp_path / 'club.db'}"
    with Club.open(address) as club:
        club.enter("anna")
        table = club.new_table(terms(name, "anna", ":novice"), 7)
        client = Guest(address, "anna", 3, [table])
        client.play()
        club.finish(table, finished_game(client.tables[table]))
        client.club.close()
        publish(
            club,
            "anna",
            [DailyResult.of(played(daily_match(registry.get_game(name), date(2026, 11, 2), "Anna", True)))],
        )
    assert capsys.readouterr().out
    with sqlite3.connect(tmp_path / "club.db") as database:
        names = [row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        rows = {each: database.execute(f"SELECT * FROM {each}").fetchall() for each in names if each not in OF_PEOPLE}
    kept = {each: [value for row in found for value in row if isinstance(value, str)] for each, found in rows.items()}
    assert all(kept[each] for each in ("club_tables", "club_lines", "club_finished", "club_dailies"))
    for values in kept.values():
        for value in values:
            assert (sentences(value.encode()) if value.startswith("{") else value.split()[1:]) == []
