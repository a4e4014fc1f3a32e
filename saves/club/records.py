"""The structs that a Club returns: members, tables in a list, chat messages, positions and finished games."""

import msgspec

from saves.club.terms import TableHead, Terms


class Member(msgspec.Struct, frozen=True):
    """A member of the club, with the time of joining, the public keys, and the id that never changes."""

    name: str
    joined: float
    keys: tuple[str, ...] = ()
    id: str = ""


class ChatMessage(msgspec.Struct, frozen=True):
    """A message of a player, numbered apart from the events of the log, so that chat never delays a move."""

    number: int
    author: str
    at: float
    words: str


class TableSummary(msgspec.Struct, frozen=True):
    """A table in a list. `behind`: its log has events that the head does not include.

    Of a damaged table only the id is known.
    """

    id: str
    terms: Terms
    head: TableHead
    made: float
    changed: float
    behind: bool = False
    is_damaged: bool = False


class StoredPosition(msgspec.Struct, frozen=True):
    """The position to which the first `length` events of a log had led, as JSON; empty before the match began."""

    length: int
    position: str


class FinishedTable(msgspec.Struct, frozen=True):
    """A finished game: its table, when it ended, and its result as JSON."""

    table: str
    ended: float
    record: str
