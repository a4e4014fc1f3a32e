"""The prefork parent: a process that has loaded everything and forks a child for each guest.

It holds no key and nobody's descriptors: the server starts it before it reads its host key, with an empty environment
and one socket to itself. A child shares the memory of all that is loaded, so that it opens at once and costs little. A
process that forks must have no other thread, so nothing here starts one.
"""

import contextlib
import gc
import os
import select
import signal
import socket
import time
from importlib import import_module
from pkgutil import iter_modules

from saves.errors import SaveError
from tui.server.prefork import protocol
from tui.server.prefork.child import run_task
from tui.server.prefork.heap_layout import fill_free_lists
from tui.server.prefork.protocol import Message, ProcessEnded, ProcessStarted, Ready, SignalProcess, StartProcess
from tui.server.prefork.warmup import warm_up

#: Seconds that the children have to end by themselves when the server is gone.
_EXIT_TIMEOUT = 3.0


def main(descriptor: int) -> None:
    """Load everything, report it, and fork until the server is gone."""
    with socket.socket(fileno=descriptor) as line:
        load()
        Parent(line).serve()


def load() -> None:
    """Load all that a guest may need, so that no child has to."""
    for package in ("tui", "saves.club", "core"):
        _load_all(package)
    import_module("textual.scrollbar")  # which Textual imports with the first frame
    warm_up()
    gc.collect()
    gc.freeze()  # shared objects stay untouched when a child collects garbage
    fill_free_lists()


def _load_all(package: str) -> None:
    module = import_module(package)
    for found in iter_modules(module.__path__, f"{package}."):
        if found.name in _NOT_FOR_GUESTS or found.name.endswith((".tune", ".__main__")):
            continue
        with contextlib.suppress(ImportError, SaveError):  # an optional dependency may be missing
            import_module(found.name)
        if found.ispkg:
            _load_all(found.name)


#: Modules that only the server itself or a developer uses.
_NOT_FOR_GUESTS = {
    "core.bots.training",
    "tui.server.admission",
    "tui.server.auth",
    "tui.server.bot_pool",
    "tui.server.cpu_watch",
    "tui.server.guest_processes",
    "tui.server.hourly_quota",
    "tui.server.idle_timer",
    "tui.server.listener",
    "tui.server.newcomers",
    "tui.server.proxy_protocol",
    "tui.server.pty_bridge",
    "tui.server.ssh_server",
    "tui.server.ssh_session",
    "tui.server.status",
    "tui.server.web",
}


class Parent:
    """Fork children, and report which have ended."""

    def __init__(self, line: socket.socket) -> None:
        self._line = line
        self._numbers: dict[int, int] = {}
        self._wakeup_reader, self._wakeup_writer = os.pipe()
        os.set_blocking(self._wakeup_writer, False)

    def serve(self) -> None:
        signal.signal(signal.SIGCHLD, self._wake)
        protocol.send(self._line, Ready())
        with contextlib.suppress(ConnectionError, BrokenPipeError):
            while self._step():
                pass
        self._let_all_go()

    def _wake(self, number: int, frame: object) -> None:
        with contextlib.suppress(BlockingIOError):
            os.write(self._wakeup_writer, b"!")

    def _step(self) -> bool:
        listened: list[int] = [self._line.fileno(), self._wakeup_reader]
        ready, _, _ = select.select(listened, [], [])
        if self._wakeup_reader in ready:
            os.read(self._wakeup_reader, 4096)
            self._reap()
        if self._line.fileno() not in ready:
            return True
        received = protocol.receive(self._line)
        if received is None:
            return False
        self._run_message(*received)
        return True

    def _run_message(self, message: Message, descriptors: list[int]) -> None:
        if isinstance(message, StartProcess):
            self._begin(message, descriptors)
        elif isinstance(message, SignalProcess):
            for pid, number in self._numbers.items():
                if number == message.number:
                    os.kill(pid, message.signal)
        for descriptor in descriptors:
            os.close(descriptor)

    def _begin(self, begin: StartProcess, descriptors: list[int]) -> None:
        try:
            pid = os.fork()
        except OSError:  # the host cannot start one more process
            protocol.send(self._line, ProcessEnded(begin.number, os.EX_OSERR))
            return
        if pid == 0:
            run_task(begin.task, descriptors)
        self._numbers[pid] = begin.number
        self._report_start(begin.number, pid)

    def _report_start(self, number: int, pid: int) -> None:
        """Give the server the process itself, which cannot be mistaken for another one and outlives this parent."""
        if not hasattr(os, "pidfd_open"):
            protocol.send(self._line, ProcessStarted(number, pid))
            return
        descriptor = os.pidfd_open(pid)  # it has not been waited for, so this is our child
        try:
            protocol.send(self._line, ProcessStarted(number, pid), [descriptor])
        finally:
            os.close(descriptor)

    def _reap(self) -> None:
        with contextlib.suppress(ChildProcessError):
            while True:
                pid, status = os.waitpid(-1, os.WNOHANG)
                if not pid:
                    return
                protocol.send(self._line, ProcessEnded(self._numbers.pop(pid), os.waitstatus_to_exitcode(status)))

    def _let_all_go(self) -> None:
        """End all children, because the server is gone."""
        for number, patience in ((signal.SIGHUP, _EXIT_TIMEOUT), (signal.SIGKILL, 0.0)):
            for pid in self._numbers:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, number)
            until = time.monotonic() + patience
            while self._numbers and time.monotonic() < until:
                with contextlib.suppress(ChildProcessError):
                    pid, _ = os.waitpid(-1, os.WNOHANG)
                    self._numbers.pop(pid, None)
                    if pid:
                        continue
                time.sleep(0.02)
