"""A session without a screen: fake time, bots that reply when they are told to, and everything that it told."""

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from core.bots.hints import Hint
from core.bots.search import Budget
from core.bots.worker import BotReply
from core.game import Game, State
from core.match import Match
from core.puzzles.attempt import PuzzleSubmission
from core.review.record import ReviewCase, ReviewedTurn
from saves.match_store import MatchFile, MatchStore
from saves.settings import AT_ONCE, Settings
from tests.tui.sessions.fake_time import FakeScheduler
from tui.sessions.bot_client import OnReply, Ticket
from tui.sessions.bots import InProcessBots
from tui.sessions.changes import Change
from tui.sessions.local import LocalSession
from tui.sessions.session import MatchSession, Policy, SessionServices

S = TypeVar("S", bound=MatchSession)
C = TypeVar("C")


class LateBots:
    """Bots of this process that reply after some seconds of fake time.

    A reply comes even if it was cancelled, because one that is on its way cannot be called back.
    """

    def __init__(self, scheduler: FakeScheduler, seconds: float = 0.0) -> None:
        self.seconds = seconds
        #: Why the replies to the next requests are failures, one for each.
        self.errors: list[str] = []
        #: What bots mean to do, advise, and say of a turn, instead of thinking.
        self.plan: tuple[str, ...] = ()
        self.hints: list[Hint] = []
        self.reviewed_turn: ReviewedTurn | None = None
        self._scheduler = scheduler
        self._thinking = InProcessBots()

    def ask(self, match: Match, level: str, budget: Budget, reply: OnReply, hint: bool = False) -> Ticket:
        if self.hints if hint else self.plan:
            self._reply(BotReply(0, self.plan, self.hints), reply)
            return 0
        return self._thinking.ask(match, level, budget, lambda found: self._reply(found, reply), hint)

    def ask_verdict(self, game: Game, state: State, tried: PuzzleSubmission, reply: OnReply) -> Ticket:
        return self._thinking.ask_verdict(game, state, tried, lambda found: self._reply(found, reply))

    def ask_review(self, game: Game, case: ReviewCase, reply: OnReply) -> Ticket:
        if self.reviewed_turn is not None:
            self._reply(BotReply(0, reviewed_turn=self.reviewed_turn), reply)
            return 0
        return self._thinking.ask_review(game, case, lambda found: self._reply(found, reply))

    def is_latest(self, ticket: Ticket) -> bool:
        return self._thinking.is_latest(ticket)

    def cancel(self, ticket: Ticket) -> None:
        """Do nothing: the reply is on its way."""

    def _reply(self, found: BotReply, reply: OnReply) -> None:
        given = BotReply(found.ticket, error=self.errors.pop(0)) if self.errors else found
        self._scheduler.call_later(self.seconds, lambda: reply(given))


class Table(Generic[S]):
    """A session, and whatever it is played with."""

    def __init__(self, make: Callable[[SessionServices], S], late: float = 0.0, **settings: Any) -> None:
        self.scheduler = FakeScheduler()
        self.bots = LateBots(self.scheduler, late)
        self.settings = Settings(**{"pace": AT_ONCE, **settings})
        self.session = make(SessionServices(self.bots, self.scheduler, self.settings))
        #: Everything that the session has told since it was last asked.
        self.changes: list[Change] = []
        self.session.listener = self.changes.append

    def started(self) -> "Table[S]":
        self.session.start()
        return self

    def told(self, kind: type[C]) -> list[C]:
        """The changes of a kind so far."""
        return [change for change in self.changes if isinstance(change, kind)]

    def play(self, *notations: str) -> None:
        """Submit moves one by one, as a person who decides does."""
        for notation in notations:
            self.session.submit([self.session.match.parse_move(notation)])

    @property
    def moves(self) -> list[str]:
        return [entry.notation for entry in self.session.match.log]

    def run_to(self, length: int) -> None:
        """Let time pass until so many moves have been made."""
        self.run_until(lambda: len(self.moves) == length)

    def run_until(self, done: Callable[[], object]) -> None:
        self.scheduler.run_until(done)


def local(
    match: Match,
    match_file: MatchFile | None = None,
    policy: Policy | None = None,
    late: float = 0.0,
    **settings: Any,
) -> Table[LocalSession]:
    """A local session that has been started."""
    return Table(lambda services: LocalSession(match, match_file, services, policy), late, **settings).started()


def saved_moves() -> Sequence[str]:
    """The moves of the only match on disk."""
    (entry,) = MatchStore().entries()
    assert entry.record is not None
    return entry.record.moves
