"""The results of finished games, one JSON line each; they stay when the matches are deleted.

games, trouble = read(paths.finished)   # every finished game, oldest first; a sentence when lines are damaged
"""

from datetime import datetime
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import msgspec

from core.match import Match
from core.score_sources import ScoreSource, score_sources
from core.text import count_text
from saves import match_record
from saves.files import append_line
from saves.first_release_labels import has_labels, source_id, title_id
from saves.jsonl import read_lines
from saves.match_record import SeatRecord, Seconds, Text, Timestamp
from saves.quota import Quota
from saves.sanitize import one_line


class FinishedGame(msgspec.Struct, frozen=True, gc=False):
    """The result of one finished game, identified by `match` and `started`."""

    match: str
    started: Timestamp
    ended: Timestamp
    game: str
    edition: int
    options: dict[str, bool | int | str]
    seats: list[SeatRecord]
    moves: int
    scores: list[int]
    ranking: list[list[int]]
    #: Missing in lines of older versions: the time played, the title (solo games), the sources of the points;
    #: the last two are ids.
    seconds: Seconds = 0.0
    title: Text = ""
    sources: dict[str, ScoreSource] = {}


class FinishedGames(NamedTuple):
    """The finished games, and a sentence when some of them could not be read."""

    games: list[FinishedGame]
    error: str = ""


_decoder = msgspec.json.Decoder(FinishedGame)

#: The numbers of the seats, for more of them than any game has.
_SEATS = list(range(100))


def add(
    path: Path, match: Match, slug: str, started: datetime, seconds: float = 0.0, quota: Quota | None = None
) -> None:
    """Append the result of a finished match that was played for `seconds`."""
    seats = [SeatRecord(seat.name, seat.kind, seat.level) for seat in match.seats]
    state = match.state
    line = FinishedGame(
        match=slug,
        started=started,
        ended=match_record.now(),
        game=match.game.name,
        edition=match.game.edition,
        options=match.setup.options,
        seats=seats,
        moves=len(match.archived_moves) + len(match.log),
        scores=state.scores(),
        ranking=state.ranking(),
        seconds=round(seconds, 1),
        title=state.solo_title(),
        sources=score_sources(match),
    )
    append_line(path, msgspec.json.encode(line), quota)


def read(path: Path) -> FinishedGames:
    """Return every finished game. A game that ended twice, after an undo, counts as it ended last."""
    try:
        lines, damaged = read_lines(path, _decoder)
    except OSError as error:
        return FinishedGames([], f"{one_line(path.name)} cannot be read ({one_line(error.strerror or str(error))}).")
    fitting = [_with_ids(game) for game in lines if _fits(game)]
    damaged += len(lines) - len(fitting)
    games = {(game.match, game.started): game for game in fitting}
    skipped = f"{count_text(damaged, 'line')} of {one_line(path.name)} cannot be read and is not counted."
    return FinishedGames(list(games.values()), skipped if damaged else "")


def _with_ids(game: FinishedGame) -> FinishedGame:
    """Return the line with ids for the labels that the first release wrote; a line without any as it is."""
    if not has_labels(game.game, game.title, game.sources):
        return game
    sources = {source_id(game.game, name): source for name, source in game.sources.items()}
    return msgspec.structs.replace(game, title=title_id(game.game, game.title), sources=sources)


def _fits(game: FinishedGame) -> bool:
    """Whether all numbers are of the same seats, and the texts can be shown."""
    seats = len(game.seats)
    if len(game.scores) != seats or sorted(chain.from_iterable(game.ranking)) != _SEATS[:seats]:
        return False
    for source in game.sources.values():  # of ten thousand games: a generator would cost as much again
        if len(source.points) != seats:
            return False
    return "".join((game.title, *game.sources)).isprintable()
