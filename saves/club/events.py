"""The events of a table's log. They are only ever appended; `TableProjection.fold` decides what each one does.

An event says what its author wants. Whether the author may, and whether it is possible, depends on the events before
it. Its author and time are stored beside it. An event that cannot be read is None, and changes nothing in any client.
"""

import secrets
from typing import Annotated

import msgspec

from core.game import OptionValue
from saves.club.terms import SeatNumber

#: Identifies an event whose acknowledgement got lost: random, so that nobody can guess it and no two are equal.
EventId = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{32}$")]
Notation = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
Level = Annotated[str, msgspec.Meta(max_length=20)]

#: The most letters of an event's JSON; only one that holds a position comes near it.
MAX_EVENT_LENGTH = 80_000


class _Event(msgspec.Struct, frozen=True, tag_field="line", forbid_unknown_fields=True):
    id: EventId


class _MoveEvent(_Event, frozen=True):
    seat: SeatNumber
    move: Notation


class MoveChosen(_MoveEvent, frozen=True, tag="chosen"):
    """A move of the seat that decides now, by the member who sits there; for a bot, by any player's process."""


class MovePrepared(_MoveEvent, frozen=True, tag="prepared"):
    """A move that a seat decides before its turn in a simultaneous step; it is played when its turn comes."""


class MoveTakenBack(_Event, frozen=True, tag="taken-back"):
    """The author takes back an event of their own, and with it those that they added after it."""

    seat: SeatNumber
    taken: EventId


class MemberSatDown(_Event, frozen=True, tag="sat-down"):
    """A member takes a seat, or comes back to it; their habits are fixed here."""

    seat: SeatNumber
    habits: dict[str, OptionValue] = {}


class _SeatGivenToBot(_Event, frozen=True):
    seat: SeatNumber
    level: Level


class MemberGotUp(_SeatGivenToBot, frozen=True, tag="got-up"):
    """A member leaves a seat. While the match runs, a bot of this level sits in."""


class SeatFilled(_SeatGivenToBot, frozen=True, tag="filled"):
    """Before the match begins, the host gives a free seat to a bot."""


class SeatHandedOver(_SeatGivenToBot, frozen=True, tag="handed-over"):
    """Another player gives a seat that has not moved for longer than the agreed limit to a bot."""


class TableCalledOff(_Event, frozen=True, tag="called-off"):
    """Before the match begins, the host closes the table."""


class EndingProposed(_Event, frozen=True, tag="ending"):
    """A player proposes to end the match as it stands, or withdraws that; the next move clears it."""

    agreed: bool


class EndingDeclined(_Event, frozen=True, tag="ending-declined"):
    """A player who was asked to end the match wants to play on: nobody's proposal stands any more."""


class TimeRanOut(_SeatGivenToBot, frozen=True, tag="time-ran-out"):
    """The agreed time of a seat has run out, and a bot takes it over; any player's process or the server writes it."""


class MemberWentAway(_Event, frozen=True, tag="went-away"):
    """A member will be away for so many days, while no time passes for their seat; 0: is back already."""

    seat: SeatNumber
    days: Annotated[int, msgspec.Meta(ge=0, le=366)]


class InvitationDeclined(_Event, frozen=True, tag="declined"):
    """Before the match begins, an invited member does not want the seat that is kept for them: it becomes open."""

    seat: SeatNumber


class MemberRemoved(_Event, frozen=True, tag="removed"):
    """Before the match begins, the host removes somebody who sits or is invited: the seat becomes open."""

    seat: SeatNumber


class RulesUpgraded(_Event, frozen=True, tag="upgraded"):
    """A Samovar with newer rules goes on from the stored position to which the log had led under the old rules."""

    edition: Annotated[int, msgspec.Meta(ge=0)]
    stored: msgspec.Raw


ClubEvent = (
    MoveChosen | MovePrepared | MoveTakenBack | MemberSatDown | MemberGotUp | SeatFilled | SeatHandedOver
    | TableCalledOff | EndingProposed | EndingDeclined | TimeRanOut | MemberWentAway | InvitationDeclined
    | MemberRemoved | RulesUpgraded
)  # fmt: skip


class StoredEvent(msgspec.Struct, frozen=True):
    """An event in the log: its number, author and time (in seconds of the epoch)."""

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
    """Return the event of this JSON; None when it is not one."""
    if len(body) > MAX_EVENT_LENGTH:
        return None
    try:
        return _decoder.decode(body)
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        return None
