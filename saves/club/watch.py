"""Wait for changes of one table, or, in the lobby, of any."""

import time
from types import TracebackType
from typing import TYPE_CHECKING

from saves.club.database.protocol import Waiter

if TYPE_CHECKING:
    from saves.club.store import Club


class TableWatch:
    """Wait for changes of a table. It has a connection of its own, so it may wait in a thread of its own."""

    def __init__(self, club: "Club", waiter: Waiter, table: str) -> None:
        self._club = club
        self._waiter = waiter
        self._table = table
        self._extent = club.extent(table) if table else (0, 0)

    def wait(self, seconds: float) -> bool:
        """Return true as soon as something has changed since the last call, false after so many seconds.

        When the club is away, raise ClubError; once it is back, the next call returns true, because changes may have
        been missed.
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
