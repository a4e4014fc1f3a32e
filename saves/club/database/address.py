"""The address of a club: `sqlite:///FILE` is a file of this host, `postgresql://…` a server, in PostgreSQL's form."""

from pathlib import Path
from urllib.parse import SplitResult, urlsplit

import msgspec

from saves.club.errors import ClubError
from saves.sanitize import one_line

_SQLITE = "sqlite:///"
#: The most letters of a label: more would fill a whole line of the screen.
_LONGEST = 40
_POSTGRES = ("postgresql://", "postgres://")


class SqliteAddress(msgspec.Struct, frozen=True):
    """A database file, by its absolute path."""

    path: Path

    @property
    def label(self) -> str:
        """The name of the club in a sentence: its path, or the end of a long one."""
        whole = one_line(str(self.path), 120)
        return whole if len(whole) <= _LONGEST else one_line(f"…/{self.path.parent.name}/{self.path.name}", 60)


class PostgresAddress(msgspec.Struct, frozen=True):
    """A database of a server. The whole address may hold a password, so only its label is ever shown."""

    url: str
    label: str

    def __repr__(self) -> str:
        return f"PostgresAddress({self.label})"


Address = SqliteAddress | PostgresAddress


def subject_of(address: Address, is_guest: bool) -> str:
    """Return what sentences call a club: by its label, or for a guest, who may not know where it is, without."""
    return "club" if is_guest else f"club {address.label}"


def read_address(text: str) -> Address:
    """Parse an address; raise ClubError, which says what one looks like."""
    wanted = text.strip()
    if wanted.startswith(_SQLITE):
        return _sqlite(wanted.removeprefix(_SQLITE))
    if wanted.startswith(_POSTGRES):
        return PostgresAddress(wanted, _without_secrets(wanted))
    raise ClubError("The address of a club is sqlite:///FILE or postgresql://USER@HOST/NAME.")


def _sqlite(file: str) -> SqliteAddress:
    if not file or file.endswith("/") or "\0" in file:
        raise ClubError("The address sqlite:///FILE needs the name of a file, such as sqlite:////srv/club/club.db.")
    try:
        return SqliteAddress(Path(file).expanduser().absolute())
    except RuntimeError:
        owner = one_line(Path(file).parts[0], 40)
        raise ClubError(f"The club's file is in {owner}, but nobody of that name has a home here.") from None
    except FileNotFoundError:
        raise ClubError("The club's file is named from the current folder, which no longer exists.") from None


def _without_secrets(url: str) -> str:
    """Return the host and the name of the database; never user, password or options."""
    try:
        parts = urlsplit(url)
        return one_line(f"{_host(parts)}{parts.path}", 120)
    except ValueError:
        raise ClubError("The address of the club cannot be read; one looks like postgresql://USER@HOST/NAME.") from None


def _host(parts: SplitResult) -> str:
    host = parts.hostname or "localhost"
    return f"{host}:{parts.port}" if parts.port else host
