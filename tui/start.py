"""What the app opens with, as the command line hands it over."""

from typing import Literal

import msgspec

from core.match import Match
from saves.store import Keeper

#: Who sits down when nobody says who.
DEFAULT_SEATS = ("you", "bot:novice")


class Start(msgspec.Struct):
    """A match to play or to look back on. `keeper` is None for a file that is only looked at."""

    match: Match
    keeper: Keeper | None = None
    remarks: list[str] = []
    mode: Literal["play", "replay"] = "play"
    #: What a match to look back on is called on disk; nothing for a file from elsewhere.
    slug: str = ""
