"""Which club a command is about: the one that is named, or else the one of the server that runs in this home."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from saves import settings
from tui.club.home_link import open_club
from tui.server.paths import own_club_address

if TYPE_CHECKING:
    from saves.club.store import Club
    from tui.services import Services


def club_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options for the address of the club and the name of the member."""
    name = click.option(
        "--as", "name", metavar="NAME", help="Your name in the club; otherwise your name on this computer."
    )
    return address_option(name(command))


def address_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the option for the address of the club."""
    return click.option("--club", "address", metavar="ADDRESS", envvar="SAMOVAR_CLUB", help="The club's address.")(
        command
    )


def open_named_club(services: "Services", address: str | None) -> "Club":
    """Open the club that was named here, in the environment or in the settings; else that of the server here."""
    chosen = address or settings.load(services.paths.settings)[0].club
    return open_club(services, chosen or own_club_address(services.paths))
