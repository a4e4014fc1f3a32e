"""The command line of the club: samovar club …. The modules of a command are imported when it is used."""

import sys
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from core import registry
from core.bots import FIT, LEVELS
from core.text import list_text
from saves.club.blocks import hosts_against
from saves.club.errors import ClubRefusedError
from saves.club.member_names import casefolded
from saves.club.notices import read_choice, set_hour, set_mode
from saves.club.reading import unread_messages
from saves.files import write_new
from saves.guest import typed_command
from saves.match_record import encode, make_record
from saves.sanitize import one_line, unknown_text
from tui.cli.arguments import read_options
from tui.cli.exit_codes import exit_code
from tui.cli.known_words import (
    complete_game,
    complete_habit,
    complete_list_of,
    complete_option,
    complete_word_of,
)
from tui.cli.options import DRIVERS, CommandGroup, plain_option, screen_options
from tui.cli.start import missing_screen_text, open_app, open_console, pass_services, require_screen, services_of
from tui.club import text
from tui.club.client import join_table, may_watch, require_open
from tui.club.friend_line import first_friend_lines, friend_lines_text
from tui.club.home_link import my_name
from tui.club.notice_choice import choice_lines
from tui.club.operator_commands import OPERATOR_COMMANDS
from tui.club.options import club_options, open_named_club
from tui.club.own_commands import OWN_COMMANDS
from tui.club.requests import decline_invitation, leave_table, write_request
from tui.club.table_filter import PAGE_OF_LINES, PaceKind, TableFilter, page_of
from tui.club.table_lists import ALL, SOME, found_tables
from tui.club.table_setup import create_rematch, fit_terms, read_limit, read_places, table_terms
from tui.club.text import cannot_be_shown, left
from tui.plain.typed_input import TypedInput
from tui.terminal.streams import NoInputError

if TYPE_CHECKING:
    from saves.club.projection import TableProjection
    from saves.club.store import Club
    from saves.club.terms import SeatTerms
    from tui.app import SamovarApp
    from tui.club.client import TableClient
    from tui.club.navigation import ClubNavigation
    from tui.services import Services

NOT_AWAITED = 1
_SEAT_FORMS = "me, open, a member's name, or bot:LEVEL"


def _limit(ctx: click.Context, param: click.Parameter, value: str) -> float:
    return read_limit(ctx, param, value)


def _seed(ctx: click.Context, param: click.Parameter, value: str | None) -> int | None:
    if value is not None and not (value.isascii() and value.isdigit() and len(value) < 19):
        raise click.UsageError(f"A seed is a whole number of up to 18 digits, not {value[:40]!r}.")
    return None if value is None else int(value)


def _level(ctx: click.Context, param: click.Parameter, value: str) -> str:
    if value not in LEVELS:
        raise click.UsageError(unknown_text("bot level", value, list(LEVELS)))
    return value


# The commands


@click.group(cls=CommandGroup, invoke_without_command=True)
@screen_options
@club_options
@click.pass_context
def club(ctx: click.Context, address: str | None, name: str | None, ascii: bool, driver: str) -> int:
    """Play with people at other terminals; without a command, open the lobby."""
    given = {"address": address, "name": name, "ascii": ascii, "driver": driver}
    if ctx.invoked_subcommand is not None:
        # Options before a command hold for it too: samovar club --as anna list.
        chosen = {key: value for key, value in given.items() if value is not None}
        ctx.default_map = dict.fromkeys(club.commands, chosen)
        return 0
    if missing_screen_text():
        return int(ctx.invoke(list_tables, address=address, name=name, mine=False, as_json=False))
    return go_to_lobby(services_of(ctx), address, name, ascii, driver)


@club.command()
@click.argument("game", shell_complete=complete_game)
@click.option(
    "--seats",
    default="me,open",
    metavar="SEAT,…",
    help=f"Who plays: {_SEAT_FORMS}.",
    show_default=True,
    shell_complete=complete_list_of(["me", "open", *(f"bot:{level}" for level in (*LEVELS, FIT))]),
)
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="A variant; can be repeated.",
    shell_complete=complete_option,
)
@click.option(
    "--habit",
    "habits",
    multiple=True,
    metavar="NAME=VALUE",
    help="Something to answer automatically for you.",
    shell_complete=complete_habit,
)
@click.option("--seed", metavar="N", callback=_seed, help="A seed that everyone knows; the match is not rated.")
@click.option("--unrated", is_flag=True, help="The result changes no rating.")
@click.option("--no-watchers", is_flag=True, help="Nobody may watch.")
@click.option(
    "--pace",
    "--limit",
    "limit",
    default="none",
    metavar="TIME",
    callback=_limit,
    help="How long a turn may take: 30m, 1h, 3d.",
)
@click.option(
    "--when-over",
    type=click.Choice(["bot", "nothing"]),
    default="bot",
    show_default=True,
    help="When the time runs out: a bot takes the seat over, and the member is rated as last; or nothing.",
)
@click.option("--tips", is_flag=True, help="Tips are allowed; the match is not rated.")
@plain_option
@screen_options
@club_options
@pass_services
def new(
    services: "Services",
    game: str,
    seats: str,
    options: tuple[str, ...],
    habits: tuple[str, ...],
    seed: int | None,
    unrated: bool,
    no_watchers: bool,
    limit: float,
    when_over: str,
    tips: bool,
    plain: bool,
    ascii: bool,
    driver: str,
    address: str | None,
    name: str | None,
) -> int:
    """Create a table for GAME, wait for the others, and play."""
    chosen = registry.get_game(game)
    variants = read_options(chosen.options, options, f"option of {chosen.title}")
    answers = read_options(chosen.habits, habits, f"habit of {chosen.title}")
    with open_named_club(services, address) as opened:

        def written(name: str) -> str:
            member = opened.member(name)
            return member.name if member else name

        me = written(_my_name(name))
        targets = read_places(seats, me, written)
        terms = table_terms(
            chosen,
            me,
            targets,
            variants,
            answers,
            rated=not unrated,
            watchers=not no_watchers,
            tips=tips,
            seed_told=seed is not None,
            limit=limit,
            when_over=when_over if limit else "",
        )
        require_screen(plain)
        terms = fit_terms(services.paths, chosen, terms)
        opened.enter(me)
        _must_answer(plain)
        table = opened.new_table(terms, seed)
        if plain:
            _print_table(services, table)
            _print_strangers(services, opened, targets)
        client = _client(opened, table, me)
        if not plain:
            return _go_in(services, opened, me, ascii, driver, lambda navigation: navigation.show_created(client))
        if lines := first_friend_lines(client, services.friend_forms):
            console = open_console(services, ascii)
            console.print(friend_lines_text(lines))
            console.flush()
        return _play(services, client, plain, ascii, driver)


@club.command()
@click.argument("table")
@click.option(
    "--habit", "habits", multiple=True, metavar="NAME=VALUE", help="Something to answer automatically for you."
)
@plain_option
@screen_options
@club_options
@pass_services
def join(
    services: "Services",
    table: str,
    habits: tuple[str, ...],
    plain: bool,
    ascii: bool,
    driver: str,
    address: str | None,
    name: str | None,
) -> int:
    """Join TABLE, or return to it, and play."""
    return go_to_table(services, table, address, name, habits, plain, ascii, driver)


@club.command()
@click.argument("table")
@plain_option
@screen_options
@club_options
@pass_services
def watch(
    services: "Services", table: str, plain: bool, ascii: bool, driver: str, address: str | None, name: str | None
) -> int:
    """Watch TABLE, without anything that is hidden."""
    with open_named_club(services, address) as opened:
        _require_table_and_screen(opened, table, plain)
        client = _client(opened, table, opened.enter(_my_name(name)), plays=False)
        require_open(client)
        return _play(services, client, plain, ascii, driver)


@club.command()
@click.argument("table")
@click.option(
    "--bot",
    "level",
    default="novice",
    show_default=True,
    callback=_level,
    help="The bot that plays for you.",
    shell_complete=complete_word_of(LEVELS),
)
@plain_option
@club_options
@pass_services
def leave(services: "Services", table: str, level: str, plain: bool, address: str | None, name: str | None) -> None:
    """Leave TABLE: a bot plays for you until you return. Before the match begins, the host cancels it."""
    with open_named_club(services, address) as opened:
        client = _client(opened, table, opened.enter(_my_name(name)))
        leave_table(client, level)
    open_console(services, False).print(left(client.table, table))


@club.command()
@click.argument("table")
@plain_option
@club_options
@pass_services
def decline(services: "Services", table: str, plain: bool, address: str | None, name: str | None) -> None:
    """Decline the invitation to TABLE."""
    with open_named_club(services, address) as opened:
        client = _client(opened, table, opened.enter(_my_name(name)))
        write_request(client, decline_invitation)
    open_console(services, False).print(f"You have declined the invitation to table {client.name}.")


@club.command()
@click.argument("table")
@plain_option
@screen_options
@club_options
@pass_services
def rematch(
    services: "Services", table: str, plain: bool, ascii: bool, driver: str, address: str | None, name: str | None
) -> int:
    """Play again with the players of TABLE; the next seat begins, unless a starter was chosen."""
    with open_named_club(services, address) as opened:
        _require_table_and_screen(opened, table, plain)
        me = opened.enter(_my_name(name))
        old = _client(opened, table, me, plays=False)
        _must_answer(plain)
        again = create_rematch(opened, old)
        if plain:
            _print_table(services, again)
        client = _client(opened, again, me)
        client.sit_down({})
        return _play(services, client, plain, ascii, driver)


@club.command("list")
@click.option("--mine", is_flag=True, help="Only your tables; exit code 0 if it is your turn at one, else 1.")
@click.option("--game", default="", metavar="GAME", help="Only tables of this game.", shell_complete=complete_game)
@click.option("--open", "has_open_seats", is_flag=True, help="Only tables with open seats.")
@click.option("--pace", type=click.Choice(["live", "days"]), help="Only up to an hour a turn, or longer.")
@click.option("--search", default="", metavar="WORDS", help="Only tables with this name, game or id.")
@click.option("--page", default=1, type=click.IntRange(1), help="Which page of a long list.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for a program.")
@plain_option
@club_options
@pass_services
def list_tables(
    services: "Services",
    mine: bool,
    as_json: bool,
    address: str | None,
    name: str | None,
    game: str = "",
    has_open_seats: bool = False,
    pace: PaceKind | None = None,
    search: str = "",
    page: int = 1,
    plain: bool = False,
) -> int:
    """List the club's tables: waiting, playing and recently finished."""

    console = open_console(services, False)
    with open_named_club(services, address) as opened:
        me = _my_name(name) if mine else ""
        wanted = TableFilter(registry.get_game(game).name if game else "", has_open_seats, pace or "", search)
        against = frozenset() if mine else hosts_against(opened, name or "")
        reads_all = mine or page > 1 or wanted != TableFilter()
        tables = found_tables(opened, me, ALL if reads_all else SOME)
        has_more = not reads_all and len(tables) < opened.count_tables("running") + opened.count_tables("waiting")
        found = [table for table in tables if wanted.shows(table)]
        found = [table for table in found if casefolded(table.terms.host) not in against]
        awaited = bool(opened.count_turns(me)) if mine else True
        unread = unread_messages(opened, me, [table.id for table in found]) if mine else {}
    shown, number, pages = page_of(found, page - 1, PAGE_OF_LINES)
    if as_json:
        console.print(msgspec.json.encode([text.as_json(table) for table in found]).decode())
    else:
        for table in shown:
            console.print(text.list_line(table, unread.get(table.id, 0)))
        if pages > 1:
            many = f"{pages}+" if has_more else pages
            console.print(f"Page {number + 1} of {many}; --page {min(number + 2, pages)} shows another one.")
        if not found and wanted != TableFilter():
            console.print(f"No table shows {wanted.text}.")
        elif not found:
            console.print(f"There are no tables yet; {typed_command('club new GAME')} creates one.")
    return 0 if awaited else NOT_AWAITED


@club.command()
@click.argument("table")
@plain_option
@club_options
@pass_services
def show(services: "Services", table: str, plain: bool, address: str | None, name: str | None) -> None:
    """Show what you may see of TABLE."""
    console = open_console(services, False)
    with open_named_club(services, address) as opened:
        client = _client(opened, table, _my_name(name), plays=False)
        for line in text.terms_lines(client.table.terms, client.public_seed):
            console.print(line)
        for line in text.seat_lines(client.table):
            console.print(line)
        console.print(f"Here now: {list_text(opened.presence.members(table), 'nobody')}.")
        allowed = may_watch(client)
    shared = client.table
    if not allowed:
        return
    if shared.ended:
        _print_end(services, shared)
    elif shared.match is not None:
        # Views and boards in lines, which a list of tables does not need.
        from tui.plain.text import board_text

        console.print(f"== {shared.game.title}, {shared.match.state.progress_text()}")
        console.print(board_text(shared.match, shared.seat_of(client.member)))


@club.command()
@click.argument("table")
@click.argument("file", type=click.Path(path_type=Path))
@plain_option
@club_options
@pass_services
def export(services: "Services", table: str, file: Path, plain: bool, address: str | None, name: str | None) -> None:
    """Export the finished match of TABLE to FILE, to replay or to send."""

    with open_named_club(services, address) as opened:
        client = _client(opened, table, _my_name(name), plays=False)
        made = opened.table_summary(table).made
    require_open(client)
    if not client.table.ended or client.table.match is None:
        raise _refused(f"The match at table {table} is not over yet; export it after its end.")
    try:
        write_new(
            file, encode(make_record(client.table.match, datetime.fromtimestamp(made, UTC))), services.paths.quota
        )
    except FileExistsError:
        raise _refused(f"{one_line(file.name)} already exists; choose another name.") from None
    except OSError as error:
        reason = one_line(error.strerror or type(error).__name__)
        raise _refused(f"{one_line(file.name)} cannot be written: {reason}.") from None
    open_console(services, False).print(f"Table {table} is now in {file}.")


@club.command()
@click.argument("choices", nargs=-1, metavar="[KIND=WHEN]…")
@click.option("--at", "hour", metavar="HOUR", type=click.IntRange(0, 23), help="The hour of the digest: 0 to 23.")
@click.option("--zone", metavar="ZONE", help="Your time zone, such as Europe/Berlin.")
@plain_option
@club_options
@pass_services
def notices(
    services: "Services",
    choices: tuple[str, ...],
    hour: int | None,
    zone: str | None,
    plain: bool,
    address: str | None,
    name: str | None,
) -> None:
    """Show or choose when you are told while you are away: turn=once, finished=daily, rematch=never."""
    with open_named_club(services, address) as opened:
        me = opened.enter(my_name(name))
        for choice in choices:
            kind, _, mode = choice.partition("=")
            set_mode(opened, me, kind, mode)
        if hour is not None or zone is not None:
            chosen = read_choice(opened, me)
            set_hour(opened, me, chosen.hour if hour is None else hour, zone or chosen.zone)
        for line in choice_lines(read_choice(opened, me), services.notices_an_hour):
            open_console(services, False).print(line)


for _command in (*OWN_COMMANDS, *OPERATOR_COMMANDS):
    club.add_command(_command)

# What several commands share


def go_to_lobby(
    services: "Services", address: str | None, name: str | None, ascii: bool = False, driver: str = DRIVERS[0]
) -> int:
    with open_named_club(services, address) as opened:
        return _go_in(
            services, opened, opened.enter(_my_name(name)), ascii, driver, lambda navigation: navigation.show_lobby()
        )


def go_to_table(
    services: "Services",
    table: str,
    address: str | None,
    name: str | None,
    habits: tuple[str, ...] = (),
    plain: bool = False,
    ascii: bool = False,
    driver: str = DRIVERS[0],
) -> int:
    """Join a table, or return to it, and play."""
    with open_named_club(services, address) as opened:
        _require_table_and_screen(opened, table, plain)
        me = opened.enter(_my_name(name))
        client = _client(opened, table, me)
        game = client.table.game
        answers = read_options(game.habits, habits, f"habit of {game.title}")
        if not (client.table.ended and client.table.has_place(me)):
            if client.table.seat_of(me) is None:
                client.sitting_down(answers)  # refuse first if there is no seat at all
            _must_answer(plain)
            client.sit_down(answers)
        return _play(services, client, plain, ascii, driver)


def _require_table_and_screen(opened: "Club", table: str, plain: bool) -> None:
    """Refuse a wrong table, and then a missing screen, before somebody enters the club for it."""
    opened.table_summary(table)
    require_screen(plain)


def _my_name(name: str | None) -> str:
    return my_name(name)


def _must_answer(plain: bool) -> None:
    """Refuse to play in plain lines, before a table is made or joined, if standard input is closed."""
    if plain and TypedInput(sys.stdin).is_closed:
        raise NoInputError("Standard input is closed: nobody can answer.")


def _client(opened: "Club", table: str, me: str, plays: bool = True) -> "TableClient":
    return join_table(opened, table, me, plays)


def _play(services: "Services", client: "TableClient", plain: bool, ascii: bool, driver: str) -> int:
    """Play at the table, in lines or on its screen."""
    if not plain:
        return _go_in(
            services, client.club, client.member, ascii, driver, lambda navigation: navigation.show_table(client)
        )

    if client.table.ended:
        return _print_end(services, client.table)
    if client.match is None and client.table.state == "running":
        raise _refused(cannot_be_shown(client.name, client.table))
    # Sessions, which a list of tables does not need.
    from tui.club.plain import PlainClubMatch

    console, typed = open_console(services, ascii), TypedInput(sys.stdin)
    while True:
        match = PlainClubMatch(client, console, typed, services)
        how = match.play()
        if not match.next_table:
            return exit_code(how)
        client = _client(client.club, match.next_table, client.member)
        client.sit_down({})
        console.print(f"== Table {client.name}")


def _go_in(
    services: "Services",
    opened: "Club",
    me: str,
    ascii: bool,
    driver: str,
    go: "Callable[[ClubNavigation], None]",
) -> int:
    """Open the app in the club."""

    def start(app: "SamovarApp") -> None:
        # Screens, and Textual with them.
        from tui.club.navigation import ClubNavigation

        app.club_navigation = ClubNavigation(app, opened, me)
        go(app.club_navigation)

    return open_app(services, start, ascii, driver)


def _print_strangers(services: "Services", opened: "Club", targets: "Sequence[SeatTerms]") -> None:
    """Name the invited players who are not members yet."""
    for target in targets:
        if target.name and not target.level and opened.member(target.name) is None:
            open_console(services, False).print(f"{target.name} is not a member yet: the seat is kept for them.")


def _print_table(services: "Services", table: str) -> None:
    console = open_console(services, False)
    console.print(f"table {table}")
    console.flush()


def _print_end(services: "Services", table: "TableProjection") -> int:
    # Sessions, which a list of tables does not need.
    from tui.club.printer import ending_lines

    for line in ending_lines(table):
        open_console(services, False).print(line)
    return 0


def _refused(sentence: str) -> Exception:
    return ClubRefusedError(sentence)
