"""Codes that lead whoever has one to one seat of a table, once, within a day. Only their digests are stored.

codes = JoinCodes(club)
code = codes.new(table, 1, "anna")       # the code before it for this seat leads nowhere any more
codes.find(code)                         # the table and the seat; None when it leads nowhere
codes.use_up(code)
"""

import hashlib
import secrets

import msgspec

from saves.club.store import Club

#: The seconds for which a code is good.
CODE_SECONDS = 86_400.0
#: What the user names of those who come by a code begin with; no member has such a name.
JOIN = "join-"
#: Sixteen of these 32 letters are 80 random bits.
_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
_LENGTH = 16


class JoinTarget(msgspec.Struct, frozen=True):
    """The seat to which a code leads, and who made it."""

    table: str
    seat: int
    host: str


class JoinCodes:
    """The codes of a club."""

    def __init__(self, club: Club) -> None:
        self._club = club

    def new(self, table: str, seat: int, host: str) -> str:
        """Return a code for a seat, which replaces the one before it."""
        code = "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))
        member = self._club.id_of(host)
        with self._club.transaction() as transaction:
            transaction.run("DELETE FROM club_codes WHERE table_id = ? AND seat = ?", table, seat)
            transaction.run(
                "INSERT INTO club_codes (digest, table_id, seat, host, until) VALUES (?, ?, ?, ?, ?)",
                _digest(code),
                table,
                seat,
                member,
                transaction.now() + CODE_SECONDS,
            )
        return code

    def find(self, code: str) -> JoinTarget | None:
        """Return where a code leads; None for one that is no good, or whose table or host has gone."""
        now = self._club.now()
        # One that is good for longer than a day is from before the clock was set back.
        found = self._club.query(
            "SELECT table_id, seat, club_members.name FROM club_codes JOIN club_tables ON club_tables.id = table_id"
            " JOIN club_members ON club_members.id = host"
            " WHERE digest = ? AND used = 0 AND until > ? AND until <= ?"
            " AND club_tables.state = 'waiting' AND dismissed = 0 AND former = 0",
            _digest(code),
            now,
            now + CODE_SECONDS,
        )
        if not found or not isinstance(found[0][1], int):
            return None
        return JoinTarget(str(found[0][0]), found[0][1], str(found[0][2]))

    def use_up(self, code: str) -> None:
        """Let a code lead nowhere any more."""
        with self._club.transaction() as transaction:
            transaction.run("UPDATE club_codes SET used = 1 WHERE digest = ?", _digest(code))


def _digest(code: str) -> str:
    return hashlib.sha256(code.encode()).hexdigest()
