"""What the operator of a club does with it: samovar club members, admit, dismiss, check."""

from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from core.text import count_text
from saves.club.auth import Authenticator
from saves.club.check import check_club
from saves.club.errors import ClubRefusedError
from saves.club.public_keys import public_keys
from saves.sanitize import one_line
from tui.cli.options import plain_option
from tui.cli.start import open_console, pass_services
from tui.club import text
from tui.club.options import address_option, club_options, open_named_club
from tui.club.table_lists import member_standings

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
        code = Authenticator(club).new_link_code(written) if wants_code else ""
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


OPERATOR_COMMANDS = (members, admit, dismiss, check)
