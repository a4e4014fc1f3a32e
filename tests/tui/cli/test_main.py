"""The command line: what it says, how it ends, and what it does not import."""

import contextlib
import os
import pty
import signal
import subprocess
import sys
from pathlib import Path

import click
import pytest

from core import registry
from saves.match_store import MatchStore
from tests.conftest import ROOT, Samovar, run_process
from tests.limits import LIMIT, PACKET, until
from tui.cli.main import COMMAND_GROUPS, COMMANDS
from tui.cli.main import samovar as samovar_commands

LAZY = """
import sys
from tui.cli.main import main
try:
    main(sys.argv[1:])
except SystemExit as end:
    assert not end.code, end.code
found = [name for name in ("textual", "rich") if name in sys.modules]
sys.exit(f"imported {found}" if found else 0)
"""


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("plya", "There is no command 'plya'; did you mean play?"),
        ("saves lst", "There is no command 'lst'; did you mean list?"),
        ("--club", "There is no option '--club'; samovar club is the command."),
        ("--vresion", "There is no option '--vresion'; did you mean --version?"),
        ("--zzz", "There is no option '--zzz'; samovar --help lists them."),
        ("saves list --seed", "There is no option '--seed'; samovar saves list --help lists them."),
        # Wrong words are told before a missing terminal.
        ("play mezne", "There is no game 'mezne' in Samovar; did you mean mezen?"),
        ("play mezen --seats you,bto:novice", "There is no kind of seat 'bto'; did you mean bot?"),
        ("resume nothing", "There is no match called 'nothing'; "),
        ("replay nothing", "There is no match called 'nothing'; "),
        ("learn mezne", "There is no game 'mezne' in Samovar; did you mean mezen?"),
        ("learn mezen frist", "There is no lesson 'frist'; "),
        ("puzzles mezne", "There is no game 'mezne' in Samovar; did you mean mezen?"),
        ("position mezen nothing.toml", "nothing.toml cannot be read: "),
        ("club new mezne", "There is no game 'mezne' in Samovar; did you mean mezen?"),
        ("club watch", "samovar club watch needs TABLE; samovar club watch --help shows how."),
        ("play", "samovar play needs GAME; samovar play --help shows how."),
        ("play mezne --plain", "There is no game 'mezne' in Samovar; did you mean mezen?"),
        ("play mezen --plian", "There is no option '--plian'; did you mean --plain?"),
        (
            "play mezen --plain --seats you,bto:novice",
            "There is no kind of seat 'bto'; did you mean bot? A seat is",
        ),
        ("play mezen --plain --seats bot:novise", "There is no bot level 'novise'; did you mean novice?"),
        ("play mezen --plain --seats bot", "A bot needs a level: bot:"),
        ("play mezen --plain --seats you,you,you,you,you,you", "Mezen seats 1 to 5 players, not 6."),
        ("play mezen --plain --option crads=sun", "There is no option of Mezen 'crads'; did you mean cards?"),
        ("play mezen --plain --option cards", "Write it with its value, such as cards=random."),
        ("play mezen --plain --option cards=sum", "Option cards can be random, sun, moon, "),
        ("play mezen --plain --seed x", "A seed is a whole number of up to 18 digits, not 'x'."),
        ("play mezen --plain --seed -1", "A seed is a whole number of up to 18 digits, not '-1'."),
        ("play mezen --driver frugl", "There is no driver 'frugl'; did you mean frugal?"),
        (
            "resume nothing --plain",
            "There is no match called 'nothing'; samovar saves list shows your matches.",
        ),
        ("saves show nothing", "There is no match called 'nothing'; "),
        ("box novgorad", "There is no game 'novgorad' in Samovar; did you mean novgorod?"),
        ("box", "samovar box needs GAME; samovar box --help shows how."),
        ("play mezen more --plain", "Got unexpected extra argument (more)."),
    ],
)
def test_wrong_words_get_one_sentence(text: str, sentence: str, samovar: Samovar) -> None:
    done = samovar(*text.split())
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith(sentence)
    assert done.stderr.count("\n") == 1


def test_wrong_words_in_a_real_process() -> None:
    done = run_process(["plya"])
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "There is no command 'plya'; did you mean play?\n"


def test_wrong_words_cannot_speak_to_the_terminal(samovar: Samovar) -> None:
    done = samovar("play", "\x1b[31m\x07", "--plain")
    assert done.returncode == 2
    assert done.stderr.rstrip("\n").isprintable()


def test_help_has_every_command_in_a_group_and_three_examples(samovar: Samovar) -> None:
    told = samovar("--help").stdout
    groups, _, examples = told.partition("\nOptions:\n")[2].partition("\nExamples:\n")
    assert [line for line in groups.splitlines() if line.endswith(":")] == [f"{title}:" for title in COMMAND_GROUPS]
    assert len(examples.splitlines()) == 3
    assert max(map(len, told.splitlines())) <= 80


def test_the_examples_of_the_help_are_understood(
    samovar: Samovar, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Here there is no terminal, which is all that they miss."""
    monkeypatch.setenv("SAMOVAR_CLUB", f"sqlite:///{tmp_path / 'club.db'}")
    examples = samovar("--help").stdout.partition("\nExamples:\n")[2].splitlines()
    for line in examples:
        done = samovar(*line.split("  ")[1].split()[1:])
        assert done.stderr == "Samovar's screen needs a terminal; add --plain to play in plain lines.\n"


def test_help_shows_the_commands(samovar: Samovar) -> None:
    told = samovar("--help").stdout
    for command in ("play", "resume", "saves", "replay", "review", "games", "box", "where"):
        assert f"\n  {command} " in told


@pytest.mark.parametrize("name", COMMANDS)
def test_the_line_of_a_command_in_the_help_is_its_own(name: str) -> None:
    """The list of commands repeats it, so that no command is imported for the help."""
    command = samovar_commands.get_command(click.Context(samovar_commands), name)
    assert command is not None and command.name == name
    assert COMMANDS[name][1] == command.get_short_help_str(limit=1000)


def test_the_shelf_shows_every_game_with_its_makers(samovar: Samovar) -> None:
    for words in ([], ["games"]):
        done = samovar(*words)
        assert done.returncode == 0
        for game in registry.all_games():
            assert f"{game.name}: {game.title}, " in done.stdout
            assert game.credits in done.stdout


@pytest.mark.parametrize("game", registry.GAME_NAMES)
def test_the_box_fits_80_columns_and_says_what_to_send(game: str, samovar: Samovar) -> None:
    done = samovar("box", game, "--ascii")
    assert (done.returncode, done.stderr) == (0, "")
    assert max(map(len, done.stdout.splitlines())) <= 80
    assert done.stdout.isascii()
    asked = " ".join(done.stdout.split("\n\n")[-1].split())
    assert f"core/games/{game}/components.toml" in asked
    templates = [path.read_text() for path in (ROOT / ".github" / "ISSUE_TEMPLATE").iterdir()]
    assert any(f'"{text.splitlines()[0].removeprefix("name: ")}"' in asked for text in templates)


def test_without_a_terminal_plain_mode_is_offered(samovar: Samovar) -> None:
    for words in (["play", "mezen"], ["learn", "mezen"], ["puzzles"], ["position", "mezen"]):
        done = samovar(*words)
        assert done.returncode == 2
        assert done.stderr.endswith("; add --plain to play in plain lines.\n")
    assert MatchStore().entries() == []


def test_where_names_the_folders(samovar: Samovar, home: Path) -> None:
    assert samovar("where").stdout.splitlines() == [
        f"matches   {home}/matches",
        f"reviews   {home}/reviews",
        f"lessons   {home}/lessons.json",
        f"finished  {home}/finished.jsonl",
        f"daily     {home}/daily.jsonl",
        f"settings  {home}/settings.json",
        f"logs      {home}/logs",
        f"server    {home}/door",
        f"club      {home}/door/club.db",
        f"members   {home}/door/members",
    ]
    assert not home.exists()


@pytest.mark.parametrize(
    "text", ["--version", "--help", "games", "saves list", "review --help", "play mezen --plain --seed 1"]
)
def test_textual_is_not_imported_without_a_screen(text: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", LAZY, *text.split()], input="1\n", capture_output=True, text=True, cwd=ROOT
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_saves_are_listed_shown_sent_and_deleted(samovar: Samovar, tmp_path: Path) -> None:
    samovar("play", "mezen", "--plain", "--seats", "you:Anna,bot:novice", typed="1\nsave Sunday\n")
    (entry,) = MatchStore().entries()
    assert entry.slug in samovar("saves", "list").stdout
    assert samovar("saves").stdout == samovar("saves", "list").stdout
    assert '"Sunday", Anna, Novice, ' in samovar("saves", "show", "sunday").stdout
    file = tmp_path / "sunday.json"
    assert samovar("saves", "export", "Sunday", str(file)).stdout == f"Sunday is now in {file}.\n"
    assert samovar("saves", "delete", "Sunday").stdout == f"{entry.slug} is deleted.\n"
    assert samovar("saves", "list").stdout.startswith("There are no matches yet")
    assert samovar("saves", "import", str(file)).stdout == f"Added as {entry.slug}.\n"
    assert samovar("resume", "Sunday", "--plain").stdout.startswith("The match continues after ")


def test_bad_files_end_in_one_sentence_and_do_not_hide_good_ones(samovar: Samovar, tmp_path: Path, home: Path) -> None:
    samovar("play", "mezen", "--plain")
    (home / "matches" / "a\x1b[2J.json").write_text("{")
    done = samovar("saves", "list")
    assert done.returncode == 0
    assert "a?[2J.json cannot be opened: the file is cut short." in done.stdout
    assert "Player 1, Novice" in done.stdout
    assert "\x1b" not in done.stdout
    for words in (["saves", "import"], ["replay", "--plain"]):
        done = samovar(*words, str(home / "matches" / "a\x1b[2J.json"))
        assert (done.returncode, done.stderr) == (1, "a?[2J.json cannot be opened: the file is cut short.\n")
    assert samovar("resume", "--plain").returncode == 0


def test_nothing_to_resume(samovar: Samovar) -> None:
    done = samovar("resume", "--plain")
    assert done.returncode == 1
    assert done.stderr == "There is no match to continue; samovar play GAME starts one.\n"


def test_a_match_that_is_open_elsewhere_is_shown(samovar: Samovar) -> None:
    samovar("play", "mezen", "--plain", typed="1\n")
    opened = MatchStore().open_entry(MatchStore().entries()[0])
    done = samovar("resume", "--plain", typed="1\n")
    assert done.returncode == 0
    assert done.stdout.startswith(
        f"{opened.file.slug} is open in another Samovar (process {os.getpid()}): you can only watch it here.\n== Mezen"
    )
    assert "> " not in done.stdout


def test_ctrl_c_leaves_with_one_line_and_130() -> None:
    """In a real terminal, in the middle of a question."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "tui.cli.main", "play", "mezen", "--plain"],
        stdin=theirs, stdout=theirs, stderr=theirs, cwd=ROOT, start_new_session=True,
    )  # fmt: skip
    os.close(theirs)
    seen = b""
    while not seen.endswith(b"\n> "):
        seen += os.read(ours, PACKET)
    # It is on its way from the question to waiting for an answer.
    stat = Path(f"/proc/{process.pid}/stat")
    until(lambda: stat.read_text().rsplit(")", 1)[1].split()[0] == "S", "it does not wait for an answer")
    process.send_signal(signal.SIGINT)
    assert process.wait(LIMIT) == 130
    told = b""
    with open(ours, "rb", 0) as terminal, contextlib.suppress(OSError):  # nobody is at its other end any more
        while data := terminal.read(65536):
            told += data
    (entry,) = MatchStore().entries()
    assert told.decode() == f"\r\nSaved; samovar resume {entry.slug} --plain continues it.\r\n"


def test_a_reader_that_leaves_is_no_traceback() -> None:
    done = subprocess.run(
        f"yes 1 | {sys.executable} -m tui.cli.main play mezen --plain --seats you,you | head -n 3",
        shell=True, capture_output=True, text=True, cwd=ROOT, timeout=LIMIT,
    )  # fmt: skip
    assert done.stdout.startswith("== Mezen")
    assert "Traceback" not in done.stderr


def test_what_stands_before_a_command_holds_for_it(samovar: Samovar) -> None:
    words = ("play", "mezen", "--plain", "--seats", "you:Jürgen", "--seed", "1")
    assert "Jürgen" in samovar(*words).stdout
    told = samovar("--ascii", *words).stdout
    assert "Jurgen" in told
    assert told.isascii()


def test_a_habit_holds_for_every_person(samovar: Samovar) -> None:
    words = ("play", "mazaytsy", "--plain", "--seats", "you:Anna,bot:random", "--seed", "5")
    samovar(*words, "--habit", "pickup=yes")
    opened = MatchStore().open_entry(MatchStore().entries()[0])
    opened.file.close()
    assert [seat.habits for seat in opened.match.seats] == [{"pickup": True}, {}]
    done = samovar(*words, "--habit", "nonsense=yes")
    assert done.returncode == 2
    assert "habit of Mazaytsy" in done.stderr
