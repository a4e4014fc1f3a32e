"""The lines of a table's log. They are only ever added; what each does is for the fold to judge.

A line tells what its author wants. Whether the author may, and whether it is possible, depends on the lines before it.
Who wrote it, and when, stands beside it in the store. A line that cannot be read is None, and changes nothing anywhere.
"""

import secrets
from typing import Annotated

import msgspec

from core.game import OptionValue
from saves.club.terms import SeatNumber

#: What a line is known by when its acknowledgement got lost: nobody can guess it, and no two have the same.
EventId = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{32}$")]
Notation = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
Level = Annotated[str, msgspec.Meta(max_length=20)]

#: No line of ours comes near this many letters, but for one that brings a position along.
MAX_EVENT_LENGTH = 80_000


class _Event(msgspec.Struct, frozen=True, tag_field="line", forbid_unknown_fields=True):
    id: EventId


class _MoveEvent(_Event, frozen=True):
    seat: SeatNumber
    move: Notation


class MoveChosen(_MoveEvent, frozen=True, tag="chosen"):
    """A move of the seat that decides now, by whoever sits there; for a bot, by any player's process."""


class MovePrepared(_MoveEvent, frozen=True, tag="prepared"):
    """A move that a seat decides before its turn in a step that all take at once; played when its turn comes."""


class MoveTakenBack(_Event, frozen=True, tag="taken-back"):
    """A line of one's own is taken back, and with it those that one added after it."""

    seat: SeatNumber
    taken: EventId


class MemberSatDown(_Event, frozen=True, tag="sat-down"):
    """A member takes a seat, or comes back to it; habits are fixed here."""

    seat: SeatNumber
    habits: dict[str, OptionValue] = {}


class _SeatGivenToBot(_Event, frozen=True):
    seat: SeatNumber
    level: Level


class MemberGotUp(_SeatGivenToBot, frozen=True, tag="got-up"):
    """A member leaves a seat. While the match runs, a bot of this level sits in."""


class SeatFilled(_SeatGivenToBot, frozen=True, tag="filled"):
    """Before the match begins, its host gives a free seat to a bot."""


class SeatHandedOver(_SeatGivenToBot, frozen=True, tag="handed-over"):
    """A seat that has not moved for longer than the table agreed is given to a bot by another player."""


class TableCalledOff(_Event, frozen=True, tag="called-off"):
    """Before the match begins, its host clears the table."""


class EndingProposed(_Event, frozen=True, tag="ending"):
    """A player would like to end the match as it stands, or no longer would; the next move makes it forgotten."""

    agreed: bool


class RulesUpgraded(_Event, frozen=True, tag="upgraded"):
    """A Samovar with newer rules goes on from what the log had led to under the old ones, as it was stored."""

    edition: Annotated[int, msgspec.Meta(ge=0)]
    stored: msgspec.Raw


ClubEvent = (
    MoveChosen | MovePrepared | MoveTakenBack | MemberSatDown | MemberGotUp | SeatFilled | SeatHandedOver
    | TableCalledOff | EndingProposed | RulesUpgraded
)  # fmt: skip


class StoredEvent(msgspec.Struct, frozen=True):
    """A line where it stands in the log: its number, who wrote it and when (in seconds of the epoch)."""

    number: int
    author: str
    at: float
    line: ClubEvent | None


_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[ClubEvent] = msgspec.json.Decoder(ClubEvent)


def new_id() -> str:
    return secrets.token_hex(16)


def encode(event: ClubEvent) -> str:
    return _encoder.encode(event).decode()


def decode(body: str) -> ClubEvent | None:
    """The line that is written so; None for what nobody of us wrote."""
    if len(body) > MAX_EVENT_LENGTH:
        return None
    try:
        return _decoder.decode(body)
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        return None
