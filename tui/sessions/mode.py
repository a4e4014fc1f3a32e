"""What a match session is doing: exactly one mode at a time.

A mode is computed from the match and a few facts of the session after every change; nobody assigns it piecemeal.
`Showing` lies over another mode: something is looked at while a person could already decide, a bot already thinks or
the match is already over.
"""

from typing import TypeAlias

import msgspec

from core.lessons.guide import Page
from core.puzzles.attempt import Verdict
from core.review.record import ReviewedTurn
from core.view import Moment


class Deciding(msgspec.Struct, frozen=True):
    """A person at this terminal has to decide; `early`: before their turn, at a table of the club."""

    seat: int
    early: bool = False


class Thinking(msgspec.Struct, frozen=True):
    """A bot has been thinking for so many seconds."""

    seat: int
    seconds: int = 0


class Confirming(msgspec.Struct, frozen=True):
    """The turn of a seat is done, and waits for the players at a shared keyboard to confirm it."""

    seat: int


class PassKeyboard(msgspec.Struct, frozen=True):
    """The next decision is secret, and its player has not yet sat down at the shared keyboard."""

    seat: int


class Over(msgspec.Struct, frozen=True):
    """The match is over."""


class ReadOnly(msgspec.Struct, frozen=True):
    """The match can only be watched here; `is_unlocked`: nobody plays it elsewhere any more."""

    reason: str
    is_unlocked: bool = False


class Sending(msgspec.Struct, frozen=True):
    """A move is on its way to the club; the text says for whom the table waits meanwhile."""

    text: str = ""


class Waiting(msgspec.Struct, frozen=True):
    """Somebody at another terminal has to decide; the text says who."""

    text: str = ""


class Judging(msgspec.Struct, frozen=True):
    """The master looks at the turn that was made."""


class Failed(msgspec.Struct, frozen=True):
    """Why the master could not judge a turn."""

    reason: str


class Revealed(msgspec.Struct, frozen=True):
    """The answer of a puzzle was looked at before a turn was made."""


class Assessed(msgspec.Struct, frozen=True):
    """What the master says of a turn."""

    result: Verdict | ReviewedTurn | Revealed | Failed


class LessonDone(msgspec.Struct, frozen=True):
    """The lesson has come to its end, the match perhaps not."""


class Replaying(msgspec.Struct, frozen=True):
    """A match is walked through, or plays by itself: so many of its moves have been made in the position shown."""

    log_index: int
    total: int
    is_playing: bool = False


class PlayedMove(msgspec.Struct, frozen=True):
    """The last move of another player, which is looked at before the next one."""


Settled: TypeAlias = (
    Deciding | Thinking | Confirming | PassKeyboard | Over | ReadOnly | Sending | Waiting
    | Judging | Assessed | LessonDone | Replaying
)  # fmt: skip


class Showing(msgspec.Struct, frozen=True):
    """Something is shown; `waits`: until a key, otherwise for a short while. Then comes the settled mode."""

    what: Moment | Page | PlayedMove
    waits: bool
    then: Settled
    #: How far what moves has come, from 0 on; `core.view.Moment.moving`.
    frame: int = 0


Mode: TypeAlias = Settled | Showing


def settled(mode: Mode) -> Settled:
    """Return what the match is doing, behind what is being shown."""
    return mode.then if isinstance(mode, Showing) else mode
