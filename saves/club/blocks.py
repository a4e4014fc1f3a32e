"""Blocks: one-sided, and not told to the blocked member.

    set_block(club, "anna", "boris")        # Anna blocks Boris
    blocked_by(club, "anna")                # whom she has blocked, casefolded
    hosts_against(club, "boris")            # who has blocked him: he neither sees nor joins tables that they host

A block hides talk, as a mute does. A table at which both play goes on.
"""

from saves.club.database.protocol import Transaction
from saves.club.errors import ClubRefusedError
from saves.club.member_names import casefolded
from saves.club.store import Club


def set_block(club: Club, blocker: str, blocked: str, on: bool = True) -> None:
    """Block a member from now on, or end that."""
    ours, theirs = club.id_of(blocker), club.id_of(blocked)
    if ours == theirs:
        raise ClubRefusedError("That is you.")
    with club.transaction() as transaction:
        transaction.run("DELETE FROM club_blocks WHERE blocker = ? AND blocked = ?", ours, theirs)
        if on:
            _insert(transaction, ours, theirs)


def _insert(transaction: Transaction, blocker: str, blocked: str) -> None:
    transaction.run(
        "INSERT INTO club_blocks (blocker, blocked, since) VALUES (?, ?, ?)", blocker, blocked, transaction.now()
    )
    transaction.run(
        "DELETE FROM club_places WHERE member = ? AND role = 'invited' AND table_id IN"
        " (SELECT table_id FROM club_places WHERE member = ? AND role = 'host')",
        blocker,
        blocked,
    )


def blocked_by(club: Club, blocker: str) -> frozenset[str]:
    """Return the casefolded names of the members whom this one has blocked."""
    return _names(club, "SELECT blocked FROM club_blocks WHERE blocker = ?", blocker)


def hosts_against(club: Club, member: str) -> frozenset[str]:
    """Return the casefolded names of the members who have blocked this one."""
    return _names(club, "SELECT blocker FROM club_blocks WHERE blocked = ?", member)


def _names(club: Club, statement: str, member: str) -> frozenset[str]:
    directory = club.directory
    return frozenset(
        casefolded(directory.name_of(str(name))) for (name,) in club.query(statement, directory.key_of(member))
    )


def is_kept_out(club: Club, host: str, member: str) -> bool:
    """Whether the host of a table has blocked this member."""
    return casefolded(host) in hosts_against(club, member)
