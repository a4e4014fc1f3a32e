"""Read what is written after a command: seats, options and habits."""

import click
import msgspec

from core.bots import FIT, LEVELS, bot_name, is_level
from core.game import GameOption, OptionValue
from core.match import Seat
from saves.sanitize import unknown_text
from tui.cli.known_words import complete_list_of

complete_seats = complete_list_of(["you", *(f"bot:{level}" for level in (*LEVELS, FIT))])

SEAT_SYNTAX = "you, you:NAME, bot:LEVEL or bot:LEVEL:NAME"


def read_options(
    offered: tuple[GameOption, ...], texts: tuple[str, ...], kind: str = "option"
) -> dict[str, OptionValue]:
    """Return the options, or habits, that are written as `NAME=VALUE`."""
    known = {option.name: option for option in offered}
    values: dict[str, OptionValue] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if name not in known:
            raise click.UsageError(unknown_text(kind, name, list(known)))
        if not equals:
            raise click.UsageError(
                f"Write it with its value, such as {name}={known[name].format(known[name].default)}."
            )
        values[name] = known[name].parse(value)
    return values


def read_seats(text: str, habits: dict[str, OptionValue] | None = None, player_name: str = "") -> list[Seat]:
    """Return the seats in `you:Anna,bot:novice`; every human gets these habits.

    The first `you` without a name is the player who types.
    """
    seats = [_read_seat(part.strip(), habits or {}) for part in text.split(",")]
    own = next((at for at, seat in enumerate(seats) if seat.is_human and not seat.name), None)
    if own is not None:
        seats[own] = msgspec.structs.replace(seats[own], name=player_name)
    return seats


def _read_seat(text: str, habits: dict[str, OptionValue]) -> Seat:
    kind, _, rest = text.partition(":")
    if kind == "you":
        return Seat(rest, habits=habits)  # without a name it becomes "Player 1", or the number of its seat
    if kind != "bot":
        raise click.UsageError(f"{unknown_text('kind of seat', kind, ['you', 'bot'])} A seat is {SEAT_SYNTAX}.")
    level, _, name = rest.partition(":")
    if level != FIT and not is_level(level):
        known = [*LEVELS, FIT]
        if not level:
            raise click.UsageError(f"A bot needs a level: {', '.join(f'bot:{each}' for each in known)}.")
        raise click.UsageError(unknown_text("bot level", level, known))
    return Seat(name or bot_name(level), "bot", level)
