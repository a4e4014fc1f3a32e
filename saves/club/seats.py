"""Who sits where. A seat may be reserved for a member, and while the member is away a bot may sit in."""

import msgspec

from core.game import OptionValue
from core.match import Seat
from saves.club.member_names import casefolded
from saves.club.terms import Terms


class ClubSeat(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat at a table.

    Open: neither member nor level. Reserved: a member who does not sit. Taken: a member who sits, or a bot (with a
    level), which has the member's name if it only sits in.
    """

    member: str = ""
    sits: bool = False
    level: str = ""
    bot: str = ""
    habits: dict[str, OptionValue] = {}

    @property
    def name(self) -> str:
        return self.member or self.bot

    @property
    def is_taken(self) -> bool:
        return self.sits or bool(self.level)

    def belongs_to(self, name: str) -> bool:
        """Whether the seat is reserved for this member, or taken by them."""
        return bool(self.member) and casefolded(self.member) == casefolded(name)

    def is_occupied_by(self, name: str) -> bool:
        return self.sits and self.belongs_to(name)

    def may_be_taken_by(self, name: str) -> bool:
        """Whether no human sits here, and the seat is open or reserved for this member (a bot may sit in)."""
        return not self.sits and (self.belongs_to(name) if self.member else not self.level)

    def occupied_by(self, name: str, habits: dict[str, OptionValue]) -> "ClubSeat":
        return ClubSeat(member=name, sits=True, habits=habits)

    def left_to_bot(self, level: str) -> "ClubSeat":
        """Return the seat with a bot that sits in; the seat stays the member's."""
        return ClubSeat(member=self.member, level=level)

    def seat(self) -> Seat:
        """Return the seat as a match has it."""
        return Seat(self.name, "bot" if self.level else "you", self.level, self.habits)


def seats_from_terms(terms: Terms, habits: dict[str, OptionValue]) -> list[ClubSeat]:
    """Return the seats of a new table: only bots and the host (with these habits) sit already."""
    seats: list[ClubSeat] = []
    for target in terms.places:
        if target.level:
            seats.append(ClubSeat(level=target.level, bot=target.name))
        elif casefolded(target.name) == casefolded(terms.host) and not any(club_seat.sits for club_seat in seats):
            seats.append(ClubSeat(member=target.name, sits=True, habits=habits))
        else:
            seats.append(ClubSeat(member=target.name))
    return seats
