"""What a guest's process asks of the server: thinking by its bot workers, wakeups, and database connections.

Every exchange with the workers has a socket of its own. Its other end is handed to the server, which so knows which
member asks; closing the socket takes the request back.
"""

import os
import socket
from typing import IO

import msgspec

import core.bots
from core.bots import MASTER_SECONDS
from core.bots.failures import trouble_text
from core.bots.hints import Hint
from core.bots.search import Budget
from core.bots.worker import BotReply, BotRequest
from core.game import Game, State
from core.puzzles.attempt import PuzzleSubmission, Verdict
from core.review.record import ReviewCase, ReviewedTurn
from core.rng import Rng
from saves.club.store import Club
from saves.errors import SaveError
from tui.server.wakeups import WakeupSocket
from tui.sessions import bot_client

#: The byte that says what a socket is for, when it is handed to the server.
QUESTION, WAKEUP, STATEMENTS = b"?", b"!", b"$"
#: Seconds that the evaluation of a turn may take.
_LONG_LOOK = 60.0


class PoolConnection:
    """A connection to the workers, which `tui.sessions.bot_client` uses like a bots' process."""

    def __init__(self, door: socket.socket) -> None:
        ours, theirs = socket.socketpair()
        with theirs:
            socket.send_fds(door, [QUESTION], [theirs.fileno()])
        self._line = ours
        self.stdin: IO[bytes] | None = os.fdopen(os.dup(ours.fileno()), "wb", 0)
        self.stdout: IO[bytes] | None = os.fdopen(os.dup(ours.fileno()), "rb")
        self._is_over = False

    def poll(self) -> int | None:
        return 0 if self._is_over else None

    def kill(self) -> None:
        """Take the request back; the thread that awaits the reply gets an error."""
        self._is_over = True
        self._line.shutdown(socket.SHUT_RDWR)

    def wait(self, timeout: float | None = None) -> int:
        for end in (self._line, self.stdin, self.stdout):
            if end is not None:
                end.close()
        return 0


class PooledBots:
    """The workers of the server, for bots and hints of plain mode and of the club."""

    def __init__(self, descriptor: int) -> None:
        self.server = socket.socket(fileno=os.dup(descriptor))

    def plan(self, game: Game, state: State, level: str, rng: Rng, budget: Budget | None) -> tuple[str, ...]:
        return self._ask(_question(game, state, level, rng, budget)).plan

    def hints(self, game: Game, state: State, rng: Rng, budget: Budget | None) -> list[Hint]:
        return self._ask(_question(game, state, "master", rng, budget, hint=True)).hints

    def review_turn(self, game: Game, case: ReviewCase) -> ReviewedTurn:
        budget = Budget(_LONG_LOOK)
        reviewed = self._ask(BotRequest(0, game.name, "", Rng(0), budget, case.position, case=case)).reviewed_turn
        assert reviewed is not None
        return reviewed

    def judge_submission(self, game: Game, state: State, tried: PuzzleSubmission) -> Verdict:
        position = msgspec.Raw(msgspec.json.encode(state))
        found = self._ask(BotRequest(0, game.name, "", Rng(0), Budget(_LONG_LOOK), position, tried=tried)).verdict
        assert found is not None
        return found

    def _ask(self, request: BotRequest) -> BotReply:
        conversation = PoolConnection(self.server)
        try:
            reply = bot_client._exchange(conversation, request)
        finally:
            conversation.kill()
            conversation.wait()
        if reply.error:
            raise BotUnavailableError(f"The workers of this door have no answer: {trouble_text(reply.error)}.")
        return reply


def _question(game: Game, state: State, level: str, rng: Rng, budget: Budget | None, hint: bool = False) -> BotRequest:
    position = msgspec.Raw(msgspec.json.encode(state))
    return BotRequest(0, game.name, level, rng, budget or Budget(MASTER_SECONDS), position, hint)


class BotUnavailableError(SaveError):
    """The workers have no answer; its text is a sentence for the guest. Where bots play, the level below plays on."""


class ServerWaiterFactory:
    """Make waiters that the server wakes when a table has news."""

    def __init__(self, door: socket.socket) -> None:
        self._server = door

    def waiter(self, table: str) -> WakeupSocket:
        return WakeupSocket(lambda end: socket.send_fds(self._server, [WAKEUP], [end.fileno()]), table)


def connect_to_pool(descriptor: int) -> socket.socket:
    """Let this process ask the workers from now on; return the connection to the server."""
    workers = PooledBots(descriptor)
    bot_client.start_process = lambda: PoolConnection(workers.server)
    core.bots.remote = workers
    return workers.server


def install_services(descriptor: int) -> None:
    """Let this process use the server's workers, wakeups and database connections from now on."""
    door = connect_to_pool(descriptor)
    Club.waiter_factory = ServerWaiterFactory(door)
    Club.send_socket = lambda end: socket.send_fds(door, [STATEMENTS], [end.fileno()])
