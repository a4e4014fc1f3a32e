"""A table of the club in plain lines, for screen readers, scripts and tests.

    how = PlainClubMatch(client, console, typed).play()     # "over", "left" or "interrupted"

Other players' moves are printed as they come; the member's own decisions are asked as in a local match. Every `> `
takes one line: without a terminal, the answer to a question that was withdrawn meanwhile is not taken for an answer to
the next one. Calls to the club run inline, one after the other, and something is asked only when none is left to do: so
lines keep their order.
"""

from collections.abc import Iterator
from functools import partial

from saves.club.events import ClubEvent
from saves.club.projection import TableProjection
from saves.guest import typed_command
from saves.settings import Settings
from tui.club import text as club_text
from tui.club.client import EventRequest, Question, TableClient
from tui.club.connection import TableConnection
from tui.club.printer import TablePrinter, ending_lines
from tui.club.select_scheduler import SelectScheduler
from tui.club.session import ClubSession
from tui.club.tasks import InlineTasks
from tui.club.typed_commands import COMMANDS, TypedCommands
from tui.plain.answers import submit_answer
from tui.plain.console import Ending, EndOfInputError, PlainConsole, play_until_left
from tui.plain.text import typed_kind_lines
from tui.plain.typed_input import TypedInput
from tui.services import Services
from tui.sessions.bots import InProcessBots
from tui.sessions.changes import (
    AwaitedElsewhere,
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
from tui.terminal import streams


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
        #: The table to which the member goes next; empty for one who leaves.
        self.next_table = ""
        #: The open question, and how many lines are still to come for questions that were withdrawn.
        self._asked: Question | None = None
        self._owed = 0
        self.printer = TablePrinter(client, console)
        self._orders = TypedCommands(self, services.analysis, services.friend_forms)

    def play(self) -> Ending:
        """Play until the match is over, the member leaves or interrupts, or the input ends before a needed answer."""
        try:
            how = play_until_left(self._play, self.console)
        finally:
            self.close()
        for line in ending_lines(self._table) if how == "over" else self._exit_lines():
            self.say(line)
        self.console.close_line()
        self.console.flush()
        return how

    def _play(self) -> None:
        with streams.hanging_up_interrupts(), self._scheduler.woken_by_signals():
            self.start()
            while not self._table.ended:
                if not self.step():
                    self._wait()

    @property
    def _table(self) -> TableProjection:
        return self.client.table

    def start(self) -> None:
        """Print the terms of the table and how far the match is, and begin to follow it."""
        self.connection.read()
        while self._scheduler.run_due():  # whatever is said once the table has been printed is heard
            pass
        self.printer.print_table()
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
        if streams.is_output_closed():
            raise KeyboardInterrupt
        self._scheduler.wait(self._typed)
        if self._typed.lines:
            self.connection.read()  # what happened before a line was typed is printed before it is answered

    def _leave_while_away(self) -> None:
        """Go away from a club that is away, if the input has ended or says so; all other lines wait for the club."""
        says_so = bool(self._typed.lines) and self._typed.lines[0].lower() in ("quit", "exit")
        if says_so or (self.connection.wanted is None and self._nobody_answers()):
            raise EndOfInputError

    def _nobody_answers(self) -> bool:
        """Whether the input has ended: on a terminal at any time, elsewhere once something is asked."""
        typed = self._typed
        return typed.ended and not typed.lines and (self._asked is not None or typed.is_terminal)

    # Before the match begins

    def table_changed(self) -> None:
        """Print what happens while the table waits for its players, until a session follows the match."""
        self.printer.print_trouble(self.connection.connection_error)
        self.printer.print_elsewhere(self.connection.awaited_elsewhere)
        sat = self.client.seat is not None
        while self.session is None and (effect := self.connection.take()) is not None:
            if effect.changed and (sentence := club_text.event_text(effect, self._table)):
                self.say(sentence)
            if self.client.match is not None:
                self.printer.print_beginning()
                self._follow_match()
            elif self.client.is_watching_only or (sat and self.client.seat is None):
                raise EndOfInputError
        self.connection.go_on()

    def announce(self, sentence: str) -> None:
        self.say(sentence)

    def say(self, text: str = "") -> None:
        self.printer.say(text)

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
                self.printer.print_entries(entries)
            case Prepared():
                self.printer.print_prepared()
            case TakenBack() if self.session is not None and self.session.decides_early:
                self.printer.foresee()
            case TroubleChanged(text):
                self.printer.print_trouble(text)
            case AwaitedElsewhere(tables):
                self.printer.print_elsewhere(tables)
            case SeatLost():
                raise EndOfInputError
            case ModeChanged(new=ReadOnly()) if self._table.is_newer and not self.printer.has_printed_position:
                raise EndOfInputError
            case MatchReplaced() if self.client.is_watching_only:
                self.printer.print_position()

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
            self.printer.print_waiting(session)
            return
        self._asked = question
        self.printer.print_question(session)

    def _withdraw(self) -> None:
        self._asked = None
        if not self._typed.is_terminal:
            self._owed += 1
        self.say("The table has changed: this question is no longer open.")

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
            self.console.echo(line)
        if self._orders.is_command(line):
            self.connection.ask(lambda: self._orders.run(line))
        elif self._owed:
            self._owed -= 1
            self._asked = open_
            self.say("That question is no longer open, so your answer was not used.")
        elif open_ is not None:
            self._try_move(line)
        elif line:
            self.say("It is not your turn." if self.client.seat is not None else "You are only watching.")

    def _try_move(self, answer: str) -> None:
        session = self.session
        assert session is not None and session.viewer is not None
        if lines := typed_kind_lines(answer, session.match, session.viewer):
            self.say("\n".join(lines))
        else:
            submit_answer(session, session.viewer, answer, COMMANDS, self.say)

    def submit(self, event: ClubEvent) -> None:
        """Write an event that never becomes obsolete."""
        if self.session is None:
            self.connection.submit(EventRequest.always(event))
        else:
            self.session.request(lambda: event)

    def send_message(self, text: str) -> None:
        """Send a message to the table, as soon as the club can be reached."""
        self.connection.send_message(text)

    def go_on_at(self, table: str) -> None:
        """Leave for another table."""
        self.next_table = table
        raise EndOfInputError

    def _exit_lines(self) -> Iterator[str]:
        wanted = self.connection.wanted
        if wanted is not None and not self._table.knows(wanted.id):
            yield "Your last answer has not reached the club."
        if self.client.seat is not None:
            again = typed_command(f"club join {self.client.name} --plain")
            yield f"Your seat is kept; {again} continues it."
