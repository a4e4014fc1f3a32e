"""The services of a guest's process: its member's files and limits, and what it leaves to the server.

The server thinks with its bot workers, wakes the guest when a table has news, and shares the database connections.

Every exchange with the workers has a socket of its own. Its other end is handed to the server, which so knows which
member asks; closing the socket takes the request back.
"""

import os
import socket
from pathlib import Path
from typing import IO

import msgspec

from core.bots import MASTER_SECONDS, plan_turn, searches
from core.bots.failures import trouble_text
from core.bots.hints import HINT_LEVEL, Hint
from core.bots.search import Budget
from core.bots.worker import BotReply, BotRequest, turn_request
from core.game import Game, State
from core.puzzles.attempt import PuzzleSubmission, Verdict
from core.review.record import ReviewCase, ReviewedTurn
from core.rng import Rng
from saves.club.store import Club, MemberLimits
from saves.errors import SaveError
from saves.paths import DataPaths
from saves.quota import Quota
from tui.server.prefork.protocol import ProcessTask
from tui.server.wakeups import WakeupSocket
from tui.services import Services
from tui.sessions.bot_client import exchange

#: The byte that says what a socket is for, when it is handed to the server.
QUESTION, WAKEUP, STATEMENTS = b"?", b"!", b"$"
#: Seconds that the evaluation of a turn may take.
LONG_LOOK = 60.0
_MEGABYTE = 1024 * 1024


class PoolConnection:
    """A connection to the workers, which `tui.sessions.bot_client` uses like a bots' process."""

    def __init__(self, server: socket.socket) -> None:
        ours, theirs = socket.socketpair()
        with theirs:
            socket.send_fds(server, [QUESTION], [theirs.fileno()])
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


class PooledAnalysis:
    """The analysis of a process that asks the workers of the server."""

    def __init__(self, server: socket.socket, table: str = "") -> None:
        self._server = server
        #: The table to which the thinking is charged, where no player asks for it.
        self._table = table

    def plan_turn(
        self, game: Game, state: State, level: str, rng: Rng, budget: Budget | None = None
    ) -> tuple[str, ...]:
        """Return what a bot means to do; only a search is worth asking for."""
        if not searches(level) or len(state.legal_moves()) == 1:
            return plan_turn(game, state, level, rng, budget)
        return self._ask(turn_request(game, state, level, rng, budget or Budget(MASTER_SECONDS))).plan

    def find_hints(self, game: Game, state: State, rng: Rng, budget: Budget | None = None) -> list[Hint]:
        request = turn_request(game, state, HINT_LEVEL, rng, budget or Budget(MASTER_SECONDS), hint=True)
        return self._ask(request).hints

    def review_turn(self, game: Game, case: ReviewCase) -> ReviewedTurn:
        budget = Budget(LONG_LOOK)
        reviewed = self._ask(BotRequest(0, game.name, "", Rng(0), budget, case.position, case=case)).reviewed_turn
        assert reviewed is not None
        return reviewed

    def judge_submission(self, game: Game, state: State, tried: PuzzleSubmission) -> Verdict:
        position = msgspec.Raw(msgspec.json.encode(state))
        found = self._ask(BotRequest(0, game.name, "", Rng(0), Budget(LONG_LOOK), position, tried=tried)).verdict
        assert found is not None
        return found

    def _ask(self, request: BotRequest) -> BotReply:
        request.table = self._table
        conversation = PoolConnection(self._server)
        try:
            reply = exchange(conversation, request)
        finally:
            conversation.kill()
            conversation.wait()
        if reply.error:
            raise BotUnavailableError(f"The server's bots have no answer: {trouble_text(reply.error)}.")
        return reply


class BotUnavailableError(SaveError):
    """The workers have no answer; its text is a sentence for the guest. Where bots play, the level below plays on."""


def connect_to_server(descriptor: int) -> socket.socket:
    """Return the connection to the server, on which sockets are handed to it."""
    return socket.socket(fileno=os.dup(descriptor))


def shared_services(task: ProcessTask, server: socket.socket) -> Services:
    """Return the services of a guest whose process the server has forked: it leaves to the server what it can."""
    limits = guest_limits(task)

    def make_waiter(table: str) -> WakeupSocket:
        return WakeupSocket(lambda end: socket.send_fds(server, [WAKEUP], [end.fileno()]), table)

    def send_socket(end: socket.socket) -> None:
        socket.send_fds(server, [STATEMENTS], [end.fileno()])

    return Services(
        guest_paths(task),
        PooledAnalysis(server),
        lambda: PoolConnection(server),
        lambda address: Club.open(
            address, limits=limits, make_waiter=make_waiter, send_socket=send_socket, is_guest=True
        ),
        server.fileno(),
        notices_an_hour=task.notices,
        friend_forms=task.friend_forms,
        player_name=task.member,
    )


def guest_paths(task: ProcessTask) -> DataPaths:
    home = Path(task.home)
    return DataPaths.under(home, Quota(home, task.disk_megabytes * _MEGABYTE))


def guest_limits(task: ProcessTask) -> MemberLimits:
    return MemberLimits(task.tables, task.table_lines, task.keys, task.invitations, task.away_days)
