"""What a club asks of its database: the little in which SQLite and PostgreSQL differ.

Statements are the same for both, with a question mark for each value.
"""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Protocol

Value = str | int | float
Row = tuple[Value, ...]


class Transaction(Protocol):
    """Statements that happen together or not at all; nobody else writes what they wrote before they have."""

    def run(self, statement: str, *values: Value) -> int:
        """Carry out a statement; returns how many rows it changed."""

    def rows(self, statement: str, *values: Value) -> Sequence[Row]: ...

    def has_table(self, name: str) -> bool: ...

    def lock_schema(self) -> None:
        """Wait until nobody else who asks for this is at it."""

    def notify(self, channel: str) -> None:
        """Wake those who wait on this channel, once all this has happened."""

    def now(self) -> float:
        """The time on the clock that all terminals of the club share."""


class Waiter(Protocol):
    """Wakes one who waits. It has a connection of its own, so that waiting keeps nobody from asking."""

    def wait(self, seconds: float) -> bool:
        """Whether anything may have happened since the last time, as soon as it has, or after so long."""

    def close(self) -> None: ...


class ChannelWaiter(Waiter, Protocol):
    """An alarm that can hear of more than it was made for."""

    def listen(self, channel: str) -> None:
        """Wake on this channel, too."""


class Database(Protocol):
    """A connection that is made again when it was lost. Every trouble is a ClubError."""

    def transaction(self, writes: bool = True) -> AbstractContextManager[Transaction]: ...

    def waiter(self, channel: str) -> ChannelWaiter: ...

    def close(self) -> None: ...
