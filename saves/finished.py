"""The results of finished games, one JSON line each, kept even when their matches are deleted.

games = read(folders.finished)            # every finished game, oldest first
best = best_results(folders.finished)     # the best that a person has done, by game
"""

import contextlib
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Literal, TypeVar

import msgspec

from core.match import Match
from saves import records
from saves.disk import append_line, read_whole
from saves.records import Moment, SeatRecord

_LARGEST = 64 * 1024 * 1024

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


_decoder = msgspec.json.Decoder(Finished)
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
    for game in _lines(path, _decoder):
        if _fits(game):
            games[game.match, game.started] = game
    return list(games.values())


def _fits(game: Finished) -> bool:
    """Whether the numbers speak of the same seats."""
    ranked = [seat for place in game.ranking for seat in place]
    return sorted(ranked) == list(range(len(game.seats))) and len(game.scores) == len(game.seats)


def best_results(path: Path) -> dict[str, int]:
    """The best that a person has done, by the name of the game; reads no more of each line than that needs."""
    last: dict[tuple[str, str], _Scores] = {}
    for line in _lines(path, _scores_decoder):
        last[line.match, line.started] = line
    best: dict[str, int] = {}
    for game in last.values():
        for seat, score in zip(game.seats, game.scores, strict=False):
            if seat.kind == "you":
                best[game.game] = max(score, best.get(game.game, score))
    return best


def _lines(path: Path, decoder: "msgspec.json.Decoder[T]") -> Iterator[T]:
    """Every line that can be read; one cut short by a crash spoils no other."""
    try:
        lines = read_whole(path, _LARGEST).splitlines()
    except OSError:
        return
    for line in lines:
        with contextlib.suppress(msgspec.DecodeError, RecursionError, UnicodeDecodeError):
            yield decoder.decode(line)
