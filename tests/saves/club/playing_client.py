"""A client that plays by itself: `python -m tests.saves.club.playing_client ADDRESS NAME SEED TABLE…`.

It sits down at all of these tables, plays at random when it is its turn or can prepare something, moves for bots when
it gets the claim, and ends when all matches have. It prints each event before it appends it ("try ID") and after it was
acknowledged ("ok ID"). When the club is away it appends the same event again until the club is back.
"""

import os
import sys
import time
from collections.abc import Callable
from typing import TypeVar

from core.rng import Rng
from saves.club.errors import ClubError
from saves.club.events import ClubEvent, MemberSatDown, MoveChosen, MovePrepared, new_id
from saves.club.projection import TableProjection
from saves.club.store import Club
from tests.limits import LIMIT

T = TypeVar("T")


class Guest:
    def __init__(self, address: str, name: str, seed: int, tables: list[str]) -> None:
        self.name, self.luck = name, Rng(seed)
        self.club = patiently(lambda: Club.open(address))
        self.tables = {table: self._open(table) for table in tables}

    def _open(self, name: str) -> TableProjection:
        return patiently(lambda: TableProjection(self.club.terms(name), self.club.seed(name)))

    def play(self) -> None:
        while any(table.state != "over" for table in self.tables.values()):
            busy = [self._look(name, table) for name, table in self.tables.items() if table.state != "over"]
            if not any(busy):
                time.sleep(0.02)

    def _look(self, name: str, table: TableProjection) -> bool:
        """Read new events at a table, and append one if there is one to append."""
        before = table.length
        self._read_on(name, table)
        if (event := self._wanted(name, table)) is not None:
            print("try", event.id, flush=True)
            if patiently(lambda: self.club.append(name, table.length, event, self.name)):
                print("ok", event.id, flush=True)
            self._read_on(name, table)
        if table.length == before:
            return False
        patiently(lambda: self.club.save_head(name, table.length, table.head(), table.snapshot()))
        return True

    def _read_on(self, name: str, table: TableProjection) -> None:
        table.fold(patiently(lambda: self.club.events(name, table.length)))

    def _wanted(self, name: str, table: TableProjection) -> ClubEvent | None:
        seat = table.seat_of(self.name)
        if seat is None:
            mine = [n for n, club_seat in enumerate(table.seats) if club_seat.may_be_taken_by(self.name)]
            return MemberSatDown(new_id(), mine[0]) if mine and table.state == "waiting" else None
        if not table.turn:
            return None
        actor = table.turn[0]
        if table.seats[actor].level and patiently(
            lambda: self.club.presence.claim(f"bots {name}", str(os.getpid()), 1.0)
        ):
            seat = actor
        ahead = table.early_match(seat)
        if ahead is not None:
            return MovePrepared(new_id(), seat, self.luck.choice(list(ahead.legal_moves)).notation)
        if seat == actor and table.match is not None:
            return MoveChosen(new_id(), seat, self.luck.choice(list(table.match.legal_moves)).notation)
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
