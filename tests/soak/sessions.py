"""Monkeys at the keyboards of local matches: `python -m tests.soak.sessions [SEEDS] [FIRST]`.

Each plays all games, with one and two people, at every pace, with bots that are late and sometimes fail. Ends with 1 at
the first session that is stuck, moves for a person, or differs from its file.
"""

import os
import sys
import tempfile
from collections import Counter

from core import registry
from core.match import Seat
from saves.settings import PACES
from tests.tui.sessions.monkey import Monkey

ANNA, BORIS, VERA, ADA = Seat("Anna"), Seat("Boris"), Seat("Vera", "bot", "novice"), Seat("Ada", "bot", "adept")


def main(seeds: int = 50, first: int = 1) -> int:
    modes: Counter[str] = Counter()
    for seed in range(first, first + seeds):
        for game in registry.all_games():
            for seats in ((ANNA, ADA), (ANNA, BORIS), (ANNA, BORIS, VERA), (VERA, ANNA, ADA)):
                if len(seats) in game.player_counts:
                    modes += _play(game.name, seats, seed)
        print(f"seed {seed}: {dict(modes)}", flush=True)
    return 0


def _play(name: str, seats: tuple[Seat, ...], seed: int) -> Counter[str]:
    """Let a monkey play one match; return the modes that it met."""
    with tempfile.TemporaryDirectory() as home:
        os.environ["SAMOVAR_HOME"] = home
        monkey = Monkey(registry.get_game(name), seats, seed, PACES[seed % len(PACES)])
        try:
            monkey.play()
        except BaseException:
            print(f"{name}, seed {seed}, {', '.join(seat.name for seat in seats)}", file=sys.stderr)
            raise
        return monkey.modes


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
