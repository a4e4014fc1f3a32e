"""What wakes whoever waits for a table, or, in the lobby, for any."""

import time
from types import TracebackType
from typing import TYPE_CHECKING, Protocol

from saves.club.database.protocol import Waiter

if TYPE_CHECKING:
    from saves.club.store import Club


class WaiterFactory(Protocol):
    """Wakes those who wait for a table, or, without a name, for any."""

    def waiter(self, table: str) -> Waiter: ...


class TableWatch:
    """Waits for news. It has a connection of its own, and may wait in a thread of its own."""

    def __init__(self, club: "Club", waiter: Waiter, table: str) -> None:
        self._club = club
        self._waiter = waiter
        self._table = table
        self._extent = club.extent(table) if table else (0, 0)

    def wait(self, seconds: float) -> bool:
        """True as soon as there is something new since the last time, false when so long nothing was.

        When the club went away this says so in a ClubError; once it is back, the next call returns true, just in case.
        """
        until = time.monotonic() + seconds
        while self._waiter.wait(max(0.0, until - time.monotonic())):
            if self._is_news():
                return True
        return False

    def _is_news(self) -> bool:
        if not self._table:
            return True
        before, self._extent = self._extent, self._club.extent(self._table)
        return self._extent != before

    def close(self) -> None:
        self._waiter.close()

    def __enter__(self) -> "TableWatch":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
