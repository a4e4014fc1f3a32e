"""A club in a file of this host: SQLite, with a journal that readers and one writer share.

Waking is asking SQLite's own counter of changes (`PRAGMA data_version`) a few times a second: it reads memory that all
processes of the host share, costs a few microseconds, and misses nothing, unlike the time stamps of files.
"""

import contextlib
import os
import sqlite3
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from urllib.parse import quote

from saves.club.database.address import SqliteAddress
from saves.club.database.protocol import Row, Value
from saves.club.errors import ClubError
from saves.paths import make_private
from saves.sanitize import one_line

_PRIVATE = 0o600
#: How long others may be at it before we give up, in seconds.
_TIMEOUT = 20.0
#: Kilobytes of the file that a connection remembers: a hundred processes need not each keep what the system keeps.
_CACHE = 64
#: How often whoever waits looks, in seconds.
_LOOK_EVERY = 0.1

_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
_READ_ONLY = {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH}
_NO_CLUB = {sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT}


class Sqlite:
    """The database of a club in a file."""

    def __init__(self, address: SqliteAddress) -> None:
        self._path = address.path
        self.label = address.label
        self._lock = threading.RLock()
        self._connection: sqlite3.Connection | None = None
        self._file: os.stat_result | None = None
        self._make_file()

    @contextlib.contextmanager
    def transaction(self, writes: bool = True) -> Iterator["SqliteTransaction"]:
        with self._lock, _error_sentences(self.label):
            connection = self._at_hand()
            connection.execute("BEGIN IMMEDIATE" if writes else "BEGIN")
            try:
                yield SqliteTransaction(connection)
                connection.execute("COMMIT")
            except BaseException:
                with contextlib.suppress(sqlite3.Error):
                    connection.execute("ROLLBACK")
                raise

    def waiter(self, channel: str) -> "SqliteWaiter":
        return SqliteWaiter(self)

    def close(self) -> None:
        with self._lock:
            if self._connection is not None:
                self._connection.close()
            self._connection = None

    # The file

    def _make_file(self) -> None:
        """An empty file for the owner's eyes only, unless there is one: SQLite gives its journal the same rights."""
        with _error_sentences(self.label):
            make_private(self._path.parent)
            with contextlib.suppress(FileExistsError):
                os.close(os.open(self._path, os.O_CREAT | os.O_EXCL | os.O_RDWR, _PRIVATE))

    def _at_hand(self) -> sqlite3.Connection:
        """The connection, made again when the file was away; never to a file that has lost its name."""
        if self._connection is not None and not self.is_at_its_place(self._file):
            self.close()
            raise self.gone_error()
        if self._connection is None:
            self._connection, self._file = self.connect()
        return self._connection

    def is_at_its_place(self, file: os.stat_result | None) -> bool:
        """Whether the club's path still leads to the file that was opened."""
        try:
            return file is not None and os.path.samestat(os.stat(self._path), file)
        except OSError:
            return False

    def gone_error(self) -> ClubError:
        return ClubError(f"The club {self.label} is not there any more.")

    def connect(self) -> tuple[sqlite3.Connection, os.stat_result]:
        """A connection to the file, which must be there, and must be a club's or empty; and which file it was."""
        if not self._path.is_file():
            raise self.gone_error()
        with _error_sentences(self.label):
            file = os.stat(self._path)
            connection = sqlite3.connect(
                _uri(self._path), uri=True, timeout=_TIMEOUT, isolation_level=None, check_same_thread=False
            )
            try:
                self._prepare(connection)
            except BaseException:
                connection.close()
                raise
            return connection, file

    def _prepare(self, connection: sqlite3.Connection) -> None:
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if tables and "club_schema" not in tables:
            raise ClubError(f"{self.label} is a database, but not of a club; choose another file.")
        _keep_a_shared_journal(connection)
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute(f"PRAGMA cache_size = -{_CACHE}")


class SqliteTransaction:
    """Statements between BEGIN and COMMIT."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def run(self, statement: str, *values: Value) -> int:
        return self._connection.execute(statement, values).rowcount

    def rows(self, statement: str, *values: Value) -> Sequence[Row]:
        return self._connection.execute(statement, values).fetchall()

    def has_table(self, name: str) -> bool:
        return bool(self.rows("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", name))

    def lock_schema(self) -> None:
        """Whoever writes is alone in the file."""

    def notify(self, channel: str) -> None:
        """The counter of changes wakes everybody."""

    def now(self) -> float:
        return time.time()


class SqliteWaiter:
    """Looks at the counter of changes until it moves."""

    def __init__(self, database: Sqlite) -> None:
        self._database = database
        self._connection: sqlite3.Connection | None = None
        self._file: os.stat_result | None = None
        self._count = -1
        self._has_changed()

    def wait(self, seconds: float) -> bool:
        until = time.monotonic() + seconds
        while not self._has_changed():
            left = until - time.monotonic()
            if left <= 0:
                return False
            time.sleep(min(_LOOK_EVERY, left))
        return True

    def listen(self, channel: str) -> None:
        """The counter moves for everybody."""

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self._connection = None

    def _has_changed(self) -> bool:
        """Whether the counter has moved; when the connection was lost, so may be what happened meanwhile."""
        lost = self._connection is None
        if self._connection is None:
            self._connection, self._file = self._database.connect()
        elif not self._database.is_at_its_place(self._file):
            self.close()
            raise self._database.gone_error()
        before, self._count = self._count, self._changes(self._connection)
        return lost or self._count != before

    def _changes(self, connection: sqlite3.Connection) -> int:
        with _error_sentences(self._database.label):
            ((count,),) = connection.execute("PRAGMA data_version").fetchall()
        return int(count)


def _uri(path: Path) -> str:
    """The file as SQLite wants it when it must not make one."""
    return f"file:{quote(str(path))}?mode=rw"


def _keep_a_shared_journal(connection: sqlite3.Connection) -> None:
    """Write-ahead logging, for good. SQLite does not wait for others who are just turning it on, so we do."""
    until = time.monotonic() + _TIMEOUT
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if _code(error) not in _BUSY or time.monotonic() > until:
                raise
        time.sleep(0.02)


@contextlib.contextmanager
def _error_sentences(label: str) -> Iterator[None]:
    """Whatever goes wrong with SQLite or its file, as one sentence."""
    try:
        yield
    except sqlite3.Error as error:
        raise ClubError(_sentence(error, label)) from error
    except OSError as error:
        raise ClubError(f"The club {label} cannot be reached: {one_line(error.strerror or str(error))}.") from error


def _sentence(error: sqlite3.Error, label: str) -> str:
    code = _code(error)
    if code == sqlite3.SQLITE_FULL:
        return f"The disk of the club {label} is full; make room and try again."
    if code in _READ_ONLY:
        return f"The club {label} may only be read here; nothing can be written to it."
    if code in _BUSY:
        return f"The club {label} has been busy for too long; try again."
    if code in _NO_CLUB:
        return f"{label} is not a club, or it is damaged."
    return f"The club {label} cannot be reached: {one_line(str(error), 80)}."


def _code(error: sqlite3.Error) -> int:
    """SQLite's number for the kind of an error, whatever the details."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF
