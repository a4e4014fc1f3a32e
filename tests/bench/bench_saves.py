"""The cost of saves and of the command line, each as a ratio to something measured in the same run.

`figures()` returns rows of (name, value, unit, aim); `python -m tests.bench` prints them.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from core import shelf
from core.chance import Chance
from core.match import Match, Seat
from saves import records
from saves.folders import Folders
from saves.store import Store

Row = tuple[str, float, str, str]

SEATS = (Seat("Anna"), *(Seat(f"Bot {n}", "bot", "random") for n in range(1, 5)))


def figures() -> list[Row]:
    """Every figure of this file."""
    match = finished_match()
    with tempfile.TemporaryDirectory() as folder:
        save, write = save_costs(match, Path(folder))
        load, play = load_costs(match)
    start, bare = start_costs()
    return [
        ("save a move, encoding alone", 1e6 * save, "us", ""),
        ("save a move, with its fsync", 1e3 * write, "ms", ""),
        ("save a move / bare write and fsync", write / max(bare_write(match), 1e-9), "x", ""),
        ("load a finished match of five", 1e3 * load, "ms", "< 100"),
        ("load a finished match / play it", load / play, "x", ""),
        ("samovar --version", 1e3 * start, "ms", ""),
        ("samovar --version / import click, msgspec", start / bare, "x", "<= 1.5"),
    ]


def finished_match() -> Match:
    """A whole game at the largest table: the longest log there is."""
    match = Match.new(shelf.game("mezen"), SEATS, {}, 7)
    luck = Chance(7)
    while not match.over:
        match.play(luck.pick(list(match.state.moves())))
    return match


def save_costs(match: Match, folder: Path) -> tuple[float, float]:
    """Seconds to encode a match, and to have it on disk."""
    now = records.now()
    encode = best(lambda: records.encode(records.record(match, now)), 200)
    with Store(Folders.under(folder)).begin() as keeper:
        keeper.save(match)
        return encode, best(lambda: keeper.save(match), 50)


def bare_write(match: Match) -> float:
    """Seconds to write and sync as many bytes with nothing around them."""
    data = records.encode(records.record(match, records.now()))
    with tempfile.NamedTemporaryFile() as file:

        def write() -> None:
            os.pwrite(file.fileno(), data, 0)
            os.fsync(file.fileno())

        return best(write, 50)


def load_costs(match: Match) -> tuple[float, float]:
    """Seconds to load a match from its bytes, and to play its moves on a bare state."""
    data = records.encode(records.record(match, records.now()))
    moves = [line.notation for line in match.log]

    def play() -> None:
        state = match.game.start(match.setup)
        for notation in moves:
            state.play(next(move for move in state.moves() if move.notation == notation))

    return best(lambda: records.restore(records.decode(data)), 10), best(play, 10)


def start_costs() -> tuple[float, float]:
    """Seconds of `samovar --version`, and of the least that it needs. Taken in turns: machines swing."""
    ours = ["-c", "import sys; sys.argv = ['samovar', '--version']; from tui.cli import main; main()"]
    least = ["-c", "import click, msgspec"]
    pairs = [(_run(ours), _run(least)) for _ in range(15)]
    return min(pair[0] for pair in pairs), min(pair[1] for pair in pairs)


def _run(words: list[str]) -> float:
    begin = time.perf_counter()
    subprocess.run([sys.executable, *words], check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - begin


def best(act: Callable[[], object], times: int) -> float:
    """The least time of one call: what the work costs when nothing disturbs it."""
    least = float("inf")
    for _ in range(times):
        begin = time.perf_counter()
        act()
        least = min(least, time.perf_counter() - begin)
    return least


if __name__ == "__main__":
    for name, value, unit, aim in figures():
        print(f"{name:<45} {value:9.2f} {unit:<3} {aim}")
