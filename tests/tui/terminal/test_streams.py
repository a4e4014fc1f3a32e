"""The installed program with its streams closed, full or endless: a sentence on a stream that is left, and a code."""

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from core import registry
from core.match import Match, Seat
from saves.match_store import MatchStore
from tests.limits import LIMIT

SAMOVAR = str(Path(sysconfig.get_path("scripts")) / "samovar")
COMMANDS = {
    "the shelf": "",
    "help": "--help",
    "games": "games",
    "list": "saves list",
    "replay": "replay mine --plain",
    "resume": "resume mine --plain",
    "play in lines": "play mezen --plain --seats you",
    "play": "play mezen",
    "arena": "arena mezen --seats random --games 1 --jobs 1",
}
SCREENS = ("the shelf", "play")
ASKING = ("resume", "play in lines")
FULL = "Samovar has to stop: No space left on device.\n"


def run(text: str, streams: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    """Run a command with its streams changed as a shell does it; an endless input must not take all memory."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    done = subprocess.run(
        ["sh", "-c", f"ulimit -v 2000000; exec {SAMOVAR} {text} {streams}"],
        input="", capture_output=True, text=True, timeout=LIMIT, env=env | environment,
    )  # fmt: skip
    for ugly in ("Traceback", "Exception ignored", "internal error", "Error"):
        assert ugly not in done.stdout + done.stderr
    return done


@pytest.fixture
def mine() -> None:
    """A match to be listed, looked at and gone on with."""
    match = Match.new(registry.get_game("mezen"), [Seat("Anna")], {}, 1)
    match_file = MatchStore().new_file()
    match_file.save(match)
    match_file.rename(match, "mine")
    match_file.close()


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.usefixtures("mine")
def test_broken_streams(command: str, home: Path) -> None:
    text = COMMANDS[command]

    done = run(text, ">&-")
    assert (done.returncode, done.stderr) == (1, "Standard output is closed: there is nowhere to write.\n")

    done = run(text, "<&-")
    if command in SCREENS + ASKING:
        assert done.returncode == 2
        assert done.stderr.startswith("Standard input is closed")
        assert done.stderr.count("\n") == 1
    else:
        assert done.returncode == 0
        assert done.stdout

    done = run(text, "2>&-")
    if command in SCREENS:
        assert done.returncode == 2
        assert done.stdout.startswith("Standard error is closed, and Samovar's screen needs a terminal; ")
        assert done.stdout.count("\n") == 1
    else:
        assert done.returncode == 0

    done = run(text, ">/dev/full")
    if command == "play":
        assert done.returncode == 2
        assert done.stderr.startswith("Samovar's screen needs a terminal; ")
    else:
        assert done.returncode == 1
        assert done.stderr.endswith(FULL)  # after the arena's line about how far it is
        assert done.stderr.count("\n") <= 2

    done = run(text, "2>/dev/full")
    if command == "play":
        assert done.returncode == 2
        assert done.stdout.startswith("Samovar's screen needs a terminal; ")
    elif command == "arena":
        assert (done.returncode, done.stdout) == (1, FULL)
    else:
        assert done.returncode == 0
        assert done.stdout
    assert not (home / "logs").exists()


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_where_no_stream_is_left_the_code_still_tells(unbuffered: str) -> None:
    for text, streams, code in (
        ("games", ">/dev/full 2>/dev/full", 1),
        ("games", "<&- >&- 2>&-", 1),
        ("nonsense", ">/dev/full 2>/dev/full", 2),
    ):
        done = run(text, streams, PYTHONUNBUFFERED=unbuffered)
        assert (done.returncode, done.stdout, done.stderr) == (code, "", "")


def test_what_is_not_buffered_is_refused_at_once() -> None:
    done = run("games", ">/dev/full", PYTHONUNBUFFERED="1")
    assert (done.returncode, done.stderr) == (1, FULL)


def test_a_reader_that_is_gone_is_not_complained_to() -> None:
    for text in ("--help", "play mezen --plain --seats bot:novice"):
        ours, theirs = os.pipe()
        os.close(ours)
        done = subprocess.run([SAMOVAR, *text.split()], stdout=theirs, stderr=subprocess.PIPE, timeout=LIMIT)
        os.close(theirs)
        assert (done.returncode, done.stderr) == (1, b"")


@pytest.mark.parametrize(
    ("streams", "sentence"),
    [
        ("</dev/zero", "Standard input has a line of more than 10000 letters, which is not typed input.\n"),
        ("0>/dev/null", "Standard input cannot be read (Bad file descriptor).\n"),
    ],
)
def test_an_input_that_cannot_be_read(streams: str, sentence: str) -> None:
    done = run("play mezen --plain --seats you", streams)
    assert (done.returncode, done.stderr) == (2, sentence)
    assert len(MatchStore().entries()) == 1


def test_no_file_takes_the_number_of_a_closed_stream() -> None:
    """Whatever is written to standard error by others would land in it."""
    program = (
        "import os; from tui.terminal import streams; streams.replace_closed_streams(); "
        "print(os.open(os.devnull, os.O_RDONLY))"
    )
    for closed in ("2>&-", "<&-", "<&- 2>&-"):
        done = subprocess.run(
            ["sh", "-c", f'exec {sys.executable} -c "{program}" {closed}'], capture_output=True, text=True
        )
        assert int(done.stdout) > 2


def test_a_home_of_nobody() -> None:
    for text in ("games", "play mezen --plain"):
        done = run(text, "", SAMOVAR_HOME="~nosuchuser/x")
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == "SAMOVAR_HOME begins with ~nosuchuser, but nobody of that name has a home here.\n"
