"""Start a match that branches off another, from its deal or from a later move, and ask who plays."""

from typing import TYPE_CHECKING

import msgspec

from core.bots import PLAYABLE_LEVELS, bot_name
from core.errors import InvalidMatchError
from core.match import Match, Seat
from tui.screens.dialogs import ChoiceDialog, ChoiceOption

if TYPE_CHECKING:
    from tui.app import SamovarApp

Seats = tuple[Seat, ...]


def play_from(app: "SamovarApp", match: Match, at: int, you: int | None = None) -> None:
    """Start a new match that branches off another; ask who plays where there is a choice.

    `you` is a seat that a human takes in any case, because a player wants to do better than the bot that sat there.
    """
    tables = _tables(match, you)
    title = "The same deal again, with" if at == 0 else "Play on from here, with"
    if len(tables) == 1:
        _begin(app, match, at, tables[0].value)
    else:
        app.push_screen(ChoiceDialog(title, tables), lambda seats: _begin(app, match, at, seats))


def _begin(app: "SamovarApp", match: Match, at: int, seats: Seats | None) -> None:
    if seats is None:
        return
    try:
        app.new_match(match.branch(at, seats))
    except InvalidMatchError as error:
        app.show_message("A new match", str(error))


def _tables(match: Match, you: int | None) -> list[ChoiceOption[Seats]]:
    """Return the players of the match; and, where bots played, bots of each level in their seats."""
    seats = tuple(_person(seat) if number == you else seat for number, seat in enumerate(match.seats))
    same = ChoiceOption(_seats_text(seats), seats, "The players of that match.")
    if all(seat.is_human for seat in seats):
        return [same]
    others = [tuple(seat if seat.is_human else _bot(seat, level) for seat in seats) for level in PLAYABLE_LEVELS]
    return [
        same,
        *(ChoiceOption(_seats_text(table), table, "Bots of one level.") for table in others if table != seats),
    ]


def _person(seat: Seat) -> Seat:
    return seat if seat.is_human else Seat(seat.name)


def _bot(seat: Seat, level: str) -> Seat:
    """Return a bot of this level in that seat; one that is named after its level is renamed after the new one."""
    if seat.level == level:
        return seat
    called_after_level = seat.name.split(" ")[0] == bot_name(seat.level)
    return msgspec.structs.replace(seat, level=level, name=bot_name(level) if called_after_level else seat.name)


def _seats_text(seats: Seats) -> str:
    return ", ".join(seat.name if seat.is_human else f"{seat.name} ({seat.level})" for seat in seats)
