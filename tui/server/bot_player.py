"""Play the bots of tables at which no player is present, and report whose turn it has become.

It reads what lists read, and folds a log only where there is something to do. It writes a line of JSON for each turn to
standard output; the server runs the operator's program.
"""

import contextlib
import os
import secrets
import socket
import sys
import threading
import time

import msgspec

from core import registry
from core.bots import PlanTurn
from core.bots.player import BotPlayer
from core.text import list_text
from saves.club.errors import ClubError, ClubRefusedError, DamagedTableError, contained
from saves.club.events import TimeRanOut, new_id
from saves.club.member_names import casefolded
from saves.club.projection import TableProjection
from saves.club.records import TableSummary
from saves.club.store import Club
from tui.club.client import TableClient, open_table, save_projection
from tui.club.requests import DEFAULT_LEVEL
from tui.server.guest_services import PooledAnalysis, connect_to_server
from tui.server.prefork.protocol import CONTROL_DESCRIPTOR

#: The most tables that are checked, the last changed first.
_MANY = 2000
#: The least and the most seconds between two checks: a player may have left without any change at the table.
_PAUSE, _AT_LEAST = 1.0, 30.0
#: The seconds for which one of several hosts has the right to notify a member of their turn.
_TELLING = 30.0


class TurnNotice(msgspec.Struct, frozen=True, tag="turn"):
    """It has become the turn of a member who is not at the table."""

    member: str
    sentence: str


class TroubleNotice(msgspec.Struct, frozen=True, tag="trouble"):
    """Something for the operator's log."""

    sentence: str


Notice = TurnNotice | TroubleNotice


def run_bot_player(address: str) -> int:
    """Check tables until the server closes."""
    server = connect_to_server(CONTROL_DESCRIPTOR)
    threading.Thread(target=_end_with_server, args=(server,), daemon=True).start()
    with Club.open(address) as club, club.watch() as watch:
        attendant = ServerBotPlayer(club, PooledAnalysis(server).plan_turn)
        while True:
            try:
                attendant.check_tables()
                time.sleep(_PAUSE)
                watch.wait(_AT_LEAST)
            except ClubError:  # the club is away or busy: try again
                time.sleep(_PAUSE)


def _end_with_server(line: socket.socket) -> None:
    """End the process when the server closes this connection; it never sends anything on it."""
    line.recv(1)
    os._exit(0)


class ServerBotPlayer:
    """Check the tables. One whose log has not grown since the last check is left alone."""

    def __init__(self, club: Club, plan_turn: PlanTurn) -> None:
        self._club = club
        self._plan_turn = plan_turn
        self._me = secrets.token_hex(8)
        #: By table that needs nothing more: when its log had last grown, and the members it waits for.
        self._seen: dict[str, tuple[float, frozenset[str]]] = {}
        self._is_first_look = True

    def check_tables(self) -> None:
        """Check once the tables that are running, or that began unnoticed."""
        waiting = [table for table in self._club.tables("waiting", _MANY) if table.behind]
        rows = [*self._club.tables("running", _MANY), *waiting]
        found = [table for table in rows if table.terms.game in registry.GAME_NAMES]
        now = self._club.now()
        for table in found:
            if 0 < table.head.due <= now:
                with contextlib.suppress(DamagedTableError, ClubRefusedError):  # the look below reports it
                    self._end_time(table.id, now)
        for table in found:
            if self._seen.get(table.id, (0.0, frozenset()))[0] == table.changed:
                continue
            try:
                with contained(table.id):
                    self._look_at(table)
            except (DamagedTableError, ClubRefusedError) as error:  # a full log, too, is this table's trouble alone
                self._report(table, error)
        self._seen = {table.id: self._seen[table.id] for table in found if table.id in self._seen}
        self._is_first_look = False

    def _end_time(self, name: str, now: float) -> None:
        """Give the seats whose agreed time has run out to bots, in the name of one of the table's players."""
        table = open_table(self._club, name)
        players = [club_seat.member for club_seat in table.seats if club_seat.member and club_seat.is_taken]
        while players and (seat := table.overdue_seat(now)) is not None:
            self._club.append(name, table.length, TimeRanOut(new_id(), seat, DEFAULT_LEVEL), players[0])
            table = open_table(self._club, name)
        save_projection(self._club, name, table)
        self._seen.pop(name, None)

    def _report(self, row: TableSummary, error: ClubError) -> None:
        """Tell the operator of a table that cannot be attended to, and leave it alone until its log grows."""
        self._seen[row.id] = (row.changed, frozenset())
        cause = error.__cause__ or error
        _send(TroubleNotice(f"table {row.id}: {type(cause).__name__}: {cause}; samovar club check looks into it"))

    def _look_at(self, row: TableSummary) -> None:
        here = {casefolded(name) for name in self._club.present_members(row.id)}
        table = open_table(self._club, row.id)
        if not here:
            table = self._play_bots(row.id, table)
        awaited = frozenset(table.seats[seat].member for seat in table.turn if table.seats[seat].sits)
        _, before = self._seen.get(row.id, (0.0, frozenset()))
        if not self._is_first_look:  # turns from before the server started have been reported
            self._print(row.id, table, [name for name in awaited - before if casefolded(name) not in here])
        theirs = table.match is None or table.is_older  # another Samovar plays the bots
        if table.ended or theirs or (table.match is not None and table.match.waits_for_human):
            self._seen[row.id] = (self._club.table_summary(row.id).changed, awaited)

    def _play_bots(self, name: str, table: TableProjection) -> TableProjection:
        """Let the bots move, in the name of one of the table's players, until a human is to decide."""
        members = [club_seat.member for club_seat in table.seats if club_seat.member and club_seat.is_taken]
        if members:
            client = TableClient(self._club, name, members[0])
            client.catch_up()
            bots = BotPlayer(plan_turn=self._plan_turn)
            while client.play_bot(bots.decide):
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
            _send(TurnNotice(member, sentence))


def _send(notice: Notice) -> None:
    """Write a notice to the server."""
    sys.stdout.write(msgspec.json.encode(notice).decode() + "\n")
    sys.stdout.flush()
