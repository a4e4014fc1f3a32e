"""The cost of a club: from one terminal to the other, waiting for nothing, and among many tables; in both databases.

`figures()` returns rows of (name, value, unit, aim); `python -m tests.bench` prints them. Times are those of the clock
on the wall: most of them are spent waiting.
"""

import os
import secrets
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from core import registry
from core.match import Match, Seat
from core.rng import Rng
from saves.club.events import MemberSatDown, MoveChosen, new_id
from saves.club.projection import TableProjection
from saves.club.store import Club
from saves.club.terms import SeatTerms, TableHead, TableState, Terms
from tests.bench.measure import micros
from tests.saves.club.postgres_server import Server

Row = tuple[str, float, str, str]

TERMS = Terms("mezen", registry.get_game("mezen").edition, "anna", (SeatTerms("anna"), SeatTerms()))
#: How late a move may be seen elsewhere, in milliseconds.
AIMS = {"SQLite": "< 300", "PostgreSQL": "< 100"}
MOVES = 60
STATES: tuple[TableState, ...] = ("waiting", "running", "over")
IDLE_SECONDS = 20


def figures() -> Iterator[Row]:
    """Every figure of this file."""
    yield ("a move at one terminal alone", 1e3 * alone(), "ms", "")
    with tempfile.TemporaryDirectory() as folder, Server.own() as server:
        for name, new in (
            ("SQLite", lambda: f"sqlite:///{folder}/{secrets.token_hex(4)}/club.db"),
            ("PostgreSQL", server.new_database),
        ):
            yield from travel(name, new())
            yield (f"{name}: waiting for nothing", idle(new()), "% CPU", "< 1")
            yield from crowd(name, new)
        yield from ways_to_wake(Path(folder))


# From terminal to terminal


def alone() -> float:
    """Seconds for a random move of Mezen in one process, in the middle."""
    match, rng, taken = Match.new(registry.get_game("mezen"), [Seat("anna"), Seat("boris")]), Rng(1), []
    for _ in range(MOVES):
        move = rng.choice(list(match.legal_moves))
        begin = time.perf_counter()
        match.play(move)
        taken.append(time.perf_counter() - begin)
    return statistics.median(taken)


FOLLOW = """
import sys, time
from saves.club.projection import TableProjection
from saves.club.store import Club
address, name = sys.argv[1:]
with Club.open(address) as club, club.watch(name) as watch:
    table = TableProjection(club.terms(name), club.seed(name))
    table.fold(club.events(name))
    print("here", flush=True)
    while table.state != "over":
        if watch.wait(5):
            table.fold(club.events(name, table.length))
            print(table.length, time.monotonic(), flush=True)
"""


def travel(store: str, address: str) -> list[Row]:
    """From the moment a move is made at one terminal until it is folded at another."""
    rng, seen, added = Rng(1), [], []
    with Club.open(address) as club:
        name, table = seated(club)
        other = subprocess.Popen(
            [sys.executable, "-c", FOLLOW, address, name], stdout=subprocess.PIPE, text=True, env=os.environ
        )
        assert other.stdout is not None
        other.stdout.readline()
        for _ in range(MOVES):
            time.sleep(rng.random() / 10)
            seat, move = table.turn[0], rng.choice(list(table.match.legal_moves))  # type: ignore[union-attr]
            begin = time.monotonic()
            assert club.append(name, table.length, MoveChosen(new_id(), seat, move.notation), ("anna", "boris")[seat])
            added.append(time.monotonic() - begin)
            table.fold(club.events(name, table.length))
            length, when = other.stdout.readline().split()
            assert int(length) == table.length
            seen.append(float(when) - begin)
        other.kill()
        other.communicate()
    return [
        (f"{store}: a move is acknowledged", 1e3 * statistics.median(added), "ms", ""),
        (f"{store}: from terminal to terminal", 1e3 * statistics.median(seen), "ms", AIMS[store]),
        (f"{store}: the same, 19 of 20 times", 1e3 * sorted(seen)[len(seen) * 19 // 20], "ms", ""),
    ]


def seated(club: Club) -> tuple[str, TableProjection]:
    """A table at which two have sat down."""
    name = club.new_table(TERMS)
    club.append(name, 0, MemberSatDown(new_id(), 1), "boris")
    table = TableProjection(club.terms(name), club.seed(name))
    table.fold(club.events(name))
    return name, table


# Waiting

WAIT = """
import resource, sys, time
from saves.club.store import Club
address, name, seconds = sys.argv[1:]
with Club.open(address) as club, club.watch(name) as watch:
    before, until = resource.getrusage(resource.RUSAGE_SELF), time.monotonic() + float(seconds)
    while time.monotonic() < until:
        assert not watch.wait(min(5, max(0, until - time.monotonic())))
    after = resource.getrusage(resource.RUSAGE_SELF)
print(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
"""


def idle(address: str) -> float:
    """Percent of a core that a process uses while it waits."""
    with Club.open(address) as club:
        name, _ = seated(club)
        command = [sys.executable, "-c", WAIT, address, name, str(IDLE_SECONDS)]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
    return 100 * float(done.stdout) / IDLE_SECONDS


def ways_to_wake(folder: Path) -> Iterator[Row]:
    """What one look costs: at SQLite's counter of changes, and at the time stamp of its journal (which misses some)."""
    with Club.open(f"sqlite:///{folder}/look.db") as club:
        seated(club)
        database = sqlite3.connect(folder / "look.db")
        yield (
            "SQLite: a look at data_version",
            micros(lambda: database.execute("PRAGMA data_version").fetchone()),
            "us",
            "",
        )
        yield ("SQLite: a look at the journal's time", micros(lambda: os.stat(folder / "look.db-wal")), "us", "")
        database.close()


# Many tables


def crowd(store: str, new: Callable[[], str], few: int = 10, many: int = 10_000) -> Iterator[Row]:
    """The lobby, and joining a table, in a small club and in a large one."""
    with filled(new(), few) as small, filled(new(), many) as large:
        for what, act in (("the lobby", lobby), ("joining", join)):
            pairs = [(seconds(act, small), seconds(act, large)) for _ in range(25)]  # in turns: machines swing
            at_few, at_many = (statistics.median(times) for times in zip(*pairs, strict=True))
            yield (f"{store}: {what}, {many} tables", 1e3 * at_many, "ms", "")
            ratio = at_many / at_few
            yield (f"{store}: {what}, {many} tables / {few}", ratio, "x", "< 1.5")


@contextmanager
def filled(address: str, size: int) -> Iterator[Club]:
    """A club with so many tables, all of them anna's: some waiting, some running, most over; and one to join."""
    states = (*STATES, "over", "over")
    with Club.open(address) as club:
        with club.transaction() as transaction:  # at once: the disk would be waited for at each of them
            terms, now = encoded(TERMS), time.time()
            for number in range(size):
                state = states[number % len(states)]
                head = TableHead(state, ("anna", "boris"), ("anna", "boris"), ("anna",) if number % 10 == 1 else ())
                transaction.run(
                    "INSERT INTO club_tables (id, terms, seed, made, changed, state, head)"
                    " VALUES (?, ?, 1, ?, ?, ?, ?)",
                    f"t{number}", terms, now - number, now - number, state, encoded(head),
                )  # fmt: skip
                for member in head.members:
                    transaction.run(
                        "INSERT INTO club_places (member, table_id, state, decides, changed) VALUES (?, ?, ?, ?, ?)",
                        member, f"t{number}", state, int(member in head.turn), now - number,
                    )  # fmt: skip
        name, table = seated(club)
        rng = Rng(1)
        for number in range(MOVES):
            seat, move = table.turn[0], rng.choice(list(table.match.legal_moves))  # type: ignore[union-attr]
            club.append(name, number + 1, MoveChosen(new_id(), seat, move.notation), ("anna", "boris")[seat])
            table.fold(club.events(name, table.length))
        club.save_head(name, table.length, table.head(), table.snapshot())
        yield club


def encoded(value: Terms | TableHead) -> str:
    return msgspec.json.encode(value).decode()


def lobby(club: Club) -> None:
    """What the lobby asks for; of each list as much as both clubs have, so that only the looking is compared."""
    for state in STATES:
        club.tables_of("anna", state, limit=2)
        club.tables(state, limit=2)
    club.count_turns("anna")


def join(club: Club) -> None:
    """Find one's running table, and fold its log."""
    name = max(club.tables_of("boris", "running", limit=30), key=lambda listed: listed.changed).id
    table = TableProjection(club.terms(name), club.seed(name))
    table.fold(club.events(name))


def seconds(act: Callable[[Club], None], club: Club) -> float:
    begin = time.perf_counter()
    act(club)
    return time.perf_counter() - begin


if __name__ == "__main__":
    for name, value, unit, aim in figures():
        print(f"{name:<45} {value:9.2f} {unit:<6} {aim}", flush=True)
