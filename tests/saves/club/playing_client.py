"""A guest's process that plays by itself: `python -m tests.saves.club.playing_client ADDRESS NAME SEED TABLE…`.

It sits down at all of these tables, plays at random when it is its turn or can prepare something, moves for bots when
it gets the claim, and ends when all matches have. Each line is told before it is offered ("try ID") and after it was
acknowledged ("ok ID"). When the club is away it offers the same line again until the club is back.
"""

import os
import sys
import time
from collections.abc import Callable
from typing import TypeVar

from core.rng import Chance
from saves.club.errors import ClubError
from saves.club.events import Chosen, Line, Prepared, SatDown, new_id
from saves.club.projection import Table
from saves.club.store import Club
from tests.limits import LIMIT

T = TypeVar("T")


class Guest:
    def __init__(self, address: str, name: str, seed: int, tables: list[str]) -> None:
        self.name, self.luck = name, Chance(seed)
        self.club = patiently(lambda: Club.open(address))
        self.tables = {table: self._open(table) for table in tables}

    def _open(self, name: str) -> Table:
        return patiently(lambda: Table(self.club.terms(name), self.club.seed(name)))

    def play(self) -> None:
        while any(table.state != "over" for table in self.tables.values()):
            busy = [self._look(name, table) for name, table in self.tables.items() if table.state != "over"]
            if not any(busy):
                time.sleep(0.02)

    def _look(self, name: str, table: Table) -> bool:
        """Read on at a table, and write a line if there is one to write."""
        before = table.length
        self._read_on(name, table)
        if (line := self._wanted(name, table)) is not None:
            print("try", line.id, flush=True)
            if patiently(lambda: self.club.append(name, table.length, line, self.name)):
                print("ok", line.id, flush=True)
            self._read_on(name, table)
        if table.length == before:
            return False
        patiently(lambda: self.club.keep_head(name, table.length, table.head(), table.snapshot()))
        return True

    def _read_on(self, name: str, table: Table) -> None:
        table.fold(patiently(lambda: self.club.lines(name, table.length)))

    def _wanted(self, name: str, table: Table) -> Line | None:
        seat = table.seat_of(self.name)
        if seat is None:
            mine = [n for n, chair in enumerate(table.chairs) if chair.may_be_taken_by(self.name)]
            return SatDown(new_id(), mine[0]) if mine and table.state == "waiting" else None
        if not table.turn:
            return None
        actor = table.turn[0]
        if table.chairs[actor].level and patiently(lambda: self.club.claim(f"bots {name}", str(os.getpid()), 1.0)):
            seat = actor
        ahead = table.ahead(seat)
        if ahead is not None:
            return Prepared(new_id(), seat, self.luck.pick(list(ahead.legal)).notation)
        if seat == actor and table.match is not None:
            return Chosen(new_id(), seat, self.luck.pick(list(table.match.legal)).notation)
        return None


def patiently(ask: Callable[[], T]) -> T:
    """The answer of a club that may be away for a while."""
    deadline = time.monotonic() + LIMIT
    while True:
        try:
            return ask()
        except ClubError:
            if time.monotonic() > deadline:
                raise
        time.sleep(0.1)


if __name__ == "__main__":
    address, name, seed, *tables = sys.argv[1:]
    Guest(address, name, int(seed), tables).play()
