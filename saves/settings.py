"""What the player likes, kept between sessions.

    settings, remark = settings.load(folders.settings)     # remark: a sentence when the file is broken, or ""
    trouble = settings.store(folders.settings, settings)   # a sentence when the disk refused, or ""

A broken file is never fatal and never lost: its content is put aside before the file is written anew.
"""

import os
from pathlib import Path

import msgspec

from core.game import OptionValue
from saves.disk import NotAFile, TooLarge, read_whole, write_whole
from saves.words import one_line

_LARGEST = 1024 * 1024


class LastSetup(msgspec.Struct):
    """How a game was last set up: seats as on the command line, options by name."""

    seats: list[str] = []
    options: dict[str, OptionValue] = {}


#: How fast the moves of bots follow each other.
AT_ONCE, BRISK, STEP_BY_STEP = "at once", "brisk", "step by step"
PACES = (AT_ONCE, BRISK, STEP_BY_STEP)


class Settings(msgspec.Struct):
    """Everything has a default, so that an older or shorter file is still a good one."""

    theme: str = ""
    confirm_turn: bool = True
    ascii: bool | None = None
    bot_seconds: float = 2.0
    #: How the bots' moves are shown: one of PACES.
    pace: str = BRISK
    #: Whether what counted lights up when points arrive.
    payoff: bool = True
    last_setup: dict[str, LastSetup] = {}
    #: The address of the club that one goes to.
    club: str = ""
    #: Whether the terminal's bell rings when it becomes one's turn there.
    bell: bool = True


def load(path: Path) -> tuple[Settings, str]:
    """The settings, and a sentence when they could not be read."""
    try:
        return _read(path), ""
    except FileNotFoundError:
        return Settings(), ""
    except NotAFile:
        reason = "it is not a file"
    except TooLarge:
        reason = "it is too large"
    except OSError as error:
        reason = error.strerror or "it cannot be read"
    except msgspec.ValidationError as error:
        reason = str(error).replace("`", "")
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        reason = "it is not JSON"
    return Settings(), f"The settings in {one_line(path.name)} are not used: {one_line(reason)}."


def store(path: Path, settings: Settings) -> str:
    """Write the settings; a sentence when the disk refused."""
    try:
        if load(path)[1]:
            os.replace(path, _aside(path))
        write_whole(path, msgspec.json.format(msgspec.json.encode(settings), indent=2) + b"\n")
    except OSError as error:
        return f"The settings could not be saved ({error.strerror or error})."
    return ""


def _read(path: Path) -> Settings:
    settings = msgspec.json.decode(read_whole(path, _LARGEST), type=Settings)
    settings.bot_seconds = min(max(settings.bot_seconds, 0.0), 60.0)
    return settings


def _aside(path: Path) -> Path:
    """A free name for a file that is kept though it cannot be read."""
    number = 1
    while (aside := path.with_name(f"{path.stem}-broken-{number}{path.suffix}")).exists():
        number += 1
    return aside
