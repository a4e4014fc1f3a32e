"""The stored result of a club match that was played to its end, for counting and for ratings."""

from typing import Annotated

import msgspec

from saves.club.errors import ClubError
from saves.club.projection import TableProjection
from saves.club.terms import Name


class Player(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player of a finished game: a member, or a bot of a level; `stood_in`: whether a bot sat in for the member."""

    name: Name
    rank: Annotated[int, msgspec.Meta(ge=1)]
    points: int
    level: str = ""
    stood_in: bool = False


class ClubGameResult(msgspec.Struct, frozen=True):
    """The result of a finished game by seat; `counts`: whether it is rated."""

    game: str
    counts: bool
    players: tuple[Player, ...]


def finished_game(table: TableProjection) -> str:
    """Return the JSON result of a table whose match was played to its end."""
    match = table.match
    assert match is not None and table.ended == "played"
    ranks: dict[int, int] = {}
    for place in match.state.ranking():
        ranks |= dict.fromkeys(place, len(ranks) + 1)
    points = match.state.scores()
    players = tuple(
        Player(
            club_seat.name,
            ranks[seat],
            points[seat],
            "" if club_seat.member else club_seat.level,
            club_seat.member in table.stood_in,
        )
        for seat, club_seat in enumerate(table.seats)
    )
    return msgspec.json.encode(ClubGameResult(table.game.name, table.counts, players)).decode()


def read_finished(record: str) -> ClubGameResult:
    try:
        return msgspec.json.decode(record, type=ClubGameResult)
    except msgspec.DecodeError as error:
        raise ClubError("The club has a finished game that cannot be read.") from error
