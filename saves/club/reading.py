"""Up to which event a member has seen a table, so that what happened meanwhile is news until it is seen."""

from saves.club.store import Club


def seen_events(club: Club, table: str, member: str) -> int | None:
    """Return how many events of a table the member has seen; None for one who has not been there yet."""
    rows = club.query(
        "SELECT lines FROM club_read WHERE member = ? AND table_id = ?", club.directory.key_of(member), table
    )
    return rows[0][0] if rows and isinstance(rows[0][0], int) else None


def mark_seen(club: Club, table: str, member: str, events: int) -> None:
    """Note that the member has seen so many events of a table."""
    key = club.directory.key_of(member)
    with club.transaction() as transaction:
        transaction.run(
            "INSERT INTO club_read (member, table_id, lines) VALUES (?, ?, ?)"
            " ON CONFLICT (member, table_id) DO UPDATE SET lines = excluded.lines",
            key,
            table,
            events,
        )
