"""A player's figures, game by game, from the finished games and the reviews.

    statistics = load_statistics(store.paths)     # every game that was finished; .trouble when lines are damaged
    statistics.games["mezen"].tables              # games, wins, mean and best by opponents

Only games that one human played say how well that human plays. Games of several humans at one keyboard are counted
with their time, and used for nothing else.
"""

import contextlib
import os
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import msgspec

from core import __version__, registry
from core.bots.baseline import baseline
from core.review.comparison import Estimate
from core.review.report import mean_loss
from saves.files import read_bytes, write_cache
from saves.history import finished
from saves.history.finished import FinishedGame
from saves.history.rating import Rating
from saves.history.results import PlayerResult, by_game, by_single_player, rating_of
from saves.paths import DataPaths

#: How many of the latest games are plotted, and how many reviews are read.
LAST, REVIEWS = 20, 200

_LONG_AGO = datetime.min.replace(tzinfo=UTC)


class TableStatistics(msgspec.Struct, frozen=True):
    """The games with one number of seats and one set of levels; a solo game has no levels."""

    seats: int
    levels: tuple[str, ...]
    games: int
    wins: float
    mean: float
    best: int


class SourceShare(msgspec.Struct, frozen=True):
    """The average points from one source, per game or (where cards pay) per card, with the master's where known.

    `source` is its label.
    """

    source: str
    mean: float
    master: float | None
    cards: int = 0


class SourceStatistics(msgspec.Struct, frozen=True):
    """The sources of points in games of one number of seats, over how many games."""

    seats: int
    games: int
    parts: list[SourceShare]


class ReviewLosses(msgspec.Struct, frozen=True):
    """The points lost per turn that a review found."""

    match: str
    ended: datetime
    turns: int
    lost: Estimate


class Streak(msgspec.Struct, frozen=True):
    """The length of a streak, now and at best."""

    now: int
    best: int


class GameStatistics(msgspec.Struct, frozen=True):
    """All figures of one game."""

    game: str
    #: Games of one human, and those of several at one keyboard.
    games: int
    shared: int
    tables: list[TableStatistics]
    mean: float
    best: int
    last: list[int]
    titles: dict[str, int]
    sources: SourceStatistics | None
    lost: list[ReviewLosses]
    #: Days in a row with a finished game, and wins in a row over bots.
    days: Streak
    wins: Streak
    #: The total time of the games whose time is known, and how many those are.
    seconds: float
    timed: int
    rating: Rating | None


class Statistics(msgspec.Struct, frozen=True):
    """The figures by game, and a sentence about what was wrong with the file."""

    games: dict[str, GameStatistics]
    trouble: str = ""


class _StatisticsCache(msgspec.Struct):
    """The stored figures, and what they were computed from."""

    stamp: str
    statistics: Statistics


_cache_decoder = msgspec.json.Decoder(_StatisticsCache)
#: Up to this many bytes the figures are computed anew each time, which is fast enough.
_MANY = 1024 * 1024


def load_statistics(paths: DataPaths, today: date | None = None) -> Statistics:
    """Return the figures of every game that was ever finished.

    When there are very many games, the figures are cached in a hidden file until a game or a review is added.
    """
    day = today or date.today()
    if _size(paths.finished) < _MANY:
        return _compute(paths, day)
    cached, stamp = paths.finished.with_name(f".{paths.finished.name}.figures"), _stamp(paths, day)
    with contextlib.suppress(OSError, msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        data = read_bytes(cached, follow=False)
        known = _cache_decoder.decode(data)
        # What is shown has no signs that would have to be escaped: another file was not written here.
        if known.stamp == stamp and b"\\" not in data and data.decode().isprintable():
            return known.statistics
    found = _compute(paths, day)
    with contextlib.suppress(OSError):
        write_cache(cached, msgspec.json.encode(_StatisticsCache(stamp, found)), paths.quota)
    return found


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _stamp(paths: DataPaths, day: date) -> str:
    """Return what changes when the figures may: this program, the day, the games, and the reviews."""
    facts: list[object] = [__version__, day, *time.tzname]
    for path in (paths.finished, paths.reviews):
        with contextlib.suppress(OSError):
            about = path.stat()
            facts += [about.st_ino, about.st_size, about.st_mtime_ns]
    return " ".join(map(str, facts))


def _compute(paths: DataPaths, now: date) -> Statistics:
    games, trouble = finished.read(paths.finished)
    reviewed = _reviewed(paths)
    told = {}
    for name, played in by_game(games).items():
        mine = by_single_player(played)
        told[name] = _figures(name, played, mine, _lost(paths, mine, reviewed), now)
    return Statistics(told, trouble)


def _figures(
    name: str, played: list[FinishedGame], mine: list[PlayerResult], lost: list[ReviewLosses], today: date
) -> GameStatistics:
    points = [each.points for each in mine]
    timed = [game.seconds for game in played if game.seconds]
    against = [each.won > 0 for each in mine if not each.alone]
    return GameStatistics(
        game=name,
        games=len(mine),
        shared=len(played) - len(mine),
        tables=_tables(mine),
        mean=sum(points) / max(1, len(points)),
        best=max(points, default=0),
        last=points[-LAST:],
        titles=_titles(name, mine),
        sources=_sources(name, mine),
        lost=lost,
        days=_days(played, today),
        wins=_row(against),
        seconds=sum(timed),
        timed=len(timed),
        rating=rating_of(name, mine),
    )


# Many games


def _tables(mine: Sequence[PlayerResult]) -> list[TableStatistics]:
    """Group by seats and levels, the most played first."""
    found: dict[tuple[int, tuple[str, ...]], list[PlayerResult]] = {}
    for each in mine:
        found.setdefault((len(each.game.seats), each.levels), []).append(each)
    tables = []
    for (seats, levels), games in found.items():
        points = [each.points for each in games]
        wins = sum(each.won for each in games) if seats > 1 else 0.0
        tables.append(TableStatistics(seats, levels, len(games), wins, sum(points) / len(points), max(points)))
    return sorted(tables, key=lambda table: (-table.games, table.seats, table.levels))


def _titles(name: str, mine: Sequence[PlayerResult]) -> dict[str, int]:
    """Count how often each title was reached in solo games, by its label, the highest first."""
    alone = [each for each in mine if each.alone]
    if not alone:
        return {}
    game = registry.get_game(name)
    titles, labels = game.titles(), game.labels()
    reached = Counter(each.game.title or _title(titles, each.points) for each in alone)
    return {labels.title(title): reached[title] for _, title in reversed(titles) if reached[title]}


def _title(titles: Sequence[tuple[int, str]], points: int) -> str:
    return next((title for least, title in reversed(titles) if points >= least), "")


def _sources(name: str, mine: Sequence[PlayerResult]) -> SourceStatistics | None:
    """Average each source over the most played number of seats, beside the master's average there."""
    known = [each for each in mine if each.game.sources]
    if not known:
        return None
    seats = Counter(len(game.seats) for game, _ in known).most_common(1)[0][0]
    games = [each for each in known if len(each.game.seats) == seats]
    points, cards = defaultdict[str, int](int), defaultdict[str, int](int)
    for game, seat in games:
        for source, found in game.sources.items():
            points[source] += found.points[seat]
            cards[source] += found.cards
    master = baseline(name).tables.get(str(seats))
    labels, parts = registry.get_game(name).labels(), []
    for source, total in points.items():
        theirs = (master.cards if cards[source] else master.sources).get(source) if master else None
        parts.append(SourceShare(labels.source(source), total / (cards[source] or len(games)), theirs, cards[source]))
    return SourceStatistics(seats, len(games), sorted(parts, key=lambda part: (part.cards > 0, -part.mean)))


def _days(played: Sequence[FinishedGame], today: date) -> Streak:
    """Count consecutive days on which a game was finished, in local time."""
    best = length = 0
    before, midnight = date.min, _LONG_AGO
    for game in played:  # in the order in which they ended: the time zone is asked once a day
        if game.ended < midnight:
            continue
        day = game.ended.astimezone().date()
        length = length + 1 if day - before == timedelta(days=1) else 1
        best, before = max(best, length), day
        midnight = datetime.combine(day + timedelta(days=1), datetime.min.time()).astimezone()
    return Streak(length if today - before <= timedelta(days=1) else 0, best)


def _row(won: Sequence[bool]) -> Streak:
    """Count wins in a row."""
    best = length = 0
    for each in won:
        length = length + 1 if each else 0
        best = max(best, length)
    return Streak(length, best)


# Reviews


class _Turn(msgspec.Struct, frozen=True):
    seat: int


class _ReviewedTurn(msgspec.Struct, frozen=True):
    turn: _Turn
    cost: Estimate


class _Review(msgspec.Struct, frozen=True):
    """The part of a review's file that is needed here."""

    turns: list[_ReviewedTurn]


_review_decoder = msgspec.json.Decoder(_Review)


def _reviewed(paths: DataPaths) -> set[str]:
    """Return the slugs of the matches that have a review."""
    try:
        return {name.removesuffix(".json") for name in os.listdir(paths.reviews) if name.endswith(".json")}
    except OSError:
        return set()


def _lost(paths: DataPaths, mine: Sequence[PlayerResult], reviewed: set[str]) -> list[ReviewLosses]:
    """Return the losses that the reviews of these games found, the oldest first; of very many, the latest."""
    latest = {each.game.match: each for each in mine if each.game.match in reviewed}
    found = []
    for slug, (game, seat) in list(latest.items())[-REVIEWS:]:
        judged = _turns(paths.reviews / f"{slug}.json")
        costs = [each.cost for each in judged if each.turn.seat == seat]
        if costs:
            found.append(ReviewLosses(slug, game.ended, len(costs), mean_loss(costs)))
    return found


def _turns(path: Path) -> list[_ReviewedTurn]:
    with contextlib.suppress(OSError, msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        return _review_decoder.decode(read_bytes(path, follow=False)).turns
    return []
