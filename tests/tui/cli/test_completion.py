"""What shells complete: asked as the scripts ask, and typed into bash, zsh and fish where they are installed."""

import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from core import registry
from core.lessons.course import load
from saves.match_store import MatchStore
from tests.conftest import Samovar
from tests.tui.programs.pseudo_terminal import Program

BECOME = "import os, sys; os.execvp(sys.argv[1], sys.argv[1:])"
SHELLS = ("bash", "zsh", "fish")

Words = Callable[[str], list[str]]


@pytest.fixture
def words(samovar: Samovar) -> Words:
    """The words with which a line can go on."""

    def ask(line: str) -> list[str]:
        done = samovar("completion", "--line", line)
        assert (done.returncode, done.stderr) == (0, ""), done
        return [each.partition("\t")[0] for each in done.stdout.splitlines()]

    return ask


@pytest.fixture
def saved(samovar: Samovar) -> str:
    """The name of a saved match."""
    samovar("play", "mezen", "--plain", "--seed", "1", typed="1\n")
    (entry,) = MatchStore().entries()
    return entry.slug


def test_commands_and_options(words: Words) -> None:
    assert words("samovar pl") == ["play"]
    assert words("samovar saves ex") == ["export"]
    assert words("samovar club le") == ["leave", "leave-for-good"]
    assert "--seats" in words("samovar play mezen --")
    assert "--version" in words("samovar --v")
    assert words("/opt/samovar/bin/samovar completion f") == ["fish"]


@pytest.mark.parametrize("command", ["play", "rules", "box", "learn", "daily", "puzzles", "stats", "arena", "club new"])
def test_games(command: str, words: Words) -> None:
    assert words(f"samovar {command} ") == list(registry.GAME_NAMES)
    assert words(f"samovar {command} mez") == ["mezen", "mezo"]


def test_saved_matches(words: Words, saved: str) -> None:
    for command in ("resume", "replay", "review", "saves show", "saves delete", "saves export", "play --like"):
        assert words(f"samovar {command} ") == [saved], command
    assert words("samovar play --from ") == [f"{saved}:"]


def test_lessons_of_the_game_that_was_named(words: Words) -> None:
    lessons = [lesson.name for lesson in load(registry.get_game("gzhel")).lessons]
    assert words("samovar learn gzhel ") == lessons
    assert words("samovar learn nothing ") == []


def test_levels_and_seats_after_a_comma(words: Words) -> None:
    assert words("samovar play mezen --seats you:Anna,bot:ad") == ["you:Anna,bot:adept"]
    assert words("samovar play mezen --seats you,bot:f") == ["you,bot:fit"]
    assert words("samovar play mezen --seats you,bot:j") == ["you,bot:journeyman"]
    assert words("samovar play mezen --seats=you,bot:n") == ["--seats=you,bot:novice"]
    assert words("samovar club new mezen --seats me,o") == ["me,open"]
    assert words("samovar arena mezen --seats master,ad") == ["master,adept"]
    assert words("samovar puzzles mezen --grade ") != []


def test_variants_and_their_values(words: Words) -> None:
    assert "cards=" in words("samovar play mezen --option ")
    assert "cards=moon" in words("samovar play mezen --option cards=")
    assert words("samovar play --option ") == []


def test_files(samovar: Samovar) -> None:
    for line in ("samovar replay ./", "samovar position mezen ", "samovar saves import "):
        done = samovar("completion", "--line", line)
        assert (done.returncode, done.stdout, done.stderr) == (3, "", ""), line


def test_a_line_that_makes_no_sense_has_no_words(words: Words) -> None:
    for line in ("samovar nothing ", "samovar play mezen --seats 'yuo", 'samovar "x', "samovar play mezen --seed x "):
        assert words(line) == []


def test_wrong_shells_get_one_sentence(samovar: Samovar) -> None:
    assert samovar("completion").stderr == "Which shell? There are bash, zsh, fish.\n"
    assert samovar("completion", "bsh").stderr == "There is no completion for 'bsh'; did you mean bash?\n"


def shell(name: str, samovar: Samovar, folder: Path, home: Path) -> Program:
    """A shell of that name, without anybody's settings, that has read our script."""
    script = folder / f"script.{name}"
    script.write_text(samovar("completion", name).stdout)
    bare = {"bash": ["--norc", "--noprofile", "-i"], "zsh": ["-f", "-i"], "fish": ["--no-config", "-i"]}[name]
    path = f"{Path(sys.executable).parent}:/usr/local/bin:/usr/bin:/bin"
    program = Program(
        *("-c", BECOME, name, *bare),
        size=(100, 24),
        PATH=path,
        HOME=str(folder),
        SAMOVAR_HOME=str(home),
        PS1="ready> ",
        PYTHONPATH="",
    )
    prepare = "autoload -Uz compinit; compinit -u; " if name == "zsh" else ""
    program.send(f"{prepare}source {script}; echo be''gin\r")
    program.shows("begin   ")
    return program


@pytest.mark.parametrize("name", SHELLS)
def test_a_tab_in_a_real_shell(name: str, samovar: Samovar, saved: str, tmp_path: Path, home: Path) -> None:
    if shutil.which(name) is None:
        pytest.skip(f"{name} is not installed")
    (tmp_path / "position.toml").touch()
    typed = {
        "samovar pla": "samovar play .",
        "samovar play nov": "samovar play novgorod .",
        "samovar learn mezen fi": "samovar learn mezen first-game .",
        "samovar play mezen --seats you,bot:no": "samovar play mezen --seats you,bot:novice .",
        "samovar play mezen --seats=you,bot:ma": "samovar play mezen --seats=you,bot:master .",
        "samovar play mezen --option ca": "samovar play mezen --option cards=.",
        "true; samovar resume ": f"true; samovar resume {saved} .",
        f"samovar position mezen {tmp_path}/pos": f"samovar position mezen {tmp_path}/position.toml .",
    }
    with shell(name, samovar, tmp_path, home) as program:
        for line, completed in typed.items():
            program.send(f"{line}\t.")
            comes(program, completed)
            program.send("\x15")  # erase the line


def comes(program: Program, line: str) -> None:
    """Wait until a line is on the screen, in as many rows as it takes."""
    program.until(lambda: line in "".join(program.screen.display), f"{line!r} did not come")
