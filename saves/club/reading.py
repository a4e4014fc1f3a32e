"""Up to which event and message a member has seen a table: what came later is news, or unread, until it is seen."""

from collections.abc import Sequence

from saves.club.store import Club


def seen_events(club: Club, table: str, member: str) -> int | None:
    """Return how many events of a table the member has seen; None for one who has not been there yet."""
    return _read(club, "lines", table, member)


def heard_messages(club: Club, table: str, member: str) -> int:
    """Return how many messages of a table the member has heard."""
    return _read(club, "said", table, member) or 0


def _read(club: Club, column: str, table: str, member: str) -> int | None:
    rows = club.query(
        f"SELECT {column} FROM club_read WHERE member = ? AND table_id = ?", club.directory.key_of(member), table
    )
    return rows[0][0] if rows and isinstance(rows[0][0], int) else None


def mark_seen(club: Club, table: str, member: str, events: int) -> None:
    """Note that the member has seen so many events of a table."""
    _mark(club, "lines", table, member, events)


def mark_heard(club: Club, table: str, member: str, messages: int) -> None:
    """Note that the member has heard so many messages of a table."""
    _mark(club, "said", table, member, messages)


def _mark(club: Club, column: str, table: str, member: str, number: int) -> None:
    key = club.directory.key_of(member)
    with club.transaction() as transaction:
        transaction.run(
            f"INSERT INTO club_read (member, table_id, {column}) VALUES (?, ?, ?)"
            f" ON CONFLICT (member, table_id) DO UPDATE SET {column} = excluded.{column}",
            key,
            table,
            number,
        )


def unread_messages(club: Club, member: str, tables: Sequence[str]) -> dict[str, int]:
    """Return how many messages of others the member has not heard, at those of these tables where there are some."""
    if not tables:
        return {}
    key, marks = club.directory.key_of(member), ", ".join("?" * len(tables))
    rows = club.query(
        "SELECT club_talk.table_id, COUNT(*) FROM club_talk"
        " LEFT JOIN club_read ON club_read.table_id = club_talk.table_id AND club_read.member = ?"
        f" WHERE club_talk.table_id IN ({marks}) AND number >= COALESCE(club_read.said, 0) AND author <> ?"
        " AND author NOT IN (SELECT muted FROM club_mutes WHERE listener = ?"
        " UNION SELECT blocked FROM club_blocks WHERE blocker = ?) GROUP BY club_talk.table_id",
        key,
        *tables,
        key,
        key,
        key,
    )
    return {str(table): int(messages) for table, messages in rows}
