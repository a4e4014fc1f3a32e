"""A table of the club at which one statement of one player fails, and what must be left of it."""

import re
from collections.abc import Callable, Sequence
from typing import TypeVar

from core.rng import Rng
from saves.club.check import check_club
from saves.club.errors import ClubError
from saves.club.events import MemberSatDown, MoveChosen, MoveTakenBack, new_id
from saves.club.projection import TableProjection
from saves.club.store import Club
from tests.saves.club.tables import terms
from tests.tui.club.faulty_database import COMMIT, FAULTS, UNHEARD, faulty
from tests.tui.club.screens import write
from tests.tui.club.visitors import Visitor
from tui.club.client import open_table
from tui.club.table_lists import load_lobby
from tui.sessions.changes import TroubleChanged

T = TypeVar("T")

#: A fault: the number of the statement, and what happens to it.
Fault = tuple[int, str]
_NO_FAULT: Fault = (-1, "")
#: How many moves each of the two makes.
_MOVES = 4
_SAID = "hello"


def settle(visitor: Visitor) -> None:
    """Let time pass until an answer is in the log, or came to nothing."""
    visitor.scheduler.run_until(lambda: visitor.session.connection.wanted is None)


def reach_club(visitor: Visitor) -> None:
    """Let time pass until the club can be reached."""
    visitor.scheduler.run_until(lambda: not visitor.session.connection.connection_error)


class FaultyGame:
    """Anna's statements fail; Boris plays with her and has no trouble."""

    def __init__(self, address: str, fault: Fault = _NO_FAULT) -> None:
        self._address = address
        self._database = faulty(address)
        self.sentences: list[str] = []
        self._database.countdown.fail_at(*fault)
        with self._stubbornly(lambda: Club(self._database)) as club, Club.open(address) as other:
            self._play(club, other)
        self.statements = self._database.countdown.statements
        self.failed = self._database.countdown.failed

    def _stubbornly(self, call: Callable[[], T]) -> T:
        """Call the club again when it refuses, as people do."""
        try:
            return call()
        except ClubError as error:
            self.sentences.append(str(error))
            return call()

    def _play(self, club: Club, other: Club) -> None:
        self._stubbornly(lambda: club.enter("anna"))
        table = self._stubbornly(lambda: club.new_table(terms("mezen", "anna", "boris", host="anna"), 7))
        write(other, table, "boris", MemberSatDown(new_id(), 1))
        anna = self._stubbornly(lambda: Visitor(club, table, "anna"))
        boris = Visitor(other, table, "boris")
        anna.session.talk(_SAID)
        rng, chosen = Rng(2), 0
        while chosen < 2 * _MOVES:
            now = anna if self._decides(anna) else boris
            now.session.submit([rng.choice(list(now.session.match.legal_moves))])
            settle(now)
            self._meet(anna, boris)
            chosen += 1
        if anna.session.can_undo():
            anna.session.undo()
            settle(anna)
        reach_club(anna)
        self._meet(anna, boris)
        digests = {anna.session.table.digest(), boris.session.table.digest()}
        self._stubbornly(lambda: load_lobby(club, "anna"))
        self.sentences += [change.text for change in anna.told(TroubleChanged) if change.text]
        for visitor in (anna, boris):
            visitor.leave()
        self._check(table, digests, chosen)

    def _decides(self, visitor: Visitor) -> bool:
        self._meet(visitor)
        return visitor.session.is_deciding

    def _meet(self, *visitors: Visitor) -> None:
        """Let both read all there is; one whose club is away reads on when it is back."""
        for visitor in visitors:
            visitor.catch_up()
            reach_club(visitor)
            visitor.catch_up()

    def _check(self, table: str, digests: set[str], chosen: int) -> None:
        """Look at what is left, as the next process does."""
        for sentence in self.sentences:
            assert re.fullmatch(r"[A-Z][^\n]*\.", sentence), sentence
        with Club.open(self._address) as club:
            assert not check_club(club)
            assert digests == {open_table(club, table).digest()}, "the two have not come to the same match"
            events = [entry.line for entry in club.events(table)]
            moves = [event for event in events if isinstance(event, MoveChosen)]
            assert len(moves) == len({event.id for event in moves}) == chosen, "a move is lost, or is there twice"
            assert sum(isinstance(event, MoveTakenBack) for event in events) <= 1
            assert [message.words for message in club.talk.messages(table)] == [_SAID], "a message is lost, or twice"
            self._go_on(club, table)

    def _go_on(self, club: Club, table: str) -> None:
        projection: TableProjection = open_table(club, table)
        assert projection.match is not None and projection.match.state.actor is not None
        visitor = Visitor(club, table, projection.seats[projection.match.state.actor].member)
        before = len(visitor.session.log_match.log)
        visitor.play()
        assert len(visitor.session.log_match.log) > before
        visitor.leave()


def all_faults(statements: Sequence[str]) -> list[Fault]:
    """Return every fault of every statement; only a COMMIT can be carried out and not be heard of."""
    return [
        (number, fault)
        for number, statement in enumerate(statements)
        for fault in FAULTS
        if fault != UNHEARD or statement == COMMIT
    ]
