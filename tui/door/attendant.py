"""Plays the bots of tables at which nobody is, and says whose turn it has become.

It reads what lists read, and folds a log only where there is something to do. What it has to say goes to standard
output, a line of JSON each; the door runs the keeper's program.
"""

import secrets
import sys
import time

import msgspec

from saves.club.errors import ClubError
from saves.club.members import folded
from saves.club.store import Club, Listed
from tui.club.guest import Guest, keep, open_table
from tui.club.words import title
from tui.door.leaning import think_at_the_door
from tui.door.warm import LINE_TO_THE_DOOR

#: So many tables are looked at, the last changed first.
_MANY = 2000
#: It looks no more often than this, in seconds, and at least this often: whoever was here may have gone without a word.
_PAUSE, _AT_LEAST = 1.0, 30.0
#: For so many seconds one of several hosts has the right to tell a member that it is their turn.
_TELLING = 30.0


class Awaited(msgspec.Struct, frozen=True):
    """It has become the turn of a member who is not at the table."""

    member: str
    sentence: str


def attend(address: str) -> int:
    """Until the door closes."""
    think_at_the_door(LINE_TO_THE_DOOR)
    with Club.open(address) as club, club.watch() as watch:
        attendant = Attendant(club)
        while True:
            try:
                attendant.look()
                time.sleep(_PAUSE)
                watch.wait(_AT_LEAST)
            except ClubError:  # away, or busy: it is asked again
                time.sleep(_PAUSE)


class Attendant:
    """Looks after the tables."""

    def __init__(self, club: Club) -> None:
        self._club = club
        self._me = secrets.token_hex(8)
        self._known: dict[str, frozenset[str]] | None = None

    def look(self) -> None:
        """One round through the tables that are played."""
        awaited: dict[str, frozenset[str]] = {}
        begun = [table for table in self._club.tables("waiting", _MANY) if table.behind]
        for listed in [*self._club.tables("running", _MANY), *begun]:
            table = self._brought_up_to_date(listed)
            if not table.head.turn and table.head.state == "running":
                table = self._play_bots(table)
            awaited[table.id] = frozenset(table.head.turn)
            if self._known is not None:
                self._tell_new(table, awaited[table.id] - self._known.get(table.id, frozenset()))
        self._known = awaited  # at the first round, what was awaited already has been told

    def _brought_up_to_date(self, listed: Listed) -> Listed:
        if not listed.behind:
            return listed
        keep(self._club, listed.id, open_table(self._club, listed.id))
        return self._club.listed(listed.id)

    def _play_bots(self, listed: Listed) -> Listed:
        """Let the bots move, in the name of one of those who play here, until a person is to decide."""
        members = [name for name in listed.head.members if name in listed.head.seats]
        if not members or self._club.here(listed.id):
            return listed
        guest = Guest(self._club, listed.id, members[0])
        guest.catch_up()
        while guest.play_bot():
            guest.catch_up()
        keep(self._club, listed.id, guest.table)
        if not self._club.here(listed.id):
            guest.leave()
        return self._club.listed(listed.id)

    def _tell_new(self, table: Listed, members: frozenset[str]) -> None:
        here = {folded(name) for name in self._club.here(table.id)}
        for member in sorted(members):
            if folded(member) in here or not self._club.claim(f"telling {table.id} {member}", self._me, _TELLING):
                continue
            others = [name for name in table.head.seats if folded(name) != folded(member)]
            sentence = f"It is your turn at table {table.id}: {title(table.terms.game)} with {', '.join(others)}."
            sys.stdout.write(msgspec.json.encode(Awaited(member, sentence)).decode() + "\n")
            sys.stdout.flush()
