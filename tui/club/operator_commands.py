"""What the operator of a club does with it: samovar club members, admit, dismiss, ban, check, purge."""

import shutil
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from core.text import count_text
from saves.club.auth import Authenticator
from saves.club.bans import BanList
from saves.club.check import check_club
from saves.club.errors import ClubRefusedError
from saves.club.public_keys import public_keys
from saves.club.purge import purge_club
from saves.sanitize import one_line
from tui.cli.options import plain_option
from tui.cli.start import open_console, pass_services
from tui.club import text
from tui.club.options import address_option, club_options, open_named_club
from tui.club.table_lists import member_standings
from tui.server.paths import ServerPaths

if TYPE_CHECKING:
    from tui.services import Services

NEEDS_CARE = 1


class MemberRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """A member, or a level of bots, for a program."""

    name: str
    games: int
    won: int
    ratings: dict[str, int]
    keys: int = 0
    is_bot: bool = msgspec.field(name="bot", default=False)


class AdmittedMember(msgspec.Struct, frozen=True, omit_defaults=True):
    """A member who was admitted, for a program: the name as the club writes it, and the link code."""

    name: str
    code: str = ""


class DismissedMember(msgspec.Struct, frozen=True):
    """A member who was dismissed, for a program."""

    name: str


class PurgedData(msgspec.Struct, frozen=True):
    """What was removed, or would be, for a program: tables, and how many codes, rows and folders."""

    tables: list[str]
    codes: int
    rows: int
    folders: int


_json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON for a program.")


@click.command()
@_json_option
@plain_option
@club_options
@pass_services
def members(services: "Services", as_json: bool, plain: bool, address: str | None, name: str | None) -> None:
    """List the members and the bots, with their games, wins and ratings."""
    console = open_console(services, False)
    with open_named_club(services, address) as club:
        standings, remark = member_standings(club)
        keys = {member.name: len(member.keys) for member in club.members()}
    rows = [
        MemberRow(row.name, row.games, row.won, row.points, 0 if row.is_bot else keys[row.name], row.is_bot)
        for row in standings
    ]
    if as_json:
        console.print(msgspec.json.encode(rows).decode())
        return
    for standing, row in zip(standings, rows, strict=True):
        console.print(text.standing_text(standing) + (f", {count_text(row.keys, 'key')}" if row.keys else ""))
    if not keys:
        console.print("The club has no members yet; you become one by playing in it.")
    elif remark:
        console.print(remark)


@click.command()
@click.argument("member")
@click.argument("keyfile", required=False, type=click.Path(path_type=Path))
@click.option("--code", "wants_code", is_flag=True, help="Print a link code: whoever has it adds a key of their own.")
@_json_option
@address_option
@pass_services
def admit(
    services: "Services", member: str, keyfile: Path | None, wants_code: bool, as_json: bool, address: str | None
) -> None:
    """Add MEMBER to the club, or give them the public keys in KEYFILE as well."""
    try:
        keys = public_keys(keyfile.read_text("utf-8", "replace")) if keyfile else []
    except OSError as error:
        reason = one_line(error.strerror or "unknown error")
        raise ClubRefusedError(f"{one_line(str(keyfile))} cannot be read: {reason}.") from None
    with open_named_club(services, address) as club:
        written = club.admit(member)
        for key in keys:
            club.admit(member, key)
        code = Authenticator(club).new_link_code(written, by_operator=True) if wants_code else ""
    console = open_console(services, False)
    if as_json:
        console.print(msgspec.json.encode(AdmittedMember(written, code)).decode())
        return
    console.print(f"{written} is a member of the club.")
    if code:
        console.print(f"With the new key, within ten minutes: ssh link@ and this host, then {code}")


@click.command()
@click.argument("member")
@_json_option
@address_option
@pass_services
def dismiss(services: "Services", member: str, as_json: bool, address: str | None) -> None:
    """Remove MEMBER from the club; the name stays taken, and finished matches stay."""
    with open_named_club(services, address) as club:
        known = club.member(member)
        club.dismiss(member)
    dismissed = DismissedMember(known.name if known else one_line(member, 40))
    console = open_console(services, False)
    if as_json:
        console.print(msgspec.json.encode(dismissed).decode())
    else:
        console.print(f"{dismissed.name} is no longer a member of the club.")


@click.command()
@_json_option
@address_option
@pass_services
def check(services: "Services", as_json: bool, address: str | None) -> int:
    """Find damaged tables, repair what a log can repair, and set the others aside; exit code 1 if there are any."""
    console = open_console(services, False)
    with open_named_club(services, address) as club:
        found = check_club(club)
    if as_json:
        console.print(msgspec.json.encode(found).decode())
    else:
        for finding in found:
            console.print(
                f"Table {one_line(finding.table, 40)}: {one_line(finding.fault)} {finding.done.capitalize()}."
            )
        if not found:
            console.print("Every table of the club can be read.")
    return NEEDS_CARE if found else 0


@click.command()
@click.argument("stranger", required=False, metavar="[ADDRESS/PREFIX|KEY]")
@click.option("--lift", is_flag=True, help="Let in again what was banned.")
@_json_option
@address_option
@pass_services
def ban(services: "Services", stranger: str | None, lift: bool, as_json: bool, address: str | None) -> None:
    """Keep strangers out by their network, or by their key (SHA256:…, as the log has it); alone, list the bans.

    Members log in from everywhere: samovar club dismiss keeps a member out.
    """
    if lift and stranger is None:
        raise click.UsageError("Which ban? Name the network or the key; samovar club ban lists them.")
    console = open_console(services, False)
    with open_named_club(services, address) as club:
        bans = BanList(club)
        if stranger is None:
            found = bans.all()
        else:
            found = [bans.lift(stranger) if lift else bans.add(stranger)]
    if as_json:
        console.print(msgspec.json.encode(found).decode())
        return
    for each in found:
        if stranger is None:
            console.print(f"{each.subject}  since {datetime.fromtimestamp(each.since):%Y-%m-%d %H:%M}")
        else:
            console.print(f"{each.subject} is {'no longer' if lift else 'now'} banned.")
    if not found:
        console.print("Nobody is banned.")


@click.command()
@click.option(
    "--days", default=180, show_default=True, type=click.IntRange(1), help="Days in which nothing has happened."
)
@click.option("--dry-run", "is_dry_run", is_flag=True, help="Only say what would be removed.")
@_json_option
@address_option
@pass_services
def purge(services: "Services", days: int, is_dry_run: bool, as_json: bool, address: str | None) -> None:
    """Remove unfinished tables at rest for many days, expired codes, and the data of members who left."""
    console = open_console(services, False)
    with open_named_club(services, address) as club:
        found = purge_club(club, days, is_dry_run)
    if not is_dry_run:
        _remove_folders(ServerPaths.beside(services.paths), found.folders)
    if as_json:
        removed = PurgedData([table.id for table in found.tables], found.codes, found.rows, len(found.folders))
        console.print(msgspec.json.encode(removed).decode())
        return
    does = "would be removed" if is_dry_run else "removed"
    for table in found.tables:
        console.print(f"{text.list_line(table)}  {does}")
    for number, counted in (
        (found.codes, count_text(found.codes, "expired code")),
        (found.rows, f"{count_text(found.rows, 'entry', 'entries')} of members who left"),
        (len(found.folders), f"{count_text(len(found.folders), 'folder')} of members who left"),
    ):
        if number:
            console.print(f"{counted}  {does}")
    if not (found.tables or found.codes or found.rows or found.folders):
        console.print("There is nothing to remove.")


def _remove_folders(server: ServerPaths, names: list[str]) -> None:
    """Remove the folders of members who left; their names are random, and never a path."""
    for name in names:
        if name.isalnum():
            shutil.rmtree(server.home(name), ignore_errors=True)


OPERATOR_COMMANDS = (members, admit, dismiss, ban, check, purge)
