"""What members do about themselves and others: samovar club rename, data, save, block and others."""

from typing import TYPE_CHECKING

import click
import msgspec

from saves.club.auth import Authenticator
from saves.club.blocks import set_block
from saves.club.errors import ClubRefusedError
from saves.guest import typed_command
from saves.match_store import MatchStore
from tui.cli.options import plain_option
from tui.cli.start import open_console, pass_services
from tui.club import text
from tui.club.home_link import my_name
from tui.club.options import club_options, open_named_club

if TYPE_CHECKING:
    from tui.services import Services


@click.command()
@click.argument("new_name", metavar="NAME")
@plain_option
@club_options
@pass_services
def rename(services: "Services", new_name: str, plain: bool, address: str | None, name: str | None) -> None:
    """Change your name to NAME; the old one stays yours, and nobody else ever gets it."""
    with open_named_club(services, address) as opened:
        written = Authenticator(opened).rename(opened.enter(my_name(name)), new_name)
    open_console(services, False).print(f"You are {written} from now on.")


@click.command()
@plain_option
@club_options
@pass_services
def data(services: "Services", plain: bool, address: str | None, name: str | None) -> None:
    """Print all your data in the club as JSON; of running tables only what your own seat sees."""
    # Views and boards in lines, which other commands do not need.
    from tui.club.own_data import own_data

    with open_named_club(services, address) as opened:
        found = own_data(opened, opened.enter(my_name(name)), services.paths)
    open_console(services, False).print(msgspec.json.encode(found).decode())


@click.command("leave-for-good")
@click.argument("typed_name", metavar="NAME")
@plain_option
@club_options
@pass_services
def leave_for_good(services: "Services", typed_name: str, plain: bool, address: str | None, name: str | None) -> None:
    """Leave the club for good; write your NAME to confirm. Bots take your seats, and your data is deleted."""
    # Tables, which other commands do not need.
    from tui.club import leaving

    with open_named_club(services, address) as opened:
        former = leaving.leave_for_good(opened, opened.enter(my_name(name)), typed_name)
    open_console(services, False).print(text.left_for_good(former))


@click.command()
@click.argument("member")
@plain_option
@club_options
@pass_services
def block(services: "Services", member: str, plain: bool, address: str | None, name: str | None) -> None:
    """Block MEMBER, who is not told: no talk, no invitation, and no place at your tables."""
    _block(services, address, name, member, True)


@click.command()
@click.argument("member")
@plain_option
@club_options
@pass_services
def unblock(services: "Services", member: str, plain: bool, address: str | None, name: str | None) -> None:
    """End the block of MEMBER."""
    _block(services, address, name, member, False)


def _block(services: "Services", address: str | None, name: str | None, member: str, on: bool) -> None:
    with open_named_club(services, address) as opened:
        set_block(opened, opened.enter(my_name(name)), member, on)
        written = opened.name_now(member)
    open_console(services, False).print(text.blocked(written, on))


@click.command()
@click.argument("table")
@plain_option
@club_options
@pass_services
def save(services: "Services", table: str, plain: bool, address: str | None, name: str | None) -> None:
    """Save the finished match of TABLE among your own matches, to replay and review it."""
    # Tables, which other commands do not need.
    from tui.club.client import join_table, require_open

    with open_named_club(services, address) as opened:
        client = join_table(opened, table, opened.enter(my_name(name)), plays=False)
        require_open(client)
        match = client.table.match
    if match is None or not client.table.ended:
        raise ClubRefusedError(f"The match at table {table} is not over yet; save it after its end.")
    match_file = MatchStore(services.paths).new_file()
    trouble = match_file.save(match)
    slug = match_file.slug
    match_file.close()
    if trouble:
        raise ClubRefusedError(trouble)
    open_console(services, False).print(f"Saved as {slug}; {typed_command(f'review {slug}')} reviews it.")


OWN_COMMANDS = (rename, data, leave_for_good, block, unblock, save)
