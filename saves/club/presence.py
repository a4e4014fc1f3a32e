"""Who is at which table now, and which process alone may do something for a while."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from saves.club.store import Club

#: The seconds for which a presence counts; it is renewed much sooner.
PRESENCE_SECONDS = 75.0


class Presence:
    """Claims and presences of a club. Both end by themselves, because a process may be killed."""

    def __init__(self, club: Club) -> None:
        self._club = club

    def claim(self, name: str, holder: str, seconds: float) -> bool:
        """Take or prolong the right to do something alone for so many seconds; false when another holder has it.

        All who claim it do so for equally long: one that is valid for twice as long is from before the clock was set
        back. Not one that is valid for a little longer: who had to wait for another's claim read the clock before it.
        """
        with self._club.transaction() as transaction:
            now = transaction.now()
            return bool(
                transaction.run(
                    "INSERT INTO club_claims (name, holder, until) VALUES (?, ?, ?) ON CONFLICT (name) DO UPDATE"
                    " SET holder = excluded.holder, until = excluded.until"
                    " WHERE club_claims.holder = excluded.holder OR club_claims.until <= ? OR club_claims.until > ?",
                    name,
                    holder,
                    now + seconds,
                    now,
                    now + 2 * seconds,
                )
            )

    def release(self, name: str, holder: str) -> None:
        """Give up a claim, if this holder still has it."""
        with self._club.transaction() as transaction:
            transaction.run("DELETE FROM club_claims WHERE name = ? AND holder = ?", name, holder)

    def mark(self, table: str, member: str, seconds: float) -> None:
        """Mark a member as present at this table for so many seconds from now on; 0 means that they have left."""
        with self._club.transaction() as transaction:
            transaction.run(
                "INSERT INTO club_here (table_id, member, until) VALUES (?, ?, ?)"
                " ON CONFLICT (table_id, member) DO UPDATE SET until = excluded.until",
                table,
                self._club.names.written(member),
                transaction.now() + seconds,
            )

    def members(self, table: str) -> list[str]:
        """Return the members who are present at this table, none of them for longer than they can be."""
        with self._club.transaction(writes=False) as transaction:
            now = transaction.now()
            found = transaction.rows(
                "SELECT member FROM club_here WHERE table_id = ? AND until > ? AND until <= ?",
                table,
                now,
                now + PRESENCE_SECONDS,
            )
        return sorted({self._club.names.name_of(str(member)) for (member,) in found})
