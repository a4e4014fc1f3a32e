"""The results of finished games, one JSON line each, kept even when their matches are deleted.

games = read(folders.finished)            # every finished game, oldest first
best = best_results(folders.finished)     # the best that a person has done, by game
"""

import contextlib
import os
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Literal, TypeVar

import msgspec

from core.match import Match
from saves import records
from saves.disk import append_line, read_whole, write_aside
from saves.records import Moment, Number, SeatRecord

_LARGEST = 64 * 1024 * 1024
#: So many bytes are read in no time.
_MANY = 128 * 1024

T = TypeVar("T")


class Finished(msgspec.Struct, frozen=True):
    """One finished game. `match` and `started` tell it apart from all others."""

    match: str
    started: Moment
    ended: Moment
    game: str
    edition: int
    options: dict[str, bool | int | str]
    seats: list[SeatRecord]
    moves: int
    scores: list[int]
    ranking: list[list[int]]


class _Kind(msgspec.Struct, frozen=True, gc=False):
    """Whether a person sat there."""

    kind: Literal["you", "bot"]


class _Scores(msgspec.Struct, frozen=True, gc=False):
    """As much of a finished game as its points need."""

    match: str
    started: str
    game: str
    seats: list[_Kind]
    scores: list[int]


class _Bests(msgspec.Struct):
    """The best results, as of the time when the file of games was this one: its inode, size and time of change."""

    stamp: tuple[int, int, int]
    best: dict[str, Number]


_decoder = msgspec.json.Decoder(Finished)
_bests_decoder = msgspec.json.Decoder(_Bests)
_scores_decoder = msgspec.json.Decoder(_Scores)


def add(path: Path, match: Match, slug: str, started: datetime) -> None:
    """Keep the result of a match that is over."""
    seats = [SeatRecord(seat.name, seat.kind, seat.level) for seat in match.seats]
    state = match.state
    line = Finished(
        match=slug,
        started=started,
        ended=records.now(),
        game=match.game.name,
        edition=match.game.edition,
        options=match.setup.options,
        seats=seats,
        moves=len(match.past) + len(match.log),
        scores=state.scores(),
        ranking=state.ranking(),
    )
    append_line(path, msgspec.json.encode(line))


def read(path: Path) -> list[Finished]:
    """Every finished game. A game that ended twice, after an undo, counts as it ended last."""
    games: dict[tuple[str, datetime], Finished] = {}
    for game in readable_lines(path, _decoder):
        if _fits(game):
            games[game.match, game.started] = game
    return list(games.values())


def _fits(game: Finished) -> bool:
    """Whether the numbers speak of the same seats."""
    ranked = [seat for place in game.ranking for seat in place]
    return sorted(ranked) == list(range(len(game.seats))) and len(game.scores) == len(game.seats)


def best_results(path: Path) -> dict[str, int]:
    """The best that a person has done, by the name of the game.

    When there are very many games, the answer is remembered in a hidden file, as long as the file of games is the same.
    """
    try:
        about = os.stat(path)
    except OSError:
        return {}
    remembered = path.with_name(f".{path.name}.best")
    stamp = (about.st_ino, about.st_size, about.st_mtime_ns)
    if about.st_size < _MANY:
        return _best_of_all(path)
    with contextlib.suppress(OSError, msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        known = _bests_decoder.decode(read_whole(remembered, follow=False))
        if known.stamp == stamp:
            return known.best
    best = _best_of_all(path)
    with contextlib.suppress(OSError):
        write_aside(remembered, msgspec.json.encode(_Bests(stamp, best)))
    return best


def _best_of_all(path: Path) -> dict[str, int]:
    """The best results, from every line; no more of a line is read and kept than that needs."""
    by_game: dict[str, dict[str, int]] = {}
    for line in readable_lines(path, _scores_decoder):
        mine = [score for seat, score in zip(line.seats, line.scores, strict=False) if seat.kind == "you"]
        if mine:
            by_game.setdefault(line.game, {})[f"{line.match} {line.started}"] = max(mine)
    return {name: max(bests.values()) for name, bests in by_game.items()}


def readable_lines(path: Path, decoder: "msgspec.json.Decoder[T]") -> Iterator[T]:
    """Every line that can be read; one cut short by a crash spoils no other."""
    try:
        lines = read_whole(path, _LARGEST).splitlines()
    except OSError:
        return
    for line in lines:
        with contextlib.suppress(msgspec.DecodeError, RecursionError, UnicodeDecodeError):
            yield decoder.decode(line)
