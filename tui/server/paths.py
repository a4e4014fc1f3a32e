"""Where the server keeps its key, its log and the folders of members."""

import os
from pathlib import Path

import msgspec

from saves import settings
from saves.paths import DataPaths


class ServerPaths(msgspec.Struct, frozen=True):
    """The server's folder, which belongs to the operator. Hosts that share a club share this folder, too."""

    folder: Path
    logs: Path

    @classmethod
    def for_operator(cls) -> "ServerPaths":
        return cls.beside(DataPaths.for_player())

    @classmethod
    def beside(cls, paths: DataPaths) -> "ServerPaths":
        """Return the server's folders in the home that has these paths."""
        return cls(paths.matches.with_name("door"), paths.logs)

    @property
    def host_key(self) -> Path:
        return self.folder / "host_key"

    @property
    def club(self) -> Path:
        """The club of a server that was given no other."""
        return self.folder / "club.db"

    @property
    def settings(self) -> Path:
        """The limits that the operator has chosen."""
        return self.folder / "settings.toml"

    @property
    def log(self) -> Path:
        return self.logs / "door.log"

    @property
    def members(self) -> Path:
        """The folder of the members' own folders."""
        return self.folder / "members"

    def home(self, folder: str) -> Path:
        """Return the folder of one member's files, by the random name that the club has for it."""
        return self.members / folder


def club_address(text: str | None) -> str:
    """Return the address given here, in the environment or in the settings; else a club in the server's folder."""
    if address := text or os.environ.get("SAMOVAR_CLUB"):
        return address
    chosen = settings.load(DataPaths.for_player().settings)[0].club
    return chosen or f"sqlite:///{ServerPaths.for_operator().club}"


def own_club_address(paths: DataPaths) -> str:
    """Return the address of the club of the server that has run in this home; empty where none has."""
    club = ServerPaths.beside(paths).club
    return f"sqlite:///{club}" if club.exists() else ""
