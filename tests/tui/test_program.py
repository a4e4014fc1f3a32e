"""The program in a real pseudo-terminal: played, cut off, killed, opened twice, stumbling."""

import fcntl
import os
import random
import re
import signal
import struct
import termios
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil
import pytest

from saves.match_store import MatchStore
from tests.limits import until
from tests.tui.programs.pseudo_terminal import Program
from tests.tui.terminal.test_shutdown import assert_gone, assert_restored, unread
from tui.terminal.input_parser import MOST_ROWS, PASTE_TIMEOUT

STUMBLING = str(Path(__file__).parent / "programs" / "failing_app.py")
DOWN, RIGHT, LEFT, ENTER, ESCAPE = "\x1b[B", "\x1b[C", "\x1b[D", "\r", "\x1b"
#: With this seed Anna is the first to choose.
ANNA_BEGINS = 3


@pytest.fixture
def samovar(home: Path) -> Callable[..., Program]:
    """Starts the program with the test's own saves."""

    def start(*words: str, first: tuple[str, ...] = ("-m", "tui.cli.main"), **environment: Any) -> Program:
        return Program(*first, *words, SAMOVAR_HOME=str(home), **environment)

    return start


def asked(program: Program) -> str:
    """Wait until the first question of a match is painted down to the last row; returns the screen."""
    program.until(lambda: "Which animal" in program.text and "Esc menu" in program.screen.display[-1], "no question")
    return program.text


def click(program: Program, text: str) -> None:
    rows = [(row.index(text), y) for y, row in enumerate(program.shows(text).splitlines()) if text in row]
    x, y = rows[0][0] + len(text) // 2 + 1, rows[0][1] + 1
    program.send(f"\x1b[<0;{x};{y}M\x1b[<0;{x};{y}m")


def children(pid: int) -> list[int]:
    return [child.pid for child in psutil.Process(pid).children()]


def thinks(pid: int) -> bool:
    """Whether a process is one of bots; one that has only just begun is the same program as its parent."""
    return b"core.bots.worker" in Path(f"/proc/{pid}/cmdline").read_bytes()


def moves_saved() -> int:
    """How many moves the newest match has on disk; it must be readable and free to go on with."""
    opened = MatchStore().open_entry(MatchStore().entries()[0])
    assert opened.file.read_only == ""
    opened.file.close()
    return len(opened.match.log)


def test_a_few_moves_by_keys_and_clicks_then_continue(samovar: Callable[..., Program]) -> None:
    with samovar() as program:
        program.shows("board games, well brewed")
        program.send(ENTER)
        program.shows("A guided first game")
        program.send(DOWN * 2 + LEFT * 2)
        program.shows("Seat 2                      ◂ empty")
        program.send(DOWN * 7 + ENTER)
        program.shows("Which animal do you lift this round?")
        program.send(RIGHT + DOWN + ENTER)
        program.shows("Lift a group of")
        program.send("\t1" + ENTER)
        program.until(lambda: "Lift a group of" not in program.text, "the group is still there")
        click(program, "u undo")
        program.shows("r redo")
        program.shows("Lift a group of")
        (bots,) = children(program.pid)
        program.send("\x03")
        assert program.ends() == 0
        assert_restored(program)
        assert_gone(bots)
    assert moves_saved() == 1
    with samovar() as program:
        program.shows("Continue       Mezen")
        program.until(lambda: re.search(r"\b1 move\b", program.text) is not None, "it does not say how far it is")
        program.send(ENTER)
        program.shows("Lift a group of")


def begun(samovar: Callable[..., Program], thinking: bool) -> tuple[Program, list[int]]:
    """A match against a bot in which a move has been made; the bot may be in the middle of its thoughts."""
    program = samovar("play", "mezen", "--seats", "you:Anna,bot:novice:Vera", "--seed", str(ANNA_BEGINS))
    program.shows("Call an animal")
    bots = until(lambda: [pid for pid in children(program.pid) if thinks(pid)], "there is no process of bots")
    if thinking:
        for bot in bots:
            os.kill(bot, signal.SIGSTOP)
    program.send(ENTER)
    program.shows("Vera is thinking" if thinking else "Lift a group of")
    return program, bots


ENDS = ["hang up", *map(signal.Signals, (1, 2, 3, 15)), "ctrl+c"]
#: Signals are all waited for at one place, so one of them is enough while a bot thinks.
MEANWHILE = ["hang up", signal.SIGTERM, "ctrl+c"]


@pytest.mark.parametrize(
    ("how", "thinking"),
    [*((how, False) for how in ENDS), *((how, True) for how in MEANWHILE)],
    ids=[*(f"{how}, your turn" for how in ENDS), *(f"{how}, a bot thinks" for how in MEANWHILE)],
)
def test_the_end_of_a_session(samovar: Callable[..., Program], how: str | int, thinking: bool) -> None:
    program, bots = begun(samovar, thinking)
    with program:
        assert len(bots) == 1
        if how == "hang up":
            program.hang_up()
        elif how == "ctrl+c":
            program.send("\x03")
        else:
            assert isinstance(how, int)
            program.signal(how)
        ends = {"hang up": 128 + signal.SIGHUP, "ctrl+c": 0}
        assert program.wait() == (ends[how] if isinstance(how, str) else 128 + how)
        if how != "hang up":
            assert_restored(program)
        assert_gone(*bots)
    assert moves_saved() >= 1


def test_a_killed_program_leaves_its_match(samovar: Callable[..., Program]) -> None:
    program, bots = begun(samovar, thinking=False)
    with program:
        program.signal(signal.SIGKILL)
        assert program.wait() == -signal.SIGKILL
        assert_gone(*bots)
    assert moves_saved() >= 1


def test_a_second_samovar_only_looks(samovar: Callable[..., Program]) -> None:
    program, _ = begun(samovar, thinking=False)
    with program, samovar("resume") as second:
        told = f"is open in another Samovar (process {program.pid})"
        second.until(lambda: told in " ".join(second.text.split()), "it does not say who plays")
        before = MatchStore().entries()[0].record
        second.send(ENTER + "1u\x03")
        assert second.ends() == 0
        assert MatchStore().entries()[0].record == before
        program.send("u")
        program.shows("Call an animal")
    assert MatchStore().entries()[0].record != before


@pytest.mark.parametrize("words", [("play", "mezen"), ("learn", "mezen")])
def test_a_dumb_terminal_gets_a_sentence(samovar: Callable[..., Program], words: tuple[str, ...]) -> None:
    with samovar(*words, TERM="dumb") as program:
        assert program.ends() == 2
        told = program.written.decode().strip()
        assert told == (
            "Samovar's screen needs a terminal that can do more than TERM=dumb; add --plain to play in plain lines."
        )


@pytest.mark.parametrize("where", ["handler", "css", "task", "thread", "input"])
def test_a_stumble_is_a_sentence(samovar: Callable[..., Program], home: Path, where: str) -> None:
    """Wherever it happens: a code that says so, the terminal as it was, a sentence, the traceback in a file."""
    with samovar("play", "mezen", "--seats", "you:Anna", first=(STUMBLING,), STUMBLE=where) as program:
        program.shows("Which animal")
        program.send(ENTER)
        program.shows("Lift a group of")
        bots = children(program.pid)
        before = len(program.written)
        program.send("i")
        if where == "input":  # it stumbles over the next that it hears
            program.read_until(b"\x07")
            program.send("i")
        assert program.ends() == 1
        assert_gone(*bots)
        assert_restored(program)
    told = program.written[before:].decode()
    assert "Traceback" not in told
    assert "a secret of the programmers" not in told
    (report,) = (home / "logs").iterdir()
    said = re.sub(r"\s+", " ", told[told.rindex("Samovar had to stop") :]).strip()
    kind = "StylesheetParseError" if where == "css" else "RuntimeError"
    assert said.startswith("Samovar had to stop because of an internal error; matches are saved after every move.")
    assert report.name in said
    assert report.stat().st_mode & 0o777 == 0o600
    assert kind in report.read_text()
    assert moves_saved() == 1


def test_ascii_and_no_colour_reach_the_terminal(samovar: Callable[..., Program]) -> None:
    with samovar("play", "mezen", "--seats", "you", "--ascii", NO_COLOR="1") as program:
        assert asked(program).isascii()
        assert not re.search(rb"\x1b\[[0-9;]*[34]8;[25]", program.written)


LOCALES = [
    ({"LC_ALL": "C"}, True),
    ({"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}, True),
    ({"LANG": "C", "LC_ALL": ""}, True),
    ({"LANG": "C", "LC_CTYPE": "en_GB.utf8", "LC_ALL": ""}, False),
    ({"LANG": "de_DE.ISO-8859-1", "LC_ALL": ""}, True),
    ({"LANG": "xx_YY.UTF-8", "LC_ALL": ""}, False),
    ({"LANG": "", "LC_ALL": ""}, False),
]


@pytest.mark.parametrize(("locale", "plain"), LOCALES)
def test_the_name_of_the_locale_says_whether_it_has_utf8(locale: dict[str, Any], plain: bool) -> None:
    with Program("-c", "from tui.app import speaks_utf8; print(speaks_utf8())", **locale) as program:
        program.shows(str(not plain))


@pytest.mark.parametrize(("locale", "plain"), [LOCALES[1], LOCALES[-1]])
def test_a_locale_without_utf8_gets_ascii(samovar: Callable[..., Program], locale: dict[str, str], plain: bool) -> None:
    with samovar("play", "mezen", "--seats", "you", **locale) as program:
        assert asked(program).isascii() == plain


def test_a_terminal_of_sixteen_colours_gets_no_more(samovar: Callable[..., Program]) -> None:
    with samovar("play", "mezen", "--seats", "you", TERM="xterm", COLORTERM="") as program:
        asked(program)
        assert re.search(rb"\x1b\[[0-9;]*\b(3|4|9|10)[0-7]\b", program.written)
        assert not re.search(rb"\x1b\[[0-9;]*[34]8;[25]", program.written)


def undoes(program: Program) -> bool:
    """Whether undo is heard as a key: what comes within a paste, or soon after it, is pasted."""
    program.send("u")
    program.read(quiet=1.2 * PASTE_TIMEOUT)
    return "Which animal" in program.text


def unheard(program: Program) -> int:
    """How many bytes were typed that the program has not read."""
    with program.its_end() as end:
        return unread(end)


@pytest.mark.parametrize("driver", ["frugal", "plain"])
def test_no_bytes_bring_the_program_down(samovar: Callable[..., Program], home: Path, driver: str) -> None:
    with samovar("play", "mezen", "--seats", "you:Anna", "--driver", driver) as program:
        program.shows("Which animal")
        for data in (b"\xff", b"\xe9", b"\xe2\x82", b"\x1b[99999999999u", b"\x1b[1114112u", b"\x1b[48;0;0;0;0t"):
            program.send_bytes(data)
        program.send_bytes(b"\x1b[48;999999;999999;9;9t\x1b[<0;99999999;99999999M\x1b]11;rgb:1/1/1\x07\x1b[?2048;2$y")
        program.send(ENTER)
        program.shows("Lift a group of")
        program.send_bytes(b"\x1b[200~a paste without its end")
        until(lambda: undoes(program), "the paste never ends")
        program.send_bytes(bytes(byte for byte in random.Random(5).randbytes(3000) if byte not in b"\x03\x11q"))
        program.until(lambda: not unheard(program), "it has become deaf")
        assert not program.has_ended()
        program.signal(signal.SIGTERM)
        assert program.ends() == 128 + signal.SIGTERM
    assert not (home / "logs").exists()


@pytest.mark.parametrize("driver", ["frugal", "plain"])
def test_the_size_is_asked_of_the_terminal(samovar: Callable[..., Program], driver: str) -> None:
    silly = {"COLUMNS": "999999", "LINES": "999999"}
    with samovar("play", "mezen", "--seats", "you", "--driver", driver, **silly) as program:
        assert "Esc menu" in asked(program).splitlines()[23]
        program.resize(100, 30)
        program.signal(signal.SIGWINCH)
        assert "Esc menu" in asked(program).splitlines()[29]


def test_a_window_beyond_reason_is_not_filled(samovar: Callable[..., Program]) -> None:
    with samovar("play", "mezen", "--seats", "you") as program:
        asked(program)
        fcntl.ioctl(program.master, termios.TIOCSWINSZ, struct.pack("HHHH", 65535, 65535, 0, 0))
        before = len(program.written)
        program.until(lambda: MOST_ROWS in rows_written(program.written[before:]), "its last row is not written")
        program.send("\x03")
        assert program.ends() == 0
        assert max(rows_written(program.written[before:])) == MOST_ROWS


def rows_written(written: bytes) -> list[int]:
    """The rows to which the cursor was moved, but for a move that has come only in part."""
    return [int(row) for row in re.findall(rb"\x1b\[(\d+)(?:;\d+)?H", written)]
