"""Every kind of bad file: one sentence that names it and the reason, the file kept, the list still open."""

import os
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from core import __version__
from saves import match_record
from saves.errors import SaveError
from saves.match_store import MatchStore
from tests.saves.test_match_record import match_after

GOOD = match_record.encode(match_record.make_record(match_after(12), match_record.now()))
OVER = match_record.encode(match_record.make_record(match_after(1000), match_record.now()))
MOVES = len(match_after(1000).log)
FEW_MOVES = [entry.notation for entry in match_after(12).log[:4]]


def changed(**fields: object) -> bytes:
    return msgspec.json.encode({**msgspec.json.decode(GOOD), **fields})


def without(field: str) -> bytes:
    record = msgspec.json.decode(GOOD)
    del record[field]
    return msgspec.json.encode(record)


def illegal_move(number: int, notation: str) -> bytes:
    """A log that breaks, in a file whose position was tampered with as well."""
    record = msgspec.json.decode(GOOD)
    record["moves"][number - 1] = notation
    return msgspec.json.encode({**record, "digest": "0" * 16})


NOT_OURS = "it is not a match of Samovar"
TAMPERED = "and its position does not have the digest it was saved with"

BROKEN: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "the file is empty"),
    "blank": (b" \n\n", "the file is empty"),
    "truncated": (GOOD[: len(GOOD) // 2], "the file is cut short"),
    "zeros": (b"\0" * 500, "the file is not JSON"),
    "text": (b"hello", "the file is not JSON"),
    "two-records": (GOOD + GOOD, "the file is not JSON"),
    "binary": (bytes(range(256)), "the file is not JSON"),
    "deep": (b'{"format":1,"x":' + b"[" * 100_000, "the file is not JSON that can be read"),
    "list": (b"[]", f"{NOT_OURS} (expected object, got array)"),
    "null": (b"null", f"{NOT_OURS} (expected object, got null)"),
    "other-json": (b'{"hello":1}', f"{NOT_OURS} (object missing required field format)"),
    "wrong-type": (changed(seed="seven"), f"{NOT_OURS} (seed: expected int, got str)"),
    "negative-seed": (changed(seed=-1), f"{NOT_OURS} (seed: expected int >= 0)"),
    "float": (
        changed(options={"cards": 1.5}),
        f"{NOT_OURS} (options[...]: expected bool | int | str, got float)",
    ),
    "wrong-kind": (
        changed(seats=[{"name": "A", "kind": "cat", "level": ""}]),
        f"{NOT_OURS} (seats[0].kind: invalid enum value 'cat')",
    ),
    "no-zone": (
        changed(saved="2026-11-16T10:00:00"),
        f"{NOT_OURS} (saved: expected datetime with a timezone component)",
    ),
    "missing": (without("moves"), f"{NOT_OURS} (object missing required field moves)"),
    "newer": (
        changed(format=match_record.FORMAT + 1, app="9.0\x1b[2J", seats=3),
        "it was written by a newer Samovar (9.0?[2J)",
    ),
    "format-zero": (changed(format=0), "its format 0 is unknown"),
    "unknown-game": (changed(game="../chess"), "there is no game '../chess' in this Samovar"),
}

#: Found when the match is opened: the list does not replay every log.
UNPLAYABLE: dict[str, tuple[bytes, str]] = {
    "too-many-seats": (
        changed(seats=[{"name": "A", "kind": "you", "level": ""}] * 6),
        "mezen seats 1 to 5 players, not 6",
    ),
    "no-seats": (changed(seats=[]), "mezen seats 1 to 5 players, not 0"),
    "unknown-option": (changed(options={"x": 1}), "mezen has no option 'x'; it has: cards, open_backs, starter"),
    "unreadable-move": (
        illegal_move(3, "\x1b[31mz9"),
        f"its log breaks (move 3: '\\x1b[31mz9' is not a move of Mezen), {TAMPERED}",
    ),
    "moves-after-the-end": (
        msgspec.json.encode({**msgspec.json.decode(OVER), "digest": "0"}).replace(
            b'"],"position"', b'","a1"],"position"'
        ),
        f"its log breaks (move {MOVES + 1}: 'a1' is after the end of the game), {TAMPERED}",
    ),
    "wrong-digest": (
        changed(edition=0, moves=FEW_MOVES, digest="0" * 16),
        f"its log leads to another position, {TAMPERED}",
    ),
    "newer-rules": (
        changed(edition=99),
        f"it was written by a newer Samovar ({__version__}), with newer rules of Mezen",
    ),
    "no-position": (
        msgspec.json.encode({**msgspec.json.decode(illegal_move(3, "z9")), "position": {}}),
        "its log breaks (move 3: 'z9' is not a move of Mezen), and its position cannot be read",
    ),
    "past-without-position": (
        changed(past={"moves": ["a1"], "position": [1]}, digest="0"),
        f"its log cannot be replayed, {TAMPERED}",
    ),
}


def put(home: Path, data: bytes, name: str = "bad") -> Path:
    path = home / "matches" / f"{name}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


@pytest.mark.parametrize("kind", BROKEN | UNPLAYABLE)
def test_a_bad_file_is_explained_and_kept(kind: str, home: Path) -> None:
    data, reason = (BROKEN | UNPLAYABLE)[kind]
    path = put(home, data)
    with pytest.raises(SaveError) as error:
        MatchStore().open("bad")
    assert str(error.value) == f"bad.json cannot be opened: {reason}."
    assert str(error.value).isprintable()
    assert path.read_bytes() == data
    assert sorted(os.listdir(path.parent)) == ["bad.json"]


@pytest.mark.parametrize(
    "fields",
    [
        {"digest": "0" * 16},
        {"position": {}},
        {"position": [1], "digest": ""},
        {"position": {}, "digest": "", "edition": 0},
    ],
)
def test_a_position_that_cannot_be_read_never_stops_a_log_that_replays(fields: dict[str, object], home: Path) -> None:
    put(home, changed(**fields))
    opened = MatchStore().open("bad")
    assert opened.messages == []
    assert opened.match.state.digest() == match_after(12).state.digest()
    opened.match.undo()


def test_an_illegal_move_is_named_with_what_is_possible(home: Path) -> None:
    put(home, illegal_move(1, "points"))
    with pytest.raises(SaveError, match=r"its log breaks \(move 1: points is not possible now; possible: \w+"):
        MatchStore().open("bad")


def test_the_list_opens_with_every_bad_file_in_it(home: Path) -> None:
    for kind, (data, _) in (BROKEN | UNPLAYABLE).items():
        put(home, data, kind)
    put(home, GOOD, "good")
    entries = {entry.slug: entry for entry in MatchStore().entries()}
    assert set(entries) == {*BROKEN, *UNPLAYABLE, "good"}
    for kind, (_, reason) in BROKEN.items():
        assert entries[kind].reason == f"{kind}.json cannot be opened: {reason}."
    assert entries["good"].reason == ""
    assert MatchStore().open("good").match.names == ["Anna", "Novice"]


def test_hundreds_of_megabytes_are_refused_unread(home: Path) -> None:
    path = put(home, b"{")
    os.truncate(path, 300_000_000)  # a hole: large, and quick to make
    with pytest.raises(SaveError) as error:
        MatchStore().open("bad")
    assert str(error.value) == "bad.json cannot be opened: it has 300 MB, and a match never has more than 2."
    assert path.stat().st_size == 300_000_000


@pytest.mark.parametrize("make", [Path.mkdir, os.mkfifo])
def test_what_is_not_a_file_is_refused(make: Callable[[Path], None], home: Path) -> None:
    (home / "matches").mkdir(parents=True)
    make(home / "matches" / "bad.json")
    assert [entry.reason for entry in MatchStore().entries()] == [
        "bad.json cannot be opened: it is not a regular file."
    ]


def test_a_dangling_link_is_refused(home: Path) -> None:
    (home / "matches").mkdir(parents=True)
    (home / "matches" / "bad.json").symlink_to("nowhere")
    assert [entry.reason for entry in MatchStore().entries()] == ["bad.json cannot be opened: there is no such file."]


def test_a_file_name_cannot_speak_to_the_terminal(home: Path) -> None:
    put(home, b"", "\x1b[31mred\nline")
    (entry,) = MatchStore().entries()
    assert entry.reason == "?[31mred line.json cannot be opened: the file is empty."
    assert entry.label == "?[31mred line"


def test_every_cut_of_a_good_file_is_explained(home: Path) -> None:
    """A file cut anywhere is refused in a sentence: nothing else comes through."""
    for length in range(0, len(GOOD), 7):
        put(home, GOOD[:length])
        (entry,) = MatchStore().entries()
        assert entry.reason.startswith("bad.json cannot be opened: the file is ")


def test_no_single_wrong_byte_crashes(home: Path) -> None:
    """A wrong byte is refused, or the match goes on; nothing else comes through."""
    refused = []
    for at in range(0, len(GOOD), 11):
        put(home, GOOD[:at] + b"7" + GOOD[at + 1 :])
        try:
            MatchStore().open("bad").file.close()
        except SaveError as error:
            refused.append(str(error))
    assert len(refused) > 20
    assert all(sentence.startswith("bad.json cannot be opened: ") for sentence in refused)
