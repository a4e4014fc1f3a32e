"""A club on a PostgreSQL server, for any number of hosts. Notifications are LISTEN and NOTIFY."""

import contextlib
import signal
import threading
import time
from collections.abc import Iterator, Sequence

from core.installing import install_text
from saves.club.database.address import PostgresAddress, subject_of
from saves.club.database.protocol import Clock, Row, Value
from saves.club.errors import ClubAwayError, ClubError
from saves.sanitize import one_line

try:
    import psycopg
    from psycopg import sql
    from psycopg.conninfo import conninfo_to_dict
except ImportError as missing:
    raise ClubError(f"A club in PostgreSQL needs one more package; {install_text('postgres')}.") from missing

#: The number of the advisory lock under which processes change the schema, one after the other.
_SCHEMA_LOCK = 0x53414D4F

#: Give up a server that does not answer within seconds, not minutes; the address may say otherwise.
_TIMEOUT = {
    "connect_timeout": "5",
    "keepalives_idle": "20",
    "keepalives_interval": "5",
    "keepalives_count": "3",
    "tcp_user_timeout": "20000",
    "application_name": "samovar",
}
#: The longest time for which a process that stops in the middle of a transaction blocks others.
_LIMITS = "SET lock_timeout = '20s'; SET idle_in_transaction_session_timeout = '20s'"
#: Close a connection after so many idle seconds: a server has few connections, and many clients only watch.
IDLE = 5.0

_AWAY = "The {subject} cannot be reached."
_BUSY = "The {subject} has been busy for too long; try again."


class Postgres:
    """The database of a club on a PostgreSQL server."""

    def __init__(self, address: PostgresAddress, is_guest: bool = False, clock: Clock | None = None) -> None:
        #: The clock of the club; None: that of the server.
        self._clock = clock
        self._address = address
        self._is_guest = is_guest
        self._subject = subject_of(address, is_guest)
        self._lock = threading.RLock()
        self._connection: psycopg.Connection | None = None
        self._used = 0.0

    @contextlib.contextmanager
    def transaction(self, writes: bool = True) -> Iterator["PostgresTransaction"]:
        with self._lock, self.error_sentences():
            connection = self._at_hand()
            try:
                with connection.transaction():
                    yield PostgresTransaction(connection, self._clock)
            finally:
                self._used = time.monotonic()

    def waiter(self, channel: str) -> "PostgresWaiter":
        return PostgresWaiter(self, channel)

    def close(self) -> None:
        with self._lock:
            if self._connection is not None:
                self._connection.close()
            self._connection = None

    def _at_hand(self) -> "psycopg.Connection":
        """Return the connection, and connect again when it was lost."""
        if self._connection is None or self._connection.closed:
            self._connection = self.connect()
            self._look_again(self._connection, IDLE)
        return self._connection

    def _look_again(self, connection: "psycopg.Connection", seconds: float) -> None:
        timer = threading.Timer(seconds, self._give_back, [connection])
        timer.daemon = True
        # Block all signals, so that they go to the thread that waits for them; a thread inherits its mask.
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
        try:
            timer.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)

    def _give_back(self, connection: "psycopg.Connection") -> None:
        """Close a connection that has been idle for long enough; check one that is in use again later."""
        with self._lock:
            left = self._used + IDLE - time.monotonic()
            if connection is not self._connection:
                return
            if left <= 0:
                self.close()
            else:
                self._look_again(connection, left)

    def connect(self) -> "psycopg.Connection":
        with self.error_sentences():
            return self._connect()

    def _connect(self) -> "psycopg.Connection":
        wanted = {**_TIMEOUT, **conninfo_to_dict(self._address.url)}
        connection = psycopg.connect(autocommit=True, **wanted)  # type: ignore[arg-type]
        connection.isolation_level = psycopg.IsolationLevel.READ_COMMITTED
        connection.execute(_LIMITS)
        return connection

    def away_error(self) -> ClubError:
        return ClubAwayError(_AWAY.format(subject=self._subject))

    def busy_error(self) -> ClubError:
        return ClubError(_BUSY.format(subject=self._subject))

    @contextlib.contextmanager
    def error_sentences(self) -> Iterator[None]:
        """Turn every error of the server into a ClubError of one sentence, which never holds the address."""
        try:
            yield
        except psycopg.Error as error:
            kind = ClubAwayError if isinstance(error, psycopg.OperationalError) else ClubError
            raise kind(_sentence(error, self._subject, self._is_guest)) from None


class PostgresTransaction:
    """Statements between BEGIN and COMMIT on a PostgreSQL connection."""

    def __init__(self, connection: "psycopg.Connection", clock: Clock | None = None) -> None:
        self._connection = connection
        self._clock = clock

    def execute(self, statement: str, values: Sequence[Value]) -> tuple[list[Row], int]:
        """Run a statement; return the rows that it finds and how many it changes."""
        done = self._connection.execute(_ours(statement), values)
        return done.fetchall() if done.description else [], done.rowcount

    def run(self, statement: str, *values: Value) -> int:
        return self.execute(statement, values)[1]

    def rows(self, statement: str, *values: Value) -> Sequence[Row]:
        return self.execute(statement, values)[0]

    def has_table(self, name: str) -> bool:
        ((found,),) = self.rows("SELECT to_regclass(?) IS NOT NULL", name)
        return bool(found)

    def lock_schema(self) -> None:
        self.rows("SELECT pg_advisory_xact_lock(?)", _SCHEMA_LOCK)

    def notify(self, channel: str) -> None:
        self.rows("SELECT pg_notify(?, '')", channel)

    def now(self) -> float:
        if self._clock is not None:
            return self._clock()
        ((time,),) = self.rows("SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) AS DOUBLE PRECISION)")
        return float(time)


class PostgresWaiter:
    """Wait for a notification of the server."""

    def __init__(self, database: Postgres, channel: str) -> None:
        self._database = database
        self._channels = [channel]
        self._connection: psycopg.Connection | None = self._connect()

    def wait(self, seconds: float) -> bool:
        if self._connection is None:  # it was lost, so notifications may have been missed
            self._connection = self._connect()
            return True
        try:
            with self._database.error_sentences():
                return any(True for _ in self._connection.notifies(timeout=seconds, stop_after=1))
        except ClubError:
            self.close()
            raise

    def listen(self, channel: str) -> None:
        self._channels.append(channel)
        if self._connection is not None:
            self._listen(self._connection, channel)

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self._connection = None

    def _connect(self) -> "psycopg.Connection":
        connection = self._database.connect()
        for channel in self._channels:
            self._listen(connection, channel)
        return connection

    def _listen(self, connection: "psycopg.Connection", channel: str) -> None:
        with self._database.error_sentences():
            connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(channel)))


def _ours(statement: str) -> bytes:
    """Return a statement with psycopg's placeholder instead of the question mark."""
    return statement.replace("?", "%s").encode()


def _sentence(error: "psycopg.Error", subject: str, is_guest: bool) -> str:
    match error:
        case psycopg.errors.DiskFull():
            return f"The disk of the {subject} is full; make room and try again."
        case psycopg.errors.ReadOnlySqlTransaction() | psycopg.errors.InsufficientPrivilege():
            return f"The {subject} is read-only here."
        case psycopg.errors.LockNotAvailable():
            return _BUSY.format(subject=subject)
        case psycopg.ProgrammingError() if error.sqlstate is None and not is_guest:
            return "The address of the club cannot be read; one looks like postgresql://USER@HOST/NAME."
        case psycopg.OperationalError():
            return _AWAY.format(subject=subject)
        case _ if is_guest:
            return f"The {subject} is in trouble; try again in a while."
        case _:
            reason = error.diag.message_primary or type(error).__name__
            return f"The {subject} has a problem: {one_line(reason, 80).rstrip('.')}."
