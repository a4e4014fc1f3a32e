"""A process that the prefork parent has forked: take what it was given, and run the task it is for."""

import fcntl
import os
import signal
import sys
import termios
import time
from pathlib import Path
from typing import IO

from core.bots.worker import serve
from tui.server.bot_player import run_bot_player
from tui.server.confinement import confine
from tui.server.environment import speaks_utf8
from tui.server.guest_process import run_guest
from tui.server.prefork.protocol import ProcessTask
from tui.server.registration import confirm_registration

#: The nice values of the workers, which come last but must get on beside other programs of a busy host, too, and of
#: guests, which come after the server, because it hands on everybody's keys.
_LAST, _AFTER_SERVER = 10, 5


def run_task(task: ProcessTask, descriptors: list[int]) -> None:
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
    os.nice(max(0, places - os.nice(0)))  # a server that was itself put back may not come forward
    try:
        Path("/proc/self/autogroup").write_text(str(places))
    except BlockingIOError:
        return False
    except OSError:
        pass
    return True


def _run(task: ProcessTask) -> int:
    if task.kind == "worker":
        while not _stand_back(_LAST):
            time.sleep(0.2)
        serve()
        return 0
    if task.kind in ("usher", "guest"):
        confine(task)
    if task.kind == "usher":
        return confirm_registration(task.member, task.is_terminal)
    if task.kind == "attendant":
        return run_bot_player(task.club, task.notices)
    if task.kind == "clerk":
        # psycopg is an optional package: only where a club is in PostgreSQL must it be there.
        from tui.server.db_proxy import run_db_proxy

        return run_db_proxy(task.club)
    _stand_back(_AFTER_SERVER)
    return run_guest(task)
