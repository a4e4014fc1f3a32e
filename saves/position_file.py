"""A match from a position file: fields in TOML for the position editor, or the JSON of a saved match.

Raise InvalidMatchError, which says what is wrong with the file.
"""

from core.errors import InvalidMatchError
from core.game import Game
from core.match import Match, Seat
from core.position_editor import editor_of, parse
from saves import match_record
from saves.match_record import InvalidRecordError
from saves.position_check import is_playable
from saves.sanitize import one_line

#: The largest file in bytes; no position in TOML and no match comes near it.
LARGEST = 4_000_000
#: The level of the bots at the other seats.
_OTHERS = "adept"


def read_position(data: bytes, game: Game) -> Match:
    """Return the match that goes on from the position in a file."""
    if len(data) > LARGEST:
        raise InvalidMatchError(f"This file is too large for a position: it has more than {LARGEST / 1e6:.0f} MB.")
    if data.lstrip().startswith(b"{"):
        return _from_save(data, game)
    try:
        text = data.decode()
    except UnicodeDecodeError:
        raise InvalidMatchError("This is not a position: it is not text in UTF-8.") from None
    return from_fields(game, parse(text))


def from_fields(game: Game, told: dict[str, object]) -> Match:
    """Return the match that goes on from the fields of a position: a human has the turn, bots have the other seats."""
    state = editor_of(game).parse(told)
    players = told["seat"]
    assert isinstance(players, list)
    if not is_playable(state, game, len(players)):
        raise InvalidMatchError(f"{game.title} cannot continue from this position: it cannot come up in a game.")
    names = [str(seat.get("name", "")) for seat in players]
    seats = [Seat(name, "bot", _OTHERS) for name in names]
    assert state.actor is not None
    seats[state.actor] = Seat(names[state.actor])
    return Match.resume_from(game, game.setup(len(seats), {}, 0), seats, state, [])


def _from_save(data: bytes, game: Game) -> Match:
    """Return a match that goes on from where a saved match is."""
    try:
        match = match_record.restore(match_record.decode(data)).match
    except InvalidRecordError as error:
        raise InvalidMatchError(f"This is not a position: {one_line(str(error))}.") from error
    if match.game.name != game.name:
        raise InvalidMatchError(f"This is a match of {match.game.title}, not of {game.title}.")
    if match.is_over:
        raise InvalidMatchError("This match is over: there is nothing left to decide.")
    return match.branch(len(match.log))
