"""No file and no row holds a sentence: whatever is stored are ids, numbers and notations, and the words of people."""

import sqlite3
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import msgspec
import pytest

from core import registry as shelf
from core.bots.failures import TOO_LONG
from core.bots.hints import note_tip
from core.bots.player import rescue
from core.daily import deal
from core.match import TOOK_BACK, Match, Seat
from core.review.comparison import Depth
from core.review.record import Review, go_on
from core.rng import Chance
from saves import match_record as records
from saves.club.daily_results import publish
from saves.club.game_results import finished_game
from saves.club.store import Club
from saves.daily import Journal, Result
from saves.history.summary import glances
from saves.match_store import Store
from saves.paths import Folders
from saves.reviews import Reviews
from tests.saves.club.playing_client import Guest
from tests.saves.club.tables import terms

#: What people say is theirs; and claims are names of locks.
OF_PEOPLE = ("club_talk", "club_claims")

every_game = pytest.mark.parametrize("name", shelf.NAMES)


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
    luck = Chance(seed)
    while not match.over:
        match.play(luck.pick(list(match.legal)))
    return match


def seats(name: str) -> list[Seat]:
    return [Seat("Anna")] if 1 in shelf.game(name).seats else [Seat("Anna"), Seat("Vera", "bot", "adept")]


def everything(home: Path) -> dict[str, bytes]:
    """All files of a player, by their names."""
    return {path.name: path.read_bytes() for path in home.rglob("*") if path.is_file() and path.stat().st_size}


def test_sentences_are_found() -> None:
    assert sentences(b'{"a b":[{"c":"d"},"e f"]}\n["g\\nh"]\n') == ["a b", "e f", "g\nh"]


@every_game
def test_what_a_player_keeps_of_a_match(name: str, home: Path) -> None:
    """The match while it runs and when it is over, with notes of every kind, its result, a day's deal and a review."""
    match = Match.new(shelf.game(name), seats(name), {}, 7)
    rescued = Match.new(shelf.game(name), [Seat("Vera", "bot", "adept")] * max(2, shelf.game(name).seats[0]), {}, 7)
    note = rescue(rescued, TOO_LONG).note
    assert note is not None
    with Store().begin() as keeper:
        note_tip(match, 0)
        match.note(TOOK_BACK, 0)
        match.notes.append(note)
        assert keeper.save(match) == ""
        running = everything(home)
        assert keeper.save(played(match)) == ""
    today = played(deal(match.game, date(2026, 11, 2), "Anna", True))
    Journal(Folders.of_player()).note(today, "daily")
    Journal(Folders.of_player()).keep_master(today)
    review = Review.of(match, Depth(steps=4, worlds=2))
    for _ in zip(go_on(match, review, [0]), range(3), strict=False):
        pass
    assert Reviews(Folders.of_player()).keep(keeper.slug, review) == ""
    assert any(judged.reason for judged in review.turns)
    assert glances(Folders.of_player())[name].games == 1
    found = everything(home)
    assert {"finished.jsonl", "daily.jsonl", f"{keeper.slug}.json"} <= set(found)
    assert [sentences(data) for data in (*running.values(), *found.values())] == [[]] * (len(running) + len(found))


@every_game
def test_what_a_match_that_went_on_keeps(name: str) -> None:
    match = Match.new(shelf.game(name), seats(name), {}, 7)
    for _ in range(4):
        match.play(match.legal[0])
    saved = records.record(match, records.now())
    saved.moves[1] = "?"
    went_on = records.restore(saved)
    assert len(went_on.remarks) == 1
    assert sentences(records.encode(records.record(went_on.match, saved.started))) == []


@every_game
def test_what_a_club_keeps(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    address = f"sqlite:///{tmp_path / 'club.db'}"
    with Club.open(address) as club:
        club.enter("anna")
        table = club.new_table(terms(name, "anna", ":novice"), 7)
        guest = Guest(address, "anna", 3, [table])
        guest.play()
        club.finish(table, finished_game(guest.tables[table]))
        guest.club.close()
        publish(club, "anna", [Result.of(played(deal(shelf.game(name), date(2026, 11, 2), "Anna", True)))])
    assert capsys.readouterr().out
    with sqlite3.connect(tmp_path / "club.db") as database:
        names = [row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        rows = {each: database.execute(f"SELECT * FROM {each}").fetchall() for each in names if each not in OF_PEOPLE}
    kept = {each: [value for row in found for value in row if isinstance(value, str)] for each, found in rows.items()}
    assert all(kept[each] for each in ("club_tables", "club_lines", "club_finished", "club_dailies"))
    for values in kept.values():
        for value in values:
            assert (sentences(value.encode()) if value.startswith("{") else value.split()[1:]) == []
