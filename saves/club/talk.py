"""What is said at tables, apart from their logs, so that it never delays a move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from saves.club.channels import channel_of
from saves.club.errors import ClubRefusedError, contained
from saves.club.name_looks import with_few_marks
from saves.club.records import ChatMessage
from saves.club.table_rows import must_be_there
from saves.sanitize import one_line

if TYPE_CHECKING:
    from saves.club.store import Club

#: The most letters of a chat message, and the most messages of a member in a minute.
REMARK_LENGTH = 200
REMARKS_A_MINUTE = 10
#: The most combining marks on a letter of one.
_MARKS = 3


class Talk:
    """The messages of a club."""

    def __init__(self, club: Club) -> None:
        self._club = club

    def add(self, table: str, author: str, words: str, remark: str) -> None:
        """Store a message, sanitized and shortened, unless one with this id was stored before."""
        text = one_line(with_few_marks(words, _MARKS), REMARK_LENGTH)
        if not text:
            raise ClubRefusedError("The message is empty.")
        with self._club.transaction() as transaction:
            now = transaction.now()
            counted = transaction.run(
                "UPDATE club_tables SET said = said + 1 WHERE id = ? AND NOT EXISTS"
                " (SELECT 1 FROM club_talk WHERE table_id = ? AND club_talk.id = ?)",
                table,
                table,
                remark,
            )
            if not counted:
                must_be_there(transaction, table)
                return
            by = self._club.names.written(author)
            ((before,),) = transaction.rows(
                "SELECT COUNT(*) FROM club_talk WHERE author = ? AND at > ? AND at <= ?", by, now - 60, now
            )
            if int(before) >= REMARKS_A_MINUTE:
                raise ClubRefusedError(f"{REMARKS_A_MINUTE} messages a minute are the limit; wait a little.")
            transaction.run(
                "INSERT INTO club_talk (table_id, number, id, author, at, words)"
                " SELECT club_tables.id, said - 1, ?, ?, ?, ? FROM club_tables WHERE club_tables.id = ?",
                remark,
                by,
                now,
                text,
                table,
            )
            transaction.notify(channel_of(table))

    def messages(self, table: str, since: int = 0) -> list[ChatMessage]:
        """Return the messages from this number on, in order."""
        found = self._club.query(
            "SELECT number, author, at, words FROM club_talk WHERE table_id = ? AND number >= ? ORDER BY number",
            table,
            since,
        )
        with contained(table):
            name_of = self._club.names.name_of
            return [ChatMessage(int(number), name_of(str(by)), float(at), str(text)) for number, by, at, text in found]
