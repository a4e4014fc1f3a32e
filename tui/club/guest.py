"""One member's process at one table: it reads the log, offers lines, and plays the bots when nobody else does.

    guest = Guest(club, table_id, "anna")
    guest.catch_up()                  # what happened before we came
    for news in guest.read_on(): …    # what each new line did
    guest.view                        # the match in which we can decide now, or None
    guest.offer(Chosen(…))            # false: the log has grown, read on first
    guest.play_bot()                  # true: a bot has moved, or somebody was faster

Every call may raise a ClubError while the club is away; nothing is lost by asking again. A screen must not wait for the
club: it lets a thread call what asks the club (`sitting.py`), and itself only folds what that has read (`take`).
"""

import contextlib
import secrets
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from core.bots.table import Player
from core.game import OptionValue
from core.match import Line as MatchLine
from core.match import Match
from saves.club.errors import ClubError, Refused
from saves.club.finished import finished_game
from saves.club.fold import Table
from saves.club.lines import Chosen, Entry, Line, Prepared, SatDown, Upgraded, new_id
from saves.club.store import Club
from saves.folders import Folders
from tui.club.cores import a_core

#: A process that says nothing for so many seconds is not here any more; it says so again much sooner.
_HERE = 75.0
AGAIN = 25.0
#: So many seconds a bot's process may take for a move, before another one plays it.
_CLAIM = 5.0
#: How soon one who has not got the claim asks again.
RETRY = 1.0


class News(msgspec.Struct, frozen=True):
    """What a line of the log did; `changed` is false for one that its author may not write."""

    entry: Entry
    changed: bool
    began: bool
    taken_back: int
    played: list[MatchLine]


#: What somebody is asked: the same whether it is asked before their turn or in it.
Question = tuple[object, ...]


class Wanted(msgspec.Struct, frozen=True):
    """A line that is to be written: its id, and the line as the table stands, or None when it makes no sense now."""

    id: str
    line: Callable[[], Line | None]

    @classmethod
    def always(cls, line: Line) -> "Wanted":
        """A line that makes sense whatever others write meanwhile: the fold judges it."""
        return cls(line.id, lambda: line)


def open_table(club: Club, name: str) -> Table:
    """A table as it stands."""
    table = Table(club.terms(name), club.seed(name))
    table.fold(club.lines(name))
    return table


def come(club: Club, name: str, member: str, plays: bool = True) -> "Guest":
    """A member at a table as it stands; newer rules go on from where the old ones stopped."""
    guest = Guest(club, name, member, plays)
    guest.catch_up()
    if plays:
        guest.upgrade()
        guest.catch_up()
    if guest.only_looks:
        guest.look_at(guest.stored())
    return guest


def must_be_open(guest: "Guest") -> None:
    """A table may be closed to those who do not play there."""
    if not (guest.table.terms.watchers or guest.table.has_place(guest.member)):
        raise Refused(f"Table {guest.name} is closed to those who do not play there.")


def keep(club: Club, name: str, table: Table) -> None:
    """Write down for lists what the log has led to, and how a match ended."""
    keeping(club, name, table)()


def keeping(club: Club, name: str, table: Table) -> Callable[[], None]:
    """What `keep` does, for another thread: the table is read now, and written down when this is called."""
    length, head, position = table.length, table.head(), table.snapshot()
    known = table.match is not None or table.state != "running"
    record = finished_game(table) if table.ended == "played" and table.match is not None else ""

    def write() -> None:
        if known:
            club.keep_head(name, length, head, position)
        if record:
            club.finish(name, record)

    return write


class Guest:
    """A member at a table, or somebody who watches it."""

    def __init__(self, club: Club, name: str, member: str, plays: bool = True) -> None:
        self.club, self.name, self.member = club, name, member
        self.plays = plays
        self._seed = club.seed(name)
        self.table = Table(club.terms(name), self._seed)
        #: A sentence when a bot's thinking failed.
        self.remark = ""
        self._looked_at: Match | None = None
        #: How often the match went back: a question from before is another one, though it may read the same.
        self._went_back = 0
        self._bots = Player()
        self._holder = f"{member} {secrets.token_hex(8)}"
        self._claimed_until = 0.0
        self._ask_again_at = 0.0
        self._here_until = 0.0
        self._kept = -1

    # Who we are

    @property
    def seat(self) -> int | None:
        """Where we sit; None for whoever watches, or has not the rules to do more."""
        return self.table.seat_of(self.member) if self.plays and not self.only_looks else None

    @property
    def match(self) -> Match | None:
        """The match to be shown: the one that the log makes or, if it is played by other rules, what is known of it."""
        return self.table.match or self._looked_at

    @property
    def only_looks(self) -> bool:
        """Whether the match is played by other rules than ours, and can only be watched."""
        return self.table.state == "running" and self.table.match is None

    def stored(self) -> str:
        """The position that those who have the rules wrote down last."""
        return self.club.stored(self.name).position

    def look_at(self, stored: str) -> None:
        """Show a position that was written down."""
        self._looked_at = self.table.stored_match(stored)

    @property
    def view(self) -> Match | None:
        """The match in which we can decide now: the true one, or one aside from it before our turn."""
        seat, match = self.seat, self.table.match
        if seat is None or match is None or self.table.ended:
            return None
        return match if match.state.actor == seat else self.table.ahead(seat)

    def sit_down(self, habits: dict[str, OptionValue]) -> None:
        """Take the seat that is kept for us, or else one that is open; a Refused when there is none."""
        while self.table.seat_of(self.member) is None:
            self.offer(self.sitting_down(habits))
            self.catch_up()

    def sitting_down(self, habits: dict[str, OptionValue]) -> Line:
        """The line that takes our seat."""
        free = [seat for seat, chair in enumerate(self.table.chairs) if chair.may_be_taken_by(self.member)]
        if not free or self.table.ended:
            raise Refused(f"There is no free seat at table {self.name}; samovar club watch {self.name} looks on.")
        kept = [seat for seat in free if self.table.chairs[seat].belongs_to(self.member)]
        return SatDown(new_id(), (kept or free)[0], habits)

    @property
    def told_seed(self) -> int | None:
        """The seed, where the host chose it for everybody to know."""
        return self._seed if self.table.terms.seed_told else None

    # The log

    def catch_up(self) -> None:
        for _ in self.read_on():
            pass

    def read_on(self) -> Iterator[News]:
        """Fold what is new, and tell what each line did."""
        for entry in self.club.lines(self.name, self.table.length):
            yield self.take(entry)

    def take(self, entry: Entry) -> News:
        """Fold the next line, and tell what it did."""
        before, state = self._log(), self.table.state
        changed = bool(self.table.fold([entry]))
        after = self._log()
        same = next((n for n, (a, b) in enumerate(zip(before, after, strict=False)) if a is not b), None)
        stays = min(len(before), len(after)) if same is None else same
        began = state == "waiting" and self.table.state != "waiting" and self.table.match is not None
        self._went_back += len(before) > stays
        return News(entry, changed, began, len(before) - stays, after[stays:])

    def _log(self) -> list[MatchLine]:
        return list(self.table.match.log) if self.table.match is not None else []

    def offer(self, line: Line) -> bool:
        """Add a line; false when the log has grown, and must be read first."""
        return self.club.append(self.name, self.table.length, line, self.member)

    # What we are asked

    @property
    def question(self) -> Question | None:
        """What we are asked now; None when nothing."""
        view, match = self.view, self.table.match
        if view is None or match is None:
            return None
        logs = [match.log] if view is match else [match.log, view.log]
        decided = sum(line.seat == self.seat for log in logs for line in log)
        return (self._went_back, decided, view.state.prompt, tuple(move.notation for move in view.legal))

    def answer(self, move: str) -> Wanted:
        """The line that answers what we are asked now, as long as that is asked: in our turn, or before it."""
        key, seat, question = new_id(), self.seat, self.question
        assert seat is not None

        def line() -> Line | None:
            if question is None or self.question != question:
                return None
            return (Chosen if self.view is self.table.match else Prepared)(key, seat, move)

        return Wanted(key, line)

    def upgrade(self) -> None:
        """Go on by newer rules from the position that the old ones led to, if they wrote it down."""
        table = self.table
        if table.state != "running" or table.edition >= table.game.edition or not table.has_place(self.member):
            return
        stored = self.club.stored(self.name)
        if stored.position and stored.length == table.length:
            self.offer(Upgraded(new_id(), table.game.edition, msgspec.Raw(stored.position.encode())))

    # What the table needs

    @property
    def bot_moves(self) -> bool:
        """Whether a bot is to move, and we are among those who may move for it."""
        match = self.table.match
        if match is None or self.table.ended or match.over or match.waits_for_person:
            return False
        return self.plays and self.table.has_place(self.member)

    def play_bot(self) -> bool:
        """If a bot is to move and no other process plays it, let it move."""
        match = self.table.match
        if not self.bot_moves or match is None or not self.has_claim():
            return False
        actor = match.state.actor
        assert actor is not None
        with a_core(cores()):
            decision = self._bots.decide(match)
        self.remark = decision.trouble
        self.offer(Chosen(new_id(), actor, decision.notation))
        return True

    def has_claim(self) -> bool:
        """Whether it is for this process to let the table's bots move."""
        now = time.monotonic()
        if now < self._claimed_until - _CLAIM / 2:
            return True
        if now < self._ask_again_at:
            return False
        if self.club.claim(self._claim, self._holder, _CLAIM):
            self._claimed_until = now + _CLAIM
            return True
        self._ask_again_at = now + RETRY
        return False

    @property
    def _claim(self) -> str:
        return f"bots {self.name}"

    def tend(self) -> None:
        """Say that we are here, and write down what the log has led to, when it is time."""
        self.be_here()
        if (write := self.unwritten()) is not None:
            write()

    def be_here(self) -> None:
        """Say that we are here, when it is time to say so again."""
        if time.monotonic() > self._here_until:
            self.club.be_here(self.name, self.member, _HERE)
            self._here_until = time.monotonic() + AGAIN

    def unwritten(self) -> Callable[[], None] | None:
        """What writes down what the log has led to, to be called in any thread; None when it is written already."""
        length = self.table.length
        if self._kept >= length:
            return None
        write = keeping(self.club, self.name, self.table)

        def keep_it() -> None:
            write()
            self._kept = length

        return keep_it

    def patience(self) -> float:
        """How many seconds one may wait for news before there is something to do."""
        match = self.table.match
        bot_moves = match is not None and not match.over and not match.waits_for_person
        return min(RETRY if bot_moves else AGAIN, max(0.0, self._here_until - time.monotonic()))

    def leave(self) -> None:
        """Others need not wait for our claim to run out. A club that is away finds out by itself."""
        with contextlib.suppress(ClubError):
            self.club.be_here(self.name, self.member, 0)
            if time.monotonic() < self._claimed_until:
                self.club.release(self._claim, self._holder)


def cores() -> Path:
    """Where the locks of the host's cores lie."""
    return Folders.of_player().logs / "cores"
