"""What a table agrees on before it plays, and what a list shows of it."""

from typing import Annotated, Literal

import msgspec

from core.bots import read_mixture
from core.game import OptionValue

Name = Annotated[str, msgspec.Meta(max_length=20)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, lt=12)]

TableState = Literal["waiting", "running", "over"]
#: Also of a table that was set aside, because its rows cannot be read.
StoredState = Literal["waiting", "running", "over", "damaged"]


#: What happens when the time of a seat runs out.
WhenOver = Literal["", "bot", "nothing"]


class SeatTerms(msgspec.Struct, frozen=True, omit_defaults=True):
    """For whom a seat is: the host or another member (by name), anybody (no name), or a bot (with its level)."""

    name: Name = ""
    level: str = ""


class Terms(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a table agreed on. The seed is not here, because it is secret until the match has ended.

    `limit`: the seconds that a seat may take for a turn; 0: as long as it likes. `when_over`: what happens then: a bot
    takes the seat over, or nothing; empty at tables from before there was an agreed pace, where another player may hand
    the seat to a bot once a decision takes longer. `away_days`: for so many days in all a member may be away, while no
    time passes for them. `tips`: hints are allowed. `seed_told`: the host chose the seed, and everybody knows it.
    """

    game: str
    edition: int
    host: Name
    places: tuple[SeatTerms, ...]
    options: dict[str, OptionValue] = {}
    #: The host's habits; other members bring theirs when they sit down.
    habits: dict[str, OptionValue] = {}
    rated: bool = True
    watchers: bool = True
    tips: bool = False
    seed_told: bool = False
    limit: float = 0.0
    when_over: WhenOver = ""
    away_days: int = 0
    rematch_of: str = ""

    @property
    def counts(self) -> bool:
        """Whether the match is rated. A bot that fits one of the players is no measure for the others."""
        fitted = any(read_mixture(target.level) for target in self.places)
        return self.rated and not self.tips and not self.seed_told and not fitted


class AwaitedMember(msgspec.Struct, frozen=True, omit_defaults=True):
    """A member who is to decide: since when, and until when by the agreed pace (0: there is none)."""

    member: str
    since: float
    until: float = 0.0


class TableHead(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a list shows of a table: the names at its seats, and of the members who are to decide now."""

    state: TableState
    #: By seat; empty where nobody sits yet.
    seats: tuple[str, ...]
    #: The members who have a seat here, even if a bot sits in now.
    members: tuple[str, ...]
    turn: tuple[str, ...] = ()
    host: str = ""
    #: The members of these who sit and are to decide, with their time.
    awaited: tuple[AwaitedMember, ...] = ()
    #: The members who have asked to end the match, and those whose answer is awaited.
    ending: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()
    #: How many events the log had when they were asked; 0: nobody is, or it was not written down yet.
    asked_at: int = 0

    @property
    def due(self) -> float:
        """When the next agreed time runs out; 0: never."""
        return min((each.until for each in self.awaited if each.until), default=0.0)

    @property
    def awaits_bot(self) -> bool:
        """Whether it is a bot that decides now."""
        sitting = [each.member for each in self.awaited]
        return bool(self.turn) and self.turn[0] not in sitting

    @property
    def open_seats(self) -> int:
        """How many seats any member may take: those that are free and kept for nobody."""
        kept = sum(member not in self.seats for member in self.members)
        return self.seats.count("") - kept

    def role_of(self, member: str) -> str:
        """Return what the place of a member is: host, sits or invited."""
        if member == self.host:
            return "host"
        return "invited" if self.state == "waiting" and member not in self.seats else "sits"

    def asks(self, member: str) -> bool:
        """Whether a request at the table waits for this member's answer."""
        return member in self.answers
