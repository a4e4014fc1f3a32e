"""The server's side of the prefork parent: start it, ask it for processes, and learn when they end."""

import asyncio
import contextlib
import itertools
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Sequence

from tui.server.prefork import protocol
from tui.server.prefork.protocol import (
    ProcessEnded,
    ProcessStarted,
    ProcessTask,
    Ready,
    SignalProcess,
    StartProcess,
)

#: The parent. It ignores the keyboard's interrupt before it loads anything: the server tells it what follows.
_PROGRAM = (
    "import signal, sys; signal.signal(signal.SIGINT, signal.SIG_IGN); sys.path[:] = sys.argv[2:]; "
    "from tui.server.prefork.parent import main; main(int(sys.argv[1]))"
)
#: The exit code of a process whose end is unknown.
LOST_EXIT_CODE = 1


class Child:
    """A process that the prefork parent has forked for the server.

    Once it has begun the server has a descriptor for it, where the system has such: signals then go to the process
    itself and its end is noticed, also when the parent is lost.
    """

    def __init__(self, number: int, stop: Callable[[int, int], None]) -> None:
        self.number = number
        self.pid = 0
        self._stop = stop
        self._process = -1
        self._loop = asyncio.get_running_loop()
        self.ended: asyncio.Future[int] = self._loop.create_future()

    def attach(self, pid: int, descriptors: list[int]) -> None:
        """Take the process that was begun."""
        self.pid = pid
        if descriptors:
            self._process = descriptors[0]

    def send(self, number: int) -> None:
        """Send a signal, as long as the process lives."""
        if self.ended.done():
            return
        if self._process < 0:
            self._stop(self.number, number)
            return
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(self._process, number)

    def end(self, code: int) -> None:
        """Note that the process has ended."""
        if not self.ended.done():
            self.ended.set_result(code)
        if self._process >= 0:
            self._loop.remove_reader(self._process)
            os.close(self._process)
            self._process = -1

    def lose_parent(self) -> None:
        """Watch the process itself from now on; one that cannot be watched counts as ended."""
        if self._process < 0:
            self.end(LOST_EXIT_CODE)
        else:
            self._loop.add_reader(self._process, self.end, LOST_EXIT_CODE)


class PreforkClient:
    """The client of the prefork parent. When the parent is lost a new one starts; its processes go on."""

    def __init__(self, emit: Callable[[str], None], timeout: float) -> None:
        self._print = emit
        #: Seconds that the parent may take to read a message, or to end.
        self._timeout = timeout
        self._numbers = itertools.count(1)
        self._children: dict[int, Child] = {}
        self._loop = asyncio.get_running_loop()
        self.ready = asyncio.Event()
        self._is_closing = False
        self._start()

    def _start(self) -> None:
        self._line, theirs = socket.socketpair()
        self._line.settimeout(self._timeout)
        with theirs:
            os.set_inheritable(theirs.fileno(), True)
            paths = [path for path in sys.path if path]
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-c", _PROGRAM, str(theirs.fileno()), *paths],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                env={},
                cwd="/",
            )
        self._loop.add_reader(self._line, self._hear)

    @property
    def pid(self) -> int:
        return self._process.pid

    def fork(self, task: ProcessTask, descriptors: Sequence[int]) -> Child:
        """Start a process for this task, with these descriptors as its own."""
        child = Child(next(self._numbers), self._stop)
        self._children[child.number] = child
        try:
            protocol.send(self._line, StartProcess(child.number, task), descriptors)
        except OSError:
            child.end(LOST_EXIT_CODE)
            self._children.pop(child.number, None)
        return child

    def _stop(self, number: int, signal_: int) -> None:
        with contextlib.suppress(OSError):
            protocol.send(self._line, SignalProcess(number, signal_))

    def _hear(self) -> None:
        try:
            received = protocol.receive(self._line)
        except OSError:
            received = None
        if received is None:
            self._lose()
            return
        message, descriptors = received
        if isinstance(message, Ready):
            self.ready.set()
        elif isinstance(message, ProcessStarted):
            self._children[message.number].attach(message.pid, descriptors)
        elif isinstance(message, ProcessEnded):
            self._children.pop(message.number).end(message.code)

    def _lose(self) -> None:
        """Handle the loss of the parent, which never ends by itself while the server runs."""
        self._loop.remove_reader(self._line)
        self._line.close()
        self._process.wait()
        for child in self._children.values():
            child.lose_parent()
        self._children.clear()
        self.ready.clear()
        if not self._is_closing:
            self._print("the warm parent was lost, and is started again")
            self._start()

    def close(self) -> None:
        """End the parent, because no process is needed any more."""
        self._is_closing = True
        self._loop.remove_reader(self._line)
        self._line.close()
        try:
            self._process.wait(self._timeout)
        except subprocess.TimeoutExpired:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait()
