"""Play the bots of tables at which no player is present, and tell members who are away what waits for them.

It reads what lists read, and folds a log only where there is something to do. It writes a line of JSON for each notice
to standard output; the server runs the operator's program.
"""

import contextlib
import os
import socket
import sys
import threading
import time
from collections.abc import Callable

import msgspec

from core import registry
from core.bots import MASTER_SECONDS, PlanTurn
from core.bots.player import BotPlayer
from core.bots.search import Budget
from saves.club.errors import ClubError, ClubRefusedError, DamagedTableError, contained
from saves.club.events import TimeRanOut, new_id
from saves.club.notices import GRACE, NoticeBook
from saves.club.projection import TableProjection
from saves.club.records import TableSummary
from saves.club.store import Club
from tui.club.client import TableClient, open_table, save_projection
from tui.club.requests import DEFAULT_LEVEL
from tui.server.guest_services import PooledAnalysis, connect_to_server
from tui.server.notice_text import delivery_kind, delivery_text
from tui.server.prefork.protocol import CONTROL_DESCRIPTOR

#: The least and the most seconds between two checks: a player may have left without any change at the table.
_PAUSE, _AT_LEAST = 1.0, 30.0


class TurnNotice(msgspec.Struct, frozen=True, tag="turn"):
    """Something to tell a member who is away."""

    member: str
    sentence: str
    kind: str
    #: What it tells of, to be confirmed when it was sent.
    occasions: list[str] = []


class TroubleNotice(msgspec.Struct, frozen=True, tag="trouble"):
    """Something for the operator's log."""

    sentence: str


Notice = TurnNotice | TroubleNotice


def run_bot_player(address: str, notices_an_hour: int) -> int:
    """Check tables until the server closes, and tell members who are away, where the server can."""
    server = connect_to_server(CONTROL_DESCRIPTOR)
    threading.Thread(target=_end_with_server, args=(server,), daemon=True).start()
    with Club.open(address) as club, club.watch() as watch:
        attendant = ServerBotPlayer(club, lambda table: PooledAnalysis(server, table).plan_turn)
        book = NoticeBook(club, notices_an_hour)
        while True:
            try:
                attendant.check_tables()
                is_one_waiting = bool(notices_an_hour) and send_notices(book)
                time.sleep(_PAUSE)
                watch.wait(GRACE if is_one_waiting else _AT_LEAST)
            except ClubError:  # the club is away or busy: try again
                time.sleep(_PAUSE)


def send_notices(book: NoticeBook) -> bool:
    """Send what is due; return whether something waits for its time."""
    book.collect()
    for delivery in book.due():
        _send(TurnNotice(delivery.member, delivery_text(delivery), delivery_kind(delivery), delivery.occasions))
    return book.has_waiting()


def _end_with_server(line: socket.socket) -> None:
    """End the process when the server closes this connection; it never sends anything on it."""
    line.recv(1)
    os._exit(0)


class ServerBotPlayer:
    """Check the tables. One whose log has not grown since the last check is left alone."""

    def __init__(self, club: Club, planner: Callable[[str], PlanTurn]) -> None:
        self._club = club
        #: Returns who plans the turns of a table's bots.
        self._planner = planner
        #: By table that needs nothing more: when its log had last grown.
        self._seen: dict[str, float] = {}

    def check_tables(self) -> None:
        """Check once the tables that wait for a bot or whose time is over, or whose head is behind their log."""
        now = self._club.now()
        rows = self._club.tables_to_attend(now)
        found = [table for table in rows if table.terms.game in registry.GAME_NAMES]
        for table in found:
            if 0 < table.head.due <= now:
                with contextlib.suppress(DamagedTableError, ClubRefusedError):  # the look below reports it
                    self._end_time(table.id, now)
        for table in found:
            if self._seen.get(table.id) == table.changed:
                continue
            try:
                with contained(table.id):
                    self._look_at(table)
            except (DamagedTableError, ClubRefusedError) as error:  # a full log, too, is this table's trouble alone
                self._report(table, error)
        self._seen = {table.id: self._seen[table.id] for table in found if table.id in self._seen}

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
        self._seen[row.id] = row.changed
        cause = error.__cause__ or error
        _send(TroubleNotice(f"table {row.id}: {type(cause).__name__}: {cause}; samovar club check looks into it"))

    def _look_at(self, row: TableSummary) -> None:
        table = open_table(self._club, row.id)
        if not self._club.presence.members(row.id):
            table = self._play_bots(row.id, table)
        theirs = table.match is None or table.is_older  # another Samovar plays the bots
        if table.ended or theirs or (table.match is not None and table.match.waits_for_human):
            self._seen[row.id] = self._club.table_summary(row.id).changed

    def _play_bots(self, name: str, table: TableProjection) -> TableProjection:
        """Let the bots move, in the name of one of the table's players, until a human is to decide."""
        members = [club_seat.member for club_seat in table.seats if club_seat.member and club_seat.is_taken]
        if members:
            client = TableClient(self._club, name, members[0])
            client.catch_up()
            bots = BotPlayer(Budget(MASTER_SECONDS, is_fixed=client.table.counts), self._planner(name))
            while client.play_bot(bots.decide):
                client.catch_up()
            client.release_claim()
            table = client.table
        save_projection(self._club, name, table)
        return table


def _send(notice: Notice) -> None:
    """Write a notice to the server."""
    sys.stdout.write(msgspec.json.encode(notice).decode() + "\n")
    sys.stdout.flush()
