"""What an operator may remove from a club: tables that nobody goes on with, expired codes, data of members who left.

Finished games stay for good, and so does everything of members.
"""

import msgspec

from saves.club.database.protocol import Transaction
from saves.club.records import TableSummary
from saves.club.store import Club
from saves.club.table_rows import LISTED, listed

_DAY = 86_400.0
#: Where rows of a table are, by its id.
_OF_TABLES = ("club_places", "club_lines", "club_talk", "club_here", "club_read", "club_codes", "club_notices")
#: Where rows of a member are, by their id; of other members' rows only those that are about this one.
_OF_MEMBERS = (
    ("club_keys", "member"),
    ("club_links", "member"),
    ("club_mutes", "listener"),
    ("club_mutes", "muted"),
    ("club_blocks", "blocker"),
    ("club_blocks", "blocked"),
    ("club_read", "member"),
    ("club_notice_settings", "member"),
    ("club_notice_hours", "member"),
    ("club_notices", "member"),
    ("club_talk", "author"),
    ("club_here", "member"),
)


class Purge(msgspec.Struct, frozen=True):
    """What there is to remove: tables, how many codes, and of members who left how many rows and which folders."""

    tables: list[TableSummary]
    codes: int
    rows: int
    folders: list[str]


def purge_club(club: Club, days: float, is_dry_run: bool) -> Purge:
    """Find what can be removed, and remove it unless this is a dry run; the folders are for the caller to remove."""
    directory = club.directory
    with club.transaction() as transaction:
        now = transaction.now()
        abandoned = transaction.rows(
            f"SELECT {LISTED} FROM club_tables WHERE club_tables.state IN ('waiting', 'running') AND changed < ?"
            " AND NOT EXISTS (SELECT 1 FROM club_finished WHERE table_id = id) ORDER BY changed",
            now - days * _DAY,
        )
        found = Purge(
            [listed(row, directory) for row in abandoned],
            _count(transaction, "club_links", "until <= ?", now)
            + _count(transaction, "club_codes", "until <= ? OR used = 1", now),
            sum(_count(transaction, table, f"{column} IN {_LEFT}") for table, column in _OF_MEMBERS),
            [str(name) for (name,) in transaction.rows(f"SELECT folder FROM club_members WHERE id IN {_LEFT}") if name],
        )
        if not is_dry_run:
            _remove(transaction, [table.id for table in found.tables], now)
            club.wake_lobby(transaction)
    return found


_LEFT = "(SELECT id FROM club_members WHERE former > 0)"


def _count(transaction: Transaction, table: str, which: str, *values: float) -> int:
    ((rows,),) = transaction.rows(f"SELECT COUNT(*) FROM {table} WHERE {which}", *values)
    return int(rows)


def _remove(transaction: Transaction, tables: list[str], now: float) -> None:
    for name in tables:
        for table in _OF_TABLES:
            transaction.run(f"DELETE FROM {table} WHERE table_id = ?", name)
        transaction.run("DELETE FROM club_tables WHERE id = ?", name)
    transaction.run("DELETE FROM club_links WHERE until <= ?", now)
    transaction.run("DELETE FROM club_codes WHERE until <= ? OR used = 1", now)
    for table, column in _OF_MEMBERS:
        transaction.run(f"DELETE FROM {table} WHERE {column} IN {_LEFT}")
    transaction.run(f"UPDATE club_members SET folder = '' WHERE id IN {_LEFT}")
