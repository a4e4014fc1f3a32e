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
        paths = DataPaths.for_player()
        return cls(paths.matches.with_name("door"), paths.logs)

    @property
    def host_key(self) -> Path:
        return self.folder / "host_key"

    @property
    def settings(self) -> Path:
        """The limits that the operator has chosen."""
        return self.folder / "settings.toml"

    @property
    def log(self) -> Path:
        return self.logs / "door.log"

    def home(self, folder: str) -> Path:
        """Return the folder of one member's files, by the random name that the club has for it."""
        return self.folder / "members" / folder


def club_address(text: str | None) -> str:
    """Return the address given here, in the environment or in the settings; else a club in the server's folder."""
    if address := text or os.environ.get("SAMOVAR_CLUB"):
        return address
    chosen = settings.load(DataPaths.for_player().settings)[0].club
    return chosen or f"sqlite:///{ServerPaths.for_operator().folder / 'club.db'}"
