"""Tries are kept line by line: what is damaged spoils nothing else, and a full disk is told."""

from datetime import UTC, datetime
from pathlib import Path

from core.puzzles.progress import PuzzleAttempt
from saves.paths import DataPaths
from saves.puzzles import add, read

ONE = PuzzleAttempt(datetime(2026, 3, 1, tzinfo=UTC), "mezen", "0123abcd", "easy", True, 0.0)
TWO = PuzzleAttempt(datetime(2026, 3, 2, tzinfo=UTC), "mezo", "0123abce", "hard", False)


def test_tries_come_back_in_order(tmp_path: Path) -> None:
    path = DataPaths.under(tmp_path / "home").puzzles
    assert read(path) == []
    assert add(path, ONE) == "" and add(path, TWO) == ""
    assert read(path) == [ONE, TWO]
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_line_cut_short_spoils_no_other(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.jsonl"
    add(path, ONE)
    path.write_bytes(path.read_bytes() + path.read_bytes()[:40])  # killed in the middle of a line
    add(path, TWO)
    assert read(path) == [ONE, TWO]


def test_nonsense_is_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.jsonl"
    add(path, ONE)
    far = b'{"when":"9999-12-31T23:00:00Z","game":"mezen","puzzle":"a","grade":"easy","solved":true}'
    wrong = b'{"when":"2026-03-01T00:00:00Z","game":"mezen","puzzle":"a","grade":"absurd","solved":true}'
    lines = [b"\xff\xfe", b"[" * 100_000, b"{}", b"null", far, wrong]
    path.write_bytes(path.read_bytes() + b"\n".join(lines) + b"\n")
    add(path, TWO)
    assert read(path) == [ONE, TWO]


def test_a_disk_that_refuses_is_told(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.jsonl"
    path.mkdir()
    assert add(path, ONE) == "This attempt could not be saved (Is a directory)."
    assert read(path) == []
