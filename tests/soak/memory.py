"""What a long evening takes: memory after many games in one process, on the screen and in the bots' process.

`python -m tests.soak.memory --games 100` plays so many games of each kind, then of all kinds in turn, each row in a
process of its own. It fails where the screen's last figure is over a tenth more than its first; the bots may fill what
they remember by heart, which has a bound.
"""

import argparse
import asyncio
import gc
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import msgspec

from core import registry
from core.bots.player import bot_rng
from core.bots.search import Budget
from core.bots.worker import BotRequest, answer
from core.game import Game
from core.match import Match, Seat
from core.rng import Rng
from saves.settings import AT_ONCE

#: As many rows are measured over a run.
_ROWS = 10
_MOST = 1.10
_MIXED = "mixed"


def main() -> int:
    asked = argparse.ArgumentParser(prog="python -m tests.soak.memory", description=__doc__)
    asked.add_argument("--games", type=int, default=100, help="games of each kind on the screen")
    asked.add_argument("--questions", type=int, default=1000, help="questions of each kind to the bots")
    asked.add_argument("--only", choices=[*registry.GAME_NAMES, _MIXED], help="this kind alone")
    asked.add_argument("--part", choices=["screen", "bots"], help="measure one kind here, in this process")
    words = asked.parse_args()
    if words.part:
        return _measure(words.part, words.only or _MIXED, words.games if words.part == "screen" else words.questions)
    heads = "".join(f"{n * 100 // _ROWS:>6} %" for n in range(1, _ROWS + 1))
    print(f"{'MB after games or questions':28}{heads}", flush=True)
    kinds = [words.only] if words.only else [*registry.GAME_NAMES, _MIXED]
    return max(_apart(part, kind, words) for part in ("screen", "bots") for kind in kinds)


def _apart(part: str, kind: str, words: argparse.Namespace) -> int:
    """Measure in a fresh process with a home of its own."""
    with tempfile.TemporaryDirectory() as home:
        sizes = ["--games", str(words.games), "--questions", str(words.questions)]
        return subprocess.run(
            [sys.executable, "-m", "tests.soak.memory", "--part", part, "--only", kind, *sizes],
            env={**os.environ, "SAMOVAR_HOME": home},
        ).returncode


def _measure(part: str, kind: str, number: int) -> int:
    names = registry.GAME_NAMES if kind == _MIXED else (kind,)
    games = [registry.get_game(name) for name in names]
    print(f"{f'{part}, {kind}: {number}':28}", end="", flush=True)
    taken = asyncio.run(_on_screen(games, number)) if part == "screen" else _by_bots(games, number)
    grown = taken[-1] / taken[0]
    print(f"  {grown - 1:+.1%}")
    return int(part == "screen" and grown > _MOST)


def _memory() -> float:
    """What this process holds, in MB; also shown, since the next figure may take minutes."""
    gc.collect()
    megabytes = int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
    print(f"{megabytes:>8.1f}", end="", flush=True)
    return megabytes


def _seats(game: Game) -> list[Seat]:
    """Alone where that can be, else against a bot."""
    return [Seat("Anna"), Seat("Gleb", "bot", "random")][: max(1, game.player_counts[0])]


async def _on_screen(games: list[Game], number: int) -> list[float]:
    """Games one after another on the app's own screens, each to its result and home again."""
    from tests.tui.pilots import table

    taken = []
    async with table() as at:
        at.app.settings.bot_seconds = 0.1
        at.app.settings.pace, at.app.settings.payoff = AT_ONCE, False
        rng = Rng(1)
        for played in range(1, number + 1):
            game = games[played % len(games)]
            match = Match.new(game, _seats(game), {}, played)
            at.app.new_match(match)
            await at.pilot.pause()
            while not match.is_over:
                at.session.skip()  # what stays until a key is pressed has been read
                if match.waits_for_human:
                    at.session.submit([rng.choice(list(match.state.legal_moves()))])
                await asyncio.sleep(0.001)
            await at.pilot.pause()
            at.app.go_home()
            await at.pilot.pause()
            if played % max(1, number // _ROWS) == 0:
                taken.append(_memory())
    return taken


def _by_bots(games: list[Game], number: int) -> list[float]:
    """Questions as the bots' process answers them, from game after game of masters in a hurry."""
    taken = []
    for asked, (match, position) in enumerate(_positions(games, number), 1):
        seat = match.seats[match.state.actor or 0]
        request = BotRequest(asked, match.game.name, seat.level, bot_rng(match), Budget(0.05), position)
        match.play(answer(request).plan[0])
        if asked % max(1, number // _ROWS) == 0:
            taken.append(_memory())
    return taken


def _positions(games: list[Game], number: int) -> Iterator[tuple[Match, msgspec.Raw]]:
    """So many positions in which somebody has to decide; whoever asks plays on in between."""
    seats = [Seat("Anna", "bot", "master"), Seat("Gleb", "bot", "master")]
    seed = 0
    while number > 0:
        seed += 1
        match = Match.new(games[seed % len(games)], seats, {}, seed)
        while not match.is_over and number > 0:
            number -= 1
            yield match, msgspec.Raw(msgspec.json.encode(match.state))


if __name__ == "__main__":
    sys.exit(main())
