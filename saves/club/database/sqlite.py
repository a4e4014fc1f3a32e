"""A club in a file of this host: SQLite, with a write-ahead log that readers and one writer share.

A waiter reads SQLite's counter of changes (`PRAGMA data_version`) a few times a second: the counter is in memory that
all processes of the host share, costs a few microseconds, and misses nothing, unlike the time stamps of files.
"""

import contextlib
import os
import sqlite3
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from urllib.parse import quote

from saves.club.database.address import SqliteAddress, subject_of
from saves.club.database.protocol import Clock, Row, Value
from saves.club.errors import ClubError
from saves.paths import make_private
from saves.sanitize import one_line

_PRIVATE = 0o600
#: The seconds to wait for the lock of another process before giving up.
_TIMEOUT = 20.0
#: The page cache of a connection in kilobytes: a hundred processes need not each cache what the system caches.
_CACHE = 64
#: The seconds between two reads of a waiter.
_LOOK_EVERY = 0.1

_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
_READ_ONLY = {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH}
_NO_CLUB = {sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT}


class Sqlite:
    """The database of a club in a file."""

    def __init__(self, address: SqliteAddress, is_guest: bool = False, clock: Clock = time.time) -> None:
        self._clock = clock
        self._path = address.path
        #: What sentences call the club.
        self.subject = subject_of(address, is_guest)
        self._lock = threading.RLock()
        self._connection: sqlite3.Connection | None = None
        self._file: os.stat_result | None = None
        if not is_guest:
            self._make_file()

    @contextlib.contextmanager
    def transaction(self, writes: bool = True) -> Iterator["SqliteTransaction"]:
        with self._lock, _error_sentences(self.subject):
            connection = self._at_hand()
            connection.execute("BEGIN IMMEDIATE" if writes else "BEGIN")
            try:
                yield SqliteTransaction(connection, self._clock)
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
        """Create an empty private file unless there is one: SQLite gives its journal the same rights."""
        with _error_sentences(self.subject):
            make_private(self._path.parent)
            with contextlib.suppress(FileExistsError):
                os.close(os.open(self._path, os.O_CREAT | os.O_EXCL | os.O_RDWR, _PRIVATE))

    def _at_hand(self) -> sqlite3.Connection:
        """Return the connection, made again after a loss; raise ClubError when the path no longer leads to the file."""
        if self._connection is not None and not self.is_at_its_place(self._file):
            self.close()
            raise self.gone_error()
        if self._connection is None:
            self._connection, self._file = self.connect()
        return self._connection

    def is_at_its_place(self, file: os.stat_result | None) -> bool:
        """Whether the club's path still leads to the opened file."""
        try:
            return file is not None and os.path.samestat(os.stat(self._path), file)
        except OSError:
            return False

    def gone_error(self) -> ClubError:
        return ClubError(f"The {self.subject} no longer exists.")

    def connect(self) -> tuple[sqlite3.Connection, os.stat_result]:
        """Connect to the file, which must exist and be empty or a club's; return also which file it was."""
        if not self._path.is_file():
            raise self.gone_error()
        with _error_sentences(self.subject):
            file = os.stat(self._path)
            connection = sqlite3.connect(
                _uri(self._path), uri=True, timeout=_TIMEOUT, isolation_level=None, check_same_thread=False
            )
            connection.text_factory = _text
            try:
                self._prepare(connection)
            except BaseException:
                connection.close()
                raise
            return connection, file

    def _prepare(self, connection: sqlite3.Connection) -> None:
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if tables and "club_schema" not in tables:
            raise ClubError(f"The {self.subject} is another kind of database; choose another file.")
        _keep_a_shared_journal(connection)
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute(f"PRAGMA cache_size = -{_CACHE}")


class SqliteTransaction:
    """Statements between BEGIN and COMMIT on a SQLite connection."""

    def __init__(self, connection: sqlite3.Connection, clock: Clock) -> None:
        self._connection = connection
        self._clock = clock

    def run(self, statement: str, *values: Value) -> int:
        return self._connection.execute(statement, values).rowcount

    def rows(self, statement: str, *values: Value) -> Sequence[Row]:
        return self._connection.execute(statement, values).fetchall()

    def has_table(self, name: str) -> bool:
        return bool(self.rows("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", name))

    def lock_schema(self) -> None:
        """Do nothing: a writer is alone in the file anyway."""

    def notify(self, channel: str) -> None:
        """Do nothing: the counter of changes wakes every waiter."""

    def now(self) -> float:
        return self._clock()


class SqliteWaiter:
    """Read the counter of changes until it changes."""

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
        """Do nothing: the counter changes for every channel."""

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self._connection = None

    def _has_changed(self) -> bool:
        """Whether the counter has changed, or the connection was lost, in which case changes may have been missed."""
        lost = self._connection is None
        if self._connection is None:
            self._connection, self._file = self._database.connect()
        elif not self._database.is_at_its_place(self._file):
            self.close()
            raise self._database.gone_error()
        before, self._count = self._count, self._changes(self._connection)
        return lost or self._count != before

    def _changes(self, connection: sqlite3.Connection) -> int:
        with _error_sentences(self._database.subject):
            ((count,),) = connection.execute("PRAGMA data_version").fetchall()
        return int(count)


def _text(stored: bytes) -> str | bytes:
    """Return a stored text; as bytes where it is none, so that one damaged cell does not fail the whole statement."""
    try:
        return stored.decode()
    except UnicodeDecodeError:
        return stored


def _uri(path: Path) -> str:
    """Return the URI with which SQLite opens a file without creating it."""
    return f"file:{quote(str(path))}?mode=rw"


def _keep_a_shared_journal(connection: sqlite3.Connection) -> None:
    """Turn on write-ahead logging for good. Wait for others that are just turning it on, because SQLite does not."""
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
def _error_sentences(subject: str) -> Iterator[None]:
    """Turn every error of SQLite or its file into a ClubError of one sentence."""
    try:
        yield
    except sqlite3.Error as error:
        raise ClubError(_sentence(error, subject)) from error
    except OSError as error:
        raise ClubError(f"The {subject} cannot be reached: {one_line(error.strerror or str(error))}.") from error


def _sentence(error: sqlite3.Error, subject: str) -> str:
    code = _code(error)
    if code == sqlite3.SQLITE_FULL:
        return f"The disk of the {subject} is full; make room and try again."
    if code in _READ_ONLY:
        return f"The {subject} is read-only here."
    if code in _BUSY:
        return f"The {subject} has been busy for too long; try again."
    if code in _NO_CLUB:
        return f"The {subject} is not a club, or it is damaged."
    return f"The {subject} cannot be reached: {one_line(str(error), 80)}."


def _code(error: sqlite3.Error) -> int:
    """Return SQLite's primary error code, without the details."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF
