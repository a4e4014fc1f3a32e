"""A lost terminal, a stalled one, SIGTERM, SIGINT and SIGQUIT: finished, gone, a clean terminal."""

from __future__ import annotations

import fcntl
import os
import re
import select
import signal
import struct
import sys
import termios
from pathlib import Path

import pytest

from tests.limits import until
from tests.tui.programs.pseudo_terminal import Program

HELD = str(Path(__file__).parents[1] / "programs" / "guarded_app.py")


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


def assert_gone(*pids: int) -> None:
    until(lambda: not any(map(is_alive, pids)), "it has outlived the program")


def assert_finished(folder: Path) -> None:
    assert (folder / "finished").read_text() == "once"


def assert_restored(program: Program) -> None:
    """The shell gets back its screen, its cursor, its mouse and its cooked keyboard."""
    program.ends()
    for mode, at_the_shell in (("1049", "l"), ("25", "h"), ("1000", "l"), ("1006", "l"), ("2004", "l"), ("7", "h")):
        changes = re.findall(rb"\x1b\[\?%s([hl])" % mode.encode(), program.written)
        assert changes[-1:] == [at_the_shell.encode()], mode
    flags = termios.tcgetattr(program.master)[3]
    assert flags & termios.ICANON and flags & termios.ECHO and flags & termios.ISIG


@pytest.mark.parametrize("words", [(), ("busy",)], ids=["idle", "repainting"])
def test_a_dropped_line(tmp_path: Path, words: tuple[str, ...]) -> None:
    with held(tmp_path, *words) as program:
        program.hang_up()
        assert program.wait() == 128 + signal.SIGHUP
        assert_finished(tmp_path)


def test_a_dropped_line_without_a_signal(tmp_path: Path) -> None:
    """In a session of its own the app is not told; it sees the end of its input."""
    wrapper = "import subprocess, sys; subprocess.run([sys.executable, *sys.argv[1:]], start_new_session=1)"
    with Program("-c", wrapper, HELD, str(tmp_path)) as program:
        program.read_until(b"ready")
        program.hang_up()
        assert_gone(int((tmp_path / "pid").read_text()))
        assert_finished(tmp_path)


def takes_more(program: Program) -> bool:
    """Whether what is written to the terminal now finds room, and nobody waits for some."""
    with program.its_end() as end:
        return bool(select.select([], [end], [], 0)[1])


def unread(end: int) -> int:
    """How many bytes wait at this end of a terminal to be read."""
    return int(struct.unpack("i", fcntl.ioctl(end, termios.FIONREAD, b"\0" * 4))[0])


def fell_asleep(program: Program) -> str | None:
    """How often the program's main thread has gone to sleep, if it sleeps."""
    status = dict(re.findall(r"(\w+):\s+(\S+)", Path(f"/proc/{program.pid}/task/{program.pid}/status").read_text()))
    return status["voluntary_ctxt_switches"] if status["State"] == "S" else None


def is_held_up(program: Program) -> bool:
    """Whether the program sleeps in the middle of writing, because every buffer on the way is full."""
    before = fell_asleep(program)
    return before is not None and not takes_more(program) and fell_asleep(program) == before


def nobody_reads(program: Program) -> None:
    until(lambda: is_held_up(program), "there is always room")


@pytest.mark.parametrize(("number", "full"), [(signal.SIGHUP, True), (signal.SIGTERM, False)])
def test_a_line_that_nobody_reads(tmp_path: Path, number: int, full: bool) -> None:
    """Until every buffer on the way is full; or not quite, so that only the last words find no room."""
    with held(tmp_path, "busy") as program:
        if full:
            nobody_reads(program)
        else:
            until(lambda: unread(program.master) > 2000, "it has stopped painting")
        used = program.processor_time() if sys.platform == "linux" else 0
        program.signal(number)
        assert program.wait() == 128 + number
        assert_finished(tmp_path)
        assert_restored(program)
        if used:  # a loop that spins would use all of the waiting
            assert program.processor_time() - used < 0.5


def test_a_stalled_line_that_is_then_dropped(tmp_path: Path) -> None:
    with held(tmp_path, "busy") as program:
        nobody_reads(program)
        program.hang_up()
        assert program.wait() == 128 + signal.SIGHUP
        assert_finished(tmp_path)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT])
def test_a_signal_on_a_live_line(tmp_path: Path, number: int) -> None:
    with held(tmp_path) as program:
        program.signal(number)
        assert program.wait() == 128 + number
        assert_finished(tmp_path)
        assert_restored(program)


def test_told_to_continue_in_the_middle_of_a_painting(tmp_path: Path) -> None:
    """As whoever loses the line is, and whoever was stopped."""
    with held(tmp_path, "busy") as program:
        for _ in range(300):
            program.signal(signal.SIGCONT)
            program.read(quiet=0.001, limit=0.003)
        program.send("\x03")
        assert program.ends() == 0


def test_ctrl_c_is_a_key(tmp_path: Path) -> None:
    with held(tmp_path) as program:
        program.send("\x03")
        assert program.wait() == 0
        assert not (tmp_path / "finished").exists()
        assert_restored(program)


def test_a_loop_that_hangs_is_cut_off(tmp_path: Path) -> None:
    with held(tmp_path) as program:
        program.send("s")
        until((tmp_path / "stuck").exists, "it does not hang")
        program.signal(signal.SIGTERM)
        assert program.ends() == 128 + signal.SIGTERM
        assert b"\x1b[?1049l\x1b[?25h" in program.written
        assert_finished(tmp_path)
