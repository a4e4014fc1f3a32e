"""How many tables and invitations a member may have: what one hosts or sits at, and apart from it all the rest."""

from collections.abc import Sequence

from core.text import count_text
from saves.club.database.protocol import Transaction
from saves.club.errors import ClubRefusedError

#: A table that nobody has touched for so many seconds is abandoned.
ABANDONED_AFTER = 30 * 86400.0
#: How many abandoned tables count as one that is played at.
_ABANDONED_EACH = 3


def must_have_room(transaction: Transaction, host: str, most: int) -> None:
    """Refuse a new table when its host has too many already, or too many that were abandoned."""
    since = transaction.now() - ABANDONED_AFTER
    counted = (
        "SELECT COUNT(*) FROM club_places JOIN club_tables ON id = table_id"
        " WHERE member = ? AND club_places.state <> 'over' AND role <> 'invited' AND club_tables.changed "
    )
    ((tables,),) = transaction.rows(f"{counted} > ?", host, since)
    ((abandoned,),) = transaction.rows(f"{counted} <= ?", host, since)
    if 0 < most <= int(tables):
        raise ClubRefusedError(
            f"You already have a seat at {count_text(int(tables), 'table')}; finish one before you create another."
        )
    if 0 < most * _ABANDONED_EACH <= int(abandoned):
        raise ClubRefusedError(
            f"{count_text(int(abandoned), 'table')} of yours have been left alone for a month; leave some of them"
            " before you create another."
        )


def must_have_invitations(transaction: Transaction, host: str, invited: Sequence[tuple[str, str]], most: int) -> None:
    """Refuse invitations when the host has sent too many that nobody has answered, or somebody has too many.

    `invited`: key and name of each.
    """
    if not most or not invited:
        return
    ((sent,),) = transaction.rows(
        "SELECT COUNT(*) FROM club_places JOIN club_places own ON own.table_id = club_places.table_id"
        " WHERE own.member = ? AND own.role = 'host' AND club_places.role = 'invited'",
        host,
    )
    if int(sent) + len(invited) > most:
        raise ClubRefusedError(
            f"{count_text(int(sent), 'invitation')} of yours wait for an answer; leave the seat open instead."
        )
    for member, name in invited:
        ((waiting,),) = transaction.rows(
            "SELECT COUNT(*) FROM club_places WHERE member = ? AND role = 'invited'", member
        )
        if int(waiting) >= most:
            raise ClubRefusedError(f"{name} has enough invitations already; leave the seat open instead.")
