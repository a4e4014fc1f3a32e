"""Who has a place at which table, for lists: as the host, at a seat, or by an invitation."""

from saves.club.database.protocol import Transaction
from saves.club.errors import ClubRefusedError
from saves.club.member_directory import MemberDirectory
from saves.club.terms import TableHead


def store_places(transaction: Transaction, directory: MemberDirectory, table: str, head: TableHead) -> None:
    """Store who has a seat at a table, and who is to decide."""
    transaction.run("DELETE FROM club_places WHERE table_id = ?", table)
    awaited = {each.member: each for each in head.awaited}
    host = directory.key_of(head.host)
    for name in head.members:
        member, role, waits = directory.key_of(name), head.role_of(name), awaited.get(name)
        if role == "invited" and _has_blocked(transaction, member, host):
            continue  # who has blocked the host hears of no invitation
        transaction.run(
            "INSERT INTO club_places (member, table_id, state, decides, changed, role, since, until, asked)"
            " SELECT ?, id, ?, ?, changed, ?, ?, ?, ? FROM club_tables WHERE id = ?",
            member,
            head.state,
            int(name in head.turn),
            role,
            waits.since if waits is not None else 0.0,
            waits.until if waits is not None else 0.0,
            max(1, head.asked_at) if head.asks(name) else 0,
            table,
        )


def must_be_welcome(transaction: Transaction, table: str, member: str) -> None:
    """Refuse a seat to a member whom the host has blocked, unless they have one already; the sentence says less."""
    for (host,) in transaction.rows("SELECT member FROM club_places WHERE table_id = ? AND role = 'host'", table):
        has_place = transaction.rows("SELECT 1 FROM club_places WHERE table_id = ? AND member = ?", table, member)
        if not has_place and _has_blocked(transaction, str(host), member):
            raise ClubRefusedError(f"There is no free seat at table {table}; you can only watch it.")


def _has_blocked(transaction: Transaction, blocker: str, blocked: str) -> bool:
    return bool(transaction.rows("SELECT 1 FROM club_blocks WHERE blocker = ? AND blocked = ?", blocker, blocked))
