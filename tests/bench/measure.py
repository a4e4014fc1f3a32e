"""How the figures are measured: what a row is, and how long things take on a machine that swings.

Times are those of the processor, not of the clock on the wall, so that a busy machine does not spoil them.
"""

import operator
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable
from time import process_time
from typing import NamedTuple

#: What the calibration loop takes on the machine that the aims were set on, in milliseconds.
REFERENCE_MS = 9.0


_SIGNS = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}


class Row(NamedTuple):
    """One figure: an aim of "< 60" or ">= 5" can be met or missed, an empty one is for information."""

    name: str
    value: float
    unit: str
    aim: str = ""

    @property
    def verdict(self) -> str:
        """ "ok", "behind", or nothing when there is no aim."""
        if not self.aim:
            return ""
        sign, number = self.aim.split()
        return "ok" if _SIGNS[sign](self.value, float(number)) else "behind"


def calibration() -> float:
    """Milliseconds for a fixed piece of plain Python, the best of several: how fast this machine is now."""
    return min(_seconds(_loop) for _ in range(7)) * 1000


def _loop() -> int:
    total = 0
    cells = list(range(25))
    for i in range(20_000):
        row = cells[:]
        row[i % 25] = i
        total += sum(row) & 0xFF ^ i >> 3
        if total & 1:
            total ^= len(row)
    return total


def pace() -> float:
    """How much slower this machine is now than the one the aims were set on; times are divided by it."""
    return calibration() / REFERENCE_MS


def _seconds(action: Callable[[], object]) -> float:
    start = process_time()
    action()
    return process_time() - start


def micros(action: Callable[[], object], seconds: float = 0.1) -> float:
    """Microseconds for one call: the best of several rounds of many."""
    number = 1
    while (taken := _repeat(action, number)) < seconds / 20:
        number *= 2
    rounds = max(5, int(seconds / taken))
    return min(_repeat(action, number) for _ in range(rounds)) / number * 1e6


def _repeat(action: Callable[[], object], number: int) -> float:
    start = process_time()
    for _ in range(number):
        action()
    return process_time() - start


def process_ms(program: str, runs: int = 12) -> float:
    """Milliseconds for a fresh Python that runs this: the best of several, for only load makes it slower."""
    command = [sys.executable, "-c", program]
    times = []
    with tempfile.TemporaryDirectory() as compiled:
        # The first run compiles, as an installer does; a setting that forbids it would be measured instead.
        env = {**os.environ, "PYTHONPYCACHEPREFIX": compiled, "PYTHONDONTWRITEBYTECODE": ""}
        for _ in range(runs + 1):
            before = _of_children()
            subprocess.run(command, check=True, capture_output=True, env=env)
            times.append(_of_children() - before)
    return min(times[1:]) * 1000


def _of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
