"""One member's process at one table: fold its events, append events, and play its bots when no other process does.

    client = TableClient(club, table_id, "anna")
    client.catch_up()                     # the events from before
    for effect in client.read_on(): …     # what each new event did
    client.view                           # the match in which the member can decide now, or None
    client.append(MoveChosen(…))          # False: the log has grown, read on first
    client.play_bot(bots.decide)          # True: a bot has moved, or another process was faster

Every call may raise a ClubError while the club is away; nothing is lost by calling again. A screen must not wait for
the club: it lets a thread make these calls (`connection.py`), and itself only folds what the thread has read
(`fold_entry`).
"""

import contextlib
import secrets
import time
from collections.abc import Callable, Iterator

import msgspec

from core import registry
from core.bots.player import Decision
from core.game import OptionValue
from core.match import LogEntry, Match
from saves.club.awaited import awaited_tables
from saves.club.blocks import is_kept_out
from saves.club.errors import ClubError, ClubRefusedError, contained
from saves.club.events import (
    BotHeldUp,
    ClubEvent,
    MatchUnrated,
    MemberSatDown,
    MoveChosen,
    MovePrepared,
    StoredEvent,
    new_id,
)
from saves.club.game_results import finished_game
from saves.club.presence import PRESENCE_SECONDS
from saves.club.projection import HELD_UP_SECONDS, TableProjection, settled
from saves.club.reading import heard_messages, mark_heard, mark_seen, seen_events
from saves.club.store import Club
from saves.club.terms import Terms

#: The seconds after which a presence is renewed.
PRESENCE_INTERVAL = 25.0
#: The seconds that a process may take for a bot's move, before another one plays it.
_CLAIM = 5.0
#: The seconds after which a process without the claim asks again.
CLAIM_RETRY = 1.0
#: The seconds after which a bot of a rated match that could not think is asked again.
BOT_RETRY = 5.0


class EventEffect(msgspec.Struct, frozen=True):
    """What an event of the log did; `changed` is false for one that its author may not write."""

    entry: StoredEvent
    changed: bool
    began: bool
    taken_back: int
    played: list[LogEntry]


#: The identity of a question to a member: the same before their turn and in it.
Question = tuple[object, ...]


class EventRequest(msgspec.Struct, frozen=True):
    """An event to write: its id, and a function that makes it for the table as it is now, or None when obsolete."""

    id: str
    make_event: Callable[[], ClubEvent | None]

    @classmethod
    def always(cls, event: ClubEvent) -> "EventRequest":
        """Make a request that never becomes obsolete; folding decides what the event does."""
        return cls(event.id, lambda: event)


def open_table(club: Club, name: str) -> TableProjection:
    """Return a table as it is now."""
    club = club.with_fixed_names()
    stored = club.stored(name).position  # read before the log, which may grow meanwhile
    with contained(name):
        return settled(_known_terms(club, name), club.seed(name), club.events(name), stored)


def _known_terms(club: Club, name: str) -> Terms:
    """Return the terms of a table, if its game is registered here."""
    terms = club.terms(name)
    if terms.game not in registry.GAME_NAMES:
        raise ClubRefusedError(f"Table {name} plays a game that this Samovar does not have; update Samovar to open it.")
    return terms


def join_table(club: Club, name: str, member: str, plays: bool = True) -> "TableClient":
    """Return a client of a table as it is now; a player goes on with a match of an older Samovar."""
    client = TableClient(club, name, member, plays)
    client.catch_up_with_news()
    client.take_over()
    if client.table.is_older:
        client.table = open_table(client.club, name)
        if client.table.ended and client.has_place:
            save_projection(club, name, client.table, checked=True)
    if client.is_watching_only:
        client.show_stored(client.stored())
    return client


def may_watch(client: "TableClient") -> bool:
    """Whether a member may see the match: who plays in it, or anybody whom the host lets watch."""
    terms = client.table.terms
    return client.table.has_place(client.member) or (
        terms.watchers and not is_kept_out(client.club, terms.host, client.member)
    )


def require_open(client: "TableClient") -> None:
    """Refuse a table that is closed to watchers."""
    if not may_watch(client):
        raise ClubRefusedError(f"Table {client.name} is closed to watchers.")


def save_projection(club: Club, name: str, table: TableProjection, checked: bool = False) -> None:
    """Save the head of a table for lists, and the result of a finished match.

    A match of an older Samovar is left for that to save, unless one of its players has `checked` the end.
    """
    projection_writer(club, name, table, checked)()


def projection_writer(club: Club, name: str, table: TableProjection, checked: bool = False) -> Callable[[], None]:
    """Return what `save_projection` does as a call for another thread: the table is read now, and saved by the call."""
    with contained(name):
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
    """One member's process at a table, as a player or as a watcher."""

    def __init__(self, club: Club, name: str, member: str, plays: bool = True) -> None:
        #: The club as of now: nobody's name changes while the table is followed.
        self.club = club.with_fixed_names()
        self.name, self.member = name, self.club.name_now(member)
        self._key = self.club.directory.key_of(member)
        self.is_player = plays
        self._seed = self.club.seed(name)
        with contained(name):
            self.table = TableProjection(_known_terms(self.club, name), self._seed)
        #: What others did while the member was away.
        self.missed: list[EventEffect] = []
        #: A sentence when a bot's thinking failed.
        self.status = ""
        self._looked_at: Match | None = None
        self._cannot_take_over = False
        #: How often moves were taken back: a question from before is another one, even if its text is the same.
        self._went_back = 0
        self._holder = f"{member} {secrets.token_hex(8)}"
        self._claimed_until = 0.0
        self._ask_again_at = 0.0
        self._here_until = 0.0
        self._kept = -1

    # The member

    @property
    def seat(self) -> int | None:
        """The member's seat; None for a watcher, or for a match that this Samovar cannot play."""
        may_play = self.is_player and not self.is_watching_only and not self.must_take_over
        return self.table.seat_of(self.member) if may_play else None

    @property
    def has_place(self) -> bool:
        """Whether the member plays here, even if a bot sits in at the moment, and does not only watch."""
        return self.is_player and self.table.has_place(self.member)

    @property
    def match(self) -> Match | None:
        """The match to show: the one from the log or, if another Samovar plays it, the stored one."""
        return self._looked_at or self.table.match if self.is_watching_only else self.table.match

    @property
    def is_watching_only(self) -> bool:
        """Whether another version of Samovar plays the match, so that it can only be watched."""
        left_to_others = self.table.is_older and not self.must_take_over
        return self.table.state == "running" and (self.table.match is None or left_to_others)

    def stored(self) -> str:
        """Return the stored position, which a process with the right rules has saved last."""
        return self.club.stored(self.name).position

    def show_stored(self, stored: str) -> None:
        """Show a stored position."""
        self._looked_at = self.table.stored_match(stored)

    @property
    def view(self) -> Match | None:
        """The match in which the member can decide now: the real one, or an early one before their turn."""
        seat, match = self.seat, self.table.match
        if seat is None or match is None or self.table.ended:
            return None
        return match if match.state.actor == seat else self.table.early_match(seat)

    def sit_down(self, habits: dict[str, OptionValue], seat: int | None = None) -> None:
        """Take this seat, or the one that is kept for the member, or else an open one.

        A ClubRefusedError says that there is none.
        """
        self.mark_present()  # before the match can begin: nobody is told of a turn who is here
        while self.table.seat_of(self.member) is None:
            self.append(self.sitting_down(habits, seat))
            self.catch_up()
        self.take_over()

    def sitting_down(self, habits: dict[str, OptionValue], wanted: int | None = None) -> ClubEvent:
        """Return the event that takes the member's seat, or the wanted one."""
        self.must_not_be_newer()
        free = [seat for seat, club_seat in enumerate(self.table.seats) if club_seat.may_be_taken_by(self.member)]
        if wanted is not None:
            free = [seat for seat in free if seat == wanted]
        if not free or self.table.ended:
            raise ClubRefusedError(f"There is no free seat at table {self.name}; you can only watch it.")
        kept = [seat for seat in free if self.table.seats[seat].belongs_to(self.member)]
        return MemberSatDown(new_id(), (kept or free)[0], habits)

    def must_not_be_newer(self) -> None:
        """Raise a ClubRefusedError for a table that a newer Samovar plays, or will play."""
        if self.table.is_newer:
            raise ClubRefusedError(f"Table {self.name} is played in a newer Samovar; update Samovar to play there.")

    @property
    def public_seed(self) -> int | None:
        """The seed, if the host chose it for everybody to know."""
        return self._seed if self.table.terms.seed_told else None

    # What waits elsewhere, and what was said

    def awaited_tables(self) -> tuple[str, ...]:
        """Return the tables where it is the member's turn, the longest awaited first."""
        return awaited_tables(self.club, self._key)

    def first_unheard(self) -> int:
        """Return the number of the first message that the member is told: who plays here has missed none."""
        said = self.club.extent(self.name)[1]
        return max(0, min(said, heard_messages(self.club, self.name, self.member))) if self.has_place else said

    def mark_heard(self, messages: int) -> None:
        """Note that the member has heard so many messages."""
        if self.has_place:
            mark_heard(self.club, self.name, self.member, messages)

    # The log

    def catch_up(self) -> None:
        for _ in self.read_on():
            pass

    def catch_up_with_news(self) -> None:
        """Read on, and keep what others did besides moves since the member was last here."""
        seen = seen_events(self.club, self.name, self.member) if self.is_player else None
        for effect in self.read_on():
            is_new = seen is not None and effect.entry.number >= seen
            if is_new and effect.changed and effect.entry.author != self.member:
                self.missed.append(effect)

    def read_on(self) -> Iterator[EventEffect]:
        """Fold the new events, and yield what each did."""
        for entry in self.club.events(self.name, self.table.length):
            yield self.fold_entry(entry)

    def fold_entry(self, entry: StoredEvent) -> EventEffect:
        """Fold the next event, and return what it did."""
        match, state, before = self._followed, self.table.state, self._log()
        with contained(self.name):
            changed = bool(self.table.fold([entry]))
        after = self._log()
        if match is not self._followed and state != "waiting":  # another Samovar's match, or one taken over
            self._went_back += 1
            return EventEffect(entry, changed, False, 0, [])
        same = next((n for n, (a, b) in enumerate(zip(before, after, strict=False)) if a is not b), None)
        stays = min(len(before), len(after)) if same is None else same
        began = state == "waiting" and self.table.state != "waiting" and self.match is not None
        self._went_back += len(before) > stays
        return EventEffect(entry, changed, began, len(before) - stays, after[stays:])

    @property
    def _followed(self) -> Match | None:
        """The match that is followed move by move, and not only shown from storage."""
        return None if self.is_watching_only else self.table.match

    def _log(self) -> list[LogEntry]:
        return list(self._followed.log) if self._followed is not None else []

    def append(self, event: ClubEvent) -> bool:
        """Append an event; return False when the log has grown, and must be read first."""
        return self.club.append(self.name, self.table.length, event, self.member)

    # Questions

    @property
    def question(self) -> Question | None:
        """What the member is asked now; None when nothing."""
        view, match = self.view, self.table.match
        if view is None or match is None:
            return None
        logs = [match.log] if view is match else [match.log, view.log]
        decided = sum(entry.seat == self.seat for log in logs for entry in log)
        return (self._went_back, decided, view.state.prompt, tuple(move.notation for move in view.legal_moves))

    def answer(self, move: str) -> EventRequest:
        """Return a request that answers the current question, in the turn or before it; obsolete once that changes."""
        key, seat, question = new_id(), self.seat, self.question
        assert seat is not None

        def line() -> ClubEvent | None:
            if question is None or self.question != question:
                return None
            return (MoveChosen if self.view is self.table.match else MovePrepared)(key, seat, move)

        return EventRequest(key, line)

    # Matches of an older Samovar

    @property
    def must_take_over(self) -> bool:
        """Whether an older Samovar has played so far: that must be written into the log before the match goes on."""
        begun = self.table.is_older and self.table.state != "waiting"
        return begun and self.has_place and not self._cannot_take_over

    def take_over(self) -> None:
        """Go on with the match of an older Samovar, if there is one and it can be read."""
        while self.must_take_over:
            self.offer_to_take_over()
            self.catch_up()

    def offer_to_take_over(self) -> None:
        """Write that a newer Samovar goes on, unless the log grows meanwhile; only calls the club, for any thread."""
        found = open_table(self.club, self.name)
        event = found.upgraded()
        if event is None:
            self._cannot_take_over = True
        else:
            self.club.append(self.name, found.length, event, self.member)

    # Bots and presence

    @property
    def bot_moves(self) -> bool:
        """Whether a bot is to move, and this process is among those that may move for it."""
        match = self.table.match
        if match is None or self.table.ended or match.is_over or match.waits_for_human:
            return False
        return self.has_place and not self.table.is_older

    def play_bot(self, decide: Callable[[Match], Decision]) -> bool:
        """Let a bot decide and move, if one is to move and no other process plays it.

        A bot of a rated match that cannot think does not move: the match waits for it, and False is returned.
        """
        match = self.table.match
        if not self.bot_moves or match is None or not self.has_claim():
            return False
        actor = match.state.actor
        assert actor is not None
        decision = decide(match)
        self.status = decision.error
        if decision.reason and self.table.counts:
            event = self.bot_failed(actor, decision.reason)
            if event is not None:
                self.append(event)
            return isinstance(event, MatchUnrated)
        self.append(MoveChosen(new_id(), actor, decision.notation))
        return True

    def bot_failed(self, seat: int, reason: str) -> ClubEvent | None:
        """Return what is written when a bot of a rated match cannot think; None while the match has to wait on.

        It calls the club, for its clock.
        """
        since = self.table.held_up_since
        if since is None:
            return BotHeldUp(new_id(), seat, reason)
        return MatchUnrated(new_id(), seat) if self.club.now() - since >= HELD_UP_SECONDS else None

    def has_claim(self) -> bool:
        """Whether this process has the right to play the table's bots."""
        now = time.monotonic()
        if now < self._claimed_until - _CLAIM / 2:
            return True
        if now < self._ask_again_at:
            return False
        if self.club.presence.claim(self._claim, self._holder, _CLAIM):
            self._claimed_until = now + _CLAIM
            return True
        self._ask_again_at = now + CLAIM_RETRY
        return False

    @property
    def _claim(self) -> str:
        return f"bots {self.name}"

    def send_presence(self) -> None:
        """Report the member's presence, and save the head of the table, when it is time."""
        self.mark_present()
        if (write := self.pending_write()) is not None:
            write()

    def mark_present(self) -> None:
        """Report the member's presence, when it is time to renew it."""
        if time.monotonic() > self._here_until:
            self.club.presence.mark(self.name, self.member, PRESENCE_SECONDS)
            self._here_until = time.monotonic() + PRESENCE_INTERVAL

    def pending_write(self) -> Callable[[], None] | None:
        """Return a call that saves the head of the table, for any thread; None when it is saved already."""
        length = self.table.length
        if self._kept >= length:
            return None
        write = projection_writer(self.club, self.name, self.table)

        def keep_it() -> None:
            write()
            self._kept = length

        return keep_it

    def leave(self) -> None:
        """End presence and claim, so that others need not wait for them to expire; if the club is away, they expire."""
        with contextlib.suppress(ClubError):
            self.club.presence.mark(self.name, self.member, 0)
            if self.has_place:
                mark_seen(self.club, self.name, self.member, self.table.length)
        self.release_claim()

    def release_claim(self) -> None:
        """Let another process play the bots."""
        with contextlib.suppress(ClubError):
            if time.monotonic() < self._claimed_until:
                self.club.presence.release(self._claim, self._holder)
