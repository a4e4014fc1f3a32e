"""The cost of saves and of the command line, each as a ratio to something measured in the same run.

`figures()` returns rows of (name, value, unit, aim); `python -m tests.bench` prints them.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from core import registry
from core.match import Match, Seat
from core.rng import Rng
from saves import match_record
from saves.history import finished
from saves.match_store import MatchStore
from saves.paths import DataPaths
from tests.bench.bench_app import first_frame

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
        *scale(),
    ]


def finished_match() -> Match:
    """A whole game at the largest table: the longest log there is."""
    match = Match.new(registry.get_game("mezen"), SEATS, {}, 7)
    rng = Rng(7)
    while not match.is_over:
        match.play(rng.choice(list(match.state.legal_moves())))
    return match


def save_costs(match: Match, folder: Path) -> tuple[float, float]:
    """Seconds to encode a match, and to have it on disk."""
    now = match_record.now()
    encode = best(lambda: match_record.encode(match_record.make_record(match, now)), 200)
    with MatchStore(DataPaths.under(folder)).new_file() as match_file:
        match_file.save(match)
        return encode, best(lambda: match_file.save(match), 50)


def bare_write(match: Match) -> float:
    """Seconds to write and sync as many bytes with nothing around them."""
    data = match_record.encode(match_record.make_record(match, match_record.now()))
    with tempfile.NamedTemporaryFile() as file:

        def write() -> None:
            os.pwrite(file.fileno(), data, 0)
            os.fsync(file.fileno())

        return best(write, 50)


def load_costs(match: Match) -> tuple[float, float]:
    """Seconds to load a match from its bytes, and to play its moves on a bare state."""
    data = match_record.encode(match_record.make_record(match, match_record.now()))
    moves = [entry.notation for entry in match.log]

    def play() -> None:
        state = match.game.start(match.setup)
        for notation in moves:
            state.play(next(move for move in state.legal_moves() if move.notation == notation))

    return best(lambda: match_record.restore(match_record.decode(data)), 10), best(play, 10)


def start_costs() -> tuple[float, float]:
    """Seconds of `samovar --version`, and of the least that it needs. Taken in turns: machines swing."""
    ours = ["-c", "import sys; sys.argv = ['samovar', '--version']; from tui.cli.main import main; main()"]
    least = ["-c", "import click, msgspec"]
    pairs = [(_run(ours), _run(least)) for _ in range(15)]
    return min(pair[0] for pair in pairs), min(pair[1] for pair in pairs)


# Many matches

#: What a folder can be full of: one match in so many is over.
FULL_OF = {"unfinished": 0, "mixed": 2, "finished": 1}
#: What is run, and the words by which its first frame is known.
RUNS = {"home": ((), b"quit"), "resume": (("resume",), b"Esc"), "saves list": (("saves", "list"), b"m000000 ")}


def scale(sizes: tuple[int, ...] = (1, 1000, 10_000), times: int = 5) -> list[Row]:
    """The first frame of home and of `resume`, and the whole of `saves list`, with few matches and with many."""
    rows = []
    for kind, over in FULL_OF.items():
        with tempfile.TemporaryDirectory() as folder:
            homes = {size: full_home(Path(folder, str(size)), size, over) for size in sizes}
            for what, (words, mark) in RUNS.items():
                if kind == "finished" and what == "resume":
                    continue  # there is nothing to go on with
                rows += _growth(f"{what}, all {kind}" if over != 2 else f"{what}, mixed", homes, words, mark, times)
    return rows


def _growth(what: str, homes: dict[int, Path], words: tuple[str, ...], mark: bytes, times: int) -> list[Row]:
    """Seconds at each size, taken in turns, and the ratio of the largest to the smallest."""
    taken: dict[int, list[float]] = {size: [] for size in homes}
    for _ in range(times):
        for size, home in homes.items():
            taken[size].append(first_frame(str(home), ("-m", "tui.cli.main", *words), mark))
    few, many = min(homes), max(homes)
    aim = "" if what.startswith("saves list") else "<= 1.15"  # a list grows with what it lists
    rows: list[Row] = [(f"{what}: {size} matches", 1e3 * min(taken[size]), "ms", "") for size in homes]
    return [*rows, (f"{what}: {many} matches / {few}", min(taken[many]) / min(taken[few]), "x", aim)]


def full_home(home: Path, size: int, over: int) -> Path:
    """A home with so many matches, one in `over` of them finished, and as many results."""
    begun, ended = Match.new(registry.get_game("mezen"), SEATS[:2], {}, 7), finished_match()
    files = [
        msgspec.json.decode(match_record.encode(match_record.make_record(match, match_record.now())))
        for match in (begun, ended)
    ]
    (home / "matches").mkdir(parents=True)
    now = time.time()
    for number in range(size):
        is_over = over > 0 and number % over == over - 1
        then = now - 60 * (size - number)
        files[is_over]["saved"] = datetime.fromtimestamp(then, UTC)
        path = home / "matches" / f"m{number:06}.json"
        path.write_bytes(msgspec.json.encode(files[is_over]))
        os.utime(path, (then, then))
    finished.add(home / "finished.jsonl", ended, "m000000", match_record.now())
    line = (home / "finished.jsonl").read_bytes()
    lines = (line.replace(b"m000000", b"m%06d" % number) for number in range(size))
    (home / "finished.jsonl").write_bytes(b"".join(lines))
    MatchStore(DataPaths.under(home)).entries()  # the first look of all reads everything, once
    return home


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
