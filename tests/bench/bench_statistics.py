"""What statistics cost when ten thousand games are finished, and hundreds of them reviewed."""

import os
import tempfile
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from time import process_time

import msgspec

from core import registry as shelf
from core.match import Match, Seat
from core.review.comparison import Estimate
from core.rng import Chance
from saves import match_record as records
from saves.history import finished
from saves.history.statistics import statistics
from saves.history.summary import glances
from saves.paths import Folders
from tests.bench.measure import Row, pace, process_ms

GAMES, REVIEWS = 10_000, 400
#: Who played: each game of the shelf, alone where that can be.
SEATS = (Seat("Anna"), Seat("Boris", "bot", "novice"), Seat("Vera", "bot", "adept"))


def figures() -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        folders = Folders.under(Path(folder))
        fill(folders)
        slower = pace()
        first = _ms(lambda: glances(folders)) / slower
        again = _ms(lambda: glances(folders)) / slower
        whole = min(_ms(lambda: statistics(folders)) for _ in range(3)) / slower
        os.environ["SAMOVAR_HOME"] = folder
        command = process_ms("from tui.cli.main import main; main(['stats', '--json'])", 3) / slower
    return [
        Row(f"statistics of {GAMES:,} games", whole, "ms", "< 500"),
        Row("samovar stats --json, from start to end", command, "ms"),
        Row("what home shows of them, the first time", first, "ms"),
        Row("what home shows of them, remembered", again, "ms", "< 5"),
    ]


def fill(folders: Folders) -> None:
    """As many finished games as are asked for, over all five, made of a few real ones, and reviews of the last."""
    now, lines = records.now(), []
    for game in shelf.games():
        finished.add(folders.finished, _played(game.name), "real", now, 600.0)
    real = [msgspec.json.decode(line) for line in folders.finished.read_bytes().splitlines()]
    for number in range(GAMES):
        ended = now - timedelta(hours=GAMES - number)
        told = {**real[number % len(real)], "match": f"m{number}", "started": ended, "ended": ended}
        lines.append(msgspec.json.encode(told) + b"\n")
    folders.finished.write_bytes(b"".join(lines))
    folders.reviews.mkdir()
    turns = [{"turn": {"seat": 0, "at": at, "moves": ["a", "b"]}, "cost": Estimate(1.5, 0.4)} for at in range(30)]
    for number in range(GAMES - 2 * REVIEWS, GAMES, 2):
        (folders.reviews / f"m{number}.json").write_bytes(msgspec.json.encode({"turns": turns}))


def _played(name: str) -> Match:
    match = Match.new(shelf.game(name), SEATS[: 1 if 1 in shelf.game(name).seats else 3], {}, 7)
    luck = Chance(7)
    while not match.over:
        match.play(luck.pick(list(match.state.moves())))
    return match


def _ms(act: Callable[[], object]) -> float:
    begin = process_time()
    act()
    return 1000 * (process_time() - begin)
