"""Matches on a real disk, with real locks between real processes."""

import os
import signal
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from core.match import Match
from saves import match_record, settings
from saves.check import check
from saves.errors import SaveError, SaveNotFoundError
from saves.files import append_line
from saves.match_store import MatchFile, MatchStore
from saves.paths import DataPaths
from tests.limits import LIMIT
from tests.saves.test_match_record import match_after, play_on

HOLD = """
import sys
from saves.match_store import MatchStore
opened = MatchStore().open(sys.argv[1])
print("held", flush=True)
sys.stdin.readline()
"""

BEGIN = """
import sys
from saves.match_store import MatchStore
from tests.saves.test_match_record import match_after
keepers = [MatchStore().new_file() for _ in range(5)]
for keeper in keepers:
    assert keeper.save(match_after(1)) == ""
    print(keeper.slug)
sys.stdin.read()
"""

READ_ONLY = """
import os
from saves.match_store import MatchStore
from tests.saves.test_match_store import kept
slug = kept()
MatchStore().open(slug).file.close()  # whatever is loaded late is there before rights are dropped
matches = MatchStore().paths.matches
if os.geteuid() == 0:
    nobody = 65534
    for path in (matches.parent, matches, matches / f"{slug}.json"):
        os.chown(path, nobody, nobody)
    os.setgroups([])
    os.setgid(nobody)
    os.setuid(nobody)
matches.chmod(0o500)
opened = MatchStore().open(slug)
print(", ".join(opened.match.names))
print(opened.file.save(opened.match))
matches.chmod(0o700)
print(opened.file.save(opened.match) or "saved")
"""


def kept(match: Match | None = None, name: str = "") -> str:
    """Save a match and let it go; returns its slug."""
    match = match or match_after(5)
    with MatchStore().new_file() as match_file:
        assert match_file.save(match) == ""
        if name:
            match_file.rename(match, name)
        return match_file.slug


def holding(slug: str) -> "subprocess.Popen[str]":
    """Another process that has the match open."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD, slug], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "held\n"
    return process


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


# Saving and finding


def test_a_match_is_private_and_alone_in_its_folder(home: Path) -> None:
    os.umask(0)
    slug = kept()
    os.umask(0o022)
    assert mode(home) == mode(home / "matches") == 0o700
    assert mode(home / "matches" / f"{slug}.json") == 0o600
    assert os.listdir(home / "matches") == [f"{slug}.json"]


def test_slugs_are_readable_and_never_used_twice() -> None:
    first, second = kept(), kept()
    assert first.startswith("mezen-20") and first.endswith("-1")
    assert second == first[:-1] + "2"


def test_the_newest_comes_first_and_the_last_unfinished_is_resumed() -> None:
    older, newer, over = kept(), kept(), kept(match_after(1000))
    assert [entry.slug for entry in MatchStore().entries()] == [over, newer, older]
    last = MatchStore().last()
    assert last is not None
    assert last.slug == newer


def test_nothing_saved_is_an_empty_list() -> None:
    assert MatchStore().entries() == []
    assert MatchStore().last() is None
    assert MatchStore().finished() == []


def test_a_match_is_found_by_its_file_or_by_its_name() -> None:
    slug = kept(name="  Sunday\x1b[31m at\nhome ")
    assert MatchStore().find(slug).slug == slug
    assert MatchStore().find("sunday[31m athome").slug == slug
    kept(name="Sunday")
    with pytest.raises(SaveNotFoundError, match=r"There is no match called 'sundy'; did you mean Sunday\?"):
        MatchStore().find("sundy")


def test_two_matches_cannot_have_one_name() -> None:
    kept(name="Sunday")
    with pytest.raises(SaveError, match="Another match is already called 'sunday'"):
        kept(name="sunday")
    with pytest.raises(SaveError, match="A name needs at least one letter"):
        kept(name="\x1b\n")


def test_a_match_may_be_given_its_own_name_again() -> None:
    match = match_after(5)
    with MatchStore().new_file() as match_file:
        assert match_file.rename(match, "Sunday") == match_file.rename(match, "sunday") == ""
    assert MatchStore().find("SUNDAY").name == "sunday"


def test_a_file_is_found_before_a_match_that_is_called_like_it(home: Path) -> None:
    first, second = kept(), kept()
    path = home / "matches" / f"{second}.json"
    path.write_bytes(msgspec.json.encode({**msgspec.json.decode(path.read_bytes()), "name": first}))
    assert MatchStore().find(second).name == first
    assert MatchStore().find(first).slug == first


@pytest.mark.parametrize("name", ["../../etc/passwd", "/etc/passwd", "..", "a/b", "x\0y", "~", "", "settings"])
def test_no_name_leads_out_of_the_folder(name: str, home: Path) -> None:
    home.mkdir()
    (home / "settings.json").write_text("{}")
    for act in (MatchStore().open, MatchStore().delete, MatchStore().find):
        with pytest.raises(SaveNotFoundError):
            act(name)
    assert (home / "settings.json").exists()


def test_a_name_like_a_path_is_only_a_name(home: Path) -> None:
    slug = kept(name="../../evil")
    assert os.listdir(home / "matches") == [f"{slug}.json"]
    assert MatchStore().open("../../evil").match.names == ["Anna", "Novice"]
    assert not (home.parent / "evil").exists()


# Going on


def test_an_opened_match_goes_on_in_its_file() -> None:
    slug = kept(name="Sunday")
    opened = MatchStore().open(slug)
    started = opened.file.started
    play_on(opened.match, 4, seed=3)
    assert opened.file.save(opened.match) == ""
    opened.file.close()
    again = MatchStore().open("Sunday")
    assert again.match.log == opened.match.log
    assert again.file.started == started
    assert again.file.name == "Sunday"
    assert len(MatchStore().entries()) == 1


# Locks


def test_a_match_that_is_open_elsewhere_is_read_only(home: Path) -> None:
    slug = kept()
    other = holding(slug)
    opened = MatchStore().open(slug)
    why = f"{slug} is open in another Samovar (process {other.pid}): you can only watch it here."
    assert opened.file.read_only == why
    assert opened.messages == [why]
    before = (home / "matches" / f"{slug}.json").read_bytes()
    assert opened.file.save(play_on(opened.match, 3)) == why
    assert (home / "matches" / f"{slug}.json").read_bytes() == before
    with pytest.raises(SaveError, match=r"is open in another Samovar \(process \d+\): it cannot be deleted"):
        MatchStore().delete(slug)
    other.communicate("\n", LIMIT)
    assert MatchStore().open(slug).file.read_only == ""


def test_who_only_looks_never_takes_the_lock() -> None:
    """The other has left, but this match was shown as it stood before: whoever opens it now may write it."""
    slug = kept()
    other = MatchStore().open(slug)
    onlooker = MatchStore().open(slug)
    other.file.close()
    assert onlooker.file.save(onlooker.match) == onlooker.file.read_only != ""
    assert MatchStore().open(slug).file.read_only == ""


def test_the_lock_of_a_dead_process_blocks_nobody(home: Path) -> None:
    slug = kept()
    other = holding(slug)
    other.send_signal(signal.SIGKILL)
    other.wait()
    assert (home / "matches" / f".{slug}.lock").exists()
    opened = MatchStore().open(slug)
    assert opened.file.read_only == ""
    opened.file.close()
    assert os.listdir(home / "matches") == [f"{slug}.json"]


def test_matches_begun_at_once_in_several_processes_are_all_kept() -> None:
    processes = [
        subprocess.Popen([sys.executable, "-c", BEGIN], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    slugs = [slug for process in processes for slug in process.communicate(timeout=LIMIT)[0].split()]
    assert len(slugs) == len(set(slugs)) == len(MatchStore().entries()) == 15


# A disk that refuses


def broken_disk(home: Path) -> Path:
    """The folder of matches cannot be written, not even by root: a file is in its place."""
    folder = home / "matches"
    folder.rename(home / "away")
    folder.write_text("")
    return folder


def mended_disk(home: Path) -> None:
    (home / "matches").unlink()
    (home / "away").rename(home / "matches")


def test_a_disk_that_refuses_is_told_and_tried_again(home: Path) -> None:
    match, match_file = match_after(5), MatchStore().new_file()
    assert match_file.save(match) == ""
    broken_disk(home)
    trouble = match_file.save(play_on(match, 1))
    assert trouble.startswith("The match could not be saved (")
    assert trouble.endswith("). Play on: Samovar tries again at the next move.")
    mended_disk(home)
    assert match_file.save(play_on(match, 1)) == ""
    match_file.close()
    assert MatchStore().open(match_file.slug).match.log == match.log


def test_a_match_begun_on_a_refusing_disk_is_saved_when_it_can_be(home: Path) -> None:
    home.parent.mkdir(exist_ok=True)
    home.write_text("")
    match, match_file = match_after(5), MatchStore().new_file()
    assert "could not be saved" in match_file.save(match)
    assert match_file.slug == ""
    home.unlink()
    assert match_file.save(match) == ""
    match_file.close()
    assert MatchStore().open(match_file.slug).match.log == match.log


def test_a_read_only_folder_can_be_read() -> None:
    """Root writes everywhere, and so becomes somebody else, in a folder that others may enter."""
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        environment = {**os.environ, "SAMOVAR_HOME": f"{folder}/home"}
        told = subprocess.run(
            [sys.executable, "-c", READ_ONLY], capture_output=True, text=True, check=True, env=environment
        ).stdout.splitlines()
    assert told[0] == "Anna, Novice"
    assert told[1] == "The match could not be saved (Permission denied). Play on: Samovar tries again at the next move."
    assert told[2:] == ["saved"]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the system is asked to bring to the disk, in that order."""
    asked: list[str] = []
    sync, replace = os.fsync, os.replace

    def told_sync(handle: int) -> None:
        asked.append(f"sync {os.path.basename(os.readlink(f'/proc/self/fd/{handle}'))}")
        sync(handle)

    def told_replace(source: Path, target: Path) -> None:
        asked.append(f"replace {target.name}")
        replace(source, target)

    monkeypatch.setattr(os, "fsync", told_sync)
    monkeypatch.setattr(os, "replace", told_replace)
    return asked


def test_a_match_is_on_the_disk_itself_before_it_takes_its_place(home: Path, asked: list[str]) -> None:
    """After a power cut the old or the new content is there: so says the order of what the system is asked."""
    slug = kept()
    folders = [f"sync {home.parent.name}", f"sync {home.name}"]
    assert asked == [*folders, f"sync .{slug}.json.tmp", f"replace {slug}.json", "sync matches"]


def test_a_line_is_on_the_disk_with_the_name_of_its_file(home: Path, asked: list[str]) -> None:
    append_line(home / "finished.jsonl", b"{}")
    assert asked == [f"sync {home.parent.name}", "sync finished.jsonl", f"sync {home.name}"]


def test_what_a_killed_writer_left_is_swept_away(home: Path) -> None:
    slug = kept()
    (home / "matches" / f".{slug}.json.tmp").write_bytes(b"half")
    MatchStore().open(slug).file.close()
    assert os.listdir(home / "matches") == [f"{slug}.json"]


# In and out


def test_a_match_travels_as_a_file(tmp_path: Path) -> None:
    slug = kept(name="Sunday")
    target = tmp_path / "sunday.json"
    MatchStore().export("Sunday", target)
    with pytest.raises(SaveError, match=r"sunday\.json already exists; choose another name\."):
        MatchStore().export("Sunday", target)
    entry = MatchStore().import_file(target)
    assert entry.slug != slug
    assert entry.name == "Sunday 2"
    assert MatchStore().open("Sunday 2").match.log == MatchStore().open("Sunday").match.log


@pytest.mark.parametrize("umask", [0, 0o022, 0o777])
def test_an_exported_match_is_private_at_any_umask(umask: int, tmp_path: Path) -> None:
    slug = kept()
    before = os.umask(umask)
    try:
        MatchStore().export(slug, tmp_path / "out.json")
    finally:
        os.umask(before)
    assert mode(tmp_path / "out.json") == 0o600
    assert (tmp_path / "out.json").read_bytes() == MatchStore().find(slug).path.read_bytes()


def test_an_export_that_fails_leaves_nothing(tmp_path: Path) -> None:
    """The disk is full after 100 bytes: so much may a file have in that process."""
    slug = kept()
    code = (
        "import pathlib, resource, signal, sys\n"
        "from saves.errors import SaveError; from saves.match_store import MatchStore\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))\n"
        "try: MatchStore().export(sys.argv[1], pathlib.Path(sys.argv[2]))\n"
        "except SaveError as error: print(error)"
    )
    (tmp_path / "out").mkdir()
    words = [sys.executable, "-c", code, slug, str(tmp_path / "out" / "x.json")]
    told = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    assert told == "x.json cannot be written: File too large.\n"
    assert os.listdir(tmp_path / "out") == []


@pytest.mark.parametrize("link", [os.symlink, os.link])
def test_an_export_writes_over_nothing(link: Callable[[Path, Path], None], tmp_path: Path) -> None:
    slug = kept()
    (tmp_path / "letter").write_text("Dear Anna")
    link(tmp_path / "letter", tmp_path / "x.json")
    with pytest.raises(SaveError, match=r"x\.json already exists"):
        MatchStore().export(slug, tmp_path / "x.json")
    (tmp_path / "nowhere.json").symlink_to("missing")
    with pytest.raises(SaveError, match=r"nowhere\.json already exists"):
        MatchStore().export(slug, tmp_path / "nowhere.json")
    assert (tmp_path / "letter").read_text() == "Dear Anna"
    assert not (tmp_path / "missing").exists()
    assert [name for name in os.listdir(tmp_path) if name.startswith(".")] == []


def test_a_match_of_which_the_file_lies_is_written_anew(tmp_path: Path) -> None:
    """What a file says beside its moves does not come in with them."""
    written = msgspec.json.decode(match_record.encode(match_record.make_record(match_after(4), match_record.now())))
    written["result"] = {"ranking": [[7]], "scores": [], "breakdown": {}}
    written |= {"app": "9" * 500, "edition": 0, "extra": "x"}
    (tmp_path / "x.json").write_bytes(msgspec.json.encode(written))
    entry = MatchStore().import_file(tmp_path / "x.json")
    assert entry.is_unfinished
    brought = msgspec.json.decode(entry.path.read_bytes())
    honest = msgspec.json.decode(match_record.encode(match_record.make_record(match_after(4), match_record.now())))
    dates = {name: written[name] for name in ("started", "saved")}
    assert brought == {**honest, **dates}


# Links in the place of files of ours


@pytest.mark.parametrize("link", [os.symlink, os.link])
def test_a_lock_is_never_taken_through_a_link(link: Callable[[Path, Path], None], home: Path, tmp_path: Path) -> None:
    slug = kept()
    (tmp_path / "letter").write_text("Dear Anna")
    link(tmp_path / "letter", home / "matches" / f".{slug}.lock")
    opened = MatchStore().open(slug)
    assert opened.file.read_only == ""
    assert opened.file.save(play_on(opened.match, 2)) == ""
    assert MatchStore().open(slug).file.read_only.startswith(f"{slug} is open in another Samovar")
    opened.file.close()
    assert (tmp_path / "letter").read_text() == "Dear Anna"
    assert os.listdir(home / "matches") == [f"{slug}.json"]


def test_nothing_is_written_through_a_link(home: Path, tmp_path: Path) -> None:
    (tmp_path / "letter").write_text("Dear Anna")
    slug = kept()
    for name in (f".{slug}.json.tmp", f".settings.json.{os.getpid()}.tmp"):
        folder = home if "settings" in name else home / "matches"
        (folder / name).symlink_to(tmp_path / "letter")
    (home / "finished.jsonl").symlink_to(tmp_path / "letter")
    opened = MatchStore().open(slug)
    trouble = opened.file.save(play_on(opened.match, 1000))
    assert trouble.startswith("The match is saved, but its result could not be counted (")
    assert settings.save(home / "settings.json", settings.Settings()) == ""
    assert (tmp_path / "letter").read_text() == "Dear Anna"
    assert (home / "settings.json").is_file() and not (home / "settings.json").is_symlink()


def test_a_bad_file_is_not_brought_in(tmp_path: Path, home: Path) -> None:
    (tmp_path / "x.json").write_text("[]")
    with pytest.raises(SaveError, match=r"^x\.json cannot be opened: it is not a match of Samovar"):
        MatchStore().import_file(tmp_path / "x.json")
    with pytest.raises(SaveError, match=r"^y\.json cannot be opened: there is no such file\.$"):
        MatchStore().import_file(tmp_path / "y.json")
    assert not (home / "matches").exists()


def test_a_deleted_match_is_gone_and_its_result_stays(home: Path) -> None:
    slug = kept(match_after(1000))
    MatchStore().delete(slug)
    assert os.listdir(home / "matches") == []
    assert [game.match for game in MatchStore().finished()] == [slug]


def test_folders_follow_the_platform_without_samovar_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("SAMOVAR_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
    paths = DataPaths.for_player()
    assert all(path.is_relative_to(tmp_path) for path in (paths.matches, paths.settings, paths.logs))
    assert all("samovar" in path.parts for path in (paths.matches, paths.settings, paths.logs))


def test_a_keeper_without_a_match_closes_quietly() -> None:
    match_file: MatchFile = MatchStore().new_file()
    match_file.close()
    match_file.close()
    assert match_file.slug == ""


# A file that could not be read in full


def broken_log(home: Path) -> Path:
    """A match that opens from its stored position only, as its file has it."""
    slug = kept()
    path = home / "matches" / f"{slug}.json"
    content = msgspec.json.decode(path.read_bytes())
    content["moves"][0] = "z9"
    path.write_bytes(msgspec.json.encode(content))
    return path


def test_a_match_that_did_not_open_by_its_log_is_copied_before_it_is_written(home: Path) -> None:
    path = broken_log(home)
    before = path.read_bytes()
    opened = MatchStore().open(path.stem)
    assert sorted(home.glob("matches/*.bak*")) == []
    assert opened.file.save(play_on(opened.match, 2)) == ""
    assert opened.file.save(play_on(opened.match, 2)) == ""
    copy = path.with_name(f"{path.name}.bak")
    assert copy.read_bytes() == before
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert sorted(home.glob("matches/*.bak*")) == [copy]
    opened.file.close()
    assert [entry.slug for entry in MatchStore().entries()] == [path.stem]


def test_a_copy_never_takes_the_place_of_another(home: Path) -> None:
    path = broken_log(home)
    path.with_name(f"{path.name}.bak").write_text("an older copy")
    opened = MatchStore().open(path.stem)
    before = path.read_bytes()
    assert opened.file.save(opened.match) == ""
    opened.file.close()
    assert path.with_name(f"{path.name}.bak").read_text() == "an older copy"
    assert path.with_name(f"{path.name}.bak2").read_bytes() == before
    MatchStore().delete(path.stem)
    assert sorted(home.glob("matches/*.json*")) == []


def test_a_match_that_opened_by_its_log_is_not_copied(home: Path) -> None:
    opened = MatchStore().open(kept())
    assert opened.file.save(play_on(opened.match, 2)) == ""
    assert sorted(home.glob("matches/*.bak*")) == []


# Whether everything can be read


def test_check_tells_of_every_file_whether_it_opens(home: Path) -> None:
    sound, broken = kept(), broken_log(home)
    (home / "matches" / "cut.json").write_bytes(b'{"format":')
    (home / "finished.jsonl").write_text("nonsense\n")
    (home / "daily.jsonl").write_text("nonsense\n")
    (home / "settings.json").write_text("{}")
    before = {path: path.read_bytes() for path in home.rglob("*") if path.is_file()}
    told = {finding.label: finding for finding in check(DataPaths.for_player())}
    assert told[sound].told == ["Opens from its log."]
    assert told[sound].is_sound
    assert told[broken.stem].told[0] == "Opens from its saved position."
    assert "Its log breaks (move 1: 'z9' is not a move of Mezen)" in told[broken.stem].told[1]
    assert told[broken.stem].is_sound
    assert told["cut"].told == ["cut.json cannot be opened: the file is cut short."]
    assert told["finished.jsonl"].told == ["1 line of finished.jsonl cannot be read and is not counted."]
    assert told["daily.jsonl"].told == ["1 line of it cannot be read."]
    assert told["settings.json"].told == ["Readable."]
    assert [label for label, finding in told.items() if not finding.is_sound] == [
        "cut",
        "finished.jsonl",
        "daily.jsonl",
    ]
    assert {path: path.read_bytes() for path in home.rglob("*") if path.is_file()} == before


def test_who_takes_a_match_over_goes_on_with_all_that_became_of_it_elsewhere() -> None:
    slug = kept(name="Sunday")
    other = MatchStore().open(slug)
    other.file.played = 50.0
    looking = MatchStore().open(slug).file
    other.file.rename(play_on(other.match, 4), "Monday")
    other.file.close()
    with looking:
        taken = looking.take_over()
        assert taken is not None and taken.log == other.match.log
        assert looking.save(play_on(taken, 4)) == looking.read_only == ""
        assert 50 <= looking.played < 350
    assert [entry.name for entry in MatchStore().entries()] == ["Monday"]
