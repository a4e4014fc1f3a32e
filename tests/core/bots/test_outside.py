"""Programs of other people in the arena: what they are told, and what becomes of a game in which one fails."""

import json
import os
import shlex
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from core import registry
from core.bots.arena import format_table, play_all, play_game, schedule, summarize
from core.bots.outside import OutsideBot, ProgramNotFoundError, command_of, question_line, start_line
from core.bots.player import bot_rng
from core.bots.search import Budget
from core.game import Game
from core.match import Match, Seat
from core.rng import Rng
from tests.conftest import ROOT
from tests.limits import LIMIT

#: Keeps every line that it is told, and answers with the last of the moves.
LISTENER = """
import json, sys
for line in sys.stdin:
    open(sys.argv[1], "a").write(line)
    told = json.loads(line)
    if told["kind"] == "decide":
        print(json.dumps({"move": told["moves"][-1]["move"]}), flush=True)
"""
EXAMPLE = ROOT / "docs" / "examples" / "mybot.py"

Write = Callable[..., str]


@pytest.fixture
def program(tmp_path: Path) -> Write:
    """Writes a Python program; returns it as an entrant, with its arguments."""

    def write(source: str, *arguments: str) -> str:
        path = tmp_path / "program.py"
        path.write_text(source)
        return "exec:" + shlex.join([sys.executable, "-I", str(path), *arguments])

    return write


def two_seats(game: Game, seed: int = 3) -> Match:
    return Match.new(game, [Seat("Anna"), Seat("Boris")], {}, seed)


def decisions(game: Game) -> Iterator[Match]:
    """A game by lot, at every seventh decision."""
    match, rng = two_seats(game), Rng(8)
    while not match.is_over:
        if len(match.log) % 7 == 0:
            yield match
        match.play(rng.choice(list(match.legal_moves)))


# What a program is told


def test_a_program_plays_from_the_first_line_to_the_last(program: Write, tmp_path: Path) -> None:
    log = tmp_path / "told"
    (bout,) = schedule("mezen", [program(LISTENER, str(log)), "random"], 1, 3, {}, Budget(steps=1))
    outcome = play_game(bout)
    first, *questions, last = map(json.loads, log.read_text().splitlines())
    assert first == {
        "kind": "start",
        "protocol": 1,
        "game": "mezen",
        "edition": registry.get_game("mezen").edition,
        "players": 2,
        "options": first["options"],
        "seat": 0,
        "seconds": 10.0,
    }
    assert len(questions) > 10
    assert all(set(told) == {"kind", "question", "position", "moves"} for told in questions)
    assert all(told["position"]["actor"] == 0 and len(told["moves"]) > 1 for told in questions)
    assert last == {"kind": "end", "points": outcome.points, "ranking": last["ranking"]}
    assert outcome.failures == [[], []]


@pytest.mark.parametrize("game", registry.all_games(), ids=lambda game: game.name)
def test_what_a_seat_cannot_know_changes_nothing_of_its_question(game: Game) -> None:
    """Whatever lies face down, whoever sits there and however the position came about."""
    asked = 0
    for match in decisions(game):
        actor = match.state.actor
        assert actor is not None
        others = [Seat("Vera"), Seat("Gleb")]
        if game.habits:
            others[1 - actor].habits[game.habits[0].name] = game.habits[0].choices[-1]
        twin = Match(game, match.setup, others)
        twin.state = match.state.determinize(actor, Rng(99))
        twin.log = match.log
        assert question_line(twin) == question_line(match)
        assert start_line(twin, actor, 1.0) == start_line(match, actor, 1.0)
        asked += 1
    assert asked > 5


@pytest.mark.parametrize("game", registry.all_games(), ids=lambda game: game.name)
def test_the_luck_of_a_question_is_neither_the_games_nor_a_bots(game: Game) -> None:
    """No generator in a position goes on as the true one does, or as that of our own bots."""
    for match in decisions(game):
        told = seeds(json.loads(question_line(match))["position"])
        bot = bot_rng(match)
        known = seeds(json.loads(msgspec.json.encode(match.state))) | {match.setup.seed, bot.seed, bot.spawn().seed}
        assert told and not told & known


def seeds(position: dict[str, Any]) -> set[int]:
    """The seeds of the generators in a position."""
    return {field["seed"] for field in position.values() if isinstance(field, dict) and "seed" in field}


# What becomes of a game in which it fails


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("raise SystemExit(3)", "it ended with exit code 3"),
        ("import os; os.kill(os.getpid(), 9)", "it was ended by SIGKILL"),
        ("print('Hello!', flush=True)\ninput()\ninput()", "it answered 'Hello!', not {\"move\": …}"),
        ("print('[1, 2]', flush=True)\ninput()\ninput()", "it answered '[1, 2]', not {\"move\": …}"),
        ('print(\'{"move": "fly"}\', flush=True)\ninput()\ninput()', "it answered 'fly', which is not possible there"),
        ("print('x' * 100_000, end='', flush=True)\ninput()\ninput()", "it answered with far too long a line"),
    ],
)
def test_where_a_program_fails_chance_moves_and_the_report_says_why(program: Write, source: str, told: str) -> None:
    entrant = program(source)
    (bout,) = schedule("mezen", [entrant, "random"], 1, 3, {}, Budget(steps=1), LIMIT)
    outcome = play_game(bout)
    first, second = outcome.failures
    assert first[0].startswith("with seed 3 at move ") and first[0].endswith(told)
    assert second == []
    report = summarize("mezen", bout.levels, [outcome])
    assert report.entrants[0].failed_games == 1 and report.entrants[1].failed_games == 0
    assert f"{entrant} failed in 1 game, and chance moved: {first[0]}." in format_table(report)


def test_a_program_that_says_nothing_is_waited_for_once(program: Write) -> None:
    bot = OutsideBot(
        program("import sys\nfor line in sys.stdin: pass"), match := two_seats(registry.get_game("mezen")), 0, 0.02
    )
    for _ in range(3):
        assert bot.decide(match) in [move.notation for move in match.legal_moves]
    bot.close(match.state)
    assert len(bot.failures) == 1
    assert bot.failures[0].endswith("it gave no answer within 0.02 s")


#: Starts a process that holds a pipe open until it is killed, and listens.
PARENT = """
import subprocess, sys
child = "import sys, time; held = open(sys.argv[1], 'w'); time.sleep(9999)"
subprocess.Popen([sys.executable, "-c", child, sys.argv[1]], stdout=subprocess.DEVNULL)
for line in sys.stdin:
    pass
"""


def test_what_a_program_has_started_ends_with_it(program: Write, tmp_path: Path) -> None:
    """A pipe that its child holds open is closed only when the child is gone."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    match = two_seats(registry.get_game("mezen"))
    bot = OutsideBot(program(PARENT, str(pipe)), match, 0)
    with pipe.open() as reader:
        bot.close(match.state)
        assert reader.read() == ""


def test_programs_play_in_several_processes_without_our_surroundings(
    program: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program of Python finds the modules beside it, though our own processes must not."""
    monkeypatch.delenv("PYTHONSAFEPATH", raising=False)
    source = "import os, sys\nif 'PYTHONSAFEPATH' in os.environ: sys.exit(7)\n" + LISTENER
    planned = schedule("mezen", [program(source, "/dev/null"), "random"], 2, 3, {}, Budget(steps=1))
    outcomes = list(play_all(planned, 2))
    assert [outcome.failures for outcome in outcomes] == [[[], []], [[], []]]


def test_a_command_is_split_as_a_shell_does() -> None:
    assert command_of("exec:python3 'my bot.py' --deep") == ["python3", "my bot.py", "--deep"]
    with pytest.raises(ProgramNotFoundError, match="quotation mark is not closed"):
        command_of("exec:'x")
    with pytest.raises(ProgramNotFoundError, match="A program follows exec:"):
        command_of("exec:")


# The example


def test_the_example_has_thirty_lines_and_plays_to_the_end(program: Write) -> None:
    source = EXAMPLE.read_text()
    lines = [line for line in source.splitlines() if line.strip() and not line.startswith("#!")]
    assert len(lines) <= 30
    quick = source.replace("TRIALS = 6", "TRIALS = 1")
    assert quick != source
    outcome = play_game(schedule("mezen", [program(quick), "random"], 1, 3, {}, Budget(steps=1), LIMIT)[0])
    assert outcome.failures == [[], []]
    assert outcome.wins == [1.0, 0.0]
