"""One member's process at one table: it reads the log, offers lines, and plays the bots when nobody else does.

    guest = Guest(club, table_id, "anna")
    guest.catch_up()                  # what happened before we came
    for news in guest.read_on(): …    # what each new line did
    guest.view                        # the match in which we can decide now, or None
    guest.offer(Chosen(…))            # false: the log has grown, read on first
    guest.play_bot()                  # true: a bot has moved, or somebody was faster

Every call may raise a ClubError while the club is away; nothing is lost by asking again.
"""

import contextlib
import secrets
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec

from core.bots.table import Player
from core.match import Line as MatchLine
from core.match import Match
from saves.club.errors import ClubError, Refused
from saves.club.finished import finished_game
from saves.club.fold import Table
from saves.club.lines import Chosen, Entry, Line, SatDown, Upgraded, new_id
from saves.club.store import Club
from saves.folders import Folders
from tui.club.cores import a_core

#: A process that says nothing for so many seconds is not here any more; it says so again much sooner.
_HERE = 75.0
_AGAIN = 25.0
#: So many seconds a bot's process may take for a move, before another one plays it.
_CLAIM = 5.0
#: How soon one who has not got the claim asks again.
_RETRY = 1.0


class News(msgspec.Struct, frozen=True):
    """What a line of the log did; `changed` is false for one that its author may not write."""

    entry: Entry
    changed: bool
    began: bool
    taken_back: int
    played: list[MatchLine]


def open_table(club: Club, name: str) -> Table:
    """A table as it stands."""
    table = Table(club.terms(name), club.seed(name))
    table.fold(club.lines(name))
    return table


def keep(club: Club, name: str, table: Table) -> None:
    """Write down for lists what the log has led to, and how a match ended."""
    if table.match is not None or table.state != "running":
        club.keep_head(name, table.length, table.head(), table.snapshot())
    if table.ended == "played" and table.match is not None:
        club.finish(name, finished_game(table))


class Guest:
    """A member at a table, or somebody who watches it."""

    def __init__(self, club: Club, name: str, member: str, plays: bool = True) -> None:
        self.club, self.name, self.member = club, name, member
        self.plays = plays
        self.table = Table(club.terms(name), club.seed(name))
        #: A sentence when a bot's thinking failed.
        self.remark = ""
        self._bots = Player()
        self._holder = f"{member} {secrets.token_hex(8)}"
        self._claimed_until = 0.0
        self._ask_again_at = 0.0
        self._here_until = 0.0
        self._kept = -1

    # Who we are

    @property
    def seat(self) -> int | None:
        """Where we sit; None for whoever watches."""
        return self.table.seat_of(self.member) if self.plays else None

    @property
    def view(self) -> Match | None:
        """The match in which we can decide now: the true one, or one aside from it before our turn."""
        seat, match = self.seat, self.table.match
        if seat is None or match is None or self.table.ended:
            return None
        return match if match.state.actor == seat else self.table.ahead(seat)

    def sit_down(self, habits: dict[str, bool | int | str]) -> None:
        """Take the seat that is kept for us, or else one that is open; a Refused when there is none."""
        while self.seat is None:
            free = [seat for seat, chair in enumerate(self.table.chairs) if chair.may_be_taken_by(self.member)]
            if not free or self.table.ended:
                raise Refused(f"There is no free seat at table {self.name}; samovar club watch {self.name} looks on.")
            kept = [seat for seat in free if self.table.chairs[seat].belongs_to(self.member)]
            self.offer(SatDown(new_id(), (kept or free)[0], habits))
            self.catch_up()

    @property
    def told_seed(self) -> int | None:
        """The seed, where the host chose it for everybody to know."""
        return self.club.seed(self.name) if self.table.terms.seed_told else None

    # The log

    def catch_up(self) -> None:
        for _ in self.read_on():
            pass

    def read_on(self) -> Iterator[News]:
        """Fold what is new, and tell what each line did."""
        for entry in self.club.lines(self.name, self.table.length):
            before, state = self._log(), self.table.state
            changed = bool(self.table.fold([entry]))
            after = self._log()
            same = next((n for n, (a, b) in enumerate(zip(before, after, strict=False)) if a is not b), None)
            stays = min(len(before), len(after)) if same is None else same
            began = state == "waiting" and self.table.state != "waiting" and self.table.match is not None
            yield News(entry, changed, began, len(before) - stays, after[stays:])

    def _log(self) -> list[MatchLine]:
        return list(self.table.match.log) if self.table.match is not None else []

    def offer(self, line: Line) -> bool:
        """Add a line; false when the log has grown, and must be read first."""
        return self.club.append(self.name, self.table.length, line, self.member)

    def upgrade(self) -> None:
        """Go on by newer rules from the position that the old ones led to, if they wrote it down."""
        table = self.table
        if table.state != "running" or table.edition >= table.game.edition or not table.has_place(self.member):
            return
        stored = self.club.stored(self.name)
        if stored.position and stored.length == table.length:
            self.offer(Upgraded(new_id(), table.game.edition, msgspec.Raw(stored.position.encode())))

    # What the table needs

    def play_bot(self) -> bool:
        """If a bot is to move and no other process plays it, let it move."""
        match = self.table.match
        if match is None or self.table.ended or match.waits_for_person or not self.table.has_place(self.member):
            return False
        if not self.plays or not self._has_claim():
            return False
        actor = match.state.actor
        assert actor is not None
        with a_core(_cores()):
            decision = self._bots.decide(match)
        self.remark = decision.trouble
        self.offer(Chosen(new_id(), actor, decision.notation))
        return True

    def _has_claim(self) -> bool:
        now = time.monotonic()
        if now < self._claimed_until - _CLAIM / 2:
            return True
        if now < self._ask_again_at:
            return False
        if self.club.claim(self._claim, self._holder, _CLAIM):
            self._claimed_until = now + _CLAIM
            return True
        self._ask_again_at = now + _RETRY
        return False

    @property
    def _claim(self) -> str:
        return f"bots {self.name}"

    def tend(self) -> None:
        """Say that we are here, and write down what the log has led to, when it is time."""
        if time.monotonic() > self._here_until:
            self.club.be_here(self.name, self.member, _HERE)
            self._here_until = time.monotonic() + _AGAIN
        if self._kept < self.table.length:
            keep(self.club, self.name, self.table)
            self._kept = self.table.length

    def patience(self) -> float:
        """How many seconds one may wait for news before there is something to do."""
        match = self.table.match
        bot_moves = match is not None and not match.over and not match.waits_for_person
        return min(_RETRY if bot_moves else _AGAIN, max(0.0, self._here_until - time.monotonic()))

    def leave(self) -> None:
        """Others need not wait for our claim to run out. A club that is away finds out by itself."""
        with contextlib.suppress(ClubError):
            self.club.be_here(self.name, self.member, 0)
            if time.monotonic() < self._claimed_until:
                self.club.release(self._claim, self._holder)


def _cores() -> Path:
    return Folders.of_player().logs / "cores"
