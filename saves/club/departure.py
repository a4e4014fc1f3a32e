"""Forget a member who leaves the club for good. What they played stays, under a name such as "former member 1"."""

from saves.club.database.protocol import Transaction
from saves.club.store import Club

#: The tables that hold what belongs to one member alone, and the columns that name the member.
_OWN = (
    ("club_keys", "member"),
    ("club_links", "member"),
    ("club_mutes", "listener"),
    ("club_mutes", "muted"),
    ("club_blocks", "blocker"),
    ("club_blocks", "blocked"),
    ("club_notice_settings", "member"),
    ("club_notice_hours", "member"),
    ("club_notices", "member"),
    ("club_read", "member"),
    ("club_here", "member"),
    ("club_dailies", "member"),
    ("club_codes", "host"),
)


def forget_member(club: Club, name: str) -> str:
    """Delete what belongs to a member alone, and return what their games are listed under from now on.

    The names stay taken: old logs are read by them, and nobody else may pass for the one who has left.
    """
    member = club.id_of(name)
    with club.transaction() as transaction:
        transaction.run("UPDATE club_naming SET version = version + 1")  # one at a time: the number is the next
        ((last,),) = transaction.rows("SELECT MAX(former) FROM club_members")
        transaction.run(
            "UPDATE club_members SET former = ?, name = '', folder = '' WHERE id = ?", int(last) + 1, member
        )
        for table, column in _OWN:
            transaction.run(f"DELETE FROM {table} WHERE {column} = ?", member)
        _delete_talk(transaction, member)
        club.wake_lobby(transaction)
    return club.name_now(member)


def _delete_talk(transaction: Transaction, member: str) -> None:
    """Delete what a member has said, also by a former name."""
    transaction.run(
        "DELETE FROM club_talk WHERE author = ? OR author IN (SELECT name FROM club_names WHERE member = ?)",
        member,
        member,
    )
