"""The summary of a player's results that the home screen shows, game by game."""

import contextlib
import os
from collections.abc import Sequence
from pathlib import Path

import msgspec

from saves.files import read_bytes, write_cache
from saves.history import finished
from saves.history.finished import FinishedGame
from saves.history.results import by_game, by_single_player, persons, rating_of
from saves.paths import DataPaths


class GameSummary(msgspec.Struct, frozen=True):
    """The few figures of one game that the home screen shows."""

    games: int
    #: Games over bots, and how many of them were won.
    against: int
    wins: float
    best: int
    title: str
    rating: float | None


class _SummaryCache(msgspec.Struct):
    """The stored summaries, with the inode, size and time of change of the file of games from which they come."""

    stamp: tuple[int, int, int]
    glances: dict[str, GameSummary]


_remembered_decoder = msgspec.json.Decoder(_SummaryCache)
#: Up to this many bytes the finished games are read anew each time, which is fast enough.
_MANY = 128 * 1024


def load_summaries(paths: DataPaths) -> dict[str, GameSummary]:
    """Return the summary of each game that was played.

    When there are very many games, the summaries are cached in a hidden file until the file of games changes.
    """
    path = paths.finished
    try:
        about = os.stat(path)
    except OSError:
        return {}
    stamp = (about.st_ino, about.st_size, about.st_mtime_ns)
    if about.st_size < _MANY:
        return _glances(path)
    remembered = path.with_name(f".{path.name}.glance")
    with contextlib.suppress(OSError, msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        known = _remembered_decoder.decode(read_bytes(remembered, follow=False))
        if known.stamp == stamp and all(glance.title.isprintable() for glance in known.glances.values()):
            return known.glances
    found = _glances(path)
    with contextlib.suppress(OSError):
        write_cache(remembered, msgspec.json.encode(_SummaryCache(stamp, found)), paths.quota)
    return found


def _glances(path: Path) -> dict[str, GameSummary]:
    return {name: _glance(name, played) for name, played in by_game(finished.read(path).games).items()}


def _glance(name: str, played: Sequence[FinishedGame]) -> GameSummary:
    mine = by_single_player(played)
    best = max(played, key=lambda game: max(game.scores[seat] for seat in persons(game)))
    against = [each for each in mine if not each.alone]
    rated = rating_of(name, mine)
    return GameSummary(
        len(played),
        len(against),
        sum(each.won for each in against),
        max(best.scores[seat] for seat in persons(best)),
        best.title,
        rated.points if rated is not None else None,
    )
