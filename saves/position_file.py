"""A position from a file: told in TOML, or the JSON of a saved match; an error says what is wrong with it."""

from core.errors import ImpossibleMatch
from core.game import Game
from core.match import Match, Seat
from core.position_editor import parse, teller
from saves import match_record as records
from saves.match_record import BadRecord
from saves.position_check import goes_on
from saves.sanitize import one_line

#: No position that is told comes near this many bytes, and no match either.
LARGEST = 4_000_000
#: Who sits where nobody else is named.
_OTHERS = "adept"


def read_position(data: bytes, game: Game) -> Match:
    """The match that goes on from a position in a file."""
    if len(data) > LARGEST:
        raise ImpossibleMatch(f"This has more than {LARGEST / 1e6:.0f} MB, and no position has.")
    if data.lstrip().startswith(b"{"):
        return _from_save(data, game)
    try:
        text = data.decode()
    except UnicodeDecodeError:
        raise ImpossibleMatch("This is no position: it is not text in UTF-8.") from None
    return from_told(game, parse(text))


def from_told(game: Game, told: dict[str, object]) -> Match:
    """The match that goes on from a position as it is told: a person has the turn, bots sit at the other seats."""
    state = teller(game).read(told)
    players = told["seat"]
    assert isinstance(players, list)
    if not goes_on(state, game, len(players)):
        raise ImpossibleMatch(f"{game.title} cannot go on from this position: no rules lead to it.")
    names = [str(seat.get("name", "")) for seat in players]
    seats = [Seat(name, "bot", _OTHERS) for name in names]
    assert state.actor is not None
    seats[state.actor] = Seat(names[state.actor])
    return Match.go_on_from(game, game.setup(len(seats), {}, 0), seats, state, [])


def _from_save(data: bytes, game: Game) -> Match:
    """On from where a saved match stands."""
    try:
        match = records.restore(records.decode(data)).match
    except BadRecord as error:
        raise ImpossibleMatch(f"This is no position: {one_line(str(error))}.") from error
    if match.game.name != game.name:
        raise ImpossibleMatch(f"This is a match of {match.game.title}, not of {game.title}.")
    if match.over:
        raise ImpossibleMatch("This match is over: nobody decides anything in its last position.")
    return match.branch(len(match.log))
