"""The interface of a club's database: the few operations in which SQLite and PostgreSQL differ.

Statements are the same for both, with a question mark for each value.
"""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Protocol

Value = str | int | float
#: The clock of a club, in seconds of the epoch.
Clock = Callable[[], float]
Row = tuple[Value, ...]


class Transaction(Protocol):
    """Statements that are committed together or not at all; until then no other process writes what they wrote."""

    def run(self, statement: str, *values: Value) -> int:
        """Run a statement; return how many rows it changed."""

    def rows(self, statement: str, *values: Value) -> Sequence[Row]: ...

    def has_table(self, name: str) -> bool: ...

    def lock_schema(self) -> None:
        """Wait until no other process holds the lock for changes of the schema, and take it."""

    def notify(self, channel: str) -> None:
        """Wake the waiters on this channel when the transaction is committed."""

    def now(self) -> float:
        """Return the time of the clock that all clients of the club share."""


class Waiter(Protocol):
    """Wait for a notification of the database, on a connection of its own, so that waiting blocks no query."""

    def wait(self, seconds: float) -> bool:
        """Return true as soon as something may have changed since the last call, false after so many seconds."""

    def close(self) -> None: ...


class ChannelWaiter(Waiter, Protocol):
    """A waiter that can listen to more channels than the one it was made for."""

    def listen(self, channel: str) -> None:
        """Listen to this channel too."""


class Database(Protocol):
    """A connection that is made again when it was lost. Every error is a ClubError."""

    def transaction(self, writes: bool = True) -> AbstractContextManager[Transaction]: ...

    def waiter(self, channel: str) -> ChannelWaiter: ...

    def close(self) -> None: ...
