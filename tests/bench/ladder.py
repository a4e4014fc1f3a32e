"""`python -m tests.bench.ladder [GAME]…` lets the levels of every game meet, and says whether each is worth its name.

Paired games in the arena: every seed from every seat. It takes hours for all games; `--rungs` chooses some matches. The
figures go into docs/ladder.json, from which the table of README.md is made; figures of other matches stay there.
"""

import argparse
import os
import subprocess
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import msgspec

from core import registry
from core.bots.arena import ArenaReport, Entrant, play_all, schedule, summarize
from core.bots.baseline import level_ratings
from core.bots.search import Budget

#: Where the figures are kept.
DATA = Path(__file__).parents[2] / "docs" / "ladder.json"
#: A level between novice and adept may be so far from an even share of the gap.
EVEN_WITHIN = 0.06


class Rung(NamedTuple):
    """A match of levels, the first of which is to win so often."""

    seats: tuple[str, ...]
    share: float


class EvenRung(NamedTuple):
    """A match of neighbours, the first of which is to win as often as a third of the gap of novice and adept gives."""

    seats: tuple[str, ...]

    def share(self, game: str) -> float:
        ratings = level_ratings(game)
        return 1 / (1 + 10 ** (-(ratings["adept"] - ratings["novice"]) / 3 / 400))


class Solo(NamedTuple):
    """A level alone, which is to reach so many points on average."""

    seats: tuple[str, ...]
    points: float


class Pairing(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a match of levels came to; of a level alone, the points. Intervals are of 95 %."""

    game: str
    level: str
    #: The level of all others; empty alone.
    against: str
    players: int
    games: int
    #: A master's seconds of the processor for a turn; 0 where nobody is a master, whose time is not counted.
    budget: float
    date: str
    commit: str
    #: First places, where a shared one counts as a part, and their share.
    first_places: float = 0.0
    share: float = 0.0
    points: float = 0.0
    interval: tuple[float, float] = (0.0, 0.0)


class Ladder(msgspec.Struct):
    """The data file: when and of which commit the latest figure is, and all figures."""

    date: str = ""
    commit: str = ""
    pairings: list[Pairing] = []

    def put(self, found: Pairing) -> None:
        """Add a figure in place of the older one of the same match."""
        kept = [each for each in self.pairings if _match(each) != _match(found)]
        order = list(registry.GAME_NAMES)
        self.pairings = sorted([*kept, found], key=lambda each: (order.index(each.game), _match(each)))
        self.date, self.commit = found.date, found.commit


def _match(pairing: Pairing) -> tuple[str, str, str, int]:
    return pairing.game, pairing.level, pairing.against, pairing.players


RUNGS: dict[str, Rung | EvenRung] = {
    "novice": Rung(("adept", "novice"), 0.8),
    "novices": Rung(("adept", "novice", "novice", "novice"), 0.375),
    "apprentice-novice": EvenRung(("apprentice", "novice")),
    "journeyman-apprentice": EvenRung(("journeyman", "apprentice")),
    "adept-journeyman": EvenRung(("adept", "journeyman")),
    "adept": Rung(("master", "adept"), 0.7),
    "adepts": Rung(("master", "adept", "adept", "adept"), 0.375),
}
SOLOS: dict[str, Solo] = {"mezen": Solo(("master",), 138), "gzhel": Solo(("master",), 160)}


def meet(game: str, seats: Sequence[str], games: int, seed: int, budget: Budget, jobs: int) -> ArenaReport:
    planned = schedule(game, seats, games, seed, {}, budget)
    return summarize(game, seats, list(play_all(planned, jobs)))


def revision() -> str:
    """Return the commit of this code."""
    asked = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, cwd=DATA.parent)
    return asked.stdout.strip()


def pairing(report: ArenaReport, budget: Budget, commit: str) -> Pairing:
    """Return a match as the data file keeps it."""
    first, *others = report.entrants
    now = datetime.now(UTC).date().isoformat()
    seconds = budget.seconds if "master" in {each.level for each in report.entrants} else 0.0
    facts = (report.game, first.level, others[0].level if others else "", len(report.entrants), report.games, seconds)
    told = (*facts, now, commit)
    if not others:
        low, high = first.points - first.points_within, first.points + first.points_within
        return Pairing(*told, points=round(first.points, 2), interval=(round(low, 2), round(high, 2)))
    interval = (round(first.win_rate_low, 4), round(first.win_rate_high, 4))
    return Pairing(*told, round(first.wins, 2), round(first.win_rate, 4), interval=interval)


def load(path: Path = DATA) -> Ladder:
    return msgspec.json.decode(path.read_bytes(), type=Ladder) if path.exists() else Ladder()


def save(ladder: Ladder, path: Path = DATA) -> None:
    path.write_bytes(msgspec.json.format(msgspec.json.encode(ladder), indent=1) + b"\n")


def line(game: str, aim: Rung | EvenRung | Solo, report: ArenaReport) -> str:
    """One match as a row of a table."""
    first = report.entrants[0]
    if isinstance(aim, Solo):
        reached = first.points >= aim.points
        figure = f"{first.points:.1f} ± {first.points_within:.1f} points"
        wanted = f"{aim.points:.0f}"
    else:
        share = aim.share if isinstance(aim, Rung) else aim.share(game)
        lead = first.win_rate - share
        reached = lead >= 0 if isinstance(aim, Rung) else abs(lead) <= EVEN_WITHIN
        figure = f"{first.win_rate:.1%} ({first.win_rate_low:.1%} to {first.win_rate_high:.1%})"
        wanted = f"{share:.1%}"
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
    parser.add_argument("--data", type=Path, default=DATA, help="where the figures are kept: %(default)s")
    told = parser.parse_args(arguments)
    commit = revision()
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
            ladder = load(told.data)  # anew each time, because other games may be measured beside this one
            ladder.put(pairing(found, Budget(seconds), commit))
            save(ladder, told.data)


if __name__ == "__main__":
    main()
