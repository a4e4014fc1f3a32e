"""The player's settings, stored between sessions.

    preferences, trouble = settings.load(paths.settings)      # trouble: a sentence when the file is broken, or ""
    trouble = settings.save(paths.settings, preferences)      # a sentence when the disk refused, or ""

A broken file is never fatal and never lost: its content is copied before the file is written again.
"""

from pathlib import Path

import msgspec

from core.game import OptionValue
from saves import player_file
from saves.quota import Quota

_WHAT = "settings"


class LastSetup(msgspec.Struct):
    """How a game was last set up: seats as on the command line, options by name."""

    seats: list[str] = []
    options: dict[str, OptionValue] = {}


#: How fast the moves of bots follow each other.
AT_ONCE, BRISK, STEP_BY_STEP = "at once", "brisk", "step by step"
PACES = (AT_ONCE, BRISK, STEP_BY_STEP)


class Settings(msgspec.Struct):
    """The settings. Every field has a default, so that an older or shorter file can be read."""

    theme: str = ""
    confirm_turn: bool = True
    ascii: bool | None = None
    bot_seconds: float = 2.0
    #: How the bots' moves are shown: one of PACES.
    pace: str = BRISK
    #: Whether the scoring pieces are highlighted when points are added.
    payoff: bool = True
    #: Whether pieces move in a few frames where something is highlighted.
    movement: bool = True
    #: Whether a kind of decision is explained the first time that it comes up.
    explain: bool = True
    last_setup: dict[str, LastSetup] = {}
    #: The address of the player's club.
    club: str = ""
    #: Keys of one's own: a key by the word of its command, as docs/settings.md lists them.
    keys: dict[str, str] = {}
    #: Whether the terminal's bell rings when it becomes the player's turn there.
    bell: bool = True

    @property
    def known_pace(self) -> str:
        """The pace; brisk where a newer Samovar has stored one that this one does not know."""
        return self.pace if self.pace in PACES else BRISK


def load(path: Path) -> tuple[Settings, str]:
    """Return the settings, and a sentence when they could not be read."""
    settings, trouble = player_file.load(path, Settings, _WHAT)
    settings.bot_seconds = min(max(settings.bot_seconds, 0.0), 60.0)
    return settings, trouble


def save(path: Path, settings: Settings, quota: Quota | None = None) -> str:
    """Write the settings; return a sentence when the disk refused."""
    return player_file.save(path, settings, _WHAT, quota)
