"""`make new-game`, for real: a copy of this repository gets a new game, and its tests pass with nothing else done."""

import os
import re
import shutil
import subprocess
import sys
from itertools import count
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.core.games import new_game
from tests.limits import LIMIT

#: A name that no game of this repository has.
NAME = next(name for name in map("new{}".format, count()) if not new_game.refusal(name))
PACKAGES = ("core", "docs", "saves", "tests", "themes", "tui")
FILES = ("pyproject.toml", "README.md", "CONTRIBUTING.md", "Makefile")
#: What every game must pass, and where tests go through all games; the rest of the suite is as it was.
TESTS = (
    "tests/core/test_contract.py",
    "tests/core/test_view.py",
    "tests/core/test_playthroughs.py",
    "tests/core/test_labels.py",
    "tests/core/test_component_list.py",
    "tests/core/test_editions.py",
    "tests/saves/test_no_sentences.py",
    "tests/tui/test_commands.py",
    "tests/tui/test_every_game.py",
    "tests/tui/match/test_board_view.py",
    "tests/tui/plain/test_match.py",
)
#: Tests of all games at once, which would miss an entry that the new one does not have.
OF_ALL = (
    "tests/test_contributing.py",
    "tests/test_names.py",
    "tests/core/bots/test_calibrate.py::test_ratings_stay_when_the_ladder_found_nothing_new",
    "tests/saves/history/test_statistics.py::test_the_yardstick_measures_every_game_on_the_shelf",
    "tests/tui/test_imports.py::test_home_loads_no_game_and_no_other_room",
    "tests/tui/test_screens.py::test_at_80x24[home]",
)


def run(folder: Path, *words: str, typed: str = "") -> "subprocess.CompletedProcess[str]":
    """Run a module of the copy."""
    return subprocess.run(
        [sys.executable, "-m", *words],
        cwd=folder,
        env={name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")},
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=LIMIT,
    )


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The repository with a new game."""
    folder = tmp_path_factory.mktemp("copy")
    for package in PACKAGES:
        shutil.copytree(ROOT / package, folder / package, ignore=shutil.ignore_patterns("__pycache__"))
    for name in FILES:
        shutil.copy(ROOT / name, folder / name)
    made = run(folder, "tests.core.games.new_game", NAME)
    assert made.returncode == 0, made.stderr
    assert made.stdout.count("\n") == 1 and f"core/games/{NAME}" in made.stdout
    return folder


@pytest.mark.xdist_group("new-game")
def test_the_tests_of_a_new_game_pass(copy: Path) -> None:
    done = run(copy, "pytest", "-p", "no:cacheprovider", "-k", NAME, *TESTS)
    passed = re.search(r"^(\d+) passed", done.stdout, re.M)
    assert done.returncode == 0 and passed is not None, done.stdout
    assert int(passed[1]) > 40 and "skipped" not in done.stdout, done.stdout


@pytest.mark.xdist_group("new-game")
def test_the_tests_of_all_games_at_once_miss_no_entry(copy: Path) -> None:
    done = run(copy, "pytest", "-p", "no:cacheprovider", *OF_ALL)
    assert done.returncode == 0, done.stdout


@pytest.mark.xdist_group("new-game")
def test_lint_finds_nothing_in_it(copy: Path) -> None:
    for words in (("ruff", "format", "--check", "."), ("ruff", "check", "."), ("mypy", f"core/games/{NAME}")):
        done = run(copy, *words)
        assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.xdist_group("new-game")
def test_it_is_played_in_plain_lines(copy: Path) -> None:
    done = run(copy, "tui.cli.main", "play", NAME, "--plain", "--seats", "you:Anna,bot:novice", typed="1\n" * 50)
    assert done.returncode == 0, done.stderr
    assert f"== {NAME.capitalize()}, round 1" in done.stdout and "== Result" in done.stdout
    sources = [path.read_text("utf-8") for path in (copy / "core" / "games" / NAME).glob("*.*")]
    assert len(sources) > 10 and not any("Pebbles" in text or "games.pebbles" in text for text in sources)


@pytest.mark.xdist_group("new-game")
@pytest.mark.parametrize(
    "name", ["", NAME, "mezen", "pebbles", "samovar", "Chess", "5chess", "my game", "class", "../x"]
)
def test_a_bad_or_taken_name_is_refused_in_a_sentence(name: str, copy: Path) -> None:
    before = sorted(copy.glob("core/games/*")), (copy / "core" / "registry.py").read_text("utf-8")
    done = run(copy, "tests.core.games.new_game", name)
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(r"[^\n]+\.\n", done.stderr)
    assert before == (sorted(copy.glob("core/games/*")), (copy / "core" / "registry.py").read_text("utf-8"))


def test_every_name_of_the_games_here_is_taken() -> None:
    assert new_game.refusal("mezo") == "There is a game mezo already: take another name."
    assert new_game.refusal(NAME) == ""
