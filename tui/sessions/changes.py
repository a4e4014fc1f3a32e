"""What a match session tells its face: the screen, plain mode or a test."""

from collections.abc import Sequence
from typing import TypeAlias

import msgspec

from core.lessons.guide import Page
from core.match import LogEntry
from core.view import ChoiceLocation
from tui.sessions.mode import Mode


class Played(msgspec.Struct, frozen=True):
    """Moves were played, perhaps once more."""

    entries: Sequence[LogEntry]


class TakenBack(msgspec.Struct, frozen=True):
    """So many moves were taken back."""

    moves: int


class Prepared(msgspec.Struct, frozen=True):
    """A person here has decided something before their turn, at a table of the club."""


class MatchReplaced(msgspec.Struct, frozen=True):
    """Another match is shown, or another position of it."""


class ModeChanged(msgspec.Struct, frozen=True):
    """The session does something else now."""

    old: Mode
    new: Mode


class DecisionBegan(msgspec.Struct, frozen=True):
    """A person is asked; whether another seat moved last, and whether the same person was asked before."""

    seat: int
    turn_begins: bool
    same_seat: bool


class PageRead(msgspec.Struct, frozen=True):
    """The guide of a lesson has something to read."""

    page: Page


class HintFound(msgspec.Struct, frozen=True):
    """A hint: where it is carried out, and what it says."""

    location: ChoiceLocation
    text: str


class Said(msgspec.Struct, frozen=True):
    """A sentence for the player; `weak`: not in the place of another one."""

    text: str
    weak: bool = False


class Saved(msgspec.Struct, frozen=True):
    """The match was saved; or why not."""

    trouble: str = ""


class TroubleChanged(msgspec.Struct, frozen=True):
    """The club is away, and why; or it is back, and the text is empty."""

    text: str


class AwaitedElsewhere(msgspec.Struct, frozen=True):
    """It is now the turn of the person here at other tables of the club, or no longer."""

    tables: frozenset[str]


class SeatLost(msgspec.Struct, frozen=True):
    """The person here plays no longer: a bot sits in for them, or a newer Samovar plays the match."""


class Ended(msgspec.Struct, frozen=True):
    """Everything has been shown: the result comes next."""


Change: TypeAlias = (
    Played | TakenBack | Prepared | MatchReplaced | ModeChanged | DecisionBegan | PageRead | HintFound | Said | Saved
    | TroubleChanged | AwaitedElsewhere | SeatLost | Ended
)  # fmt: skip
