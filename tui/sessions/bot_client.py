"""Ask bots for moves in another process, so that the screen stays responsive while they think.

That process may hang, die or use too much memory, and the screen must wait for none of it: a thread sends each request
and awaits its reply, and gives up on a process that takes much too long. In every case a reply comes, and after a
failure the next request goes to a new process.
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
from core.bots.search import Budget, wall_clock_limit
from core.bots.worker import BotReply, BotRequest, turn_request
from core.game import Game, State
from core.match import Match
from core.puzzles.attempt import PuzzleSubmission
from core.review.record import ReviewCase
from core.rng import Rng

#: What is done with a reply; it is called from a thread of the client.
OnReply = Callable[[BotReply], None]
#: The number of a request.
Ticket = int


class Process(Protocol):
    """A process that answers requests: a child of our own, or a connection to the server's pool."""

    stdin: IO[bytes] | None
    stdout: IO[bytes] | None

    def poll(self) -> int | None: ...

    def kill(self) -> None: ...

    def wait(self, timeout: float | None = None) -> int: ...


#: Seconds beyond its limit by the clock on the wall that a bot may take, to start the process as well.
REPLY_GRACE = 10.0
#: Seconds that the evaluation of a turn may take on a slow machine.
_LONG_LOOK = 60.0
#: The seconds of one step in which a timeout is counted.
_STEP = 1.0
#: Seconds that a killed process may take to be gone.
_EXIT_TIMEOUT = 1.0
#: The program of the process; its arguments are the folders in which it finds its modules.
_SERVE = "import sys; sys.path += sys.argv[1:]; from core.bots.worker import serve; serve()"


def start_own_process() -> Process:
    """Start a process of bots on this machine."""
    return subprocess.Popen(_command(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)


class BotClient:
    """The client of one bots' process. A reply to anything but the latest request is dropped."""

    def __init__(self, start_process: Callable[[], Process] = start_own_process, grace: float = REPLY_GRACE) -> None:
        self._start_process = start_process
        self._grace = grace
        self._process: Process | None = None
        self._ticket = 0
        self._waiting = False
        # Requests come from the screen's thread, replies from our own, and `stop` from the signals' thread.
        self._lock = threading.RLock()
        self._reply: OnReply = _ignore_reply

    def start(self) -> None:
        """Start the process before it is needed, if there is none; it loads its modules meanwhile."""
        with self._lock, contextlib.suppress(OSError):  # no process to spare: the next request tries again
            if self._process is None:
                self._process = self._start_process()

    def ask(self, match: Match, level: str, budget: Budget, reply: OnReply, hint: bool = False) -> Ticket:
        """Ask what a bot of this level would do now."""
        return self._put(turn_request(match.game, match.state, level, bot_rng(match), budget, hint), reply)

    def ask_verdict(self, game: Game, state: State, tried: PuzzleSubmission, reply: OnReply) -> Ticket:
        """Ask what a turn is worth in a position, compared with the puzzle's best turn."""
        position = msgspec.Raw(msgspec.json.encode(state))
        return self._put(BotRequest(0, game.name, "", Rng(0), Budget(_LONG_LOOK), position, tried=tried), reply)

    def ask_review(self, game: Game, case: ReviewCase, reply: OnReply) -> Ticket:
        """Ask what a master thinks of a turn that was played."""
        budget = Budget(_LONG_LOOK + case.depth.seconds)
        return self._put(BotRequest(0, game.name, "", Rng(0), budget, case.position, case=case), reply)

    def _put(self, request: BotRequest, reply: OnReply) -> Ticket:
        with self._lock:
            if self._waiting or self._process is None or self._process.poll() is not None:
                self._restart()
            self._ticket += 1
            self._waiting = True
            self._reply = reply
            request.ticket = self._ticket
            _in_background(self._exchange_in_thread, self._process, request, self._grace)
            return self._ticket

    def is_latest(self, ticket: Ticket) -> bool:
        """Whether nothing was asked or cancelled since this request."""
        return ticket == self._ticket

    def cancel(self, ticket: Ticket) -> None:
        """Await the reply to this request no more. A bot that is still thinking about it is stopped.

        A later request goes on: the next match may have made it already.
        """
        with self._lock:
            if ticket != self._ticket:
                return
            self._ticket += 1
            self._reply = _ignore_reply  # so that a closed screen is not kept in memory
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

    def _exchange_in_thread(self, process: Process | None, request: BotRequest, grace: float) -> None:
        """Send a request and wait for the reply, while another thread counts the seconds."""
        answered = threading.Event()
        _in_background(self._wait, request.ticket, answered, request.budget.seconds, grace)
        reply = exchange(process, request)
        answered.set()
        self._on_reply(reply)

    def _wait(self, ticket: int, answered: threading.Event, seconds: float, grace: float) -> None:
        """Give up on a request when it takes longer than so many seconds of the processor can take now.

        The seconds of the wait are counted one by one, because while the whole program is stopped the clock runs on,
        but hardly one step passes.
        """
        waited = 0.0
        while (left := wall_clock_limit(seconds) + grace - waited) > 0:
            if answered.wait(min(left, _STEP)):
                return
            waited += _STEP
        self._on_reply(BotReply(ticket, error=TOO_LONG))

    def _on_reply(self, reply: BotReply) -> None:
        """Pass a reply on if it is still awaited; after a failure, end the process."""
        with self._lock:
            wanted = self._waiting and reply.ticket == self._ticket
            on_reply = self._reply
            if wanted:
                self._waiting = False
                self._reply = _ignore_reply
                if reply.error:
                    self.stop()
        if wanted:
            on_reply(reply)


def _in_background(do: Callable[..., None], *arguments: object) -> None:
    """Run in a daemon thread, which does not keep the program from ending."""
    threading.Thread(target=do, args=arguments, daemon=True).start()


def _command() -> list[str]:
    """The command of a Python that finds its own library, our rules and msgspec, and nothing else.

    The current folder, PYTHONPATH or the program's folder may hold other modules called `core` or `signal`.
    """
    folders = [str(Path(parts[0]).parent) for parts in (core.__path__, msgspec.__path__)]
    return [sys.executable, "-I", "-S", "-c", _SERVE, *folders]


def exchange(process: Process | None, request: BotRequest) -> BotReply:
    """Return the reply of the process; block until it comes."""
    if process is None:
        return BotReply(request.ticket, error=NO_PROCESS)
    assert process.stdin is not None and process.stdout is not None
    rest = msgspec.json.encode(request) + b"\n"
    try:
        while rest:  # unbuffered, because a buffer would write once more when it is closed
            rest = rest[os.write(process.stdin.fileno(), rest) :]
        return msgspec.json.decode(process.stdout.readline(), type=BotReply)
    except (
        OSError,
        ValueError,
        msgspec.DecodeError,
    ):  # the process has ended, or a guest's connection was closed
        return BotReply(request.ticket, error=ENDED)


def _ignore_reply(reply: BotReply) -> None:
    """Drop a reply that is not awaited any more."""
