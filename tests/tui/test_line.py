"""A lost line, a stalled line, SIGTERM, SIGINT and SIGQUIT: finished, gone, a clean terminal."""

from __future__ import annotations

import os
import signal
import sys
import termios
import time
from pathlib import Path

import pytest

from tests.tui.sessions.terminal import Program

HELD = str(Path(__file__).parent / "sessions" / "held.py")
LIMIT = 3.0


def held(folder: Path, *words: str) -> Program:
    """The small app, started and painted."""
    program = Program(HELD, str(folder), *words)
    program.read_until(b"ready")
    return program


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    # A process that nobody has waited for is dead as well.
    status = Path(f"/proc/{pid}/stat")
    return not (status.exists() and status.read_text().rsplit(")", 1)[1].split()[0] in "ZX")


def assert_gone(process: Path, limit: float = 1) -> None:
    deadline = time.monotonic() + limit
    while is_alive(int(process.read_text())):
        assert time.monotonic() < deadline, f"the {process.name} is still there"
        time.sleep(0.02)


def assert_finished(folder: Path) -> None:
    assert (folder / "finished").read_text() == "once"


def assert_restored(program: Program, data: bytes = b"") -> None:
    """The shell gets back its screen, its cursor, its mouse and its cooked keyboard; `data` was read before."""
    data += program.read(quiet=0.2, limit=2)
    for mode in (b"1049l", b"25h", b"1000l", b"1006l", b"2004l", b"7h"):
        assert b"\x1b[?" + mode in data, mode
    assert data.rindex(b"\x1b[?1049l") > data.rfind(b"\x1b[?1049h")
    flags = termios.tcgetattr(program.master)[3]
    assert flags & termios.ICANON and flags & termios.ECHO and flags & termios.ISIG


@pytest.mark.parametrize("words", [(), ("busy",)], ids=["idle", "repainting"])
def test_a_dropped_line(tmp_path: Path, words: tuple[str, ...]) -> None:
    with held(tmp_path, *words) as program:
        program.hang_up()
        assert program.wait() < LIMIT
        assert program.status == 128 + signal.SIGHUP
        assert_finished(tmp_path)


def test_a_dropped_line_without_a_signal(tmp_path: Path) -> None:
    """In a session of its own the app is not told; it sees the end of its input."""
    wrapper = "import subprocess, sys; subprocess.run([sys.executable, *sys.argv[1:]], start_new_session=1)"
    with Program("-c", wrapper, HELD, str(tmp_path)) as program:
        program.read_until(b"ready")
        program.hang_up()
        assert_gone(tmp_path / "pid", LIMIT)
        assert_finished(tmp_path)


@pytest.mark.parametrize(("number", "unread"), [(signal.SIGHUP, 1.0), (signal.SIGTERM, 0.1)])
def test_a_line_that_nobody_reads(tmp_path: Path, number: int, unread: float) -> None:
    """Until every buffer on the way is full; or not quite, so that only the last words find no room."""
    with held(tmp_path, "busy") as program:
        time.sleep(unread)
        used = program.processor_time() if sys.platform == "linux" else 0
        program.signal(number)
        assert program.wait() < LIMIT
        assert program.status == 128 + number
        assert_finished(tmp_path)
        assert_restored(program)
        if used:  # a loop that spins would use all of the waiting
            assert program.processor_time() - used < 0.5


def test_a_stalled_line_that_is_then_dropped(tmp_path: Path) -> None:
    with held(tmp_path, "busy") as program:
        time.sleep(1)
        program.hang_up()
        assert program.wait() < LIMIT
        assert program.status == 128 + signal.SIGHUP
        assert_finished(tmp_path)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT])
def test_a_signal_on_a_live_line(tmp_path: Path, number: int) -> None:
    with held(tmp_path) as program:
        program.signal(number)
        assert program.wait() < LIMIT
        assert program.status == 128 + number
        assert_finished(tmp_path)
        assert_restored(program)


def test_told_to_continue_in_the_middle_of_a_painting(tmp_path: Path) -> None:
    """As whoever loses the line is, and whoever was stopped."""
    with held(tmp_path, "busy") as program:
        for _ in range(300):
            program.signal(signal.SIGCONT)
            program.read(quiet=0.001, limit=0.003)
        program.send("\x03")
        program.read(quiet=LIMIT, limit=LIMIT)
        assert program.wait() < LIMIT
        assert program.status == 0


def test_ctrl_c_is_a_key(tmp_path: Path) -> None:
    with held(tmp_path) as program:
        program.send("\x03")
        assert program.wait() < LIMIT
        assert program.status == 0
        assert not (tmp_path / "finished").exists()
        assert_restored(program)


def test_a_loop_that_hangs_is_cut_off(tmp_path: Path) -> None:
    with held(tmp_path, "stuck") as program:
        time.sleep(0.7)
        program.signal(signal.SIGTERM)
        program.read(quiet=LIMIT, limit=LIMIT)
        assert program.wait() < LIMIT
        assert program.status == 128 + signal.SIGTERM
        assert b"\x1b[?1049l\x1b[?25h" in program.written
        assert_finished(tmp_path)
