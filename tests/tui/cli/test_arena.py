"""`samovar arena` on the command line: programs of one's own, and nowhere else."""

import shlex
import sys
from pathlib import Path

import msgspec
import pytest

from core import registry
from core.bots import LEVELS
from core.match import Match, Seat
from saves.guest import VARIABLE
from saves.match_record import make_record, now, restore
from tests.conftest import Samovar

LAST_MOVE = """
import json, sys
for line in sys.stdin:
    told = json.loads(line)
    if told["kind"] == "decide":
        print(json.dumps({"move": told["moves"][-1]["move"]}), flush=True)
"""


@pytest.fixture
def entrant(tmp_path: Path) -> str:
    path = tmp_path / "my bot.py"
    path.write_text(LAST_MOVE)
    return "exec:" + shlex.join([sys.executable, "-I", str(path)])


def test_a_program_of_ones_own_meets_a_level(samovar: Samovar, entrant: str) -> None:
    done = samovar("arena", "mezen", "--seats", f"{entrant},random", "--games", "2", "--jobs", "1", "--json")
    assert done.returncode == 0
    told = msgspec.json.decode(done.stdout)
    assert [each["level"] for each in told["entrants"]] == [entrant, "random"]
    assert [each["failed_games"] for each in told["entrants"]] == [0, 0]


def test_a_program_that_fails_is_a_failure_of_the_command(samovar: Samovar) -> None:
    done = samovar("arena", "mezen", "--seats", "exec:false,random", "--games", "1", "--jobs", "1")
    assert done.returncode == 1
    assert "exec:false failed in 1 game, and chance moved: with seed 1 at move " in done.stdout


def test_a_program_that_is_not_there_is_a_sentence(samovar: Samovar) -> None:
    done = samovar("arena", "mezen", "--seats", "exec:./mybot,random")
    assert (done.returncode, done.stderr) == (2, "There is no program ./mybot that can be run.\n")


def test_a_guest_knows_of_no_programs(samovar: Samovar, entrant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "anna")
    done = samovar("arena", "mezen", "--seats", f"{entrant},random", "--games", "1")
    assert done.returncode == 2
    assert done.stderr.replace('"', "'").startswith("There is no bot level 'exec:")


@pytest.mark.parametrize(
    "words",
    [
        ("play", "mezen", "--plain", "--seats", "you,bot:{entrant}"),
        ("club", "new", "mezen", "--plain", "--seats", "me,bot:{entrant}", "--club", "sqlite:///{folder}/c.db"),
    ],
)
def test_no_match_and_no_table_takes_a_program(
    samovar: Samovar, entrant: str, words: tuple[str, ...], tmp_path: Path
) -> None:
    done = samovar(*(word.format(entrant=entrant, folder=tmp_path) for word in words))
    assert done.returncode == 2
    assert "There is no bot level 'exec" in done.stderr.replace('"', "'")


def test_a_file_that_names_a_program_runs_none(entrant: str) -> None:
    match = Match.new(registry.get_game("mezen"), [Seat("Anna"), Seat("Boris", "bot", "novice")], seed=1)
    record = make_record(match, now())
    record.seats[1].level = entrant
    restored = restore(record)
    assert restored.match.seats[1].level in LEVELS
