"""Plays the bots of tables at which nobody is, and says whose turn it has become.

It reads what lists read, and folds a log only where there is something to do. What it has to say goes to standard
output, a line of JSON each; the door runs the keeper's program.
"""

import os
import secrets
import socket
import sys
import threading
import time

import msgspec

from core import registry
from core.text import list_text
from saves.club.errors import ClubError
from saves.club.member_names import casefolded
from saves.club.projection import TableProjection
from saves.club.records import TableSummary
from saves.club.store import Club
from tui.club.client import TableClient, open_table, save_projection
from tui.server.guest_services import connect_to_pool
from tui.server.prefork.parent import CONTROL_DESCRIPTOR

#: So many tables are looked at, the last changed first.
_MANY = 2000
#: It looks no more often than this, in seconds, and at least this often: whoever was here may have gone without a word.
_PAUSE, _AT_LEAST = 1.0, 30.0
#: For so many seconds one of several hosts has the right to tell a member that it is their turn.
_TELLING = 30.0


class TurnNotice(msgspec.Struct, frozen=True):
    """It has become the turn of a member who is not at the table."""

    member: str
    sentence: str


def run_bot_player(address: str) -> int:
    """Until the door closes."""
    threading.Thread(target=_end_with_the_door, args=(connect_to_pool(CONTROL_DESCRIPTOR),), daemon=True).start()
    with Club.open(address) as club, club.watch() as watch:
        attendant = ServerBotPlayer(club)
        while True:
            try:
                attendant.check_tables()
                time.sleep(_PAUSE)
                watch.wait(_AT_LEAST)
            except ClubError:  # away, or busy: it is asked again
                time.sleep(_PAUSE)


def _end_with_the_door(line: socket.socket) -> None:
    """Nothing ever comes on this line but its end."""
    line.recv(1)
    os._exit(0)


class ServerBotPlayer:
    """Looks after the tables. One whose log has not grown since the last look is left alone."""

    def __init__(self, club: Club) -> None:
        self._club = club
        self._me = secrets.token_hex(8)
        #: When the log of a table had last grown that needs nothing more, and who is awaited at it.
        self._seen: dict[str, tuple[float, frozenset[str]]] = {}
        self._is_first_look = True

    def check_tables(self) -> None:
        """One round through the tables that are played, or have begun without anybody's noticing."""
        waiting = [table for table in self._club.tables("waiting", _MANY) if table.behind]
        rows = [*self._club.tables("running", _MANY), *waiting]
        found = [table for table in rows if table.terms.game in registry.GAME_NAMES]
        for table in found:
            if self._seen.get(table.id, (0.0, frozenset()))[0] != table.changed:
                self._look_at(table)
        self._seen = {table.id: self._seen[table.id] for table in found if table.id in self._seen}
        self._is_first_look = False

    def _look_at(self, row: TableSummary) -> None:
        here = {casefolded(name) for name in self._club.present_members(row.id)}
        table = open_table(self._club, row.id)
        if not here:
            table = self._play_bots(row.id, table)
        awaited = frozenset(table.seats[seat].member for seat in table.turn if table.seats[seat].sits)
        _, before = self._seen.get(row.id, (0.0, frozenset()))
        if not self._is_first_look:  # what was awaited before the door opened has been told
            self._print(row.id, table, [name for name in awaited - before if casefolded(name) not in here])
        theirs = table.match is None or table.is_older  # another Samovar plays the bots
        if table.ended or theirs or (table.match is not None and table.match.waits_for_human):
            self._seen[row.id] = (self._club.table_summary(row.id).changed, awaited)

    def _play_bots(self, name: str, table: TableProjection) -> TableProjection:
        """Let the bots move, in the name of one of those who play here, until a person is to decide."""
        members = [club_seat.member for club_seat in table.seats if club_seat.member and club_seat.is_taken]
        if members:
            client = TableClient(self._club, name, members[0])
            client.catch_up()
            while client.play_bot():
                client.catch_up()
            if not self._club.present_members(name):
                client.leave()
            table = client.table
        save_projection(self._club, name, table)
        return table

    def _print(self, name: str, table: TableProjection, members: list[str]) -> None:
        for member in sorted(members):
            if not self._club.claim(f"telling {name} {member}", self._me, _TELLING):
                continue
            others = [club_seat.name for club_seat in table.seats if not club_seat.belongs_to(member)]
            with_whom = f" with {list_text(others)}" if others else ""
            sentence = f"It is your turn at table {name}: {table.game.title}{with_whom}."
            sys.stdout.write(msgspec.json.encode(TurnNotice(member, sentence)).decode() + "\n")
            sys.stdout.flush()
