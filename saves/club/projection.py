"""Rebuild a table from its events. Folding is deterministic, because each client must come to the same match alone.

The events before an event decide what it does: who sat where, whose turn it was, which moves were legal. An event
whose author may not do this changes nothing, in any client. Forced and automatic moves are not in the log, because
they follow from what is.

    table = TableProjection(club.terms(id), club.seed(id))
    table.fold(club.events(id, table.length))    # the events that changed something
    table.match                                  # None while seats are free, or when the rules are of a newer edition
    table.turn                                   # the seats that can decide now
    table.early_match(seat)                      # where a seat can decide before its turn; it sends MovePrepared
    table.last_of(seat)                          # the id of the event that this seat could take back

A table of an older edition is folded with the options of its time. Whether today's rules lead to the same position is
checked against the position that was stored beside the log (`settled`). Before the match goes on, the log gets a
RulesUpgraded event (`upgraded`): from there on every client of the newer edition has the same match, and an older one
leaves it alone.
"""

import hashlib
from collections.abc import Iterable, Sequence

import msgspec

from core import registry
from core.bots import LEVELS
from core.errors import InvalidMatchError
from core.game import Game, Setup
from core.match import Match
from saves.club import events
from saves.club.early_moves import EarlyMove
from saves.club.errors import DamagedLogError
from saves.club.events import EventId, StoredEvent
from saves.club.made_moves import MadeMoves, Maker
from saves.club.pace import Pace
from saves.club.seats import ClubSeat, seats_from_terms
from saves.club.snapshot import Ended, Snapshot, read_snapshot
from saves.club.terms import AwaitedMember, TableHead, TableState, Terms
from saves.match_record import known_habits
from saves.position_check import UnplayablePositionError, check_position, is_position

#: The seconds for which a rated match waits for a bot that cannot think, before it goes on unrated.
HELD_UP_SECONDS = 600.0


class TableProjection:
    """The state of a shared table that its events make. Only `fold` changes it."""

    def __init__(self, terms: Terms, seed: int, game: Game | None = None) -> None:
        self.terms = terms
        self.game = game or registry.get_game(terms.game)
        self._setup = _setup(self.game, terms, seed)
        #: How many events have been folded: the number of the next one.
        self.length = 0
        #: The edition of the Samovar that plays the match now.
        self.edition = terms.edition
        #: Whether the match goes on from a position of older rules, and whether moves of theirs were lost.
        self.rules_changed = self.moves_lost = False
        self.seats = seats_from_terms(terms, known_habits(self.game, terms.habits))
        self.match: Match | None = None
        #: How the table came to its end; empty while it has not.
        self.ended: Ended = ""
        #: When the current decision began, for the time limit.
        self.turn_since = 0.0
        #: The seats that agree to end the match as it stands.
        self.agreed_to_end: set[int] = set()
        #: How many events there were when the first of these asked, so that one request is not taken for another.
        self.asked_at = 0
        #: The members for whom a bot has sat in.
        self.stood_in: set[str] = set()
        #: Whether the match counts for ratings, if it is played to its end.
        self.counts = terms.counts
        #: Since when the match waits for a bot that cannot think; None while it does not.
        self.held_up_since: float | None = None
        #: The clocks of the seats.
        self.pace = Pace(terms)
        #: The members whom the host has removed, who do not sit down here again.
        self.removed: set[str] = set()
        self._begun = False
        #: The seats that were kept for somebody and are open now.
        self._opened: set[int] = set()
        self._known: set[EventId] = set()
        self._moves = MadeMoves(len(self.seats))
        #: While the edition is an older one: whether a move was illegal, and whether the match is not the log's.
        self._is_stuck = self._is_beside_log = False
        self._begin_when_full(0.0)

    # Queries

    @property
    def state(self) -> TableState:
        return "over" if self.ended else "running" if self._begun else "waiting"

    @property
    def is_older(self) -> bool:
        """Whether older rules were played so far, so that an event must say so before the match goes on."""
        return self.edition < self.game.edition

    @property
    def is_newer(self) -> bool:
        """Whether a newer Samovar plays the match, whose rules or options are not known here."""
        return not self.is_older and (self.edition > self.game.edition or self._setup is None)

    def knows(self, line: str) -> bool:
        """Whether an event of this id is in the log already, even one that changed nothing."""
        return line in self._known

    def seat_of(self, name: str) -> int | None:
        """Return the seat where this member sits."""
        return next((seat for seat, club_seat in enumerate(self.seats) if club_seat.is_occupied_by(name)), None)

    def has_place(self, name: str) -> bool:
        """Whether this member plays here, even if a bot sits in at the moment."""
        return any(club_seat.is_taken and club_seat.belongs_to(name) for club_seat in self.seats)

    @property
    def turn(self) -> list[int]:
        """The seats that can decide now: the actor, then the humans who can prepare a move."""
        if self.match is None or self.ended or self.match.state.actor is None:
            return []
        early = [
            seat for seat, club_seat in enumerate(self.seats) if club_seat.sits and self.early_match(seat) is not None
        ]
        return [self.match.state.actor, *early]

    @property
    def awaited_seats(self) -> list[int]:
        """The seats of people who can decide now."""
        return [seat for seat in self.turn if self.seats[seat].sits]

    @property
    def asked_to_end(self) -> list[int]:
        """The seats that are asked whether the match ends as it stands, and have not answered."""
        if not self.agreed_to_end or self.ended:
            return []
        return [n for n, club_seat in enumerate(self.seats) if club_seat.sits and n not in self.agreed_to_end]

    def overdue_seat(self, at: float) -> int | None:
        """Return a seat that a bot takes over, because its agreed time has run out."""
        if self.terms.when_over != "bot" or self.ended or self.is_older:
            return None
        return next((seat for seat in self.awaited_seats if self.pace.is_over(seat, at)), None)

    def early_match(self, seat: int) -> Match | None:
        """Return the match in which this seat can decide before its turn, not to be played; None when it cannot."""
        if self.match is None or self.ended:
            return None
        return self._moves.early_match(self.match, seat)

    def prepared(self, seat: int) -> list[str]:
        """Return the moves that a seat has prepared and that wait for its turn; secret from other seats."""
        return [queued.move for queued in self._moves.queues[seat]]

    def last_of(self, seat: int) -> str | None:
        """Return the id of the last event that this seat could take back now."""
        if self.match is None or self.ended:
            return None
        return self._moves.last_of(self.match, seat, self.seats[seat].member)

    def first_of_turn(self, seat: int) -> str | None:
        """Return the id of the first event that could be taken back now, of the current turn or the prepared moves."""
        if self.match is None or self.ended:
            return None
        return self._moves.first_of_turn(self.match, seat, self.seats[seat].member)

    def stored_match(self, stored: str) -> Match | None:
        """Return the stored match of a table with other rules, to be viewed; None when these rules cannot read it."""
        kept = read_snapshot(stored)
        return None if kept is None else self._adopted(kept)

    def head(self) -> TableHead:
        """Return what a list shows of the table."""
        return TableHead(
            self.state,
            tuple(club_seat.name if club_seat.is_taken else "" for club_seat in self.seats),
            tuple(dict.fromkeys(club_seat.member for club_seat in self.seats if club_seat.member)),
            tuple(self.seats[seat].name for seat in self.turn),
            self.terms.host,
            tuple(self._awaited(seat) for seat in self.awaited_seats),
            tuple(self.seats[seat].member for seat in sorted(self.agreed_to_end) if not self.ended),
            tuple(self.seats[seat].member for seat in self.asked_to_end),
            self.asked_at if self.asked_to_end else 0,
        )

    def _awaited(self, seat: int) -> AwaitedMember:
        since = self.pace.since.get(seat, self.turn_since)
        return AwaitedMember(self.seats[seat].member, since, self.pace.until(seat) if self.terms.when_over else 0.0)

    def snapshot(self) -> str:
        """Return what is stored beside the log for newer rules to go on from; empty before the match began."""
        return "" if self.match is None else msgspec.json.encode(self._written(self.match)).decode()

    def _written(self, match: Match) -> Snapshot:
        past = [*match.archived_moves, *(entry.notation for entry in match.log)]
        position = msgspec.Raw(msgspec.json.encode(match.state))
        return Snapshot(self.length, self.edition, self.ended, self.seats, sorted(self.stood_in), position, past)

    def upgraded(self) -> events.RulesUpgraded | None:
        """Return the event that takes a table of an older edition to our rules; None when it cannot or need not."""
        if not self.is_older or self.state != "running" or self.match is None:
            return None
        written = self._written(self.match)
        if not self._is_beside_log and not self._is_stuck:
            kept = msgspec.structs.replace(written, past=[], whole=True)
        else:
            kept = msgspec.structs.replace(written, lost=self._is_stuck)
            if self._adopted(kept) is None:
                return None
        return events.RulesUpgraded(events.new_id(), self.game.edition, msgspec.Raw(msgspec.json.encode(kept)))

    def digest(self) -> str:
        """Return a digest of everything that the log has led to."""
        match = self.match
        played = [entry.notation for entry in match.log] if match else None
        position = match.state.digest() if match else ""
        agreed, stood_in = sorted(self.agreed_to_end), sorted(self.stood_in)
        clocks = sorted(self.pace.since.items()), sorted(self.pace.absences.items()), sorted(self.removed)
        rating = (self.counts, self.held_up_since)
        whole = (self.edition, self.state, self.ended, self.turn_since, self.seats, agreed, stood_in, clocks, rating)
        text = msgspec.json.encode((whole, position, played, self._moves.makers, self._moves.queues))
        return hashlib.blake2b(text, digest_size=8).hexdigest()

    # Folding

    def fold(self, entries: Iterable[StoredEvent]) -> list[StoredEvent]:
        """Apply these events in their order; return those that changed something."""
        return [entry for entry in entries if self._add(entry)]

    def _add(self, entry: StoredEvent) -> bool:
        if entry.number != self.length:
            raise DamagedLogError(f"The log of this table is damaged: line {self.length} is missing.")
        self.length += 1
        event = entry.line
        if event is None or event.id in self._known or (self.ended and not self._may_go_on_by(event)):
            return False
        self._known.add(event.id)
        if getattr(event, "seat", 0) >= len(self.seats):
            return False
        if self.is_older and isinstance(event, events.MoveChosen | events.MovePrepared | events.MoveTakenBack):
            changed = self._retrace(event, entry.author, entry.at)
        else:
            changed = self._apply(event, entry.author, entry.at)
        if changed:
            self.pace.note_awaited(self.awaited_seats, entry.at)
        return changed

    def _may_go_on_by(self, event: events.ClubEvent) -> bool:
        """Whether a match that is over by our rules may not have been over by the older ones it was played by."""
        return self.is_older and isinstance(event, events.RulesUpgraded)

    def _retrace(
        self, event: events.MoveChosen | events.MovePrepared | events.MoveTakenBack, author: str, at: float
    ) -> bool:
        """Fold a move that was made with older rules: after the first that ours do not allow, none is played.

        No client appends an illegal move. A taking back may come too late by any rules; but what was made before the
        position from which we went on cannot be taken back here, and could be there.
        """
        done = not self._is_stuck and self._apply(event, author, at)
        if not done and (self._is_beside_log or not isinstance(event, events.MoveTakenBack)):
            self._is_stuck = True
        return done

    def _apply(self, event: events.ClubEvent, author: str, at: float) -> bool:
        match event:
            case events.MoveChosen():
                return self._choose(event, author, at)
            case events.MovePrepared():
                return self._prepare(event, author)
            case events.MoveTakenBack():
                return self._take_back(event, author, at)
            case events.MemberSatDown():
                return self._sit_down(event, author, at)
            case events.MemberGotUp():
                return self._get_up(event, author, at)
            case events.SeatFilled():
                return self._fill(event, author, at)
            case events.SeatHandedOver():
                return self._hand_over(event, author, at)
            case events.TableCalledOff():
                return self._call_off(author)
            case events.EndingProposed():
                return self._end(event, author)
            case events.BotHeldUp():
                return self._hold_up(event, author, at)
            case events.MatchUnrated():
                return self._end_rating(event, author, at)
            case events.EndingDeclined():
                return self._decline_end(author)
            case events.TimeRanOut():
                return self._time_out(event, author, at)
            case events.MemberWentAway():
                return self._go_away(event, author, at)
            case events.InvitationDeclined():
                return self._decline_seat(event, author)
            case events.MemberRemoved():
                return self._remove(event, author)
            case events.RulesUpgraded():
                return self._upgrade(event, author, at)

    # Moves

    def _choose(self, event: events.MoveChosen, author: str, at: float) -> bool:
        match, club_seat = self.match, self.seats[event.seat]
        if match is None or match.state.actor != event.seat:
            return False
        if not (club_seat.is_occupied_by(author) if club_seat.sits else self.has_place(author)):
            return False
        if not self._moves.play(match, event.move, Maker(club_seat.member if club_seat.sits else "", event.id)):
            return False
        self._continue(at)
        return True

    def _continue(self, at: float) -> None:
        """Play the prepared moves of the turns that have come, until a seat has to decide."""
        match = self.match
        assert match is not None
        self._moves.play_prepared(match)
        self.turn_since = at
        self.held_up_since = None
        self.agreed_to_end.clear()
        if match.is_over:
            self.ended = "played"

    def _prepare(self, event: events.MovePrepared, author: str) -> bool:
        ahead = self.early_match(event.seat)
        if ahead is None or not self.seats[event.seat].is_occupied_by(author):
            return False
        return self._moves.prepare(
            ahead, event.seat, EarlyMove(event.id, self.seats[event.seat].member, event.move, False)
        )

    # Taking back

    def _take_back(self, event: events.MoveTakenBack, author: str, at: float) -> bool:
        match, club_seat = self.match, self.seats[event.seat]
        if match is None or self.ended or not club_seat.is_occupied_by(author):
            return False
        if not self._moves.can_take_back(match, event.seat, club_seat.member, event.taken):
            return False
        if self._moves.take_back(match, event.seat, event.taken):
            self.agreed_to_end.clear()
            self.turn_since, self.held_up_since = at, None
        return True

    # Seats

    def _sit_down(self, event: events.MemberSatDown, author: str, at: float) -> bool:
        club_seat = self.seats[event.seat]
        if self.seat_of(author) is not None or not club_seat.may_be_taken_by(author) or author in self.removed:
            return False
        habits = known_habits(self.game, event.habits)
        self._change(event.seat, club_seat.occupied_by(club_seat.member or author, habits), at)
        return True

    def _get_up(self, event: events.MemberGotUp, author: str, at: float) -> bool:
        club_seat = self.seats[event.seat]
        if not club_seat.is_occupied_by(author):
            return False
        if not self._begun:
            kept = "" if event.seat in self._opened else self.terms.places[event.seat].name
            self.seats[event.seat] = ClubSeat(member=kept)
            return True
        return self._give_to_bot(event.seat, event.level, at)

    def _fill(self, event: events.SeatFilled, author: str, at: float) -> bool:
        if self._begun or not self._is_host(author) or self.seats[event.seat].is_taken or event.level not in LEVELS:
            return False
        self._change(event.seat, ClubSeat(level=event.level, bot=event.level.capitalize()), at)
        return True

    def _decline_seat(self, event: events.InvitationDeclined, author: str) -> bool:
        club_seat = self.seats[event.seat]
        if self._begun or club_seat.is_taken or not club_seat.belongs_to(author) or self._is_host(author):
            return False
        self.seats[event.seat] = ClubSeat()
        self._opened.add(event.seat)
        return True

    def _remove(self, event: events.MemberRemoved, author: str) -> bool:
        club_seat = self.seats[event.seat]
        if self._begun or not self._is_host(author) or not club_seat.member or club_seat.belongs_to(author):
            return False
        self.removed.add(club_seat.member)
        self.seats[event.seat] = ClubSeat()
        self._opened.add(event.seat)
        return True

    def _time_out(self, event: events.TimeRanOut, author: str, at: float) -> bool:
        if not self.has_place(author) or self.terms.when_over != "bot":
            return False
        if event.seat not in self.awaited_seats or not self.pace.is_over(event.seat, at):
            return False
        return self._give_to_bot(event.seat, event.level, at)

    def _go_away(self, event: events.MemberWentAway, author: str, at: float) -> bool:
        if self.ended or not self.seats[event.seat].is_occupied_by(author):
            return False
        return self.pace.leave(event.seat, at, event.days) if event.days else self.pace.come_back(event.seat, at)

    def _hand_over(self, event: events.SeatHandedOver, author: str, at: float) -> bool:
        limit = 0.0 if self.terms.when_over else self.terms.limit
        awaited = self.match is not None and self.match.state.actor == event.seat and self.seats[event.seat].sits
        if self.seat_of(author) is None or not awaited or not limit or at - self.turn_since < limit:
            return False
        return self._give_to_bot(event.seat, event.level, at)

    def _give_to_bot(self, seat: int, level: str, at: float) -> bool:
        """Let a bot sit in; what the member has prepared stays decided, because it may have shown something hidden."""
        if level not in LEVELS:
            return False
        self.stood_in.add(self.seats[seat].member)
        self.agreed_to_end.discard(seat)
        self._change(seat, self.seats[seat].left_to_bot(level), at)
        self._end_when_all_agree()
        return True

    def _change(self, seat: int, club_seat: ClubSeat, at: float) -> None:
        self.seats[seat] = club_seat
        if self.match is None:
            self._begin_when_full(at)
            return
        if self.match.reseat(seat, club_seat.seat()):
            self._moves.note_derived(self.match)
            self._continue(at)
        self._moves.look_anew()
        if self.match.state.actor == seat:
            self.turn_since, self.held_up_since = at, None

    def _begin_when_full(self, at: float) -> None:
        """Begin the match when the last seat is taken."""
        if self._begun or not all(club_seat.is_taken for club_seat in self.seats):
            return
        self._begun = True
        self.turn_since = at
        if self._setup is not None and not self.is_newer:
            self.match = Match(self.game, self._setup, [club_seat.seat() for club_seat in self.seats])
            self._moves.note_derived(self.match)

    def _is_host(self, author: str) -> bool:
        return ClubSeat(member=self.terms.host).belongs_to(author)

    # Bots that cannot think

    def _awaits_bot(self, seat: int, author: str) -> bool:
        """Whether a rated match waits for the bot of this seat, and the author plays in it."""
        awaited = self.match is not None and self.match.state.actor == seat and not self.seats[seat].sits
        return awaited and self.counts and self.has_place(author)

    def _hold_up(self, event: events.BotHeldUp, author: str, at: float) -> bool:
        if not self._awaits_bot(event.seat, author) or self.held_up_since is not None:
            return False
        self.held_up_since = at
        return True

    def _end_rating(self, event: events.MatchUnrated, author: str, at: float) -> bool:
        since = self.held_up_since
        if not self._awaits_bot(event.seat, author) or since is None or at - since < HELD_UP_SECONDS:
            return False
        self.counts, self.held_up_since = False, None
        return True

    # The end

    def _call_off(self, author: str) -> bool:
        if self._begun or not self._is_host(author):
            return False
        self.ended = "called off"
        return True

    def _end(self, event: events.EndingProposed, author: str) -> bool:
        seat = self.seat_of(author)
        if self.match is None or seat is None or (seat in self.agreed_to_end) == event.agreed:
            return False
        if not self.agreed_to_end:
            self.asked_at = self.length
        self.agreed_to_end ^= {seat}
        self._end_when_all_agree()
        return True

    def _decline_end(self, author: str) -> bool:
        seat = self.seat_of(author)
        if seat not in self.asked_to_end:
            return False
        self.agreed_to_end.clear()
        return True

    def _end_when_all_agree(self) -> None:
        if self.agreed_to_end and self.agreed_to_end == {
            seat for seat, club_seat in enumerate(self.seats) if club_seat.sits
        }:
            self.ended = "agreed"

    # Other rules

    def _upgrade(self, event: events.RulesUpgraded, author: str, at: float) -> bool:
        """Play the match by a newer Samovar's rules from here on. An older Samovar can only watch."""
        kept = read_snapshot(event.stored)
        if kept is None or not self._begun or not self.has_place(author) or event.edition <= self.edition:
            return False
        if (kept.length, kept.edition, kept.ended) != (self.length - 1, self.edition, ""):
            return False
        if len(kept.chairs) != len(self.seats):
            return False
        self.edition, self.turn_since, self.held_up_since = event.edition, at, None
        self.pace.restart()  # until now, what a client can follow of older rules decides who was awaited
        if self.is_newer:
            self._go_on_from(kept, None)
        elif not kept.whole:
            self._go_on_from(kept, self._adopted(kept))
            self.rules_changed, self.moves_lost, self._is_stuck = True, kept.lost, False
        elif self.is_older or self.ended or self.match is None:
            self._meet(kept)
        self._is_beside_log = False
        return True

    def _meet(self, kept: Snapshot) -> None:
        """Compare the snapshot after these events with what our rules lead to, and go on from it if it differs.

        A position that cannot be read does not stop a log that replays.
        """
        match, came_there = self.match, not self._is_stuck and self.ended == kept.ended
        if match is not None and came_there and is_position(kept.position, match.state, self.game):
            return
        if (adopted := self._adopted(kept)) is not None:
            self._go_on_from(kept, adopted)
            self._is_stuck, self._is_beside_log = False, True

    def _go_on_from(self, kept: Snapshot, match: Match | None) -> None:
        """Go on from what older rules had led to; without a match it cannot be played on here, only viewed."""
        self.match, self.ended = match, kept.ended
        self.seats, self.stood_in = list(kept.chairs), set(kept.stood_in)
        self.agreed_to_end.clear()
        self._moves = MadeMoves(len(self.seats))
        if match is not None:
            self._moves.note_derived(match)
            if match.is_over:  # what was a choice may not be one any more
                self.ended = kept.ended or "played"

    def _adopted(self, kept: Snapshot) -> Match | None:
        if self._setup is None or len(kept.chairs) != len(self.seats):
            return None
        try:
            position = check_position(kept.position, self.game, len(self.seats))
        except UnplayablePositionError:
            return None
        seats = [club_seat.seat() for club_seat in kept.chairs]
        return Match.resume_from(self.game, self._setup, seats, position, kept.past)


def settled(
    terms: Terms, seed: int, entries: Sequence[StoredEvent], stored: str, game: Game | None = None
) -> TableProjection:
    """Return the table that a log makes, with what was stored beside it.

    In our own edition the log alone decides. In an older one our rules may have led to another position than those of
    its time: then the match goes on from the stored position, with the events that came after it.
    """
    table = TableProjection(terms, seed, game)
    kept = read_snapshot(stored)
    upto = kept.length if kept is not None else 0
    table.fold(entries[:upto])
    if kept is not None and table.is_older and (kept.length, kept.edition) == (table.length, table.edition):
        table._meet(kept)
    table.fold(entries[upto:])
    return table


def _setup(game: Game, terms: Terms, seed: int) -> Setup | None:
    """Return the setup of the table; None when a newer Samovar has options, or seats, that are not known here."""
    try:
        return game.setup(len(terms.places), terms.options, seed, terms.edition)
    except InvalidMatchError:
        return None
