"""Bots for sessions: who can be asked, and the one request that a session has not heard of yet."""

from collections.abc import Callable
from typing import Protocol

from core.bots.analysis import Analysis, LocalAnalysis
from core.bots.player import Decision, PlannedTurn, bot_rng, fallback_move
from core.bots.search import Budget
from core.bots.worker import BotReply
from core.game import Game, State
from core.match import Match
from core.puzzles.attempt import PuzzleSubmission
from core.review.record import ReviewCase
from tui.sessions.bot_client import OnReply, Ticket
from tui.sessions.scheduler import CallScheduler


class Bots(Protocol):
    """Who answers requests: a process of bots, or this one. `reply` may be called from another thread."""

    def ask(self, match: Match, level: str, budget: Budget, reply: OnReply, hint: bool = False) -> Ticket: ...

    def ask_verdict(self, game: Game, state: State, tried: PuzzleSubmission, reply: OnReply) -> Ticket: ...

    def ask_review(self, game: Game, case: ReviewCase, reply: OnReply) -> Ticket: ...

    def is_latest(self, ticket: Ticket) -> bool: ...

    def cancel(self, ticket: Ticket) -> None: ...


class InProcessBots:
    """Bots that are waited for, and have no clock: the same match and answers stay the same game."""

    def __init__(self, analysis: Analysis | None = None) -> None:
        self._analysis = analysis or LocalAnalysis()
        self._ticket = 0

    def ask(self, match: Match, level: str, budget: Budget, reply: OnReply, hint: bool = False) -> Ticket:
        """Ask for a move; a bot that fails is replaced by a lower level, as one in another process is."""
        try:
            found = self._hint(match) if hint else self._plan(match, level)
        except Exception as error:
            found = BotReply(0, error=type(error).__name__)
        return self._send(found, reply)

    def _plan(self, match: Match, level: str) -> BotReply:
        """Return a plan that begins with a legal move."""
        plan = self._analysis.plan_turn(match.game, match.state, level, bot_rng(match))
        match.parse_move(plan[0])
        return BotReply(0, plan)

    def _hint(self, match: Match) -> BotReply:
        hints = self._analysis.find_hints(match.game, match.state, bot_rng(match))
        return BotReply(0, hints[0].plan, hints)

    def ask_verdict(self, game: Game, state: State, tried: PuzzleSubmission, reply: OnReply) -> Ticket:
        """Ask what a turn is worth. Nobody can stand in for the master: why it cannot judge is the caller's to tell."""
        return self._send(BotReply(0, verdict=self._analysis.judge_submission(game, state, tried)), reply)

    def ask_review(self, game: Game, case: ReviewCase, reply: OnReply) -> Ticket:
        return self._send(BotReply(0, reviewed_turn=self._analysis.review_turn(game, case)), reply)

    def is_latest(self, ticket: Ticket) -> bool:
        return ticket == self._ticket

    def cancel(self, ticket: Ticket) -> None:
        """Do nothing: the reply has been given already."""

    def _send(self, found: BotReply, reply: OnReply) -> Ticket:
        self._ticket += 1
        reply(found)
        return self._ticket


def decision_of(reply: BotReply, match: Match, planned_turn: PlannedTurn) -> Decision:
    """Return the move that a bot has replied, and remember the rest of its turn; if it failed, a lower level's move."""
    if reply.error:
        return fallback_move(match, reply.error)
    if len(reply.plan) > 1:
        planned_turn.remember(match, reply.plan)
    return Decision(reply.plan[0])


class BotQuery:
    """The one request of a session that bots have not answered yet. A reply to any other is dropped."""

    def __init__(self, bots: Bots, scheduler: CallScheduler) -> None:
        self._bots, self._scheduler = bots, scheduler
        self._ticket: Ticket | None = None
        #: Tells the present request from all others.
        self._token: object = None

    @property
    def is_pending(self) -> bool:
        """Whether a reply will come; not if somebody else has asked the same bots meanwhile."""
        return self._ticket is not None and self._bots.is_latest(self._ticket)

    def ask(self, send: Callable[[OnReply], Ticket], then: Callable[[BotReply], None]) -> None:
        """Send a request, and pass its reply on in the session's thread."""
        self.cancel()
        token = self._token = object()
        deliver = self._scheduler.call_from_thread
        self._ticket = send(lambda reply: deliver(lambda: self._deliver(token, reply, then)))

    def _deliver(self, token: object, reply: BotReply, then: Callable[[BotReply], None]) -> None:
        if token is self._token:
            self._token = self._ticket = None
            then(reply)

    def cancel(self) -> None:
        """Await no reply any more."""
        if self._ticket is not None:
            self._bots.cancel(self._ticket)
        self._token = self._ticket = None
