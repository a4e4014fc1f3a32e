"""The paths of all files of a player.

`SAMOVAR_HOME`, when set, holds all of them; otherwise they are in the platform's usual folders.
"""

import errno
import os
from pathlib import Path

import msgspec

from saves.errors import NoDataFolderError
from saves.quota import Quota
from saves.sanitize import one_line

_PRIVATE = 0o700
#: What says that a disk has failed, and not that a file system cannot sync a folder.
_FAILURES = {errno.EIO, errno.ENOSPC, errno.EDQUOT}
_HOMELESS = "There is no home folder for your matches; set SAMOVAR_HOME to a folder."


class DataPaths(msgspec.Struct, frozen=True):
    """Where a player's files are, and how much they may hold. No folder is created before it is needed."""

    matches: Path
    finished: Path
    settings: Path
    logs: Path
    #: How much may be written there; None: no limit but the disk's.
    quota: Quota | None = None

    @property
    def reviews(self) -> Path:
        """The folder of the reviews, beside the matches."""
        return self.matches.with_name("reviews")

    @property
    def puzzles(self) -> Path:
        """The file of the puzzle attempts."""
        return self.finished.with_name("puzzles.jsonl")

    @property
    def daily(self) -> Path:
        """The journal of daily deals, beside the finished games."""
        return self.finished.with_name("daily.jsonl")

    @property
    def lessons(self) -> Path:
        """The file of the progress in the lessons, beside the matches."""
        return self.matches.with_name("lessons.json")

    @property
    def cores(self) -> Path:
        """The folder with the locks of the host's cores."""
        return self.logs / "cores"

    @classmethod
    def under(cls, home: Path, quota: Quota | None = None) -> "DataPaths":
        """Return paths that are all in one folder."""
        return cls(home / "matches", home / "finished.jsonl", home / "settings.json", home / "logs", quota)

    @classmethod
    def for_player(cls) -> "DataPaths":
        """Return the paths of the user who runs the program."""
        if home := os.environ.get("SAMOVAR_HOME"):
            return cls.under(_expanded(home))
        return _of_platform()


def _of_platform() -> DataPaths:
    """Return paths in the platform's usual folders."""
    from platformdirs import PlatformDirs  # only when the platform decides: it takes time to import

    dirs = PlatformDirs("samovar", appauthor=False)
    try:
        data, config, logs = dirs.user_data_path, dirs.user_config_path, dirs.user_log_path
    except RuntimeError:
        raise NoDataFolderError(_HOMELESS) from None
    if not data.is_absolute():
        raise NoDataFolderError(_HOMELESS)
    return DataPaths(data / "matches", data / "finished.jsonl", config / "settings.json", logs)


def _expanded(home: str) -> Path:
    """Return the absolute path of a folder that may be written with a tilde or relative to the current folder."""
    try:
        return Path(home).expanduser().absolute()
    except RuntimeError:
        owner = one_line(Path(home).parts[0], 40)
        raise NoDataFolderError(f"SAMOVAR_HOME begins with {owner}, but nobody of that name has a home here.") from None
    except FileNotFoundError:
        raise NoDataFolderError("SAMOVAR_HOME begins in the current folder, which no longer exists.") from None


def make_private(folder: Path) -> None:
    """Create a folder and its missing parents, readable only by the player."""
    if folder.is_dir():
        return
    missing = [folder]
    while not missing[-1].parent.exists():
        missing.append(missing[-1].parent)
    for path in reversed(missing):
        path.mkdir(mode=_PRIVATE, exist_ok=True)
        sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Make a created, renamed or removed name in a folder survive a power cut, where the system can.

    Raise OSError when the disk fails: what it has not written must not be taken for saved.
    """
    try:
        handle = os.open(folder, os.O_RDONLY)
    except PermissionError:  # a folder that may be written and not read
        return
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno in _FAILURES:
            raise
    finally:
        os.close(handle)
