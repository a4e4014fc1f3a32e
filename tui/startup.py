"""The request with which the command line opens the app."""

from typing import TYPE_CHECKING, Literal

import msgspec

from core.match import Match, clean_name
from saves.match_store import MatchFile

if TYPE_CHECKING:
    from tui.services import Services

#: The seats of a match when none are named.
DEFAULT_SEATS = ("you", "bot:novice")


class StartupRequest(msgspec.Struct):
    """A match to play or to replay. `match_file` is None for a match that is only looked at."""

    match: Match
    match_file: MatchFile | None = None
    messages: list[str] = []
    mode: Literal["play", "replay"] = "play"
    #: The name on disk of a match to replay; empty for a file from elsewhere.
    slug: str = ""


def name_of_player(services: "Services") -> str:
    """Return what the player is called: a guest by the member's name, anybody else as on this machine."""
    return services.player_name or login_name()


def login_name() -> str:
    """Return the name that the player has on this machine."""
    import getpass  # only when a name is needed: home needs none

    try:
        return clean_name(getpass.getuser()).capitalize() or "Player"
    except (OSError, KeyError):
        return "Player"
