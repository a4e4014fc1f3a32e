"""The thinking of guests by a forced command, whose processes think themselves: so much an hour for a member in all.

How much is left stands in a file of the member's folder, which all processes of the member share. It is taken before
they think and what was not needed is given back, so that a process that is killed has paid.
"""

import contextlib
import fcntl
import math
import os
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO

import msgspec

from core.bots import MASTER_SECONDS, searches
from core.bots.analysis import LocalAnalysis
from core.bots.failures import TIME_USED_UP, trouble_text
from core.bots.hints import Hint
from core.bots.search import Budget
from core.bots.worker import BotReply, BotRequest
from core.game import Game, State
from core.puzzles.attempt import PuzzleSubmission, Verdict
from core.review.record import ReviewCase, ReviewedTurn
from core.rng import Rng
from saves.club.store import Club
from tui.server.guest_services import LONG_LOOK, BotUnavailableError, guest_limits, guest_paths
from tui.server.prefork.protocol import ProcessTask
from tui.services import Services
from tui.sessions.bot_client import Process, exchange, start_own_process

_HOUR = 3600.0


class ThinkingAccount:
    """The seconds of thinking that a member has left, in a file; they are restored little by little."""

    def __init__(self, path: Path, seconds_an_hour: float, now: Callable[[], float] = time.time) -> None:
        self._path, self._most, self._now = path, seconds_an_hour, now

    def take(self, seconds: float) -> bool:
        """Take so many seconds, if anything is left; without a file that can be written nothing is."""
        return self._change(-seconds, only_if_left=True)

    def give_back(self, seconds: float) -> None:
        self._change(seconds)

    def _change(self, by: float, only_if_left: bool = False) -> bool:
        try:
            descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
        except OSError:
            return False
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
            now = self._now()
            left = self._left(os.read(descriptor, 100), now)
            is_granted = left > 0 or not only_if_left
            left = min(self._most, left + by) if is_granted else left
            os.pwrite(descriptor, f"{left:.3f} {now:.3f}".ljust(60).encode(), 0)  # the time, too: it may be set back
            return is_granted
        except OSError:
            return False
        finally:
            os.close(descriptor)

    def _left(self, stored: bytes, now: float) -> float:
        """Return what is left by now; a new file and a damaged one begin with a whole hour."""
        try:
            left, since = map(float, stored.split())
        except ValueError:
            return self._most
        if not (math.isfinite(left) and math.isfinite(since)):
            return self._most
        passed = max(0.0, now - since)  # the clock may have been set back
        return max(-_HOUR, min(self._most, left + passed * self._most / _HOUR))


class MeteredAnalysis:
    """The analysis of this process, for as long as the member's account allows it."""

    def __init__(self, account: ThinkingAccount) -> None:
        self._account, self._analysis = account, LocalAnalysis()

    def plan_turn(
        self, game: Game, state: State, level: str, rng: Rng, budget: Budget | None = None
    ) -> tuple[str, ...]:
        if not searches(level) or len(state.legal_moves()) == 1:
            return self._analysis.plan_turn(game, state, level, rng, budget)
        with self._charged(budget.seconds if budget is not None else MASTER_SECONDS):
            return self._analysis.plan_turn(game, state, level, rng, budget)

    def find_hints(self, game: Game, state: State, rng: Rng, budget: Budget | None = None) -> list[Hint]:
        with self._charged(budget.seconds if budget is not None else MASTER_SECONDS):
            return self._analysis.find_hints(game, state, rng, budget)

    def review_turn(self, game: Game, case: ReviewCase) -> ReviewedTurn:
        with self._charged(LONG_LOOK):
            return self._analysis.review_turn(game, case)

    def judge_submission(self, game: Game, state: State, tried: PuzzleSubmission) -> Verdict:
        with self._charged(LONG_LOOK):
            return self._analysis.judge_submission(game, state, tried)

    @contextlib.contextmanager
    def _charged(self, seconds: float) -> Iterator[None]:
        if not self._account.take(seconds):
            raise BotUnavailableError(f"The server's bots have no answer: {trouble_text(TIME_USED_UP)}.")
        began = time.thread_time()
        try:
            yield
        finally:
            self._account.give_back(seconds - (time.thread_time() - began))


class MeteredProcess:
    """A bots' process of our own, whose requests are charged to the member's account on their way."""

    def __init__(self, account: ThinkingAccount) -> None:
        self._account = account
        self._process: Process = start_own_process()
        self._line, theirs = socket.socketpair()
        self.stdin: IO[bytes] | None = os.fdopen(os.dup(self._line.fileno()), "wb", 0)
        self.stdout: IO[bytes] | None = os.fdopen(os.dup(self._line.fileno()), "rb")
        threading.Thread(target=self._serve, args=(theirs,), daemon=True).start()

    def poll(self) -> int | None:
        return self._process.poll()

    def kill(self) -> None:
        self._process.kill()
        with contextlib.suppress(OSError):
            self._line.shutdown(socket.SHUT_RDWR)

    def wait(self, timeout: float | None = None) -> int:
        for end in (self._line, self.stdin, self.stdout):
            if end is not None:
                end.close()
        return self._process.wait(timeout)

    def _serve(self, line: socket.socket) -> None:
        with line, line.makefile("rb") as requests, contextlib.suppress(OSError, ValueError):
            while data := requests.readline():
                reply = self._answer(msgspec.json.decode(data, type=BotRequest))
                line.sendall(msgspec.json.encode(reply) + b"\n")
        for end in (self._process.stdin, self._process.stdout):
            if end is not None:
                end.close()  # which ends the process

    def _answer(self, request: BotRequest) -> BotReply:
        seconds = request.budget.seconds
        if not self._account.take(seconds):
            return BotReply(request.ticket, error=TIME_USED_UP)
        began = time.monotonic()
        reply = exchange(self._process, request)
        used = time.monotonic() - began if reply.error else reply.seconds
        self._account.give_back(max(0.0, seconds - used))
        return reply


def own_services(task: ProcessTask, thinking_seconds: float) -> Services:
    """Return the services of a guest by a forced command, whose process thinks and connects itself."""
    paths, limits = guest_paths(task), guest_limits(task)
    account = ThinkingAccount(Path(task.home) / "thinking", thinking_seconds)
    return Services(
        paths,
        MeteredAnalysis(account),
        lambda: MeteredProcess(account),
        lambda address: Club.open(address, limits=limits, is_guest=True),
        player_name=task.member,
    )
