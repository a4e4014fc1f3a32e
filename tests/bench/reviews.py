"""`python -m tests.bench.reviews [GAME]…`: whether reviews find fewer mistakes the better the bots play.

A master, an adept and a novice meet in each game, seed after seed, their seats rotated; then each of them is reviewed
at the default depth. Prints mistakes a turn and points lost a turn by level, with intervals of 95 %: over games, since
the turns of one game are not independent of each other. Every game is noted in a file when it is reviewed, and a run
that was cut off goes on where it stopped.
"""

import argparse
import math
import os
import time
from collections.abc import Sequence
from typing import IO, NamedTuple

import msgspec

from core import registry
from core.bots.player import BotPlayer
from core.bots.search import Budget
from core.match import Match, Seat
from core.review.comparison import Depth, compare_turn
from core.review.record import grade_for
from core.review.turns import plan_of, split_turns
from core.rng import Rng

LEVELS = ("master", "adept", "novice")


class Figures(NamedTuple):
    """What the review of one seat of one game came to."""

    turns: int
    mistakes: float
    inaccurate: float
    lost: float
    seconds: float


class Noted(msgspec.Struct, frozen=True):
    """One game, reviewed: the figures of every level."""

    game: str
    number: int
    steps: int
    levels: dict[str, Figures]


def played(game: str, number: int, steps: int) -> Match:
    """A game between the levels, from seats that are rotated from game to game."""
    seats = [LEVELS[(seat + number) % len(LEVELS)] for seat in range(len(LEVELS))]
    match = Match.new(
        registry.get_game(game), [Seat(level, "bot", level) for level in seats], {}, 1000 + number // len(LEVELS)
    )
    players = [BotPlayer(Budget(steps=steps)) for _ in seats]
    while not match.is_over:
        assert match.state.actor is not None
        match.play(players[match.state.actor].decide(match).notation)
    return match


def figures(match: Match, seat: int) -> Figures:
    """The costs of a seat's turns, without what a review tells beside them."""
    began = time.process_time()
    evaluator = match.game.evaluator()
    costs = [
        compare_turn(
            evaluator, match.state_at(turn.at), plan_of(match, turn), Depth(), Rng(turn.at).spawn().spawn()
        ).cost
        for turn in split_turns(match, {seat})
    ]
    grades = [grade_for(cost, evaluator.mistake_threshold) for cost in costs]
    count = len(costs)
    return Figures(
        count,
        grades.count("mistake") / count,
        grades.count("inaccurate") / count,
        sum(cost.mean for cost in costs) / count,
        (time.process_time() - began) / count,
    )


def reviewed(game: str, number: int, steps: int) -> Noted:
    """Play a game and review all who played it."""
    match = played(game, number, steps)
    return Noted(game, number, steps, {level: figures(match, seat) for seat, level in enumerate(match.names)})


def remembered(file: IO[str]) -> list[Noted]:
    file.seek(0)
    return [msgspec.json.decode(line, type=Noted) for line in file]


def interval(values: Sequence[float]) -> str:
    """A mean over games, and how far it may be off."""
    mean = sum(values) / len(values)
    spread = math.sqrt(sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1))
    return f"{mean:.3f} ± {1.96 * spread / math.sqrt(len(values)):.3f}"


def row(game: str, level: str, found: Sequence[Figures]) -> str:
    cells = [
        registry.get_game(game).title,
        level,
        str(len(found)),
        f"{sum(each.turns for each in found) / len(found):.1f}",
        interval([each.mistakes for each in found]),
        interval([each.inaccurate for each in found]),
        interval([each.lost for each in found]),
        f"{sum(each.seconds for each in found) / len(found):.2f}",
    ]
    return f"| {' | '.join(cells)} |"


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.reviews", description=__doc__)
    parser.add_argument("game", nargs="*", help="all five unless named")
    parser.add_argument("--games", type=int, default=40, help="of each game; every level plays in all of them")
    parser.add_argument("--steps", type=int, default=150, help="trials of a master's turn in play")
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--notes", default=os.devnull, help="where games are noted, to go on from there")
    told = parser.parse_args(arguments)
    print("| game | level | games | turns | mistakes a turn | inaccurate | average loss per turn | s a turn |")
    print("|---|---|---|---|---|---|---|---|", flush=True)
    with open(told.notes, "a+", encoding="utf-8") as notes:
        known = {(each.game, each.number): each for each in remembered(notes) if each.steps == told.steps}
        for game in told.game or [found.name for found in registry.all_games()]:
            found = []
            for number in range(told.first, told.first + told.games):
                each = known.get((game, number))
                if each is None:
                    each = reviewed(game, number, told.steps)
                    notes.write(msgspec.json.encode(each).decode() + "\n")
                    notes.flush()
                found.append(each)
            for level in LEVELS:
                print(row(game, level, [each.levels[level] for each in found]), flush=True)


if __name__ == "__main__":
    main()
