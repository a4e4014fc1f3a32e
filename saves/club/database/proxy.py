"""The statements of many processes over few connections to a server: guests of a host would else need one each.

    Clerk(Postgres(where)).serve(line)       # in the process that has the connections, in a thread for each line
    Relayed(where, hand_over)                # in a guest's: a database like any other

A transaction is said line by line, in JSON: what begins it, its statements, what ends it. Until then nobody else has
its connection. Where something fails the transaction is over, and the answer says why.
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
from saves.club.database.postgres import Postgres, PostgresAlarm, PostgresTransaction
from saves.club.database.protocol import Row, Value
from saves.club.errors import ClubError

#: So many transactions go on at the same time; whoever comes then waits.
CONNECTIONS = 8
#: Whoever says nothing for so many seconds within a transaction, or waits so long for one to begin, is let go.
_PATIENCE = 20.0


class Begin(msgspec.Struct, frozen=True, tag="begin"):
    """A transaction is wanted."""


class Statement(msgspec.Struct, frozen=True, tag="statement"):
    text: str
    values: tuple[Value, ...]


class End(msgspec.Struct, frozen=True, tag="end"):
    """The transaction has happened, or has not."""

    has_happened: bool


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What came of it; `trouble` is a sentence."""

    rows: list[tuple[Any, ...]] = []
    count: int = 0
    trouble: str = ""


_REQUEST = msgspec.json.Decoder(Begin | Statement | End)
_ENCODER = msgspec.json.Encoder(decimal_format="number")


class _Gone(Exception):
    """Nobody is at the other end of a line any more."""


class Line:
    """One end of a line. What was begun on it and not ended when it is closed has not happened."""

    def __init__(self, end: socket.socket) -> None:
        self._end = end
        self._file = end.makefile("rb")

    def say(self, what: Begin | Statement | End | Answer) -> None:
        self._end.sendall(_ENCODER.encode(what) + b"\n")

    def hear(self, patience: float | None = None) -> bytes:
        self._end.settimeout(patience)
        if not (said := self._file.readline()):
            raise _Gone
        return said

    def close(self) -> None:
        self._file.close()
        self._end.close()


# Where the connections are


class Clerk:
    """Has the connections. A thread for each line serves it."""

    def __init__(self, database: Postgres) -> None:
        self._database = database
        self._free: queue.LifoQueue[psycopg.Connection | None] = queue.LifoQueue()
        for _ in range(CONNECTIONS):
            self._free.put(None)

    def serve(self, end: socket.socket) -> None:
        """Until the line is closed."""
        line = Line(end)
        with contextlib.closing(line), contextlib.suppress(_Gone, OSError, msgspec.DecodeError):
            while isinstance(_REQUEST.decode(line.hear()), Begin):
                try:
                    with self._connection() as connection:
                        self._transact(line, connection)
                    line.say(Answer())
                except ClubError as error:
                    line.say(Answer(trouble=str(error)))

    @contextlib.contextmanager
    def _connection(self) -> Iterator[psycopg.Connection]:
        """One that nobody else has, made if there is none yet, or if it was lost."""
        try:
            connection = self._free.get(timeout=_PATIENCE)
        except queue.Empty:
            raise self._database.is_busy() from None
        try:
            if connection is None or connection.closed:
                connection = self._database.connect()
            with self._database.troubles_told():
                yield connection
        finally:
            self._free.put(connection)

    def _transact(self, line: Line, connection: psycopg.Connection) -> None:
        with connection.transaction():
            line.say(Answer())
            transaction = PostgresTransaction(connection)
            while isinstance(said := _REQUEST.decode(line.hear(_PATIENCE)), Statement):
                line.say(Answer(*transaction.carried_out(said.text, said.values)))
            if said != End(True):
                raise psycopg.Rollback


# Where they are shared


class Relayed:
    """A database whose connections another process has. `hand_over` gives it the other end of a line."""

    def __init__(self, address: PostgresAddress, hand_over: Callable[[socket.socket], object]) -> None:
        self._postgres = Postgres(address)
        self._hand_over = hand_over
        self._lock = threading.RLock()
        self._line: Line | None = None

    @contextlib.contextmanager
    def transaction(self, writes: bool = True) -> Iterator["RelayedTransaction"]:
        with self._lock:
            self._ask(Begin())
            transaction = RelayedTransaction(self._ask)
            try:
                yield transaction
            except BaseException:
                if not transaction.is_over:
                    self._ask(End(False))
                raise
            self._ask(End(True))

    def alarm(self, channel: str) -> PostgresAlarm:
        return self._postgres.alarm(channel)

    def close(self) -> None:
        with self._lock:
            if self._line is not None:
                self._line.close()
            self._line = None

    def _ask(self, request: Begin | Statement | End) -> Answer:
        """The answer to a request; where there is none, or it is not waited for, the line is of no use any more."""
        try:
            if self._line is None:
                self._line = self._open()
            self._line.say(request)
            answer = msgspec.json.decode(self._line.hear(), type=Answer)
        except (_Gone, OSError):
            self.close()
            raise self._postgres.is_away() from None
        except BaseException:
            self.close()
            raise
        if answer.trouble:
            raise ClubError(answer.trouble)
        return answer

    def _open(self) -> Line:
        ours, theirs = socket.socketpair()
        with theirs:
            self._hand_over(theirs)
        return Line(ours)


class RelayedTransaction(PostgresTransaction):
    """Statements between BEGIN and COMMIT, carried out elsewhere."""

    def __init__(self, ask: Callable[[Statement], Answer]) -> None:
        self._ask = ask
        self.is_over = False

    def carried_out(self, statement: str, values: Sequence[Value]) -> tuple[list[Row], int]:
        try:
            answer = self._ask(Statement(statement, tuple(values)))
        except BaseException:
            self.is_over = True
            raise
        return answer.rows, answer.count
