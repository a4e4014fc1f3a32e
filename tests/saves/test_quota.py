"""A guest writes no more than the operator allows; what is deleted makes room."""

from pathlib import Path

import pytest

from saves import files
from saves.quota import Quota


def test_what_would_be_too_much_is_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "before").write_bytes(b"x" * 600_000)
    monkeypatch.setattr(files, "quota", Quota(tmp_path, 1 << 20))
    files.write_new(tmp_path / "one", b"x" * 400_000)
    for write in (files.write_new, files.write_atomic, files.write_cache, files.append_line):
        with pytest.raises(OSError, match="your 1 MB are full"):
            write(tmp_path / "two", b"x" * 100_000)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["before", "one"]
    (tmp_path / "before").unlink()
    files.write_new(tmp_path / "two", b"x" * 600_000)


def test_a_file_that_is_written_again_counts_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "quota", Quota(tmp_path, 1 << 20))
    for _ in range(30):
        files.write_atomic(tmp_path / "match", b"x" * 100_000)
    assert (tmp_path / "match").stat().st_size == 100_000
