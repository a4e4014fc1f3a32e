"""Make the terms of a new table: its seats, its limit, and the rematch of the same players."""

import contextlib
import re
import secrets
import time
from collections.abc import Callable, Iterator

import click
import msgspec

from core.bots import FIT, LEVELS
from core.game import Game, OptionValue
from core.starting_player import seed_of_rematch
from saves.club.errors import ClubRefusedError
from saves.club.member_names import casefolded, member_name
from saves.club.projection import TableProjection
from saves.club.store import Club
from saves.club.terms import SeatTerms, Terms
from saves.history.fitting import fitting_level
from saves.paths import DataPaths
from saves.sanitize import one_line, unknown_text
from tui.club.client import TableClient

#: The seconds of a claim for making a table, which takes far fewer.
_MOMENT = 2.0
_SECONDS = {"m": 60, "h": 3600, "d": 86400}


def read_places(text: str, me: str, written: Callable[[str], str]) -> tuple[SeatTerms, ...]:
    """Return the seats in `me,open,boris,bot:adept`; `written` gives a name as the club writes it."""
    targets: list[SeatTerms] = []
    for word in text.split(","):
        target = _place(word.strip(), me, written, [target.name for target in targets])
        if target.name and any(casefolded(target.name) == casefolded(other.name) for other in targets):
            raise click.UsageError(f"{target.name} already has a seat; each player has only one.")
        targets.append(target)
    return tuple(targets)


def _place(word: str, me: str, written: Callable[[str], str], taken: list[str]) -> SeatTerms:
    kind, colon, level = word.partition(":")
    if word == "me":
        return SeatTerms(me)
    if word == "open":
        return SeatTerms()
    if kind == "bot":
        if level != FIT and level not in LEVELS:
            levels = [*LEVELS, FIT]
            bots = ", ".join(f"bot:{known}" for known in levels)
            raise click.UsageError(unknown_text("bot level", level, levels) if level else f"A bot has a level: {bots}.")
        return SeatTerms(bot_name(level, taken), level)
    if colon or not word:
        raise click.UsageError(f"A seat is me, open, a member's name, or bot:LEVEL, not {one_line(word, 40)!r}.")
    return SeatTerms(written(member_name(word)))


def bot_name(level: str, taken: list[str]) -> str:
    """Return a name that no other seat has."""
    name, number = level.capitalize(), 1
    while name in taken:
        number += 1
        name = f"{level.capitalize()} {number}"
    return name


def read_limit(ctx: click.Context, param: click.Parameter, value: str) -> float:
    """Return the seconds that a seat may take for a turn: `none`, `30m`, `1h`, `3d`."""
    if value == "none":
        return 0.0
    found = re.fullmatch(r"([1-9][0-9]{0,3})([mhd])", value)
    if not found:
        raise click.UsageError(f"A pace is none, or a time such as 30m, 1h or 3d, not {value[:40]!r}.")
    return float(int(found[1]) * _SECONDS[found[2]])


def table_terms(
    game: Game,
    host: str,
    targets: tuple[SeatTerms, ...],
    options: dict[str, OptionValue],
    habits: dict[str, OptionValue],
    **agreed: bool | float | str,
) -> Terms:
    """Return the terms that the host wants, if the game can be played so; an InvalidMatchError says why not."""
    game.setup(len(targets), options, 0)
    return Terms(game.name, game.edition, host, targets, options, habits, **agreed)  # type: ignore[arg-type]


def must_fit_terms(terms: Terms) -> None:
    """Refuse a rated table with a bot that is to fit the host; raise ClubRefusedError."""
    if terms.counts and any(target.level == FIT for target in terms.places):
        raise ClubRefusedError(
            "A bot that fits you is no measure for others: make the table unrated, or choose a level for the bot."
        )


def fit_terms(paths: DataPaths, game: Game, terms: Terms) -> Terms:
    """Return the terms with a mixture of levels for each bot that is to fit the host."""
    must_fit_terms(terms)
    if all(target.level != FIT for target in terms.places):
        return terms
    level = fitting_level(paths, game)
    places = [SeatTerms(target.name, level) if target.level == FIT else target for target in terms.places]
    return msgspec.structs.replace(terms, places=tuple(places))


def chosen_options(game: Game, terms: Terms) -> dict[str, OptionValue]:
    """Return the options that were chosen for a table; of an older edition, those that were not its defaults."""
    if terms.edition == game.edition:
        return terms.options
    usual = {option.name: option.value_in(terms.edition) for option in game.options}
    return {name: value for name, value in terms.options.items() if name in usual and usual[name] != value}


def create_rematch(club: Club, client: TableClient) -> str:
    """Return the table for a rematch of a finished one: the one that waits already, or a new one."""
    table, me = client.table, client.member
    client.must_not_be_newer()
    if not table.ended or not table.has_place(me):
        raise ClubRefusedError(f"A rematch of table {client.name} is only for its players, after its end.")
    with _alone(club, f"rematch {client.name}"):  # several may ask for it at the same moment
        waiting = [found.id for found in club.tables_of(me, "waiting") if found.terms.rematch_of == client.name]
        return waiting[0] if waiting else club.new_table(next_terms(client.name, table, me), _next_seed(table))


@contextlib.contextmanager
def _alone(club: Club, what: str) -> Iterator[None]:
    """Wait for the right to do this alone; a killed process blocks the others only until its claim expires."""
    holder = secrets.token_hex(8)
    while not club.presence.claim(what, holder, _MOMENT):
        time.sleep(_MOMENT / 20)
    try:
        yield
    finally:
        club.presence.release(what, holder)


def _next_seed(table: TableProjection) -> int | None:
    """Return a secret seed by which the next seat begins, unless a starter was named; None where no match was begun."""
    if table.match is None:
        return None
    return seed_of_rematch(table.game, table.match.setup, lambda: secrets.randbits(63))


def next_terms(name: str, table: TableProjection, host: str) -> Terms:
    """Return the terms of a rematch: the same seats and chosen options, by today's rules.

    The member who asks for it is the host.
    """
    targets = [SeatTerms(club_seat.name, "" if club_seat.member else club_seat.level) for club_seat in table.seats]
    old = table.terms
    return Terms(
        old.game,
        table.game.edition,
        host,
        tuple(targets),
        chosen_options(table.game, old),
        rated=old.rated,
        watchers=old.watchers,
        tips=old.tips,
        limit=old.limit,
        when_over=old.when_over or ("bot" if old.limit else ""),
        rematch_of=name,
    )
