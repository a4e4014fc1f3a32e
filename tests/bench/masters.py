"""`python -m tests.bench.masters GAME` lets the masters of this code meet those of another revision.

Both think in the bots' process of their own code, asked by its lines of JSON, one at a time, so that they share one
core. Every seed is played from every seat, one of today's against all the others. `--tenth` asks for something else:
whether time makes a master stronger, by letting it meet itself with a tenth of its budget. Every game is noted in a
file when it is over, and a run that was cut off goes on where it stopped.
"""

import argparse
import io
import os
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import IO

import msgspec

from core import registry
from core.bots.arena import wilson
from core.bots.player import PlannedTurn, bot_rng
from core.bots.search import Budget
from core.bots.worker import BotReply, BotRequest
from core.match import Match, Seat

#: The masters before they learned.
BEFORE = "92d4e9c"
_SERVE = "import sys; sys.path[:0] = sys.argv[1:]; from core.bots.worker import serve; serve()"


class Result(msgspec.Struct, frozen=True):
    """One game: where today's master sat, its share of the first place, and by how much it led the others' mean."""

    number: int
    seat: int
    won: float
    lead: float


class Mind:
    """A bots' process of some revision, with the time it may take for a turn."""

    def __init__(self, folder: Path, budget: Budget) -> None:
        self._budget = budget
        packages = str(Path(msgspec.__path__[0]).parent)
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", _SERVE, str(folder), packages],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def turn(self, match: Match) -> tuple[str, ...]:
        """The turn it means to make in this position."""
        assert self._process.stdin is not None and self._process.stdout is not None
        position = msgspec.Raw(msgspec.json.encode(match.state))
        request = BotRequest(0, match.game.name, "master", bot_rng(match), self._budget, position)
        self._process.stdin.write(msgspec.json.encode(request) + b"\n")
        self._process.stdin.flush()
        reply = msgspec.json.decode(self._process.stdout.readline(), type=BotReply)
        if reply.error:
            raise SystemExit(f"{match.game.title}, seed {match.setup.seed}: {reply.error}")
        return reply.plan

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


def play(game: str, players: int, number: int, today: Mind, other: Mind) -> Result:
    """One game to its end; today's master sits where the game's number says."""
    own = number % players
    seats = [Seat(f"Master {seat + 1}", "bot", "master") for seat in range(players)]
    match = Match.new(registry.get_game(game), seats, {}, 1 + number // players)
    planned = [PlannedTurn() for _ in seats]
    while not match.is_over:
        actor = match.state.actor
        assert actor is not None
        move = planned[actor].next_move(match)
        if move is None:
            plan = (today if actor == own else other).turn(match)
            planned[actor].remember(match, plan)
            move = plan[0]
        match.play(move)
    first, points = match.state.ranking()[0], match.state.scores()
    others = sum(points) - points[own]
    return Result(number, own, 1 / len(first) if own in first else 0.0, points[own] - others / (players - 1))


def told(results: Sequence[Result]) -> str:
    games, wins = len(results), sum(result.won for result in results)
    low, high = wilson(wins, games)
    mean = sum(result.lead for result in results) / games
    spread = (sum((result.lead - mean) ** 2 for result in results) / max(1, games - 1)) ** 0.5
    return (
        f"{games} games: first {wins / games:.1%} ({low:.1%} to {high:.1%}), "
        f"ahead by {mean:+.2f} ± {1.96 * spread / games**0.5:.2f} points"
    )


def checked_out(revision: str, folder: Path) -> Path:
    """The rules and bots of a revision."""
    packed = subprocess.run(["git", "archive", revision, "core"], check=True, capture_output=True).stdout
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        archive.extractall(folder, filter="data")
    return folder


def remembered(file: IO[str]) -> Iterator[Result]:
    file.seek(0)
    for line in file:
        yield msgspec.json.decode(line, type=Result)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.masters", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--against", default=BEFORE, metavar="REVISION")
    parser.add_argument("--tenth", action="store_true", help="meet oneself with a tenth of the budget instead")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--seconds", type=float, default=0.5, help="for a turn")
    parser.add_argument("--steps", type=int, default=0, help="trials for a turn, instead of seconds")
    parser.add_argument("--notes", default=os.devnull, help="where games are noted, to go on from there")
    asked = parser.parse_args(arguments)
    budget = Budget(asked.seconds, asked.steps)
    other_budget = Budget(asked.seconds / 10, asked.steps // 10) if asked.tenth else budget
    here = Path(__file__).parents[2]
    with ExitStack() as open_things:
        folder = Path(open_things.enter_context(tempfile.TemporaryDirectory()))
        today = Mind(here, budget)
        open_things.callback(today.close)
        other = Mind(here if asked.tenth else checked_out(asked.against, folder), other_budget)
        open_things.callback(other.close)
        notes = open_things.enter_context(open(asked.notes, "a+", encoding="utf-8"))
        results = list(remembered(notes))
        done = {result.number for result in results}
        for number in range(asked.first, asked.first + asked.games):
            if number not in done:
                results.append(play(asked.game, asked.players, number, today, other))
                notes.write(msgspec.json.encode(results[-1]).decode() + "\n")
                notes.flush()
                print(f"\r{told(results)}", end="", flush=True)
        print(f"\r{told(results)}")


if __name__ == "__main__":
    main()
