"""A table of the club in plain lines, for screen readers, scripts and tests.

    how = PlainClubMatch(client, console, typed).play()     # "over", "left" or "interrupted"

Other players' moves are printed as they come; the member's own decisions are asked as in a local match. Every `> `
takes one line: without a terminal, the answer to a question that was withdrawn meanwhile is not taken for an answer to
the next one. Calls to the club run inline, one after the other, and something is asked only when none is left to do: so
lines keep their order.
"""

import contextlib
import select
import signal
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from types import FrameType
from typing import Literal

from core.errors import GameError
from core.game import GameEvent
from core.match import LogEntry
from core.text import count_text, list_text
from saves.club.events import ClubEvent
from saves.club.projection import TableProjection
from saves.settings import Settings
from tui.club import text as club_text
from tui.club.client import EventRequest, Question, TableClient
from tui.club.connection import TableConnection
from tui.club.select_scheduler import SelectScheduler
from tui.club.session import ClubSession
from tui.club.tasks import InlineTasks
from tui.club.typed_commands import COMMANDS, TypedCommands
from tui.plain.console import EndOfInputError, PlainConsole
from tui.plain.text import board_text, decision_lines, parse_answer, result_lines, with_hint
from tui.plain.typed_input import TypedInput
from tui.services import Services
from tui.sessions.bots import InProcessBots
from tui.sessions.changes import (
    Change,
    MatchReplaced,
    ModeChanged,
    Played,
    Prepared,
    Said,
    SeatLost,
    TakenBack,
    TroubleChanged,
)
from tui.sessions.mode import ReadOnly
from tui.sessions.session import PLAIN, SessionServices
from tui.terminal.streams import NoInputError


class PlainClubMatch:
    """A table that is played or watched in lines: while it waits for its players, and then as a session's face."""

    def __init__(self, client: TableClient, console: PlainConsole, typed: TypedInput, services: Services) -> None:
        self.client, self.console, self._services = client, console, services
        self._typed = typed
        self._scheduler = SelectScheduler()
        start_tasks = partial(InlineTasks, self._scheduler)
        self.connection = TableConnection(client, self._scheduler, start_tasks, services.paths.cores)
        #: The session of the match; None until it begins.
        self.session: ClubSession | None = None
        #: The open question, and how many lines are still to come for questions that were withdrawn.
        self._asked: Question | None = None
        self._owed = 0
        self._behind_prompt = False
        self.board_always = False
        #: Sentences that were printed for prepared moves, and are not printed again when these are played.
        self._foretold: list[str] = []
        #: For whom the table waits, and why the club cannot be reached, as they were printed last.
        self._waiting = self._trouble = ""
        #: The digest of the last printed position, where the match can only be watched.
        self._told_position: str | None = None
        self._orders = TypedCommands(self, services.analysis)

    def play(self) -> Literal["over", "left", "interrupted"]:
        """Play until the match is over, the member leaves or interrupts, or the input ends before a needed answer."""
        try:
            with _hanging_up_interrupts(), self._scheduler.woken_by_signals():
                self.start()
                while not self._table.ended:
                    if not self.step():
                        self._wait()
        except EndOfInputError:
            self._exit_message()
            return "left"
        except KeyboardInterrupt:
            self._exit_message()
            return "interrupted"
        finally:
            self.close()
        for line in ending_lines(self._table):
            self.say(line)
        self.console.flush()
        return "over"

    @property
    def _table(self) -> TableProjection:
        return self.client.table

    def start(self) -> None:
        """Print the terms of the table and how far the match is, and begin to follow it."""
        if self.client.is_player and self._typed.is_closed:
            raise NoInputError("Standard input is closed: nobody can answer.")
        for line in club_text.terms_lines(self._table.terms, self.client.public_seed):
            self.say(line)
        if remark := club_text.rules_words(self._table):
            self.say(remark)
        if self._table.is_newer or self.client.is_watching_only:
            self.say(club_text.other_samovar(self._table))
            self._print_position()
        elif self._table.match is not None:
            self._print_where()
        self.console.flush()
        if self.client.match is None:
            self.connection.attach(self)
        else:
            self._follow_match()

    def step(self) -> bool:
        """Do what can be done; return False when there is nothing but to wait."""
        if self._scheduler.run_due():
            return True
        if self.connection.connection_error:
            self._leave_while_away()
            return False
        self._ask()
        return self._take_line()

    def close(self) -> None:
        """Leave the table; the member keeps the seat."""
        if self.session is not None:
            self.session.close()
        self.connection.close()
        self.connection.wait()
        self._scheduler.close()

    def _wait(self) -> None:
        self.console.flush()
        if _nobody_reads():
            raise KeyboardInterrupt
        self._scheduler.wait(self._typed)
        if self._typed.lines:
            self.connection.read()  # what happened before a line was typed is printed before it is answered

    def _leave_while_away(self) -> None:
        """Go away from a club that is away, if the input has ended or says so; all other lines wait for the club."""
        if self.connection.wanted is None and self._nobody_answers():
            raise EndOfInputError
        if self._typed.lines and self._typed.lines[0].lower() in ("quit", "exit"):
            raise EndOfInputError

    def _nobody_answers(self) -> bool:
        """Whether the input has ended: on a terminal at any time, elsewhere once something is asked."""
        typed = self._typed
        return typed.ended and not typed.lines and (self._asked is not None or typed.is_terminal)

    # Before the match begins

    def table_changed(self) -> None:
        """Print what happens while the table waits for its players, until a session follows the match."""
        self._print_trouble(self.connection.connection_error)
        sat = self.client.seat is not None
        while self.session is None and (effect := self.connection.take()) is not None:
            if effect.changed and (sentence := club_text.event_text(effect, self._table)):
                self.say(sentence)
            if self.client.match is not None:
                self._begin()
                self._follow_match()
            elif self.client.is_watching_only or (sat and self.client.seat is None):
                raise EndOfInputError
        self.connection.go_on()

    def announce(self, sentence: str) -> None:
        self.say(sentence)

    def on_settled(self, played: bool) -> None:
        """Do nothing, because the event that was requested is printed."""

    def _follow_match(self) -> None:
        services = SessionServices(InProcessBots(self._services.analysis), self._scheduler, Settings())
        self.session = ClubSession(self.connection, services, PLAIN)
        self.session.listener = self._print_change
        self.session.start()

    # What happens

    def _print_change(self, change: Change) -> None:
        match change:
            case Said(text):
                self.say(text)
            case Played(entries):
                self._print_entries(entries)
            case Prepared():
                self._print_prepared()
            case TakenBack() if self.session is not None and self.session.decides_early:
                self._foretold = self._foreseen()
            case TroubleChanged(text):
                self._print_trouble(text)
            case SeatLost():
                raise EndOfInputError
            case ModeChanged(new=ReadOnly()) if self._table.is_newer and self._told_position is None:
                raise EndOfInputError
            case MatchReplaced() if self.client.is_watching_only:
                self._print_position()

    def _print_trouble(self, trouble: str) -> None:
        """Print once why the club cannot be reached."""
        if trouble and trouble != self._trouble:
            self.say(trouble)
        self._trouble = trouble

    def _print_position(self) -> None:
        """Print the stored position, unless it has been printed."""
        match = self.client.match
        if match is not None and (digest := match.state.digest()) != self._told_position:
            self._told_position = digest
            self.say(f"== {match.game.title}, {match.state.progress_text()}")
            self.say(board_text(match, None))

    def _print_where(self) -> None:
        match = self._table.match
        assert match is not None
        moves = len(match.archived_moves) + len(match.log)
        if any(entry.origin == "chosen" for entry in match.log) or match.archived_moves:
            self.say(f"The match goes on after {count_text(moves, 'move')}.")
        else:
            self._begin()

    def _begin(self) -> None:
        match = self._table.match
        assert match is not None
        self.say(f"The match begins: {list_text(match.names)}.")
        self._print_events([event for entry in match.log for event in entry.events])

    def _print_entries(self, entries: Sequence[LogEntry]) -> None:
        seat = self.client.seat
        if entries[0].seat == seat:  # chosen in their turn, not prepared
            self._foretold = []
        for entry in entries:
            self._print_events(entry.events, foretold=entry.seat == seat)

    def _print_events(self, events: Sequence[GameEvent], foretold: bool = False) -> None:
        match = self._table.match
        assert match is not None
        for event in events:
            if event.visible_to is None or event.visible_to == self.client.seat:
                sentence = match.game.describe_event(event, match.names)
                if foretold and sentence in self._foretold:
                    self._foretold.remove(sentence)
                else:
                    self.say(sentence)

    def _print_prepared(self) -> None:
        """Print what the prepared move does in the member's part of the step; the rest comes when it is played."""
        seat = self.client.seat
        assert seat is not None
        if self._table.early_match(seat) is None:
            self.say("That is decided, and is played when your turn comes.")
            return
        told = len(self._foretold) if len(self._table.prepared(seat)) > 1 else 0
        self._foretold = self._foreseen()
        for sentence in self._foretold[told:]:
            self.say(sentence)

    def _foreseen(self) -> list[str]:
        """Return what the prepared moves do, in sentences."""
        seat = self.client.seat
        ahead = self._table.early_match(seat) if seat is not None else None
        if seat is None or ahead is None or not self._table.prepared(seat):
            return []
        events = [event for entry in ahead.log for event in entry.events if event.visible_to in (None, seat)]
        return [ahead.game.describe_event(event, ahead.names) for event in events]

    def say(self, text: str = "") -> None:
        """Print a line of its own, even while a question is open."""
        if self._behind_prompt:
            self._behind_prompt = False
            self.console.print()
        self.console.print(text)

    # Asking

    def _ask(self) -> None:
        """Ask the member's question, unless it has been asked; or say who is waited for."""
        session = self.session
        question = session.question_id if session is not None and session.is_deciding else None
        if question is not None and question == self._asked:
            return
        if self._asked is not None:
            self._withdraw()
        if session is None or question is None:
            self._print_waiting()
            return
        self._asked, self._waiting = question, ""
        self._print_question(session)
        self.console.prompt("> ")
        self._behind_prompt = True

    def _print_question(self, session: ClubSession) -> None:
        match, seat = session.match, session.viewer
        assert seat is not None
        if self.board_always and self._turn_begins(session, seat):
            self.say(board_text(match, seat))
        for line in decision_lines(match, seat):
            self.say(line)

    def _turn_begins(self, session: ClubSession, seat: int) -> bool:
        log = session.match.log or session.log_match.log
        return not log or log[-1].seat != seat or log[-1].round != session.match.state.round

    def _withdraw(self) -> None:
        self._asked = None
        if not self._typed.is_terminal:
            self._owed += 1
        self.say("The table has changed: this is not asked any more.")

    def _print_waiting(self) -> None:
        """Print once who is waited for."""
        session = self.session
        waiting = club_text.awaited_text(self._table) if session is None else list_text(session.awaited_names, "")
        if waiting and waiting != self._waiting and self.client.is_player:
            self.say(f"Waiting for {waiting}.")
        self._waiting = waiting

    # Answers

    def _take_line(self) -> bool:
        """Take a typed line, if it is time for it."""
        typed = self._typed
        if self._nobody_answers():
            raise EndOfInputError
        if not typed.lines or self._is_typed_ahead(typed.lines[0]):
            return False
        self._answer(typed.lines.popleft())
        self.connection.read()
        return True

    def _is_typed_ahead(self, line: str) -> bool:
        """Whether a script has written this line for a later question."""
        asked = self._asked is not None or self._owed > 0
        return self.client.seat is not None and not (asked or self._typed.is_terminal or self._orders.is_command(line))

    def _answer(self, line: str) -> None:
        open_, self._asked = self._asked, None
        if open_ is not None:
            self._behind_prompt = False
            self.console.echo(line)
        if self._orders.is_command(line):
            self.connection.ask(lambda: self._orders.run(line))
        elif self._owed:
            self._owed -= 1
            self._asked = open_
            self.say("That was the answer to a question that is not asked any more.")
        elif open_ is not None:
            self._try_move(line)
        elif line:
            self.say("It is not your turn." if self.client.seat is not None else "You are only watching.")

    def _try_move(self, answer: str) -> None:
        session = self.session
        assert session is not None and session.viewer is not None
        if not answer:
            self.say("Answer with the number or the notation of a move; help shows the commands.")
            return
        match = session.match
        try:
            move = match.parse_move(str(parse_answer(answer, match, session.viewer)))
        except GameError as error:
            self.say(with_hint(str(error), answer, match.legal_moves, COMMANDS))
        else:
            session.submit([move])

    def submit(self, event: ClubEvent) -> None:
        """Write an event that never becomes obsolete."""
        if self.session is None:
            self.connection.submit(EventRequest.always(event))
        else:
            self.session.request(lambda: event)

    def send_message(self, text: str) -> None:
        """Send a message to the table, as soon as the club can be reached."""
        self.connection.send_message(text)

    def _exit_message(self) -> None:
        wanted = self.connection.wanted
        if wanted is not None and not self._table.knows(wanted.id):
            self.say("Your last answer has not come to the club.")
        if self.client.seat is not None:
            self.say(f"Your seat stays yours; samovar club join {self.client.name} --plain goes on.")
        elif self._behind_prompt:
            self.say()
        self.console.flush()


def ending_lines(table: TableProjection) -> list[str]:
    """Return how a table ended."""
    if table.ended == "played" and table.match is not None:
        return result_lines(table.match)
    return [*(["== Result"] if table.ended == "agreed" else []), *club_text.ended_lines(table)]


@contextlib.contextmanager
def _hanging_up_interrupts() -> Iterator[None]:
    """Treat SIGHUP and SIGTERM as an interrupt from the keyboard."""

    def interrupt(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = {number: signal.signal(number, interrupt) for number in (signal.SIGHUP, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _nobody_reads() -> bool:
    """Whether the reader of standard output has closed it."""
    try:
        descriptor = sys.stdout.fileno()
    except (OSError, ValueError):
        return False
    look = select.poll()
    look.register(descriptor, 0)
    return any(what & (select.POLLERR | select.POLLNVAL) for _, what in look.poll(0))
