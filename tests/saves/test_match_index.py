"""With many matches most are not read again; a bad index costs time and nothing else."""

import os
import shutil
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest

from core import __version__
from saves import match_index, match_record, match_store, migrations
from saves.match_record import MatchRecord
from saves.match_store import MatchStore
from saves.paths import DataPaths
from saves.quota import Quota
from tests.limits import LIMIT
from tests.saves.test_match_record import match_after

MANY = 100
UNFINISHED = match_record.encode(match_record.make_record(match_after(4), match_record.now()))
FINISHED = match_record.encode(match_record.make_record(match_after(1000), match_record.now()))


@pytest.fixture
def matches(home: Path) -> Path:
    """A folder with many matches, the older the higher their number; all over but two."""
    folder = home / "matches"
    folder.mkdir(parents=True)
    for number in range(MANY):
        path = folder / f"m{number:03}.json"
        path.write_bytes(UNFINISHED if number in (70, 90) else FINISHED)
        saved(path, 1_700_000_000 - 60 * number)
    return folder


def saved(path: Path, moment: float) -> None:
    """Let a file have been saved then."""
    record = msgspec.json.decode(path.read_bytes())
    record["saved"] = datetime.fromtimestamp(moment, UTC)
    path.write_bytes(msgspec.json.encode(record))
    os.utime(path, (moment, moment))


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the match files that are read from now on."""
    names: list[str] = []
    read = match_store.read_record

    def told(path: Path) -> MatchRecord:
        names.append(path.stem)
        return read(path)

    monkeypatch.setattr(match_store, "read_record", told)
    return names


def facts() -> list[tuple[object, ...]]:
    return [(entry.slug, entry.sort_time, entry.head, entry.reason) for entry in MatchStore().entries()]


def last() -> str:
    entry = MatchStore().last()
    return entry.slug if entry else ""


def test_a_second_look_reads_only_what_has_changed(matches: Path, reads: list[str]) -> None:
    first = facts()
    assert sorted(reads) == [f"m{number:03}" for number in range(MANY)]
    assert [slug for slug, *_ in first] == sorted(reads)
    reads.clear()
    assert facts() == first
    assert len(reads) < 20
    saved(matches / "m050.json", 1_750_000_000)
    reads.clear()
    assert facts()[0][0] == "m050"
    assert "m050" in reads and len(reads) < 20


@pytest.mark.parametrize("name", ["tea", "jam"])
def test_a_file_that_changed_within_its_time_is_read_again(name: str, matches: Path) -> None:
    """Some file systems count whole seconds. Another size betrays it, or that it is another file."""
    for path in matches.glob("*.json"):
        put_name(path, "tea with lemon" if name == "tea" else "tea", in_place=True)
    MatchStore().entries()
    assert (matches / ".index").exists()
    for path in matches.glob("*.json"):
        put_name(path, name, in_place=name == "tea")
    assert {entry.name for entry in MatchStore().entries()} == {name}


def put_name(path: Path, name: str, in_place: bool) -> None:
    """Call a match so, at the time it was saved before: in the same file, or in another that takes its place."""
    about = path.stat()
    data = msgspec.json.encode({**msgspec.json.decode(path.read_bytes()), "name": name})
    target = path if in_place else path.with_suffix(".new")
    target.write_bytes(data)
    os.utime(target, ns=(about.st_atime_ns, about.st_mtime_ns))
    target.rename(path)


def test_hidden_files_are_no_matches(matches: Path) -> None:
    """Copying from a Mac leaves such files beside the real ones."""
    (matches / "._m000.json").write_bytes(UNFINISHED)
    assert len(MatchStore().entries()) == MANY
    assert last() == "m070"


def test_resume_looks_no_further_than_it_must(matches: Path, reads: list[str]) -> None:
    assert last() == "m070"
    assert len(reads) == 71
    reads.clear()
    assert last() == "m070"
    assert len(reads) < 20
    (matches / "m005.json").write_bytes(UNFINISHED)
    saved(matches / "m005.json", 1_700_000_010)
    reads.clear()
    assert last() == "m005"
    assert len(reads) == 1


def test_few_matches_need_no_index(home: Path) -> None:
    folder = home / "matches"
    folder.mkdir(parents=True)
    for number in range(10):
        (folder / f"m{number}.json").write_bytes(UNFINISHED)
    MatchStore().entries()
    assert not any(name.startswith(".") for name in os.listdir(folder))


def test_no_index_is_written_beyond_a_quota(matches: Path) -> None:
    home = matches.parent
    assert len(MatchStore(DataPaths.under(home, Quota(home, 1))).entries()) == MANY
    assert not (matches / ".index").exists()


def test_a_deleted_match_is_in_no_list(matches: Path) -> None:
    MatchStore().entries()
    MatchStore().delete("m070")
    assert last() == "m090"
    assert "m070" not in [entry.slug for entry in MatchStore().entries()]


def test_the_index_is_private_and_holds_only_what_is_there(matches: Path) -> None:
    MatchStore().entries()
    for number in range(80):
        (matches / f"m{number:03}.json").unlink()
        shutil.copy(matches / "m099.json", matches / f"n{number:03}.json")
    MatchStore().entries()
    found = matches / ".index"
    assert found.stat().st_mode & 0o777 == 0o600
    _, names, *_ = msgspec.json.decode(found.read_bytes())
    assert sorted(names) == sorted(p.name for p in matches.glob("*.json"))


def lying(matches: Path) -> bytes:
    """An index whose stamps are right and whose words would speak to a terminal."""
    MatchStore().entries()
    written = msgspec.json.decode((matches / ".index").read_bytes())
    for fact in written[-1]:
        fact[0][1] = fact[0][2] = "\x1b[2Jred"
    return msgspec.json.encode(written)


DAMAGED = [b"", b"{", b"[]", b"null", b"\xff\xfe", b"[" * 100_000, b'{"m000.json":[1,2,3,null]}']
DAMAGED += [b"[[],[],[],[],[],[]]", b'[7,["m000.json"],[1],[2],[3],[-1.0],[[]]]']
DAMAGED += [
    b'["%s",%s]' % (__version__.encode(), columns)
    for columns in (
        b"[],[],[],[],[]",
        b'["m000.json"],[1],[2],[3],[-1.0],[]',
        b'["m000.json"],[1],["2"],[3],[-1.0],[[]]',
    )
]


@pytest.mark.parametrize("content", DAMAGED)
def test_a_damaged_index_changes_nothing(matches: Path, content: bytes) -> None:
    before = facts()
    (matches / ".index").write_bytes(content)
    assert last() == "m070"
    assert facts() == before


def test_what_another_version_could_not_open_is_looked_at_again(matches: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    newer = msgspec.json.decode(UNFINISHED) | {"format": match_record.FORMAT + 1}
    (matches / "m000.json").write_bytes(msgspec.json.encode(newer))
    before = facts()
    assert [reason for *_, reason in before if reason] == [
        f"m000.json cannot be opened: it was written by a newer Samovar ({__version__})."
    ]
    assert facts() == before
    monkeypatch.setattr(match_index, "__version__", "999")
    monkeypatch.setattr(match_record, "FORMAT", match_record.FORMAT + 1)
    monkeypatch.setitem(migrations.STEPS, match_record.FORMAT - 1, dict)
    assert [reason for *_, reason in facts() if reason] == []


def test_a_lying_index_says_nothing_to_the_terminal(matches: Path) -> None:
    before = facts()
    (matches / ".index").write_bytes(lying(matches))
    assert facts() == before
    (matches / ".index").write_bytes(lying(matches))
    entry = MatchStore().last()
    assert entry is not None and entry.name == "m070"


def test_an_index_that_is_a_link_is_neither_read_nor_written_through(matches: Path, tmp_path: Path) -> None:
    MatchStore().entries()
    elsewhere = tmp_path / "elsewhere"
    (matches / ".index").rename(elsewhere)
    content = elsewhere.read_bytes()
    (matches / ".index").symlink_to(elsewhere)
    assert last() == "m070"
    assert elsewhere.read_bytes() == content
    assert not (matches / ".index").is_symlink()


@pytest.mark.parametrize("make", [Path.mkdir, os.mkfifo])
def test_something_else_in_its_place_changes_nothing(make: object, matches: Path) -> None:
    before = facts()
    (matches / ".index").unlink()
    assert callable(make)
    make(matches / ".index")
    assert facts() == before
    assert last() == "m070"


def test_an_index_far_too_large_is_not_read(matches: Path) -> None:
    before = facts()
    os.truncate(matches / ".index", 500_000_000)
    assert facts() == before


def test_processes_that_look_at_once_do_not_disturb_each_other(matches: Path) -> None:
    code = (
        "from saves.match_store import MatchStore\n"
        "for _ in range(5): print(len(MatchStore().entries()), MatchStore().last().slug)"
    )
    told = [subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) for _ in range(3)]
    assert [process.communicate(timeout=LIMIT)[0].split() for process in told] == [[str(MANY), "m070"] * 5] * 3
    assert sorted(path.name for path in matches.iterdir() if path.name.startswith(".")) == [".index"]


# Dates


SILLY = ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "1970-01-01T00:00:00Z", "2999-12-31T00:00:00+01:00"]


@pytest.mark.parametrize("date", SILLY)
def test_a_silly_date_hinders_neither_its_match_nor_others(date: str, home: Path) -> None:
    folder = home / "matches"
    folder.mkdir(parents=True)
    silly = {**msgspec.json.decode(UNFINISHED), "saved": date, "started": date}
    (folder / "silly.json").write_bytes(msgspec.json.encode(silly))
    (folder / "good.json").write_bytes(UNFINISHED)
    assert {entry.slug for entry in MatchStore().entries()} == {"silly", "good"}
    for entry in MatchStore().entries():
        assert f"{entry.saved:%Y-%m-%d %H:%M}"
    assert MatchStore().open("silly").match.names == ["Anna", "Novice"]
    assert MatchStore().import_file(folder / "silly.json").is_unfinished


def test_a_save_from_the_future_does_not_hold_resume(home: Path) -> None:
    folder = home / "matches"
    folder.mkdir(parents=True)
    future = {**msgspec.json.decode(UNFINISHED), "saved": "2500-01-01T00:00:00Z"}
    (folder / "future.json").write_bytes(msgspec.json.encode(future))
    os.utime(folder / "future.json", (1_700_000_000, 1_700_000_000))
    (folder / "today.json").write_bytes(UNFINISHED)
    assert last() == "today"
    os.utime(folder / "future.json", (16_000_000_000, 16_000_000_000))
    assert last() == "today"
    assert [entry.slug for entry in MatchStore().entries()] == ["today", "future"]


def test_a_copied_folder_keeps_its_order(matches: Path) -> None:
    """Copying gives all files the same time, or any."""
    for number in range(MANY):
        os.utime(matches / f"m{number:03}.json", (1_750_000_000 + number, 1_750_000_000 + number))
    assert last() == "m070"
    assert [entry.slug for entry in MatchStore().entries()] == [f"m{number:03}" for number in range(MANY)]


def test_names_that_are_no_text_hinder_nothing(matches: Path) -> None:
    odd = os.fsdecode(b"\xff\xfe.json")
    for name in (odd, "new\nline.json", "\x1b[2J.json"):
        (matches / name).write_bytes(FINISHED)
    (matches / "gone.json").symlink_to("nowhere")
    (matches / "loop.json").symlink_to("loop.json")
    (matches / "folder.json").mkdir()
    for _ in range(2):
        entries = MatchStore().entries()
        assert len(entries) == MANY + 6
        assert all(entry.label.isprintable() and entry.name.isprintable() for entry in entries)
        assert last() == "m070"
