"""Poll a club once for all guests of a host: which of their tables have changed, and whether the lists have.

    poller = ChangePoller(club)
    poller.add("k4mz2abc")          # a table; "" for the lobby
    for table in poller.wait(1.0): …

Two hundred guests that each poll ten times a second would keep a core busy.
"""

import threading

from saves.club.channels import channel_of
from saves.club.database.protocol import Value
from saves.club.store import Club

#: The tables in one query.
_AT_ONCE = 500

LogExtent = tuple[Value, ...]


class ChangePoller:
    """Wait for changes of many tables at once. Tables may be added from any thread meanwhile."""

    def __init__(self, club: Club) -> None:
        self._club = club
        self._waiter = club.waiter()
        self._lock = threading.Lock()
        self._added: set[str] = set()
        self._listening: set[str] = set()
        self._known: dict[str, LogExtent] = {}

    def add(self, table: str) -> None:
        """Report changes of this table from now on, and its present state once."""
        with self._lock:
            self._added.add(table)

    def remove(self, table: str) -> None:
        with self._lock:
            self._added.discard(table)
            self._known.pop(table, None)

    def wait(self, seconds: float) -> list[str]:
        """Return the changed tables as soon as there are some, or none after so many seconds. Raise ClubError."""
        if not self._take_added():
            if not self._waiter.wait(seconds):
                return []
            self._take_added()
        return [table for table, extent in self._extents().items() if self._is_new(table, extent)]

    def _take_added(self) -> bool:
        with self._lock:
            added, self._added = self._added, set()
        for table in added:
            if table not in self._listening:
                self._listening.add(table)
                self._waiter.listen(channel_of(table))
            with self._lock:
                self._known[table] = ()
        return bool(added)

    def _is_new(self, table: str, extent: LogExtent) -> bool:
        with self._lock:
            if self._known.get(table, extent) == extent:
                return False
            self._known[table] = extent
            return True

    def _extents(self) -> dict[str, LogExtent]:
        found: dict[str, LogExtent] = {}
        with self._lock:
            known = list(self._known)
        tables = [table for table in known if table]
        for at in range(0, len(tables), _AT_ONCE):
            some = tables[at : at + _AT_ONCE]
            marks = ", ".join("?" * len(some))
            for table, length, said in self._club.query(
                f"SELECT id, length, said FROM club_tables WHERE id IN ({marks})", *some
            ):
                found[str(table)] = (length, said)  # only compared: whatever is in the row of a damaged table
        if "" in known:
            ((many, heads),) = self._club.query("SELECT COUNT(*), COALESCE(SUM(head_at), 0) FROM club_tables")
            found[""] = (many, heads)
        return found

    def close(self) -> None:
        self._waiter.close()
