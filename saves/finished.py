"""The results of finished games, one JSON line each, kept even when their matches are deleted.

games = read(folders.finished)            # every finished game, oldest first
about = statistics(games, "mezen")        # about.count, about.best, about.best_by, about.won
"""

from collections.abc import Iterable
from datetime import datetime
from pathlib import Path

import msgspec

from core.match import Match
from saves import records
from saves.disk import append_line, read_whole
from saves.records import Moment, SeatRecord

_LARGEST = 64 * 1024 * 1024


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

    @property
    def persons(self) -> list[int]:
        return [i for i, seat in enumerate(self.seats) if seat.kind == "you"]


class Statistics(msgspec.Struct, frozen=True):
    """What came of all games of one kind: the best a person has done, and how often a person won."""

    count: int
    won: int
    best: int | None
    best_by: str


_decoder = msgspec.json.Decoder(Finished)


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
    try:
        lines = read_whole(path, _LARGEST).splitlines()
    except OSError:
        return []
    games: dict[tuple[str, datetime], Finished] = {}
    for line in lines:
        try:
            game = _decoder.decode(line)
        except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
            continue  # a line cut short by a crash spoils no other
        if _fits(game):
            games[game.match, game.started] = game
    return list(games.values())


def _fits(game: Finished) -> bool:
    """Whether the numbers speak of the same seats."""
    ranked = [seat for place in game.ranking for seat in place]
    return sorted(ranked) == list(range(len(game.seats))) and len(game.scores) == len(game.seats)


def statistics(games: Iterable[Finished], name: str) -> Statistics:
    """The count and the best result of one game."""
    count, won = 0, 0
    best: int | None = None
    best_by = ""
    for game in games:
        if game.game != name:
            continue
        count += 1
        won += any(seat in game.ranking[0] for seat in game.persons)
        for seat in game.persons:
            if best is None or game.scores[seat] > best:
                best, best_by = game.scores[seat], game.seats[seat].name
    return Statistics(count, won, best, best_by)
