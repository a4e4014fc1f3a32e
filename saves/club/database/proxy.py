"""Run the statements of many processes over few connections to a server: each guest of a host would else need its own.

    ProxyServer(Postgres(address)).serve(end)    # in the process with the connections, in a thread for each socket
    ProxyDatabase(address, hand_over)            # in a guest's process: a database like any other

A transaction is a series of JSON messages: one that begins it, its statements, one that ends it. Until it ends, no
other client has its connection. When something fails, the transaction is over, and the reply says why.
"""

import contextlib
import queue
import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec
import psycopg

from saves.club.database.address import PostgresAddress
from saves.club.database.postgres import Postgres, PostgresTransaction, PostgresWaiter
from saves.club.database.protocol import Row, Value
from saves.club.errors import ClubError

#: How many transactions run at the same time; further clients wait.
CONNECTIONS = 8
#: Drop a client that sends nothing for so many seconds within a transaction, or waits so long for one to begin.
_TIMEOUT = 20.0


class BeginRequest(msgspec.Struct, frozen=True, tag="begin"):
    """Ask for a transaction."""


class Statement(msgspec.Struct, frozen=True, tag="statement"):
    """Run a statement with these values in the transaction."""

    text: str
    values: tuple[Value, ...]


class EndRequest(msgspec.Struct, frozen=True, tag="end"):
    """Commit the transaction, or roll it back."""

    has_happened: bool


class ProxyReply(msgspec.Struct, frozen=True, omit_defaults=True):
    """The result of a request; `error` is a sentence."""

    rows: list[tuple[Any, ...]] = []
    count: int = 0
    error: str = ""


_REQUEST = msgspec.json.Decoder(BeginRequest | Statement | EndRequest)
_ENCODER = msgspec.json.Encoder(decimal_format="number")


class _PeerClosedError(Exception):
    """The other end of a socket is closed."""


class ProxyConnection:
    """One end of a socket. A transaction that has not ended when it is closed is rolled back."""

    def __init__(self, end: socket.socket) -> None:
        self._end = end
        self._file = end.makefile("rb")

    def send(self, what: BeginRequest | Statement | EndRequest | ProxyReply) -> None:
        self._end.sendall(_ENCODER.encode(what) + b"\n")

    def receive(self, patience: float | None = None) -> bytes:
        self._end.settimeout(patience)
        if not (said := self._file.readline()):
            raise _PeerClosedError
        return said

    def close(self) -> None:
        self._file.close()
        self._end.close()


# The server, which has the connections


class ProxyServer:
    """The process with the SQL connections of a host. A thread serves each client's socket."""

    def __init__(self, database: Postgres) -> None:
        self._database = database
        self._free: queue.LifoQueue[psycopg.Connection | None] = queue.LifoQueue()
        for _ in range(CONNECTIONS):
            self._free.put(None)

    def serve(self, end: socket.socket) -> None:
        """Serve a client until its socket is closed."""
        line = ProxyConnection(end)
        with contextlib.closing(line), contextlib.suppress(_PeerClosedError, OSError, msgspec.DecodeError):
            while isinstance(_REQUEST.decode(line.receive()), BeginRequest):
                try:
                    with self._connection() as connection:
                        self._transact(line, connection)
                    line.send(ProxyReply())
                except ClubError as error:
                    line.send(ProxyReply(error=str(error)))

    @contextlib.contextmanager
    def _connection(self) -> Iterator[psycopg.Connection]:
        """Take a free connection, or make one if there is none yet or it was lost."""
        try:
            connection = self._free.get(timeout=_TIMEOUT)
        except queue.Empty:
            raise self._database.busy_error() from None
        try:
            if connection is None or connection.closed:
                connection = self._database.connect()
            with self._database.error_sentences():
                yield connection
        finally:
            self._free.put(connection)

    def _transact(self, line: ProxyConnection, connection: psycopg.Connection) -> None:
        with connection.transaction():
            line.send(ProxyReply())
            transaction = PostgresTransaction(connection)
            while isinstance(said := _REQUEST.decode(line.receive(_TIMEOUT)), Statement):
                line.send(ProxyReply(*transaction.execute(said.text, said.values)))
            if said != EndRequest(True):
                raise psycopg.Rollback


# The client


class ProxyDatabase:
    """A database whose connections another process has. `hand_over` sends that process the other end of a socket."""

    def __init__(self, address: PostgresAddress, hand_over: Callable[[socket.socket], object]) -> None:
        self._postgres = Postgres(address, is_guest=True)
        self._hand_over = hand_over
        self._lock = threading.RLock()
        self._line: ProxyConnection | None = None

    @contextlib.contextmanager
    def transaction(self, writes: bool = True) -> Iterator["ProxyTransaction"]:
        with self._lock:
            self._ask(BeginRequest())
            transaction = ProxyTransaction(self._ask)
            try:
                yield transaction
            except BaseException:
                if not transaction.is_finished:
                    self._ask(EndRequest(False))
                raise
            self._ask(EndRequest(True))

    def waiter(self, channel: str) -> PostgresWaiter:
        return self._postgres.waiter(channel)

    def close(self) -> None:
        with self._lock:
            if self._line is not None:
                self._line.close()
            self._line = None

    def _ask(self, request: BeginRequest | Statement | EndRequest) -> ProxyReply:
        """Return the reply to a request; close the socket when there is none or waiting is interrupted."""
        try:
            if self._line is None:
                self._line = self._open()
            self._line.send(request)
            answer = msgspec.json.decode(self._line.receive(), type=ProxyReply)
        except (_PeerClosedError, OSError):
            self.close()
            raise self._postgres.away_error() from None
        except BaseException:
            self.close()
            raise
        if answer.error:
            raise ClubError(answer.error)
        return answer

    def _open(self) -> ProxyConnection:
        ours, theirs = socket.socketpair()
        with theirs:
            self._hand_over(theirs)
        return ProxyConnection(ours)


class ProxyTransaction(PostgresTransaction):
    """Statements between BEGIN and COMMIT, run by the proxy server."""

    def __init__(self, ask: Callable[[Statement], ProxyReply]) -> None:
        self._ask = ask
        self._clock = None
        self.is_finished = False

    def execute(self, statement: str, values: Sequence[Value]) -> tuple[list[Row], int]:
        try:
            answer = self._ask(Statement(statement, tuple(values)))
        except BaseException:
            self.is_finished = True
            raise
        return answer.rows, answer.count
