"""What the app opens with, as the command line hands it over."""

from typing import Literal

import msgspec

from core.match import Match, clean_name
from saves.match_store import MatchFile

#: Who sits down when nobody says who.
DEFAULT_SEATS = ("you", "bot:novice")


class StartupRequest(msgspec.Struct):
    """A match to play or to look back on. `keeper` is None for a file that is only looked at."""

    match: Match
    match_file: MatchFile | None = None
    messages: list[str] = []
    mode: Literal["play", "replay"] = "play"
    #: What a match to look back on is called on disk; nothing for a file from elsewhere.
    slug: str = ""


def login_name() -> str:
    """The name that the player has on this machine."""
    import getpass  # only when a name is needed: home needs none

    try:
        return clean_name(getpass.getuser()).capitalize() or "Player"
    except (OSError, KeyError):
        return "Player"
