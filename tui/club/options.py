"""Which club a command is about, and as whom."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from saves import settings
from tui.club.home_link import open_club

if TYPE_CHECKING:
    from saves.club.store import Club
    from tui.services import Services


def club_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options for the address of the club and the name of the member."""
    address = click.option("--club", "address", metavar="ADDRESS", envvar="SAMOVAR_CLUB", help="The club's address.")
    name = click.option(
        "--as", "name", metavar="NAME", help="Your name in the club; otherwise your name on this computer."
    )
    return address(name(command))


def open_named_club(services: "Services", address: str | None) -> "Club":
    """Open the club that was named here, in the environment or in the settings."""
    return open_club(services, address or settings.load(services.paths.settings)[0].club)
