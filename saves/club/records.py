"""What a club tells: its members, tables in a list, remarks, positions and finished games."""

import msgspec

from saves.club.terms import TableHead, Terms


class Member(msgspec.Struct, frozen=True):
    name: str
    joined: float
    keys: tuple[str, ...] = ()


class ChatMessage(msgspec.Struct, frozen=True):
    """What a player said; numbered apart from the lines of the log, so that talk never stands in a move's way."""

    number: int
    author: str
    at: float
    words: str


class TableSummary(msgspec.Struct, frozen=True):
    """A table in a list. `behind`: its log has lines of which the head does not know."""

    id: str
    terms: Terms
    head: TableHead
    made: float
    changed: float
    behind: bool = False


class StoredPosition(msgspec.Struct, frozen=True):
    """The position that the first `length` lines of a log had led to, as JSON; empty before the match began."""

    length: int
    position: str


class FinishedTable(msgspec.Struct, frozen=True):
    """A finished game: its table, when it ended, and its result as JSON."""

    table: str
    ended: float
    record: str
