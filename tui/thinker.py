"""Asks bots for moves in another process, so that the screen answers at once while they think."""

import subprocess
import sys
import threading
from collections.abc import Callable

import msgspec

from core.bots.search import Budget
from core.bots.table import luck
from core.bots.worker import Answer, Question
from core.match import Match

Listener = Callable[[Answer], None]


class Thinker:
    """One process of bots. Answers to anything but the latest question are dropped."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._ticket = 0
        self._waiting = False
        #: Called from a thread of our own with every answer that is still wanted.
        self.listener: Listener = _nobody

    @property
    def ticket(self) -> int:
        """The number of the latest question; answers with another one are not wanted any more."""
        return self._ticket

    def start(self) -> None:
        """Make the process, before the screen is there; it loads what it needs meanwhile."""
        self._process = subprocess.Popen(
            [sys.executable, "-m", "core.bots.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        threading.Thread(target=self._listen, args=(self._process,), daemon=True).start()

    def ask(self, match: Match, level: str, budget: Budget, hint: bool = False) -> None:
        """Ask what a bot of this level would do now. The answer comes to the listener."""
        if self._waiting or self._process is None or self._process.poll() is not None:
            self._restart()
        self._ticket += 1
        self._waiting = True
        position = msgspec.Raw(msgspec.json.encode(match.state))
        question = Question(self._ticket, match.game.name, level, luck(match), budget, position, hint)
        assert self._process is not None and self._process.stdin is not None
        try:
            self._process.stdin.write(msgspec.json.encode(question) + b"\n")
            self._process.stdin.flush()
        except OSError:
            self._waiting = False
            self.listener(Answer(self._ticket, trouble="the bots' process has ended"))

    def cancel(self) -> None:
        """Want no answer any more. A bot in the middle of its thoughts is stopped."""
        self._ticket += 1
        self.listener = _nobody  # a screen that is closed is not kept for it
        if self._waiting:
            self._restart()

    def stop(self) -> None:
        """End the process."""
        self._waiting = False
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def _restart(self) -> None:
        self.stop()
        self.start()

    def _listen(self, process: "subprocess.Popen[bytes]") -> None:
        assert process.stdout is not None
        for line in process.stdout:
            self._heard(process, msgspec.json.decode(line, type=Answer))
        self._heard(process, Answer(self._ticket, trouble="the bots' process has ended"))

    def _heard(self, process: "subprocess.Popen[bytes]", answer: Answer) -> None:
        """Pass an answer on, if it is still wanted and comes from the process of today."""
        if self._waiting and process is self._process and answer.ticket == self._ticket:
            self._waiting = False
            self.listener(answer)


def _nobody(answer: Answer) -> None:
    """Hears what nobody waits for any more."""
