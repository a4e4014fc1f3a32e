"""Asks bots for moves in another process, so that the screen answers at once while they think.

That process may hang, die or want too much memory, and the screen must wait for none of it: a question is handed over
and its answer awaited in a thread of its own, and whoever takes much too long is not waited for any more. In every
case an answer comes, and after trouble the next question goes to a new process.
"""

import contextlib
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import IO, Protocol

import msgspec

import core
from core.bots.failures import ENDED, NO_PROCESS, TOO_LONG
from core.bots.player import bot_rng
from core.bots.search import Budget
from core.bots.worker import BotReply, BotRequest
from core.game import Game, State
from core.match import Match
from core.puzzles.attempt import PuzzleSubmission
from core.review.record import ReviewCase
from core.rng import Rng

Listener = Callable[[BotReply], None]


class Process(Protocol):
    """Whoever answers questions: a process of our own, or a line to one that many share."""

    stdin: IO[bytes] | None
    stdout: IO[bytes] | None

    def poll(self) -> int | None: ...

    def kill(self) -> None: ...

    def wait(self, timeout: float | None = None) -> int: ...


#: How many seconds beyond its budget a bot may take. A busy machine needs one or two, to start the process as well.
REPLY_GRACE = 10.0
#: How many seconds it may take to find out what a turn is worth, on a slow machine.
_LONG_LOOK = 60.0
#: Time is counted in steps of so many seconds.
_STEP = 1.0
#: How many seconds a process that was ended may take to be gone.
_EXIT_TIMEOUT = 1.0
#: The program of the process; its arguments are the folders in which it finds what it needs.
_SERVE = "import sys; sys.path += sys.argv[1:]; from core.bots.worker import serve; serve()"


class BotClient:
    """One process of bots. Answers to anything but the latest question are dropped."""

    def __init__(self, grace: float = REPLY_GRACE) -> None:
        self._grace = grace
        self._process: Process | None = None
        self._ticket = 0
        self._waiting = False
        # Questions come from the screen's thread, answers from our own, and the end from whoever watches the line.
        self._lock = threading.RLock()
        #: Called from a thread of our own with every answer that is still wanted.
        self.listener: Listener = _ignore_reply

    @property
    def ticket(self) -> int:
        """The number of the latest question; answers with another one are not wanted any more."""
        return self._ticket

    def start(self) -> None:
        """Make the process, if there is none, before it is needed; it loads what it needs meanwhile."""
        with self._lock, contextlib.suppress(OSError):  # a system that has none to spare is asked again next time
            if self._process is None:
                self._process = start_process()

    def ask(self, match: Match, level: str, budget: Budget, hint: bool = False) -> None:
        """Ask what a bot of this level would do now. The answer comes to the listener."""
        position = msgspec.Raw(msgspec.json.encode(match.state))
        self._put(BotRequest(0, match.game.name, level, bot_rng(match), budget, position, hint))

    def ask_verdict(self, game: Game, state: State, tried: PuzzleSubmission) -> None:
        """Ask what a turn is worth in a position, against the one that is the answer there."""
        position = msgspec.Raw(msgspec.json.encode(state))
        self._put(BotRequest(0, game.name, "", Rng(0), Budget(_LONG_LOOK), position, tried=tried))

    def ask_review(self, game: Game, case: ReviewCase) -> None:
        """Ask what a master thinks of a turn that was played."""
        budget = Budget(_LONG_LOOK + case.depth.seconds)
        self._put(BotRequest(0, game.name, "", Rng(0), budget, case.position, case=case))

    def _put(self, request: BotRequest) -> None:
        with self._lock:
            if self._waiting or self._process is None or self._process.poll() is not None:
                self._restart()
            self._ticket += 1
            self._waiting = True
            request.ticket = self._ticket
            _in_background(self._exchange_in_thread, self._process, request, request.budget.seconds + self._grace)

    def cancel(self) -> None:
        """Want no answer any more. A bot in the middle of its thoughts is stopped."""
        with self._lock:
            self._ticket += 1
            self.listener = _ignore_reply  # a screen that is closed is not kept for it
            if self._waiting:
                self._restart()

    def stop(self) -> None:
        """End the process."""
        with self._lock:
            self._waiting = False
            if self._process is not None:
                self._process.kill()
                with contextlib.suppress(subprocess.TimeoutExpired):
                    self._process.wait(_EXIT_TIMEOUT)
                self._process = None

    def _restart(self) -> None:
        self.stop()
        self.start()

    def _exchange_in_thread(self, process: Process | None, request: BotRequest, patience: float) -> None:
        """Put a question and wait for the answer, while somebody looks at the clock."""
        answered = threading.Event()
        _in_background(self._wait, request.ticket, answered, patience)
        reply = _exchange(process, request)
        answered.set()
        self._on_reply(reply)

    def _wait(self, ticket: int, answered: threading.Event, patience: float) -> None:
        """Give up on a question after so many seconds.

        They are counted one by one: while the whole program is stopped and the clock runs on, hardly one goes by.
        """
        while patience > 0:
            if answered.wait(min(patience, _STEP)):
                return
            patience -= _STEP
        self._on_reply(BotReply(ticket, error=TOO_LONG))

    def _on_reply(self, reply: BotReply) -> None:
        """Pass an answer on if it is still wanted; a process that had trouble is not asked again."""
        with self._lock:
            wanted = self._waiting and reply.ticket == self._ticket
            if wanted:
                self._waiting = False
                if reply.error:
                    self.stop()
        if wanted:
            self.listener(reply)


def _in_background(do: Callable[..., None], *arguments: object) -> None:
    """In a thread that keeps nobody from leaving."""
    threading.Thread(target=do, args=arguments, daemon=True).start()


def _own_process() -> Process:
    return subprocess.Popen(_command(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)


#: How one begins to ask; a guest of a door asks those who think for all guests.
start_process: Callable[[], Process] = _own_process


def _command() -> list[str]:
    """A Python that knows its own library, our rules and msgspec, where we found them, and nothing else.

    What lies in the current folder, in PYTHONPATH or beside the program may be called `core` or `signal`, too.
    """
    folders = [str(Path(parts[0]).parent) for parts in (core.__path__, msgspec.__path__)]
    return [sys.executable, "-I", "-S", "-c", _SERVE, *folders]


def _exchange(process: Process | None, request: BotRequest) -> BotReply:
    """The answer of the process; takes as long as that takes."""
    if process is None:
        return BotReply(request.ticket, error=NO_PROCESS)
    assert process.stdin is not None and process.stdout is not None
    rest = msgspec.json.encode(request) + b"\n"
    try:
        while rest:  # not through the buffer, which would try once more when it is closed
            rest = rest[os.write(process.stdin.fileno(), rest) :]
        return msgspec.json.decode(process.stdout.readline(), type=BotReply)
    except (
        OSError,
        ValueError,
        msgspec.DecodeError,
    ):  # it ended: before, or while it answers, or a guest hung up on it
        return BotReply(request.ticket, error=ENDED)


def _ignore_reply(reply: BotReply) -> None:
    """Hears what nobody waits for any more."""
