"""The match of a club's table as a match session: other players' moves come in like those of bots, one's own go out.

    session = ClubSession(connection, services)
    session.listener = face.on_change
    session.start()
    session.submit(choice.moves)          # Sending until all of them are in the log
    session.close()                       # the member keeps the seat

A move is played only when it has come back from the log. Events are folded one at a time, and only while nothing is
shown: so the session lags behind the log by what the player has not seen yet.
"""

from collections.abc import Callable, Iterator, Sequence

import msgspec

from core.bots import MASTER_SECONDS
from core.bots.failures import no_hint_text
from core.bots.hints import HINT_LEVEL, record_hint
from core.bots.player import PlannedTurn, thinking_time
from core.bots.search import Budget
from core.bots.worker import BotReply
from core.game import Move, State
from core.match import TEXT, LogEntry, Match, Note
from core.text import count_text, list_text
from saves.club.errors import ClubRefusedError
from saves.club.events import ClubEvent, MovePrepared, MoveTakenBack
from saves.club.projection import TableProjection
from tui.club import requests
from tui.club import text as club_text
from tui.club.client import EventEffect, EventRequest, Question, TableClient
from tui.club.connection import TableConnection
from tui.club.pace_text import away_lines, table_left
from tui.sessions.bots import BotQuery, decision_of
from tui.sessions.changes import (
    AwaitedElsewhere,
    DecisionBegan,
    Ended,
    HintFound,
    MatchReplaced,
    ModeChanged,
    Played,
    Prepared,
    SeatLost,
    TakenBack,
    TroubleChanged,
)
from tui.sessions.hints import HintState
from tui.sessions.mode import Deciding, Mode, Over, ReadOnly, Sending, Settled, Thinking, Waiting
from tui.sessions.pacing import Pacing
from tui.sessions.scheduler import Timers
from tui.sessions.session import LogRow, MatchSession, Policy, SessionServices, log_rows_of

#: The name of the timer.
_SECOND = "second"
#: The timer of the agreed pace, and the least and most seconds between two looks at it.
_PACE = "pace"
_SOON, _MINUTE = 1.0, 60.0
#: No bot of the table has been asked.
_NEVER = -1


class ClubSession(MatchSession):
    """A match that is played at several terminals, from the side of one member or watcher."""

    def __init__(self, connection: TableConnection, services: SessionServices, policy: Policy | None = None) -> None:
        match = connection.client.match
        assert match is not None
        self.connection, self.services = connection, services
        self.timers = Timers(services.scheduler)
        self.pacing = Pacing(self.timers, services.settings, self.update_mode, self.table_changed)
        self.hints = HintState()
        self.query = BotQuery(services.bots, services.scheduler)
        self.is_hint_pending = False
        self.trouble = connection.connection_error
        #: The other tables where it is the member's turn, as was told last.
        self._elsewhere: frozenset[str] = frozenset()
        #: The match that the log makes, which is shown unless the member decides early.
        self._log_match = match
        #: The remaining moves of a choice of several moves.
        self._rest: list[Move] = []
        #: Messages and events besides moves, each with its place in the log.
        self._said: list[Note] = []
        #: The question at which the last decision began, and the seat that was asked.
        self._begun_question: Question | None = None
        self._asked_seat: int | None = None
        self._planned_turn = PlannedTurn()
        #: The length of the table's log when a bot was last asked here: its move fits nowhere else.
        self._bot_asked_at = _NEVER
        #: Whether a bot of a rated match could not think, and is asked again in a while.
        self._is_bot_resting = False
        self._is_thinking = False
        self._thinking_seconds = 0
        self._has_ended = False
        super().__init__(match, (), policy or Policy())
        self._look_anew()
        self.mode = self.compute_mode()

    @property
    def remark(self) -> str:
        """What is to be said when somebody comes: about the rules, or what others did while they were away."""
        return club_text.rules_words(self.table) or club_text.missed_text(self.client.missed, self.table)

    @property
    def client(self) -> TableClient:
        return self.connection.client

    @property
    def table(self) -> TableProjection:
        return self.client.table

    def start(self) -> None:
        if missed := club_text.missed_text(self.client.missed, self.table):
            self._said.append(Note(len(self.log_match.log), TEXT, (missed,)))
        self.connection.attach(self)

    def close(self) -> None:
        """Leave: the member keeps the seat."""
        super().close()
        self.query.cancel()
        self.timers.close()
        self.connection.close()

    # The mode

    def compute_mode(self) -> Mode:
        return self.pacing.over(self._compute_settled())

    def _compute_settled(self) -> Settled:
        """Return what the match is doing, whatever is shown over it."""
        client, table = self.client, self.table
        if client.is_watching_only:
            return ReadOnly(club_text.other_samovar(table))
        if table.ended:
            return Over()
        if self.connection.wanted is not None:
            return Waiting(self._waiting_text) if self.trouble else Sending(self._waiting_text)
        if client.view is not None and client.seat is not None:
            return Deciding(client.seat, early=client.view is not table.match)
        actor = self.log_match.state.actor
        if self._is_bot_to_move and actor is not None:
            return Thinking(actor, self._thinking_seconds)
        return Waiting(self._waiting_text)

    @property
    def _is_bot_to_move(self) -> bool:
        return not (self.log_match.is_over or self.log_match.waits_for_human or self.table.ended)

    @property
    def _waiting_text(self) -> str:
        return club_text.waiting_for_text(self.awaited_names, self.present_members)

    def thinker_text(self, seat: int) -> str:
        """Return who is thinking; a bot that plays for the member has their name, but is not them."""
        if self.table.seats[seat].belongs_to(self.client.member):
            return "The bot that plays for you"
        return super().thinker_text(seat)

    @property
    def request_text(self) -> str:
        """The request at the table that is not answered yet, and how the member answers it."""
        return club_text.request_text(self.table, self.client.seat)

    @property
    def elsewhere_text(self) -> str:
        """Where else it is the member's turn, and how they go there."""
        return club_text.elsewhere_text(self.connection.awaited_elsewhere)

    @property
    def left_text(self) -> str:
        """What is left of the agreed pace."""
        return table_left(self.table, self.connection.now, self.client.seat)

    @property
    def awaited_names(self) -> list[str]:
        """The other people who can decide now."""
        table, ours = self.table, self.client.seat
        return [table.seats[seat].name for seat in table.turn if table.seats[seat].sits and seat != ours]

    @property
    def question_id(self) -> Question | None:
        """What tells the question to the member from all others; None when nothing is asked."""
        return self.client.question

    # What comes in

    def table_changed(self) -> None:
        """Take the events that have come, as fast as they can be shown; then write the request and go on."""
        self._note_trouble()
        self._note_elsewhere()
        while not self.pacing.is_showing and self.connection.is_behind:
            self._take()
        if self.client.is_watching_only:
            self._look_anew()
        self.connection.go_on()
        self._advance()

    def _note_trouble(self) -> None:
        if self.trouble != self.connection.connection_error:
            self.trouble = self.connection.connection_error
            self.tell(TroubleChanged(self.trouble))
        if self.trouble:
            self._bot_asked_at = _NEVER  # a bot's move may not have reached the club

    def _note_elsewhere(self) -> None:
        if self._elsewhere != self.connection.awaited_elsewhere:
            self._elsewhere = self.connection.awaited_elsewhere
            self.tell(AwaitedElsewhere(self._elsewhere))

    def _take(self) -> None:
        """Fold the next event of the log, tell what it did, and show it."""
        match = self.table.match
        before = match.state.copy() if match is not None else None
        sat, prepared, watched_only = self._sits, self._prepared, self.client.is_watching_only
        effect = self.connection.take()
        assert effect is not None
        self._look_anew()
        if effect.changed:
            self._tell(effect, prepared - self._prepared)
        goes_on = effect.played and not effect.taken_back and self.table.match is match
        if goes_on and before is not None and not self.decides_early:
            self._show(before, effect.played)
        if sat and not self._sits:
            self.tell(SeatLost())
            if self.can_sit_down:
                self.announce("A bot plays for you. Enter takes your seat back.")
        if self.client.is_watching_only and not watched_only:
            self.connection.read()  # the stored position was not wanted until now
        self.pacing.begin()
        self.update_mode()

    @property
    def _sits(self) -> bool:
        """Whether the member plays here, or will as soon as the match is taken over from an older Samovar."""
        return self.client.seat is not None or self.client.must_take_over

    @property
    def _prepared(self) -> int:
        """How many moves the member has prepared."""
        return 0 if self.client.seat is None else len(self.table.prepared(self.client.seat))

    def _look_anew(self) -> None:
        """Show the match in which the member can decide, or else the one that the log makes."""
        client = self.client
        self.seats = frozenset(() if client.seat is None else (client.seat,))
        may_play = client.is_player and not client.is_watching_only and not client.must_take_over
        self.can_sit_down = may_play and client.seat is None and not self.table.ended
        replaced = client.match is not None and client.match is not self._log_match
        self._log_match = client.match or self._log_match
        self.match = client.view or self._log_match
        self.version += 1
        if replaced:
            self.seen_log_index = min(self.seen_log_index, len(self._log_match.log))
            self.tell(MatchReplaced())

    def _tell(self, effect: EventEffect, unprepared: int) -> None:
        """Tell what an event did; `unprepared`: how many prepared moves of the member it took back."""
        event = effect.entry.line
        if sentence := club_text.event_text(effect, self.table):
            self.announce(sentence)
        if effect.taken_back:
            self.announce(f"{effect.entry.author} undoes {count_text(effect.taken_back, 'move')}.")
            self.tell(TakenBack(effect.taken_back))
        elif isinstance(event, MoveTakenBack) and event.seat in self.seats:
            self.say("Undone.")
            self.tell(TakenBack(unprepared))
        elif isinstance(event, MovePrepared) and event.seat in self.seats:
            self.tell(Prepared())
        if effect.played:
            self.tell(Played(effect.played))

    def _show(self, before: State, entries: Sequence[LogEntry]) -> None:
        """Show the moments of moves, and the moves of others at the player's pace."""
        if self.policy.shows_moments:
            self.pacing.add(self.mover_moments(before, self.viewer, entries))
        mover = entries[-1].seat
        is_free = self.client.view is None and self.connection.wanted is None
        if self.policy.paces and is_free and mover not in self.seats:
            self.pacing.pause(is_same_turn=self.match.state.actor == mover)

    def announce(self, sentence: str) -> None:
        """Tell a sentence, and keep it in the log."""
        self._said.append(Note(len(self.log_match.log), TEXT, (sentence,)))
        self.say(sentence)

    # Who is next

    def _advance(self) -> None:
        """Find out who is next, once all events are taken: the member, a bot that may think here, or others."""
        self._count_while_thinking()
        self.update_mode()
        if self.connection.is_behind:
            return
        self._watch_pace()
        if self.table.ended:
            self._end()
        else:
            self._begin_decision()
            self._ask_bot()

    def _begin_decision(self) -> None:
        """Begin a decision, if another one is asked for than before."""
        question, seat = self.client.question, self.client.seat
        if question == self._begun_question or self.connection.wanted is not None:
            return
        self._begun_question = question
        self._drop_hint()
        if question is not None and seat is not None:
            same_seat, self._asked_seat = seat == self._asked_seat, seat
            log = self.log_match.log
            self.tell(DecisionBegan(seat, bool(log) and log[-1].seat != seat, same_seat))

    def _end(self) -> None:
        """Tell the end once, after everything has been shown."""
        if not self._has_ended and not self.pacing.is_showing:
            self._has_ended = True
            self.tell(Ended())

    def skip(self) -> None:
        if self.pacing.is_showing:
            self.pacing.skip()

    # What goes out

    def submit(self, moves: Sequence[Move]) -> None:
        if self.is_deciding:
            self._answer(moves)

    def _answer(self, moves: Sequence[Move]) -> None:
        """Send the first move; the others follow when it has come back."""
        self.seen_log_index = len(self.log_match.log)
        first, *self._rest = moves
        self._send(self.client.answer(first.notation))

    def on_settled(self, played: bool) -> None:
        """Go on with a choice of several moves when the member's move is in the log; otherwise drop its rest."""
        rest, self._rest = self._rest, []
        view = self.client.view
        if played and rest and view is not None and rest[0] in view.legal_moves:
            self._answer(rest)
        else:
            self._advance()

    def request(self, make: Callable[[], ClubEvent]) -> None:
        """Send an event, or say why it cannot be."""
        if self.connection.wanted is not None:
            self.say("Your last answer is still being sent.")
            return
        try:
            event = make()
        except ClubRefusedError as error:
            self.say(str(error))
        else:
            self._send(EventRequest.always(event))

    def _send(self, request: EventRequest) -> None:
        self.connection.submit(request)
        self.update_mode()

    def undo(self) -> None:
        self.request(lambda: requests.take_back(self.client))

    def restart_turn(self) -> None:
        self.request(lambda: requests.take_back(self.client, whole_turn=True))

    def sit_down(self) -> None:
        if self.can_sit_down:
            habits = requests.last_habits(self.services.settings, self.table.game)
            self.request(lambda: self.client.sitting_down(habits))

    def talk(self, text: str) -> None:
        """Send a message to the table."""
        self.connection.send_message(text)

    def agree(self) -> None:
        """Propose to end the match as it is, accept that, or withdraw it."""
        self.request(lambda: requests.answer_end(self.client))

    def play_on(self) -> None:
        """Decline to end the match, or withdraw the member's own proposal."""
        self.request(lambda: requests.play_on(self.client))

    def go_away(self, days: str) -> None:
        """Be away for so many days; 0: be back."""
        self.request(lambda: requests.go_away(self.client, days, self.connection.now))

    def hand_over(self, level: str) -> None:
        """Give the seat of a player who has exceeded the limit to a bot."""
        self.connection.ask(
            self.client.club.now, lambda now: self.request(lambda: requests.hand_over(self.client, level, now))
        )

    def get_up(self, level: str) -> None:
        """Let a bot sit in for the member."""
        self.request(lambda: requests.get_up(self.client, level))

    def mute(self, name: str, on: bool) -> None:
        """Hide the messages of a member, or show them again."""
        self.connection.mute(name, on)

    # The pace

    def _watch_pace(self) -> None:
        """Look again when the next agreed time runs out, and repaint what is left of it meanwhile."""
        table = self.table
        ends = [end for seat in table.awaited_seats if (end := table.pace.until(seat))] if table.terms.when_over else []
        if not ends:
            self.timers.cancel(_PACE)
            return
        wait = min(ends) - self.connection.now
        self.timers.start(_PACE, min(max(wait, _SOON), _MINUTE), self._on_time)

    def _on_time(self) -> None:
        """Write that a time has run out, if it has; the server may be faster."""
        self.tell(ModeChanged(self.mode, self.mode))  # a face shows what is left of the time
        self.connection.ask(self.client.club.now, self._end_time)
        self._watch_pace()

    def _end_time(self, now: float) -> None:
        if self.connection.wanted is None and not self.connection.is_behind:
            event = requests.time_out(self.client, now)
            if event is not None:
                self._send(EventRequest.always(event))

    # Bots

    def _ask_bot(self) -> None:
        """Let a bot think here, if this process may play it and it does not think already."""
        if self._may_ask_bot and self._bot_asked_at != self.table.length:
            self.connection.ask_for_bots(self._let_bot_think)

    @property
    def _may_ask_bot(self) -> bool:
        is_busy = self.connection.is_behind or self.is_hint_pending or self._is_bot_resting
        return self.client.bot_moves and not (is_busy or self.trouble)

    def _let_bot_think(self) -> None:
        match = self.table.match
        if not self._may_ask_bot or match is None or match.state.actor is None:
            self.connection.release_bots()
            return
        self._bot_asked_at = self.table.length
        if planned := self._planned_turn.next_move(match):
            self._play_bot(BotReply(0, (planned,)))
            return
        level = match.seats[match.state.actor].level
        is_rated = self.table.counts  # and then as strong at everybody's
        seconds = MASTER_SECONDS if is_rated else self.services.settings.bot_seconds
        budget = Budget(thinking_time(match, seconds), is_fixed=is_rated)
        self.query.ask(lambda reply: self.services.bots.ask(match, level, budget, reply), self._play_bot)

    def _play_bot(self, reply: BotReply) -> None:
        """Write a bot's move at once; it is shown like any event."""
        match, number = self.table.match, self._bot_asked_at
        if match is None or match.state.actor is None or number != self.table.length:
            self.connection.release_bots()
            return
        decision = decision_of(reply, match, self._planned_turn)
        if decision.reason and self.table.counts:
            self._is_bot_resting = True
            self.connection.hold_up_bot(match.state.actor, decision.reason, number, self._ask_bot_again)
            return
        if decision.note is not None:
            match.notes.append(decision.note)
            self.say(decision.error)
        self.connection.append_for_bot(match.state.actor, decision.notation, number)

    def _ask_bot_again(self) -> None:
        """Ask a bot that could not think."""
        self._is_bot_resting = False
        self._bot_asked_at = _NEVER
        self._ask_bot()

    def _count_while_thinking(self) -> None:
        """Count the seconds from the first moment on at which bots are to move."""
        was_thinking, self._is_thinking = self._is_thinking, self._is_bot_to_move
        if not self._is_thinking:
            self.timers.cancel(_SECOND)
        elif not was_thinking:
            self._thinking_seconds = 0
            self.timers.start(_SECOND, 1.0, self._count_second)

    def _count_second(self) -> None:
        self._thinking_seconds += 1
        self.timers.start(_SECOND, 1.0, self._count_second)
        self.update_mode()

    # Hints

    @property
    def no_hint_reason(self) -> str:
        return "" if self.table.terms.tips else club_text.NO_HINTS

    def ask_hint(self) -> None:
        """Ask the master for a hint; asked again, tell one more decision of it. Meanwhile no bot thinks here."""
        viewer = self.viewer
        if self.no_hint_reason or not self.is_deciding or viewer is None:
            self.say(self.no_hint_reason or "Tips are available on your turn.")
        elif self.hints.has_more:
            self.say(self.hints.tell_next_step(self.match, viewer))
        else:
            self.is_hint_pending = True
            self.say("Asking for a tip…")
            match, budget = self.match, Budget(self.services.settings.bot_seconds)
            self.query.ask(
                lambda reply: self.services.bots.ask(match, HINT_LEVEL, budget, reply, hint=True), self._on_hint
            )

    def _drop_hint(self) -> None:
        """Forget the hint that was told, and await none."""
        self.hints.clear()
        if self.is_hint_pending:
            self.is_hint_pending = False
            self.query.cancel()

    def _on_hint(self, reply: BotReply) -> None:
        """Tell the hint; a bot of the table that was thinking is asked again."""
        self.is_hint_pending = False
        self._bot_asked_at = _NEVER
        if reply.error or not reply.hints:
            self.say(no_hint_text(reply.error))
        elif self.is_deciding and self.viewer is not None:
            record_hint(self.match, self.viewer)
            self.tell(HintFound(*self.hints.tell(self.match, self.viewer, reply.hints)))
        self._advance()

    # What is shown

    @property
    def decides_early(self) -> bool:
        """Whether the member decides before their turn, in an early match."""
        return self.match is not self._log_match

    @property
    def log_match(self) -> Match:
        return self._log_match

    @property
    def notes(self) -> Sequence[Note]:
        end = len(self.log_match.log)
        said = (msgspec.structs.replace(note, at=min(note.at, end)) for note in self._said)
        return [*self.log_match.notes, *said]

    def newest_rows(self, end: int | None = None) -> Iterator[LogRow]:
        """Yield the rows of the log from the last to the first; what was decided early is the newest."""
        if self.decides_early and end in (None, self.log_end):
            for row in log_rows_of(self.match, (), len(self.match.log), self.viewer):
                yield LogRow(self.log_end, row.text)
        yield from super().newest_rows(end)

    @property
    def over_text(self) -> str:
        return "The match is over." if self.table.ended == "played" else club_text.ended_lines(self.table)[-1]

    @property
    def present_members(self) -> list[str]:
        return self.connection.present_members

    def who_lines(self) -> list[str]:
        """Return what was agreed on, who sits where, and who is here now."""
        agreed = club_text.terms_lines(self.table.terms, self.client.public_seed)
        here = f"Here now: {list_text(self.present_members, 'nobody')}."
        away = away_lines(self.table, self.connection.now)
        left = [f"{self.left_text[:1].upper()}{self.left_text[1:]}."] if self.left_text else []
        asked = [self.request_text] if self.request_text else []
        return [*agreed, *left, *asked, "", *club_text.seat_lines(self.table), *away, "", here]

    def can(self, command: str) -> bool:
        match command:
            case "restart":
                return self.can_undo()
            case "redo" | "name_match":
                return False
            case "decline":
                return self.client.seat in (*self.table.asked_to_end, *self.table.agreed_to_end)
            case "hand_over":
                return bool(self.table.terms.limit) and not self.table.terms.when_over
            case "go_away":
                return bool(self.table.terms.when_over) and self.client.seat is not None
        return super().can(command)

    def can_undo(self) -> bool:
        return self.client.seat is not None and self.table.last_of(self.client.seat) is not None
