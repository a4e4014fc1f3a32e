"""A real SQLite or PostgreSQL below a club, of which one statement fails: refused, or with the connection gone.

database = faulty(address)
with Club(database) as club:
    database.countdown.fail_at(7, "gone")       # the seventh statement from now on
    …
"""

import contextlib
import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence

import psycopg

from saves.club.database.address import PostgresAddress, SqliteAddress, read_address
from saves.club.database.postgres import Postgres, PostgresTransaction
from saves.club.database.protocol import Row, Value
from saves.club.database.sqlite import Sqlite

#: `full`: the disk; `busy`: somebody else's lock; `broken`: reading or writing fails; `gone`: the connection is lost
#: before the statement; `unheard`: it is lost after COMMIT, so that what was written is never acknowledged.
UNHEARD, COMMIT = "unheard", "COMMIT"
FAULTS = ("full", "busy", "broken", "gone", UNHEARD)
_CODES = {"full": sqlite3.SQLITE_FULL, "busy": sqlite3.SQLITE_BUSY, "broken": sqlite3.SQLITE_IOERR}


class Countdown:
    """Counts statements until one of them fails."""

    def __init__(self) -> None:
        self.made = 0
        #: The statements so far.
        self.statements: list[str] = []
        self._at, self._fault = -1, ""
        #: The statement that failed.
        self.failed = ""

    def fail_at(self, number: int, fault: str) -> None:
        """Let this statement fail, counted from now on."""
        self.made, self._at, self._fault = 0, number, fault
        self.statements.clear()

    def next(self, statement: str) -> str:
        """Count a statement; return the fault, if it is the one that fails."""
        number, self.made = self.made, self.made + 1
        self.statements.append(statement)
        if number != self._at or (self._fault == UNHEARD and statement != COMMIT):
            return ""
        self.failed = statement
        return self._fault


class FaultySqlite(Sqlite):
    """A club in a file."""

    def __init__(self, address: SqliteAddress) -> None:
        self.countdown = Countdown()
        super().__init__(address)

    def connect(self) -> tuple[sqlite3.Connection, os.stat_result]:
        connection, file = super().connect()
        return _FaultyConnection(connection, self.countdown), file  # type: ignore[return-value]


class _FaultyConnection:
    """A connection to SQLite; a fault is raised as SQLite raises it."""

    def __init__(self, connection: sqlite3.Connection, countdown: Countdown) -> None:
        self._connection, self._countdown = connection, countdown

    def execute(self, statement: str, values: Sequence[Value] = ()) -> sqlite3.Cursor:
        if statement in ("ROLLBACK", "PRAGMA data_version"):
            return self._connection.execute(statement, values)
        match self._countdown.next(statement):
            case "":
                return self._connection.execute(statement, values)
            case "unheard":
                self._connection.execute(statement, values)
                raise _error(sqlite3.SQLITE_IOERR)
            case "gone":
                raise _error(sqlite3.SQLITE_CANTOPEN)
            case fault:
                raise _error(_CODES[fault])

    def close(self) -> None:
        self._connection.close()


def _error(code: int) -> sqlite3.OperationalError:
    error = sqlite3.OperationalError("a fault of the test")
    error.sqlite_errorcode = code
    return error


class FaultyPostgres(Postgres):
    """A club on a server, which itself ends the connection, or refuses a statement."""

    def __init__(self, address: PostgresAddress) -> None:
        self.countdown = Countdown()
        super().__init__(address)

    @contextlib.contextmanager
    def transaction(self, writes: bool = True) -> Iterator[PostgresTransaction]:
        with self.error_sentences():
            with super().transaction(writes) as transaction:
                yield _FaultyTransaction(transaction, self._before)
                fault = self._before(COMMIT)
            if fault == UNHEARD:
                self._end_connection()
                self.close()  # as a connection is that was lost while COMMIT was waited for
                raise psycopg.OperationalError("a fault of the test")

    def _before(self, statement: str) -> str:
        """Let a statement fail that is to fail before it is carried out; return what happens to it."""
        fault = self.countdown.next(statement)
        match fault:
            case "full":
                raise psycopg.errors.DiskFull("a fault of the test")
            case "busy":
                raise psycopg.errors.LockNotAvailable("a fault of the test")
            case "broken":
                raise psycopg.errors.IoError("a fault of the test")
            case "gone":
                self._end_connection()
        return fault

    def _end_connection(self) -> None:
        """Let the server end the connection, as when it is restarted."""
        assert self._connection is not None
        backend = self._connection.info.backend_pid
        with self._connect() as other:
            other.execute("SELECT pg_terminate_backend(%s, 5000)", (backend,))


class _FaultyTransaction(PostgresTransaction):
    def __init__(self, transaction: PostgresTransaction, before: Callable[[str], str]) -> None:
        super().__init__(transaction._connection)
        self._before = before

    def execute(self, statement: str, values: Sequence[Value]) -> tuple[list[Row], int]:
        self._before(statement)
        return super().execute(statement, values)


FaultyDatabase = FaultySqlite | FaultyPostgres


def faulty(address: str) -> FaultyDatabase:
    """Return the database at this address."""
    where = read_address(address)
    return FaultySqlite(where) if isinstance(where, SqliteAddress) else FaultyPostgres(where)
