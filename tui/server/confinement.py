"""Limits that the system keeps for the process of a guest: memory, open files, the size of files, no more rights.

Neither RLIMIT_CPU, which counts from the first minute of a long evening and kills, nor RLIMIT_NPROC, which counts all
guests together: the server itself watches the processor time of its guests (`cpu_watch.py`).
"""

import contextlib
import ctypes
import resource
import sys

from saves.club.database.address import SqliteAddress, read_address
from saves.club.errors import ClubError
from tui.server.prefork.protocol import ProcessTask

_MEGABYTE = 1024 * 1024
_OPEN_FILES = 256
#: Beside a club in a file, which every guest writes to, a file may become so much larger.
_GROWTH, _LEAST_CLUB = 4, 1024 * _MEGABYTE
_PR_SET_NO_NEW_PRIVS = 38


def confine(task: ProcessTask) -> None:
    """Confine this process for good, as far as the system can."""
    _lower(resource.RLIMIT_CORE, 0)
    _lower(resource.RLIMIT_NOFILE, _OPEN_FILES)
    _lower(resource.RLIMIT_FSIZE, max(task.disk_megabytes * _MEGABYTE, _largest_club(task.club)))
    if task.memory_megabytes:
        _lower(resource.RLIMIT_AS, task.memory_megabytes * _MEGABYTE)
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)


def _lower(kind: int, most: int) -> None:
    """Lower a limit; one that is lower already stays."""
    _, hard = resource.getrlimit(kind)
    wanted = most if hard == resource.RLIM_INFINITY else min(most, hard)
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(kind, (wanted, wanted))


def _largest_club(address: str) -> int:
    """Return how large the file of a club may become while this guest is here; 0 where it is no file."""
    with contextlib.suppress(ClubError, OSError):
        where = read_address(address)
        if isinstance(where, SqliteAddress):
            return _LEAST_CLUB + _GROWTH * where.path.stat().st_size
    return 0
