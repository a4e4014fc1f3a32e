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

from core import registry as shelf
from core.bots.player import Player
from core.game import OptionValue
from core.match import Line as MatchLine
from core.match import Match
from saves.club.errors import ClubError, Refused
from saves.club.events import Chosen, Entry, Line, Prepared, SatDown, new_id
from saves.club.game_results import finished_game
from saves.club.projection import Table, settled
from saves.club.store import Club
from saves.club.terms import Terms
from saves.paths import Folders
from tui.sessions.cpu_slots import a_core

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
    stored = club.stored(name).position  # before the log, which may grow meanwhile
    return settled(_known_terms(club, name), club.seed(name), club.lines(name), stored)


def _known_terms(club: Club, name: str) -> Terms:
    """What a table agreed on, if its game is on this shelf."""
    terms = club.terms(name)
    if terms.game not in shelf.NAMES:
        raise Refused(f"Table {name} plays a game that this Samovar does not have; update Samovar to go there.")
    return terms


def come(club: Club, name: str, member: str, plays: bool = True) -> "Guest":
    """A member at a table as it stands; whoever plays goes on with what an older Samovar has left."""
    guest = Guest(club, name, member, plays)
    guest.catch_up()
    guest.take_over()
    if guest.table.is_older:
        guest.table = open_table(club, name)
        if guest.table.ended and guest.has_place:
            keep(club, name, guest.table, checked=True)
    if guest.only_looks:
        guest.look_at(guest.stored())
    return guest


def must_be_open(guest: "Guest") -> None:
    """A table may be closed to those who do not play there."""
    if not (guest.table.terms.watchers or guest.table.has_place(guest.member)):
        raise Refused(f"Table {guest.name} is closed to those who do not play there.")


def keep(club: Club, name: str, table: Table, checked: bool = False) -> None:
    """Write down for lists what the log has led to, and how a match ended.

    What an older Samovar plays is for it to write down, unless one who played there has `checked` how it ended.
    """
    keeping(club, name, table, checked)()


def keeping(club: Club, name: str, table: Table, checked: bool = False) -> Callable[[], None]:
    """What `keep` does, for another thread: the table is read now, and written down when this is called."""
    length, head, position = table.length, table.head(), table.snapshot()
    theirs = table.is_older and table.state != "waiting" and not checked
    known = not theirs and (table.match is not None or table.state != "running")
    record = finished_game(table) if known and table.ended == "played" and table.match is not None else ""

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
        self.table = Table(_known_terms(club, name), self._seed)
        #: A sentence when a bot's thinking failed.
        self.remark = ""
        self._looked_at: Match | None = None
        self._cannot_take_over = False
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
        may_play = self.plays and not self.only_looks and not self.must_take_over
        return self.table.seat_of(self.member) if may_play else None

    @property
    def has_place(self) -> bool:
        """Whether we play here, even if a bot sits in at the moment, and have not only come to watch."""
        return self.plays and self.table.has_place(self.member)

    @property
    def match(self) -> Match | None:
        """The match to be shown: the one that the log makes or, if another Samovar plays it, what is known of it."""
        return self._looked_at or self.table.match if self.only_looks else self.table.match

    @property
    def only_looks(self) -> bool:
        """Whether the match is played by another Samovar than ours, and can only be watched."""
        left_to_others = self.table.is_older and not self.must_take_over
        return self.table.state == "running" and (self.table.match is None or left_to_others)

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
        self.take_over()

    def sitting_down(self, habits: dict[str, OptionValue]) -> Line:
        """The line that takes our seat."""
        self.must_not_be_newer()
        free = [seat for seat, chair in enumerate(self.table.chairs) if chair.may_be_taken_by(self.member)]
        if not free or self.table.ended:
            raise Refused(f"There is no free seat at table {self.name}; samovar club watch {self.name} looks on.")
        kept = [seat for seat in free if self.table.chairs[seat].belongs_to(self.member)]
        return SatDown(new_id(), (kept or free)[0], habits)

    def must_not_be_newer(self) -> None:
        """What a newer Samovar plays, or will play, is left alone; a Refused says so."""
        if self.table.is_newer:
            raise Refused(f"Table {self.name} is played by a newer Samovar; update Samovar to play there.")

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
        match, state, before = self._followed, self.table.state, self._log()
        changed = bool(self.table.fold([entry]))
        after = self._log()
        if match is not self._followed and state != "waiting":  # another Samovar's match, or what it has left
            self._went_back += 1
            return News(entry, changed, False, 0, [])
        same = next((n for n, (a, b) in enumerate(zip(before, after, strict=False)) if a is not b), None)
        stays = min(len(before), len(after)) if same is None else same
        began = state == "waiting" and self.table.state != "waiting" and self.match is not None
        self._went_back += len(before) > stays
        return News(entry, changed, began, len(before) - stays, after[stays:])

    @property
    def _followed(self) -> Match | None:
        """The match that we follow move by move, and do not only look at."""
        return None if self.only_looks else self.table.match

    def _log(self) -> list[MatchLine]:
        return list(self._followed.log) if self._followed is not None else []

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

    # What an older Samovar has left

    @property
    def must_take_over(self) -> bool:
        """Whether an older Samovar has played here so far: before we play on, that must be written into the log."""
        begun = self.table.is_older and self.table.state != "waiting"
        return begun and self.has_place and not self._cannot_take_over

    def take_over(self) -> None:
        """Go on with what an older Samovar has left, if there is such a match and it can be read."""
        while self.must_take_over:
            self.offer_to_take_over()
            self.catch_up()

    def offer_to_take_over(self) -> None:
        """Write that a newer Samovar goes on, unless the log grows meanwhile; asks the club only, for any thread."""
        found = open_table(self.club, self.name)
        line = found.upgraded()
        if line is None:
            self._cannot_take_over = True
        else:
            self.club.append(self.name, found.length, line, self.member)

    # What the table needs

    @property
    def bot_moves(self) -> bool:
        """Whether a bot is to move, and we are among those who may move for it."""
        match = self.table.match
        if match is None or self.table.ended or match.over or match.waits_for_person:
            return False
        return self.has_place and not self.table.is_older

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
