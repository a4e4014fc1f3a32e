"""Members at a table with a session each, in this process: time passes and bots reply when a test lets them."""

import itertools
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from core.bots import think
from core.bots.failures import ENDED
from core.bots.hints import find_hints
from core.bots.player import bot_rng
from core.bots.search import Budget
from core.bots.worker import BotReply
from core.match import Match
from saves.club.store import Club
from saves.paths import DataPaths
from saves.settings import AT_ONCE, Settings
from tests.tui.sessions.fake_time import FakeScheduler
from tui.club.client import TableClient, join_table
from tui.club.connection import TableConnection
from tui.club.session import ClubSession
from tui.club.tasks import InlineTasks
from tui.sessions.bot_client import OnReply, Ticket
from tui.sessions.bots import InProcessBots
from tui.sessions.changes import Change, Said
from tui.sessions.mode import Mode
from tui.sessions.session import Policy, SessionServices

C = TypeVar("C")
_HOSTS = itertools.count(1)


class SlowBots(InProcessBots):
    """Bots that reply to the latest request when they are told to."""

    def __init__(self) -> None:
        super().__init__()
        self.pending: Callable[[], None] | None = None
        #: How long the bot that was asked last may think.
        self.budget: Budget | None = None
        self._on_reply: OnReply | None = None

    def ask(self, match: Match, level: str, budget: Budget, reply: OnReply, hint: bool = False) -> Ticket:
        self._ticket += 1
        ticket, state, rng = self._ticket, match.state.copy(), bot_rng(match)
        self.budget = budget

        def answer() -> None:
            if hint:
                hints = find_hints(match.game, state, rng)
                reply(BotReply(ticket, hints[0].plan, hints))
            else:
                reply(BotReply(ticket, think(match.game, state, level, rng).plan))

        self.pending, self._on_reply = answer, reply
        return ticket

    def cancel(self, ticket: Ticket) -> None:
        if ticket == self._ticket:
            self.pending = None

    def reply(self) -> None:
        """Reply to what was asked."""
        answer, self.pending = self.pending, None
        assert answer is not None, "nothing was asked"
        answer()

    def fail(self) -> None:
        """Reply that the process of bots has ended."""
        assert self.pending is not None and self._on_reply is not None, "nothing was asked"
        self.pending = None
        self._on_reply(BotReply(self._ticket, error=ENDED))


class Visitor:
    """One member's session at a table, and all that it has told."""

    def __init__(self, club: Club, table: str, name: str, plays: bool = True, settings: Settings | None = None) -> None:
        self.scheduler, self.bots = FakeScheduler(), SlowBots()
        self.settings = settings or Settings(pace=AT_ONCE, payoff=False)
        client, start_tasks = self.join(club, table, name, plays), partial(InlineTasks, self.scheduler)
        # Each on a host of its own: one thread cannot wait for itself, nor for one that a test has "killed" in it.
        cores = DataPaths.for_player().cores / str(next(_HOSTS))
        connection = TableConnection(client, self.scheduler, start_tasks, cores)
        services = SessionServices(self.bots, self.scheduler, self.settings)
        self.session = ClubSession(connection, services, Policy())
        self.changes: list[Change] = []
        self.session.listener = self.changes.append
        self.session.start()
        self.scheduler.run_due()

    def join(self, club: Club, table: str, name: str, plays: bool) -> TableClient:
        """Return a client of the table as it is now."""
        return join_table(club, table, name, plays)

    @property
    def mode(self) -> Mode:
        return self.session.mode

    def catch_up(self) -> None:
        """Read what is new, and do all that follows from it, but let no time pass."""
        self.session.connection.read()
        self.scheduler.run_due()

    def bots_reply(self) -> None:
        """Let the bots of the table move as long as they are asked here."""
        while self.bots.pending is not None:
            self.bots.reply()
            self.scheduler.run_due()

    def play(self, pick: int = 0) -> str:
        """Submit one of the legal moves, and wait for what comes of it; return its notation."""
        move = self.session.match.legal_moves[pick]
        self.session.submit([move])
        self.scheduler.run_due()
        return move.notation

    def told(self, kind: type[C]) -> list[C]:
        """Return the changes of this kind."""
        return [change for change in self.changes if isinstance(change, kind)]

    @property
    def said(self) -> list[str]:
        return [change.text for change in self.told(Said)]

    def leave(self) -> None:
        self.session.close()
        self.scheduler.run_due()
