"""A lost line, a stalled line, SIGTERM and SIGINT: saved, gone, nothing left behind, a clean terminal."""

from __future__ import annotations

import os
import resource
import signal
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
    program.modes = termios.tcgetattr(program.master)
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


def stall(program: Program) -> None:
    """Read nothing until the program, which keeps painting, has filled every buffer on the way."""
    time.sleep(1.5)


def assert_nothing_left(folder: Path) -> None:
    assert (folder / "saved").read_text() == "the match"
    if (folder / "pid").exists():
        bot = int((folder / "pid").read_text())
        deadline = time.monotonic() + 1
        while is_alive(bot):
            assert time.monotonic() < deadline, "the bot outlived the program"
            time.sleep(0.02)


def assert_restored(program: Program) -> None:
    """The shell gets back its screen, its cursor, its mouse and its cooked keyboard."""
    data = program.read(quiet=0.2, limit=2)
    for sequence in (b"\x1b[?1049l", b"\x1b[?25h", b"\x1b[?1000l", b"\x1b[?1006l", b"\x1b[?2004l", b"\x1b[?7h"):
        assert sequence in data, sequence
    assert data.rindex(b"\x1b[?1049l") > data.rfind(b"\x1b[?1049h")
    flags = termios.tcgetattr(program.master)[3]
    assert flags & termios.ICANON and flags & termios.ECHO and flags & termios.ISIG


@pytest.mark.parametrize("words", [("bot",), ("busy", "bot"), ("busy", "stuck")], ids=" ".join)
def test_a_dropped_line(tmp_path: Path, words: tuple[str, ...]) -> None:
    with held(tmp_path, *words) as program:
        time.sleep(0.7 if "stuck" in words else 0.1)
        program.hang_up()
        assert program.wait() < LIMIT
        assert program.status == 128 + signal.SIGHUP
        assert_nothing_left(tmp_path)


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM])
def test_a_line_that_nobody_reads(tmp_path: Path, number: int) -> None:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with held(tmp_path, "busy", "bot") as program:
        stall(program)
        program.signal(number)
        assert program.wait() < LIMIT
        assert program.status == 128 + number
        assert_nothing_left(tmp_path)
        assert_restored(program)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    # Start-up costs about a second of processor time; a loop that spins would add all of the waiting to it.
    assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < 3.5


def test_a_stalled_line_that_is_then_dropped(tmp_path: Path) -> None:
    with held(tmp_path, "busy", "bot") as program:
        stall(program)
        program.hang_up()
        assert program.wait() < LIMIT
        assert program.status == 128 + signal.SIGHUP
        assert_nothing_left(tmp_path)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_on_a_live_line(tmp_path: Path, number: int) -> None:
    with held(tmp_path, "bot") as program:
        program.signal(number)
        assert program.wait() < LIMIT
        assert program.status == 128 + number
        assert_nothing_left(tmp_path)
        assert_restored(program)


def test_ctrl_c_is_a_key(tmp_path: Path) -> None:
    with held(tmp_path) as program:
        program.send("\x03")
        assert program.wait() < LIMIT
        assert program.status == 0
        assert not (tmp_path / "saved").exists()
        assert_restored(program)


def test_a_loop_that_hangs_is_cut_off(tmp_path: Path) -> None:
    with held(tmp_path, "stuck") as program:
        time.sleep(0.7)
        program.signal(signal.SIGTERM)
        program.read(quiet=LIMIT, limit=LIMIT)
        assert program.wait() < LIMIT
        assert program.status == 128 + signal.SIGTERM
        assert b"\x1b[?1049l\x1b[?25h" in program.written
        assert_nothing_left(tmp_path)


def test_a_killed_program_leaves_no_bot(tmp_path: Path) -> None:
    with held(tmp_path, "bot") as program:
        program.signal(signal.SIGKILL)
        program.wait()
        (tmp_path / "saved").write_text("the match")  # after each move, not at the end
        assert_nothing_left(tmp_path)
