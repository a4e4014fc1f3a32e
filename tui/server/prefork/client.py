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
from tui.server.prefork.protocol import ProcessEnded, ProcessTask, Ready, SignalProcess, StartProcess

#: The parent. It ignores the keyboard's interrupt before it loads anything: the server tells it what follows.
_PROGRAM = (
    "import signal, sys; signal.signal(signal.SIGINT, signal.SIG_IGN); sys.path[:] = sys.argv[2:]; "
    "from tui.server.prefork.parent import main; main(int(sys.argv[1]))"
)
#: The exit code of a process whose end is unknown.
LOST_EXIT_CODE = 1


class Child:
    """A process that the prefork parent has forked for the server."""

    def __init__(self, number: int, stop: Callable[[int, int], None]) -> None:
        self.number = number
        self._stop = stop
        self.ended: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    def send(self, number: int) -> None:
        """Send a signal, as long as the process lives."""
        if not self.ended.done():
            self._stop(self.number, number)


class PreforkClient:
    """The client of the prefork parent. When the parent is lost its processes count as ended, and a new one starts."""

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
            child.ended.set_result(LOST_EXIT_CODE)
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
        message, _ = received
        if isinstance(message, Ready):
            self.ready.set()
        elif isinstance(message, ProcessEnded):
            child = self._children.pop(message.number)
            if not child.ended.done():
                child.ended.set_result(message.code)

    def _lose(self) -> None:
        """Handle the loss of the parent, which never ends by itself while the server runs."""
        self._loop.remove_reader(self._line)
        self._line.close()
        self._process.wait()
        for child in self._children.values():
            if not child.ended.done():
                child.ended.set_result(LOST_EXIT_CODE)
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
