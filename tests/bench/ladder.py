"""`python -m tests.bench.ladder [GAME]…` lets the levels of every game meet, and says whether each is worth its name.

Paired games in the arena: every seed from every seat. It takes hours for all games; `--rungs` chooses some matches.
"""

import argparse
import os
from collections.abc import Sequence
from typing import NamedTuple

from core import registry
from core.bots.arena import ArenaReport, Entrant, play_all, schedule, summarize
from core.bots.search import Budget


class Rung(NamedTuple):
    """A match of levels, the first of which is to win so often."""

    seats: tuple[str, ...]
    share: float


class Solo(NamedTuple):
    """A level alone, which is to reach so many points on average."""

    seats: tuple[str, ...]
    points: float


RUNGS: dict[str, Rung] = {
    "novice": Rung(("adept", "novice"), 0.8),
    "novices": Rung(("adept", "novice", "novice", "novice"), 0.375),
    "adept": Rung(("master", "adept"), 0.7),
    "adepts": Rung(("master", "adept", "adept", "adept"), 0.375),
}
SOLOS: dict[str, Solo] = {"mezen": Solo(("master",), 138), "gzhel": Solo(("master",), 160)}


def meet(game: str, seats: Sequence[str], games: int, seed: int, budget: Budget, jobs: int) -> ArenaReport:
    planned = schedule(game, seats, games, seed, {}, budget)
    return summarize(game, seats, list(play_all(planned, jobs)))


def line(game: str, aim: Rung | Solo, report: ArenaReport) -> str:
    """One match as a row of a table."""
    first = report.entrants[0]
    if isinstance(aim, Solo):
        reached = first.points >= aim.points
        figure = f"{first.points:.1f} ± {first.points_within:.1f} points"
        wanted = f"{aim.points:.0f}"
    else:
        reached = first.win_rate >= aim.share
        figure = f"{first.win_rate:.1%} ({first.win_rate_low:.1%} to {first.win_rate_high:.1%})"
        wanted = f"{aim.share:.1%}"
    return (
        f"| {registry.get_game(game).title} | {against(report.entrants)} | {figure} | {wanted} | "
        f"{'reached' if reached else 'behind'} | {report.games} | {first.seconds_a_turn:.3f} |"
    )


def against(entrants: Sequence[Entrant]) -> str:
    """Who meets whom, in a few words."""
    first, others = entrants[0].level, entrants[1:]
    if not others:
        return f"{first} alone"
    return f"{first} over {others[0].level}" if len(others) == 1 else f"{first} over {len(others)} of {others[0].level}"


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.ladder", description=__doc__)
    parser.add_argument("game", nargs="*", help="all five unless named")
    parser.add_argument("--rungs", default=",".join([*RUNGS, "solo"]), help="which of: %(default)s")
    parser.add_argument("--games", type=int, default=200, help="of each match")
    parser.add_argument("--seconds", type=float, default=0.5, help="for a master's turn against others")
    parser.add_argument("--solo-seconds", type=float, default=2.0, help="for a master's turn alone")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    told = parser.parse_args(arguments)
    print("| game | match | first places, or points | aim | | games | s a turn |")
    print("|---|---|---|---|---|---|---|", flush=True)
    for game in told.game or registry.GAME_NAMES:
        for name in told.rungs.split(","):
            aim = SOLOS.get(game) if name == "solo" else RUNGS[name]
            if aim is None:
                continue
            seconds = told.solo_seconds if isinstance(aim, Solo) else told.seconds
            found = meet(game, aim.seats, told.games, told.seed, Budget(seconds), told.jobs)
            print(line(game, aim, found), flush=True)


if __name__ == "__main__":
    main()
