"""A model of a club under way: members come and go, are cut off, move, talk, and the database goes away and comes back.

Whatever the order, every client that has read the whole log has folded it to the same match, every move that a member
was told is in the log is there once, and so is every message.
"""

import contextlib
import os
import tempfile
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from core.bots import plan_turn
from saves.club.check import check_club
from saves.club.events import MemberSatDown, MoveChosen, MovePrepared, new_id
from saves.club.store import Club
from tests.saves.club.postgres_server import Server
from tests.saves.club.tables import terms
from tests.tui.club.fault_runs import reach_club
from tests.tui.club.screens import write
from tests.tui.club.visitors import Visitor
from tui.club.client import open_table
from tui.server.bot_player import ServerBotPlayer

_NAMES = ("anna", "boris", "vera")
_WHO = st.sampled_from(_NAMES)


class ModelDatabase(Protocol):
    """The database of one walk, which can be taken away."""

    address: str

    def take_away(self) -> None: ...

    def bring_back(self) -> None: ...


class SqliteDatabase(contextlib.AbstractContextManager["SqliteDatabase"]):
    """A file, which is moved away."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory()
        self._path = Path(self._folder.name) / "club.db"
        self.address = f"sqlite:///{self._path}"

    def __exit__(self, *error: object) -> None:
        self._folder.cleanup()

    def take_away(self) -> None:
        os.rename(self._path, self._path.with_suffix(".away"))

    def bring_back(self) -> None:
        os.rename(self._path.with_suffix(".away"), self._path)


class PostgresDatabase(contextlib.AbstractContextManager["PostgresDatabase"]):
    """A database of a real server, which ends all its connections and admits nobody."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._lasting = contextlib.ExitStack()
        self.address = self._lasting.enter_context(server.database())

    def __exit__(self, *error: object) -> None:
        self._lasting.close()

    def take_away(self) -> None:
        self._server.close_database(self.address)

    def bring_back(self) -> None:
        self._server.open_database(self.address)


class ClubModel(RuleBasedStateMachine):
    """Three members and a novice at one table of a club; each member's process has a club of its own."""

    @staticmethod
    def make_database() -> AbstractContextManager[ModelDatabase]:
        return SqliteDatabase()

    def __init__(self) -> None:
        super().__init__()
        self._lasting = contextlib.ExitStack()
        self._database = self._lasting.enter_context(self.make_database())
        self._is_away = False
        self._here: dict[str, tuple[Club, Visitor]] = {}
        self._dismissed: set[str] = set()
        self._said = 0

    @initialize()
    def lay(self) -> None:
        with Club.open(self._address) as club:
            for name in _NAMES:
                club.enter(name)
            self._table = club.new_table(terms("mezen", "anna", "boris", "vera", ":novice", host="anna"), 7)
            for seat, name in enumerate(_NAMES[1:], 1):
                write(club, self._table, name, MemberSatDown(new_id(), seat))

    @property
    def _address(self) -> str:
        return self._database.address

    # Coming and going

    @precondition(lambda self: not self._is_away)
    @rule(who=_WHO)
    def come(self, who: str) -> None:
        if who in self._here or who in self._dismissed:
            return
        club = Club.open(self._address)
        self._here[who] = club, Visitor(club, self._table, club.enter(who))

    @rule(who=_WHO)
    def go(self, who: str) -> None:
        if who in self._here:
            club, visitor = self._here.pop(who)
            visitor.leave()
            club.close()

    @rule(who=_WHO)
    def cut(self, who: str) -> None:
        """The member's process is killed: nothing of it is written any more."""
        if who in self._here:
            club, _ = self._here.pop(who)
            club.close()

    @rule()
    def restart(self) -> None:
        """The server is killed with all processes of its guests."""
        for who in _NAMES:
            self.cut(who)

    @precondition(lambda self: not self._is_away and len(self._dismissed) < 1)
    @rule(who=st.sampled_from(_NAMES[1:]))
    def dismiss(self, who: str) -> None:
        with Club.open(self._address) as club:
            club.dismiss(who)
        self._dismissed.add(who)
        self.cut(who)

    # The database

    @precondition(lambda self: not self._is_away)
    @rule()
    def lose_database(self) -> None:
        self._database.take_away()
        self._is_away = True

    @precondition(lambda self: self._is_away)
    @rule()
    def bring_database_back(self) -> None:
        self._database.bring_back()
        self._is_away = False
        for _, visitor in self._here.values():
            reach_club(visitor)

    # Playing

    @rule(who=_WHO, pick=st.integers(0, 50))
    def move(self, who: str, pick: int) -> None:
        if who not in self._here:
            return
        visitor = self._here[who][1]
        visitor.catch_up()
        session = visitor.session
        if not session.is_deciding:
            return
        moves = session.match.legal_moves
        before = self._moves_of(who) if not self._is_away else -1
        visitor.session.submit([moves[pick % len(moves)]])
        visitor.scheduler.run_due()
        if before >= 0 and session.connection.wanted is None:
            assert self._moves_of(who) == before + 1, "an acknowledged move is not in the log"

    @rule(who=_WHO)
    def undo(self, who: str) -> None:
        if who in self._here and not self._is_away:
            self._here[who][1].session.undo()
            self._here[who][1].scheduler.run_due()

    @precondition(lambda self: not self._is_away)
    @rule(who=_WHO)
    def talk(self, who: str) -> None:
        if who in self._here and self._said < 8:
            visitor = self._here[who][1]
            visitor.catch_up()
            visitor.session.talk(f"message {self._said}")
            visitor.scheduler.run_due()
            self._said += 1

    @precondition(lambda self: not self._is_away)
    @rule()
    def server_plays_bots(self) -> None:
        with Club.open(self._address) as club:
            ServerBotPlayer(club, lambda table: plan_turn).check_tables()

    @rule(who=_WHO)
    def bots_think(self, who: str) -> None:
        if who in self._here:
            visitor = self._here[who][1]
            if visitor.bots.pending is not None:
                visitor.bots.reply()
                visitor.scheduler.run_due()

    def _moves_of(self, who: str) -> int:
        with Club.open(self._address) as club:
            events = club.events(self._table)
        return sum(entry.author == who and isinstance(entry.line, MoveChosen | MovePrepared) for entry in events)

    # What always holds

    @invariant()
    def every_fold_is_equal(self) -> None:
        if self._is_away:
            return
        with Club.open(self._address) as club:
            projection = open_table(club, self._table)
            for _, visitor in self._here.values():
                visitor.catch_up()
                table = visitor.session.table
                assert (table.length, table.digest()) == (projection.length, projection.digest())
            ids = [entry.line.id for entry in club.events(self._table) if entry.line is not None]
            assert len(ids) == len(set(ids))
            assert [message.words for message in club.talk.messages(self._table)] == [
                f"message {number}" for number in range(self._said)
            ]

    def teardown(self) -> None:
        if self._is_away:
            self.bring_database_back()
        self.restart()
        with Club.open(self._address) as club:
            assert not check_club(club)
        self._lasting.close()


def model_on(server: Server) -> type[ClubModel]:
    """Return the same model with its clubs on a PostgreSQL server."""

    class PostgresModel(ClubModel):
        @staticmethod
        def make_database() -> AbstractContextManager[ModelDatabase]:
            return PostgresDatabase(server)

    return PostgresModel
