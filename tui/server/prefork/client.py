"""The door's side of the warm parent: starts it, asks it for processes, and hears when they end."""

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
from tui.server.prefork.parent import PROGRAM
from tui.server.prefork.protocol import ProcessEnded, ProcessTask, Ready, SignalProcess, StartProcess

#: The exit code of a process of which nobody knows how it ended.
LOST_EXIT_CODE = 1
#: How many seconds the warm parent may take to hear us.
_TIMEOUT = 10.0


class Child:
    """A process that the warm parent has forked for us."""

    def __init__(self, number: int, stop: Callable[[int, int], None]) -> None:
        self.number = number
        self._stop = stop
        self.ended: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    def send(self, number: int) -> None:
        """A signal, as long as the process lives."""
        if not self.ended.done():
            self._stop(self.number, number)


class PreforkClient:
    """The warm parent. When it is lost its processes count as ended, and a new one is started."""

    def __init__(self, emit: Callable[[str], None]) -> None:
        self._print = emit
        self._numbers = itertools.count(1)
        self._children: dict[int, Child] = {}
        self._loop = asyncio.get_running_loop()
        self.ready = asyncio.Event()
        self._is_closing = False
        self._start()

    def _start(self) -> None:
        self._line, theirs = socket.socketpair()
        self._line.settimeout(_TIMEOUT)
        with theirs:
            os.set_inheritable(theirs.fileno(), True)
            paths = [path for path in sys.path if path]
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-c", PROGRAM, str(theirs.fileno()), *paths],
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
        """A process for this errand, with these descriptors as its own."""
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
        """It has ended, which it never does by itself while the door is open."""
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
        """Nobody needs a process any more."""
        self._is_closing = True
        self._loop.remove_reader(self._line)
        self._line.close()
        try:
            self._process.wait(_TIMEOUT)
        except subprocess.TimeoutExpired:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait()
