"""A report of an error is for its owner's eyes only."""

import os
from pathlib import Path

import pytest

from tui.terminal.crash_report import write_crash_report


@pytest.mark.parametrize("umask", [0, 0o022, 0o277], ids=oct)
def test_a_report_is_private_at_any_umask(tmp_path: Path, umask: int) -> None:
    before = os.umask(umask)
    try:
        told = write_crash_report(RuntimeError("tea"), tmp_path)
    finally:
        os.umask(before)
    (report,) = tmp_path.iterdir()
    assert report.name in told
    assert report.stat().st_mode & 0o777 == 0o600
    assert "RuntimeError: tea" in report.read_text()
