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

from core import registry
from core.bots.player import BotPlayer
from core.game import OptionValue
from core.match import LogEntry, Match
from saves.club.errors import ClubError, ClubRefusedError
from saves.club.events import ClubEvent, MemberSatDown, MoveChosen, MovePrepared, StoredEvent, new_id
from saves.club.game_results import finished_game
from saves.club.projection import TableProjection, settled
from saves.club.store import Club
from saves.club.terms import Terms
from saves.paths import DataPaths
from tui.sessions.cpu_slots import cpu_slot

#: A process that says nothing for so many seconds is not here any more; it says so again much sooner.
_HERE = 75.0
PRESENCE_INTERVAL = 25.0
#: So many seconds a bot's process may take for a move, before another one plays it.
_CLAIM = 5.0
#: How soon one who has not got the claim asks again.
CLAIM_RETRY = 1.0


class EventEffect(msgspec.Struct, frozen=True):
    """What a line of the log did; `changed` is false for one that its author may not write."""

    entry: StoredEvent
    changed: bool
    began: bool
    taken_back: int
    played: list[LogEntry]


#: What somebody is asked: the same whether it is asked before their turn or in it.
Question = tuple[object, ...]


class EventRequest(msgspec.Struct, frozen=True):
    """A line that is to be written: its id, and the line as the table stands, or None when it makes no sense now."""

    id: str
    make_event: Callable[[], ClubEvent | None]

    @classmethod
    def always(cls, event: ClubEvent) -> "EventRequest":
        """A line that makes sense whatever others write meanwhile: the fold judges it."""
        return cls(event.id, lambda: event)


def open_table(club: Club, name: str) -> TableProjection:
    """A table as it stands."""
    stored = club.stored(name).position  # before the log, which may grow meanwhile
    return settled(_known_terms(club, name), club.seed(name), club.events(name), stored)


def _known_terms(club: Club, name: str) -> Terms:
    """What a table agreed on, if its game is on this shelf."""
    terms = club.terms(name)
    if terms.game not in registry.GAME_NAMES:
        raise ClubRefusedError(
            f"Table {name} plays a game that this Samovar does not have; update Samovar to go there."
        )
    return terms


def join_table(club: Club, name: str, member: str, plays: bool = True) -> "TableClient":
    """A member at a table as it stands; whoever plays goes on with what an older Samovar has left."""
    client = TableClient(club, name, member, plays)
    client.catch_up()
    client.take_over()
    if client.table.is_older:
        client.table = open_table(club, name)
        if client.table.ended and client.has_place:
            save_projection(club, name, client.table, checked=True)
    if client.is_watching_only:
        client.show_stored(client.stored())
    return client


def require_open(client: "TableClient") -> None:
    """A table may be closed to those who do not play there."""
    if not (client.table.terms.watchers or client.table.has_place(client.member)):
        raise ClubRefusedError(f"Table {client.name} is closed to those who do not play there.")


def save_projection(club: Club, name: str, table: TableProjection, checked: bool = False) -> None:
    """Write down for lists what the log has led to, and how a match ended.

    What an older Samovar plays is for it to write down, unless one who played there has `checked` how it ended.
    """
    projection_writer(club, name, table, checked)()


def projection_writer(club: Club, name: str, table: TableProjection, checked: bool = False) -> Callable[[], None]:
    """What `keep` does, for another thread: the table is read now, and written down when this is called."""
    length, head, position = table.length, table.head(), table.snapshot()
    theirs = table.is_older and table.state != "waiting" and not checked
    known = not theirs and (table.match is not None or table.state != "running")
    record = finished_game(table) if known and table.ended == "played" and table.match is not None else ""

    def write() -> None:
        if known:
            club.save_head(name, length, head, position)
        if record:
            club.finish(name, record)

    return write


class TableClient:
    """A member at a table, or somebody who watches it."""

    def __init__(self, club: Club, name: str, member: str, plays: bool = True) -> None:
        self.club, self.name, self.member = club, name, member
        self.is_player = plays
        self._seed = club.seed(name)
        self.table = TableProjection(_known_terms(club, name), self._seed)
        #: A sentence when a bot's thinking failed.
        self.status = ""
        self._looked_at: Match | None = None
        self._cannot_take_over = False
        #: How often the match went back: a question from before is another one, though it may read the same.
        self._went_back = 0
        self._bots = BotPlayer()
        self._holder = f"{member} {secrets.token_hex(8)}"
        self._claimed_until = 0.0
        self._ask_again_at = 0.0
        self._here_until = 0.0
        self._kept = -1

    # Who we are

    @property
    def seat(self) -> int | None:
        """Where we sit; None for whoever watches, or has not the rules to do more."""
        may_play = self.is_player and not self.is_watching_only and not self.must_take_over
        return self.table.seat_of(self.member) if may_play else None

    @property
    def has_place(self) -> bool:
        """Whether we play here, even if a bot sits in at the moment, and have not only come to watch."""
        return self.is_player and self.table.has_place(self.member)

    @property
    def match(self) -> Match | None:
        """The match to be shown: the one that the log makes or, if another Samovar plays it, what is known of it."""
        return self._looked_at or self.table.match if self.is_watching_only else self.table.match

    @property
    def is_watching_only(self) -> bool:
        """Whether the match is played by another Samovar than ours, and can only be watched."""
        left_to_others = self.table.is_older and not self.must_take_over
        return self.table.state == "running" and (self.table.match is None or left_to_others)

    def stored(self) -> str:
        """The position that those who have the rules wrote down last."""
        return self.club.stored(self.name).position

    def show_stored(self, stored: str) -> None:
        """Show a position that was written down."""
        self._looked_at = self.table.stored_match(stored)

    @property
    def view(self) -> Match | None:
        """The match in which we can decide now: the true one, or one aside from it before our turn."""
        seat, match = self.seat, self.table.match
        if seat is None or match is None or self.table.ended:
            return None
        return match if match.state.actor == seat else self.table.early_match(seat)

    def sit_down(self, habits: dict[str, OptionValue]) -> None:
        """Take the seat that is kept for us, or else one that is open; a Refused when there is none."""
        while self.table.seat_of(self.member) is None:
            self.append(self.sitting_down(habits))
            self.catch_up()
        self.take_over()

    def sitting_down(self, habits: dict[str, OptionValue]) -> ClubEvent:
        """The line that takes our seat."""
        self.must_not_be_newer()
        free = [seat for seat, club_seat in enumerate(self.table.seats) if club_seat.may_be_taken_by(self.member)]
        if not free or self.table.ended:
            raise ClubRefusedError(
                f"There is no free seat at table {self.name}; samovar club watch {self.name} looks on."
            )
        kept = [seat for seat in free if self.table.seats[seat].belongs_to(self.member)]
        return MemberSatDown(new_id(), (kept or free)[0], habits)

    def must_not_be_newer(self) -> None:
        """What a newer Samovar plays, or will play, is left alone; a Refused says so."""
        if self.table.is_newer:
            raise ClubRefusedError(f"Table {self.name} is played by a newer Samovar; update Samovar to play there.")

    @property
    def public_seed(self) -> int | None:
        """The seed, where the host chose it for everybody to know."""
        return self._seed if self.table.terms.seed_told else None

    # The log

    def catch_up(self) -> None:
        for _ in self.read_on():
            pass

    def read_on(self) -> Iterator[EventEffect]:
        """Fold what is new, and tell what each line did."""
        for entry in self.club.events(self.name, self.table.length):
            yield self.fold_entry(entry)

    def fold_entry(self, entry: StoredEvent) -> EventEffect:
        """Fold the next line, and tell what it did."""
        match, state, before = self._followed, self.table.state, self._log()
        changed = bool(self.table.fold([entry]))
        after = self._log()
        if match is not self._followed and state != "waiting":  # another Samovar's match, or what it has left
            self._went_back += 1
            return EventEffect(entry, changed, False, 0, [])
        same = next((n for n, (a, b) in enumerate(zip(before, after, strict=False)) if a is not b), None)
        stays = min(len(before), len(after)) if same is None else same
        began = state == "waiting" and self.table.state != "waiting" and self.match is not None
        self._went_back += len(before) > stays
        return EventEffect(entry, changed, began, len(before) - stays, after[stays:])

    @property
    def _followed(self) -> Match | None:
        """The match that we follow move by move, and do not only look at."""
        return None if self.is_watching_only else self.table.match

    def _log(self) -> list[LogEntry]:
        return list(self._followed.log) if self._followed is not None else []

    def append(self, event: ClubEvent) -> bool:
        """Add a line; false when the log has grown, and must be read first."""
        return self.club.append(self.name, self.table.length, event, self.member)

    # What we are asked

    @property
    def question(self) -> Question | None:
        """What we are asked now; None when nothing."""
        view, match = self.view, self.table.match
        if view is None or match is None:
            return None
        logs = [match.log] if view is match else [match.log, view.log]
        decided = sum(entry.seat == self.seat for log in logs for entry in log)
        return (self._went_back, decided, view.state.prompt, tuple(move.notation for move in view.legal_moves))

    def answer(self, move: str) -> EventRequest:
        """The line that answers what we are asked now, as long as that is asked: in our turn, or before it."""
        key, seat, question = new_id(), self.seat, self.question
        assert seat is not None

        def line() -> ClubEvent | None:
            if question is None or self.question != question:
                return None
            return (MoveChosen if self.view is self.table.match else MovePrepared)(key, seat, move)

        return EventRequest(key, line)

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
        event = found.upgraded()
        if event is None:
            self._cannot_take_over = True
        else:
            self.club.append(self.name, found.length, event, self.member)

    # What the table needs

    @property
    def bot_moves(self) -> bool:
        """Whether a bot is to move, and we are among those who may move for it."""
        match = self.table.match
        if match is None or self.table.ended or match.is_over or match.waits_for_human:
            return False
        return self.has_place and not self.table.is_older

    def play_bot(self) -> bool:
        """If a bot is to move and no other process plays it, let it move."""
        match = self.table.match
        if not self.bot_moves or match is None or not self.has_claim():
            return False
        actor = match.state.actor
        assert actor is not None
        with cpu_slot(cores()):
            decision = self._bots.decide(match)
        self.status = decision.error
        self.append(MoveChosen(new_id(), actor, decision.notation))
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
        self._ask_again_at = now + CLAIM_RETRY
        return False

    @property
    def _claim(self) -> str:
        return f"bots {self.name}"

    def send_presence(self) -> None:
        """Say that we are here, and write down what the log has led to, when it is time."""
        self.mark_present()
        if (write := self.pending_write()) is not None:
            write()

    def mark_present(self) -> None:
        """Say that we are here, when it is time to say so again."""
        if time.monotonic() > self._here_until:
            self.club.mark_present(self.name, self.member, _HERE)
            self._here_until = time.monotonic() + PRESENCE_INTERVAL

    def pending_write(self) -> Callable[[], None] | None:
        """What writes down what the log has led to, to be called in any thread; None when it is written already."""
        length = self.table.length
        if self._kept >= length:
            return None
        write = projection_writer(self.club, self.name, self.table)

        def keep_it() -> None:
            write()
            self._kept = length

        return keep_it

    def wait_seconds(self) -> float:
        """How many seconds one may wait for news before there is something to do."""
        match = self.table.match
        bot_moves = match is not None and not match.is_over and not match.waits_for_human
        return min(CLAIM_RETRY if bot_moves else PRESENCE_INTERVAL, max(0.0, self._here_until - time.monotonic()))

    def leave(self) -> None:
        """Others need not wait for our claim to run out. A club that is away finds out by itself."""
        with contextlib.suppress(ClubError):
            self.club.mark_present(self.name, self.member, 0)
            if time.monotonic() < self._claimed_until:
                self.club.release(self._claim, self._holder)


def cores() -> Path:
    """Where the locks of the host's cores lie."""
    return DataPaths.for_player().logs / "cores"
