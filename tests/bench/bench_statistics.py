"""What statistics cost when ten thousand games are finished, and hundreds of them reviewed."""

import os
import tempfile
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from time import process_time

import msgspec

from core import registry
from core.match import Match, Seat
from core.review.comparison import Estimate
from core.rng import Rng
from saves import match_record
from saves.history import finished
from saves.history.statistics import load_statistics
from saves.history.summary import load_summaries
from saves.paths import DataPaths
from tests.bench.measure import Row, pace, process_ms

GAMES, REVIEWS = 10_000, 400
#: The seats that played: in each game of the registry, one alone where that is possible.
SEATS = (Seat("Anna"), Seat("Boris", "bot", "novice"), Seat("Vera", "bot", "adept"))


def figures() -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        paths = DataPaths.under(Path(folder))
        fill(paths)
        slower = pace()
        first = _ms(lambda: load_summaries(paths)) / slower
        again = _ms(lambda: load_summaries(paths)) / slower
        whole = min(_ms(lambda: load_statistics(paths)) for _ in range(3)) / slower
        os.environ["SAMOVAR_HOME"] = folder
        command = process_ms("from tui.cli.main import main; main(['stats', '--json'])", 3) / slower
    return [
        Row(f"statistics of {GAMES:,} games", whole, "ms", "< 500"),
        Row("samovar stats --json, from start to end", command, "ms"),
        Row("what home shows of them, the first time", first, "ms"),
        Row("what home shows of them, remembered", again, "ms", "< 5"),
    ]


def fill(paths: DataPaths) -> None:
    """As many finished games as are asked for, over all five, made of a few real ones, and reviews of the last."""
    now, lines = match_record.now(), []
    for game in registry.all_games():
        finished.add(paths.finished, _played(game.name), "real", now, 600.0)
    real = [msgspec.json.decode(line) for line in paths.finished.read_bytes().splitlines()]
    for number in range(GAMES):
        ended = now - timedelta(hours=GAMES - number)
        told = {**real[number % len(real)], "match": f"m{number}", "started": ended, "ended": ended}
        lines.append(msgspec.json.encode(told) + b"\n")
    paths.finished.write_bytes(b"".join(lines))
    paths.reviews.mkdir()
    turns = [{"turn": {"seat": 0, "at": at, "moves": ["a", "b"]}, "cost": Estimate(1.5, 0.4)} for at in range(30)]
    for number in range(GAMES - 2 * REVIEWS, GAMES, 2):
        (paths.reviews / f"m{number}.json").write_bytes(msgspec.json.encode({"turns": turns}))


def _played(name: str) -> Match:
    match = Match.new(registry.get_game(name), SEATS[: 1 if 1 in registry.get_game(name).player_counts else 3], {}, 7)
    rng = Rng(7)
    while not match.is_over:
        match.play(rng.choice(list(match.state.legal_moves())))
    return match


def _ms(act: Callable[[], object]) -> float:
    begin = process_time()
    act()
    return 1000 * (process_time() - begin)
