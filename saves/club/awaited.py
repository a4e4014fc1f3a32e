"""The tables that wait for a member, and which of them comes next."""

from collections.abc import Sequence

from saves.club.store import Club


def awaited_tables(club: Club, member: str) -> tuple[str, ...]:
    """Return the tables where the member with this id is to decide, the longest awaited first: one query by index."""
    rows = club.query(
        "SELECT table_id FROM club_places WHERE member = ? AND state = 'running' AND decides = 1"
        " ORDER BY since, table_id",
        member,
    )
    return tuple(str(table) for (table,) in rows)


def next_table(tables: Sequence[str], here: str = "") -> str:
    """Return the table after this one, the first after the last; empty when no other one waits."""
    at = tables.index(here) + 1 if here in tables else 0
    others = [table for table in (*tables[at:], *tables[:at]) if table != here]
    return others[0] if others else ""
