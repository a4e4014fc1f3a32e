"""Shared tables on screens, in real terminals: how late a move is seen, what waiting costs, and many tables.

`figures()` returns rows of (name, value, unit, aim); `python -m tests.bench` prints them. Times are those of the clock
on the wall, from a key to the first bytes that a terminal gets in answer.
"""

import contextlib
import secrets
import select
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from saves.club.store import Club
from saves.settings import AT_ONCE, Settings
from tests.bench.bench_club import AIMS, IDLE_SECONDS, Row, filled
from tests.saves.club.postgres_server import Server
from tests.tui.programs.pseudo_terminal import Program
from tui.club.client import open_table

KEYS = 40
#: A key that nobody answers for so many seconds did nothing.
_SILENCE = 2.0


def figures() -> Iterator[Row]:
    """Every figure of this file."""
    with tempfile.TemporaryDirectory() as folder, Server.own() as server:
        homes = Path(folder)
        alone = 1e3 * statistics.median(on_one_screen(homes))
        yield ("a move on one screen alone", alone, "ms", "")
        for store, new in (
            ("SQLite", lambda: f"sqlite:///{folder}/{secrets.token_hex(4)}/club.db"),
            ("PostgreSQL", server.new_database),
        ):
            yield from at_two_screens(store, new(), homes)
            yield from with_many_tables(store, new, homes)


# From screen to screen


def on_one_screen(homes: Path) -> list[float]:
    """Seconds from a key to its move, at a table of two people at one keyboard."""
    with samovar(homes, "play", "mazaytsy", "--seats", "you:anna,you:boris") as terminal:
        shows(terminal, "menu")
        return [first for _ in range(KEYS) if (first := press(terminal, terminal)) is not None]


def at_two_screens(store: str, address: str, homes: Path) -> Iterator[Row]:
    """Seconds from a key to its move on one's own screen and on the other's; and what the other uses while it waits."""
    mine: list[float] = []
    theirs: list[float] = []
    with samovar(homes, "club", "new", "mazaytsy", "--seats", "me,boris", "--as", "anna", club=address) as anna:
        shows(anna, "Waiting for boris")
        with Club.open(address) as club:
            (table,) = (found.id for found in club.tables("waiting"))
            with samovar(homes, "club", "join", table, "--as", "boris", club=address) as boris:
                shows(boris, "menu")
                shows(anna, "menu")
                while len(theirs) < KEYS and (turn := open_table(club, table).turn):
                    here, there = (anna, boris) if turn[0] == 0 else (boris, anna)
                    own, other = answers(here, there)
                    if other is not None and own is not None:
                        mine.append(own)
                        theirs.append(other)
                shows(boris, "menu")
                yield (f"{store}: a move on one's own screen", 1e3 * statistics.median(mine), "ms", "")
                yield (f"{store}: from screen to screen", 1e3 * statistics.median(theirs), "ms", AIMS[store])
                late = sorted(theirs)[len(theirs) * 19 // 20]
                yield (f"{store}: the same, 19 of 20 times", 1e3 * late, "ms", "")
                yield (f"{store}: a screen that waits", idle(boris), "% CPU", "< 1")


def press(here: Program, there: Program) -> float | None:
    """Seconds from Enter on one terminal to the first bytes at another; None when it meant nothing there."""
    return answers(here, there)[1]


def answers(here: Program, there: Program) -> tuple[float | None, float | None]:
    """Seconds from Enter to the first bytes at the terminal itself, and at the other."""
    for terminal in {here, there}:
        terminal.read(quiet=0.15)
    begin = time.monotonic()
    here.send("\r")
    first: dict[Program, float] = {}
    while len(first) < len({here, there}) and time.monotonic() - begin < _SILENCE:
        open_ = {terminal.master: terminal for terminal in (here, there) if terminal not in first}
        for descriptor in select.select(list(open_), [], [], _SILENCE)[0]:
            first[open_[descriptor]] = time.monotonic() - begin
    if there not in first:
        here.send("\t")
    return first.get(here), first.get(there)


def idle(terminal: Program) -> float:
    """Percent of a core that a screen uses while nothing happens."""
    terminal.read(quiet=1.0)
    before = terminal.processor_time()
    time.sleep(IDLE_SECONDS)
    return 100 * (terminal.processor_time() - before) / IDLE_SECONDS


# Many tables


def with_many_tables(
    store: str, new: Callable[[], str], homes: Path, few: int = 10, many: int = 10_000
) -> Iterator[Row]:
    """From the start of the program to the lobby, and from there to a table, in a small club and in a large one."""
    addresses = {few: new(), many: new()}
    for size, address in addresses.items():
        with filled(address, size):
            pass
    opened: dict[int, list[float]] = {few: [], many: []}
    joined: dict[int, list[float]] = {few: [], many: []}
    for size in (few, many) * 5:  # in turns: machines swing
        begin = time.monotonic()
        with samovar(homes, "club", "--as", "boris", club=addresses[size]) as terminal:
            shows(terminal, "members")
            shows(terminal, "anna")
            opened[size].append(time.monotonic() - begin)
            begin = time.monotonic()
            terminal.send("\r")
            shows(terminal, "menu")
            joined[size].append(time.monotonic() - begin)
    for what, times in (("the lobby", opened), ("joining", joined)):
        yield (f"{store}: {what} on a screen, {many} tables", 1e3 * statistics.median(times[many]), "ms", "")
        ratio = statistics.median(times[many]) / statistics.median(times[few])
        yield (f"{store}: {what} on a screen, {many} tables / {few}", ratio, "x", "< 1.5")


# Terminals


@contextlib.contextmanager
def samovar(homes: Path, *words: str, club: str = "") -> Iterator[Program]:
    """The program in a terminal of its own, with everything shown at once."""
    home = homes / secrets.token_hex(4)
    home.mkdir()
    settings = Settings(pace=AT_ONCE, payoff=False, confirm_turn=False)
    (home / "settings.json").write_bytes(msgspec.json.encode(settings))
    with Program("-m", "tui.cli.main", *words, SAMOVAR_HOME=str(home), SAMOVAR_CLUB=club) as terminal:
        yield terminal


def shows(terminal: Program, text: str) -> None:
    """Wait until the terminal shows this."""
    limit = time.monotonic() + 60
    while text not in "\n".join(terminal.screen.display):
        assert time.monotonic() < limit, "\n".join(terminal.screen.display)
        terminal.read(quiet=0.02, limit=0.02)


if __name__ == "__main__":
    for name, value, unit, aim in figures():
        print(f"{name:<55} {value:9.2f} {unit:<6} {aim}", flush=True)
