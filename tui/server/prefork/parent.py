"""The prefork parent: a process that has loaded everything and forks a child for each guest.

It holds no key and nobody's descriptors: the server starts it before it reads its host key, with an empty environment
and one socket to itself. A child shares the memory of all that is loaded, so that it opens at once and costs little. A
process that forks must have no other thread, so nothing here starts one.
"""

import contextlib
import fcntl
import gc
import os
import select
import signal
import socket
import sys
import termios
import time
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import IO

from saves.errors import SaveError
from tui.server.prefork import protocol
from tui.server.prefork.protocol import Message, ProcessEnded, ProcessTask, Ready, SignalProcess, StartProcess

#: The descriptor on which a process reaches the server, to ask for thinking and other services.
CONTROL_DESCRIPTOR = 3
#: Seconds that the children have to end by themselves when the server is gone.
_EXIT_TIMEOUT = 3.0
#: The nice values of the workers, which come last, and of guests, which come after the server, because it hands on
#: everybody's keys.
_LAST, _AFTER_SERVER = 19, 5

PROGRAM = "import sys; sys.path[:] = sys.argv[2:]; from tui.server.prefork.parent import main; main(int(sys.argv[1]))"


def main(descriptor: int) -> None:
    """Load everything, report it, and fork until the server is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # meant for the server, which tells the parent what follows
    with socket.socket(fileno=descriptor) as line:
        load()
        Parent(line).serve()


def load() -> None:
    """Load all that a guest may need, so that no child has to."""
    for package in ("tui", "saves.club", "core"):
        _load_all(package)
    import_module("textual.scrollbar")  # which Textual imports with the first frame
    from tui.server.prefork.heap_layout import fill_free_lists
    from tui.server.prefork.warmup import warm_up

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
    "tui.server.auth",
    "tui.server.bot_pool",
    "tui.server.pty_bridge",
    "tui.server.ssh_server",
    "tui.server.ssh_session",
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
            _run_task(begin.task, descriptors)
        self._numbers[pid] = begin.number

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


# In the new process


def _run_task(task: ProcessTask, descriptors: list[int]) -> None:
    """Become a process that has what it was given and nothing else. Never returns."""
    code = os.EX_SOFTWARE
    try:
        os.setsid()
        _take(descriptors)
        if task.is_terminal and task.kind == "guest":  # "usher" leaves the terminal to the "guest" after it
            fcntl.ioctl(0, termios.TIOCSCTTY, 0)
        for number in (signal.SIGCHLD, signal.SIGINT):
            signal.signal(number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL)
        _open_streams(task.environment)
        os.environ.clear()
        os.environ.update(task.environment)
        code = _run(task)
        sys.stdout.flush()
    except SystemExit as leaving:
        code = leaving.code if isinstance(leaving.code, int) else 1
    except BaseException:
        code = os.EX_SOFTWARE
    finally:
        os._exit(code)


def _take(descriptors: list[int]) -> None:
    """Make the given descriptors 0 to 3, and close all others: the server's socket, those of other guests."""
    high = [fcntl.fcntl(descriptor, fcntl.F_DUPFD, 16) for descriptor in descriptors]
    for number, descriptor in enumerate(high):
        os.dup2(descriptor, number)
    os.closerange(len(high), os.sysconf("SC_OPEN_MAX"))


def _open_streams(environment: dict[str, str]) -> None:
    """Open the standard streams in the encoding of the guest's terminal."""
    from tui.server.guest_process import speaks_utf8

    encoding = "utf-8" if speaks_utf8(environment) else "ascii"

    def opened(number: int, mode: str) -> IO[str]:
        return open(
            number, mode, encoding=encoding, errors="replace", closefd=False, buffering=1 if mode == "w" else -1
        )

    sys.stdin = sys.__stdin__ = opened(0, "r")  # type: ignore[assignment, misc]
    sys.stdout = sys.__stdout__ = opened(1, "w")  # type: ignore[assignment, misc]
    sys.stderr = sys.__stderr__ = opened(2, "w")  # type: ignore[assignment, misc]


def _stand_back(places: int) -> bool:
    """Lower the priority, also where Linux weighs sessions against each other instead of processes.

    Return False when Linux refuses now: it allows ten such changes a second, for all processes together.
    """
    os.nice(places - os.nice(0))
    try:
        Path("/proc/self/autogroup").write_text(str(places))
    except BlockingIOError:
        return False
    except OSError:
        pass
    return True


def _run(task: ProcessTask) -> int:
    if task.kind == "worker":
        from core.bots.worker import serve

        while not _stand_back(_LAST):
            time.sleep(0.2)
        serve()
        return 0
    if task.kind == "usher":
        from tui.server.registration import confirm_registration

        return confirm_registration(task.member, task.is_terminal)
    if task.kind == "attendant":
        from tui.server.bot_player import run_bot_player

        return run_bot_player(task.club)
    if task.kind == "clerk":
        from tui.server.db_proxy import run_db_proxy

        return run_db_proxy(task.club)
    from tui.server.guest_process import run_guest

    _stand_back(_AFTER_SERVER)
    return run_guest(task)
