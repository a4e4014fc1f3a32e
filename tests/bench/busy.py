"""How much bots think on a busy host: `python -m tests.bench.busy [LOADS] [SEARCHES]`, such as `1,10 20`.

At each load so many processes, this one among them, want the processor. A master searches at the nice value of the
bots' processes, from positions of whole games; a line for each game tells the trials of a search of 0.2 and of 1.0
seconds, the median and the least, and how long it took by the clock on the wall.
"""

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence

from core import bots, registry
from core.bots.search import Budget
from core.game import Game, State
from core.match import Match, Seat
from core.rng import Rng

#: The nice value of the bots' processes.
_NICE = 10
_SECONDS = (0.2, 1.0)


def positions(game: Game, number: int) -> list[State]:
    """Return so many positions of games between adepts, in which there is something to choose."""
    seats = [Seat(name, "bot", "adept") for name in ("Anna", "Boris")]
    found: list[State] = []
    for seed in range(number):
        match, rng = Match.new(game, seats, {}, seed), Rng(seed)
        for _ in range(3 * (1 + seed % 5)):
            if not match.is_over:
                match.play(bots.plan_turn(game, match.state, "novice", rng)[0])
        if not match.is_over and len(match.legal_moves) > 1:
            found.append(match.state)
    return found


def measure(game: Game, states: Sequence[State], seconds: float) -> str:
    trials, walls = [], []
    for number, state in enumerate(states):
        began = time.monotonic()
        thought = bots.think(game, state, "master", Rng(number), Budget(seconds))
        walls.append(time.monotonic() - began)
        trials.append(sum(candidate.trials for candidate in thought.candidates))
    return f"{statistics.median(trials):.0f} ({min(trials)}), {statistics.median(walls):.1f} s | "


def main(loads: str = "1,10", searches: int = 20) -> None:
    games = registry.all_games()
    known = {game.name: positions(game, searches) for game in games}
    os.nice(max(0, _NICE - os.nice(0)))
    for load in map(int, loads.split(",")):
        others = [
            subprocess.Popen([sys.executable, "-c", "while True: pass"], preexec_fn=_come_forward)
            for _ in range(load - 1)
        ]
        try:
            for game in games:
                row = "".join(measure(game, known[game.name], seconds) for seconds in _SECONDS)
                print(f"| load {load} | {game.name} | {row}", flush=True)
        finally:
            for other in others:
                other.kill()


def _come_forward() -> None:
    """The other programs of the host are not put back as bots are, where the system lets us say so."""
    try:
        os.nice(-_NICE)
    except OSError:
        return


if __name__ == "__main__":
    words = sys.argv[1:] or ["1,10"]
    main(words[0], *map(int, words[1:]))
