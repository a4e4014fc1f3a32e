"""Every call fails once: `python -m tests.soak.faults [EVERY] [PART]…` (1 for all; 10 for every tenth fault).

The parts are solo, daily, sqlite and postgresql; without one, all of them.

File calls over a solo match and an attempt of the day, a power cut before each of them, and every SQL statement of a
player at a club's table, in SQLite and on PostgreSQL. Prints what failed and what it left; ends with 1 if anything that
was acknowledged is lost.
"""

import contextlib
import os
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

from tests.saves.club.postgres_server import Server
from tests.saves.faults import runs, scenarios
from tests.tui.club import fault_runs

#: After so many trials it is told how far they have come.
_SO_FAR = 500

Address = Callable[[], AbstractContextManager[str]]


class Tally:
    """What faults have left."""

    def __init__(self) -> None:
        self.outcomes: Counter[str] = Counter()
        self.failures = 0

    def run(self, what: str, trial: Callable[[], str]) -> None:
        tried = self.outcomes.total() + self.failures
        if tried and tried % _SO_FAR == 0:
            print(f"{tried} tried, {self.failures} failures", flush=True)
        try:
            self.outcomes[trial()] += 1
        except Exception:
            self.failures += 1
            print(f"{what}:", file=sys.stderr)
            traceback.print_exc()


@contextlib.contextmanager
def _folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        yield Path(name)


def try_files(name: str, every: int, tally: Tally) -> None:
    """Let every file call of a scenario fail, and cut the power before each."""
    with _folder() as folder:
        calls = runs.count_calls(name, folder / "home")
    for fault in list(runs.all_faults(calls))[::every]:
        with _folder() as folder:
            tally.run(f"{name} {fault}", lambda: f"{name}, {runs.run(name, folder / 'home', fault)}")  # noqa: B023
    for number in range(0, calls, every):
        with _folder() as folder:
            tally.run(f"{name}, power cut {number}", lambda: _cut(name, folder, number))  # noqa: B023


def _cut(name: str, folder: Path, number: int) -> str:
    runs.cut_power(name, folder / "home", folder / "left", number)
    return f"{name}, power cut: nothing lost"


def try_statements(kind: str, address: Address, every: int, tally: Tally) -> None:
    """Let every statement fail."""
    with address() as where:
        statements = fault_runs.FaultyGame(where).statements
    for fault in fault_runs.all_faults(statements)[::every]:
        with address() as where:
            tally.run(f"{kind} {fault}", lambda: _statement(kind, where, fault))  # noqa: B023


def _statement(kind: str, where: str, fault: fault_runs.Fault) -> str:
    game = fault_runs.FaultyGame(where, fault)
    left = "told" if game.sentences else "harmless"
    return f"{kind}, {fault[1]}: {left if game.failed else 'not reached, a player looked once less for news'}"


@contextlib.contextmanager
def _sqlite() -> Iterator[str]:
    with _folder() as folder:
        yield f"sqlite:///{folder / 'club.db'}"


def main(every: int = 1, *parts: str) -> int:
    tally = Tally()
    with _folder() as home, Server.shared() as server:
        os.environ["SAMOVAR_HOME"] = str(home)
        for name in scenarios.SCENARIOS:
            if not parts or name in parts:
                try_files(name, every, tally)
        for kind, address in {"sqlite": _sqlite, "postgresql": server.database}.items():
            if not parts or kind in parts:
                try_statements(kind, address, every, tally)
    for outcome, times in sorted(tally.outcomes.items()):
        print(f"{times:6} {outcome}")
    print(f"{tally.failures} failures")
    return int(tally.failures > 0)


if __name__ == "__main__":
    words = sys.argv[1:] or ["1"]
    sys.exit(main(int(words[0]), *words[1:]))
