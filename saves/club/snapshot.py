"""What is stored beside a log, for a Samovar with newer rules to go on from."""

from typing import Literal

import msgspec

from saves.club.seats import ClubSeat

Ended = Literal["", "played", "agreed", "called off"]


class Snapshot(msgspec.Struct, frozen=True, omit_defaults=True):
    """All that a Samovar with newer rules needs to go on after `length` events: the seats and the position.

    `whole`: the newer rules lead to the same position, so the match goes on with its log. `lost`: they could not
    follow the log to its end, and go on from where they got to.
    """

    length: int
    edition: int
    ended: Ended
    chairs: list[ClubSeat]
    stood_in: list[str]
    position: msgspec.Raw
    past: list[str]
    whole: bool = False
    lost: bool = False


def read_snapshot(stored: msgspec.Raw | str) -> Snapshot | None:
    """Return the snapshot in this JSON; None when it is none."""
    try:
        return msgspec.json.decode(stored, type=Snapshot)
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        return None
