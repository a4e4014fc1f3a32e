"""Watch the processor time of guests: whoever uses too much of it comes last, and then has to go."""

import contextlib
import os
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Protocol

from tui.server.hourly_quota import HourlyQuota

_TICKS = os.sysconf("SC_CLK_TCK")
#: The nice value of a guest who has used half of the quota.
_LAST = 19
_SENTENCE = "You have used all the processor time that the server allows one guest an hour. Please come back later."


class Busy(Protocol):
    """A session whose process is watched."""

    member: str

    @property
    def pid(self) -> int:
        """The process; 0 when there is none."""

    def end(self, sentence: str) -> None: ...


def cpu_seconds(pid: int) -> float:
    """Return the processor time that a process has used; 0 for one that has ended."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / _TICKS
    except (OSError, IndexError, ValueError):
        return 0.0


class CpuWatch:
    """The processor time of each member, over all their processes."""

    def __init__(
        self,
        seconds_an_hour: float,
        read: Callable[[int], float] = cpu_seconds,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._seconds_an_hour = seconds_an_hour
        self._read = read
        self._clock = clock
        self._quotas: dict[str, HourlyQuota] = {}
        #: What each process had used when it was last looked at.
        self._used: dict[int, float] = {}

    def look(self, sessions: Iterable[Busy]) -> list[str]:
        """Look at every guest's process; return the members who have to go."""
        ended = []
        seen: dict[int, float] = {}
        for session in sessions:
            if not session.pid or not session.member:
                continue
            seen[session.pid] = self._read(session.pid)
            quota = self._quotas.setdefault(session.member, HourlyQuota(self._seconds_an_hour, self._clock))
            quota.use(max(0.0, seen[session.pid] - self._used.get(session.pid, 0.0)))
            if quota.seconds_left() <= 0:
                session.end(_SENTENCE)
                ended.append(session.member)
            elif quota.seconds_left() < self._seconds_an_hour / 2:
                with contextlib.suppress(OSError):
                    os.setpriority(os.PRIO_PROCESS, session.pid, _LAST)
        self._used = seen
        self._quotas = {name: quota for name, quota in self._quotas.items() if not self._is_full(quota)}
        return ended

    def _is_full(self, quota: HourlyQuota) -> bool:
        return quota.seconds_left() >= self._seconds_an_hour
