"""A table of the club in plain lines, for screen readers, scripts and tests.

    how = PlainClubMatch(client, console, typed, services).play()     # "over", "left" or "interrupted"

Other players' moves are printed as they come; the member's own decisions are asked as in a local match. Every `> `
takes one line: without a terminal, the answer to a question that was withdrawn meanwhile is not taken for an answer to
the next one. A move is printed as played only when it has come back from the log.
"""

import contextlib
import select
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from types import FrameType
from typing import Literal

from core.bots.player import BotPlayer, Decision
from core.errors import GameError
from core.game import GameEvent
from core.match import Match
from core.text import count_text, list_text
from saves.club import events as club_events
from saves.club.errors import ClubError, ClubRefusedError
from saves.club.events import ClubEvent, new_id
from saves.club.member_names import casefolded
from saves.club.projection import TableProjection
from saves.club.terms import Terms
from tui.club import text as club_text
from tui.club.client import EventEffect, EventRequest, Question, TableClient
from tui.club.typed_commands import COMMANDS, TypedCommands
from tui.club.wakeup import WakeupPipe
from tui.plain.console import EndOfInputError, PlainConsole
from tui.plain.text import board_text, decision_lines, parse_answer, result_lines, with_hint
from tui.plain.typed_input import TypedInput
from tui.services import Services
from tui.sessions.cpu_slots import cpu_slot
from tui.terminal.streams import NoInputError

#: The seconds after which a club that is away is asked again.
_RETRY = 1.0


class PlainClubMatch:
    """A table that is played or watched in lines."""

    def __init__(self, client: TableClient, console: PlainConsole, typed: TypedInput, services: Services) -> None:
        self._cores = services.paths.cores
        self.client = client
        self.console = console
        self._typed = typed
        self._wakeup = WakeupPipe(client.club.watch(client.name))
        #: The open question, and how many lines are still to come for questions that were withdrawn.
        self._asked: Question | None = None
        self._owed = 0
        self._behind_prompt = False
        self.board_always = False
        self._wanted: EventRequest | None = None
        self._remarks: list[tuple[str, str]] = []
        self._heard = 0
        #: Sentences that were printed for prepared moves, and are not printed again when these are played.
        self._foretold: list[str] = []
        self._waiting = ""
        self._error = ""
        #: The digest of the last printed position, where the match can only be watched.
        self._told_position: str | None = None
        self._sits = client.seat is not None
        self._orders = TypedCommands(self, services.analysis)
        self._bots = BotPlayer(plan_turn=services.analysis.plan_turn)

    def play(self) -> Literal["over", "left", "interrupted"]:
        """Play until the match is over, the member leaves or interrupts, or the input ends before a needed answer."""
        try:
            with _hanging_up_interrupts(), self._wakeup.woken_by_signals():
                self._open()
                while not self._table.ended:
                    if not self._try_step():
                        self._wait()
                with contextlib.suppress(ClubError):  # other clients, and lists of tables, save it as well
                    self.client.send_presence()
        except EndOfInputError:
            self._exit_message()
            return "left"
        except KeyboardInterrupt:
            self._exit_message()
            return "interrupted"
        finally:
            self.client.leave()
        for line in ending_lines(self._table):
            self.say(line)
        self.console.flush()
        return "over"

    @property
    def _table(self) -> TableProjection:
        return self.client.table

    @property
    def _terms(self) -> Terms:
        return self._table.terms

    def _open(self) -> None:
        """Print the terms of the table, and how far the match is."""
        if self.client.is_player and self._typed.is_closed:
            raise NoInputError("Standard input is closed: nobody can answer.")
        _, self._heard = self.client.club.extent(self.client.name)
        for line in club_text.terms_lines(self._terms, self.client.public_seed):
            self.say(line)
        if remark := club_text.rules_words(self._table):
            self.say(remark)
        if self._table.is_newer or self.client.is_watching_only:
            self.say(club_text.other_samovar(self._table))
            self._print_position()
        elif self._table.match is not None:
            self._print_where()
        self.console.flush()

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

    # The loop

    def _try_step(self) -> bool:
        """Do what can be done; return False when there is nothing but to wait. A club that is away is reported once."""
        try:
            busy = self._step()
        except ClubError as error:
            if str(error) != self._error:
                self._error = str(error)
                self.say(self._error)
                self.console.flush()
            return False
        return busy

    def _step(self) -> bool:
        self._wakeup.clear()
        self._find_back()
        self._hear()
        if self._table.ended:
            return True
        if self.client.must_take_over:
            self.client.offer_to_take_over()
            return True
        if self._wanted is not None:
            self._settle(self._wanted)
            return True
        self._send_message()
        self.client.send_presence()
        if self.client.play_bot(self._decide_for_bot):
            if self.client.status:
                self.say(self.client.status)
            return True
        self._ask()
        return self._take_line()

    def _decide_for_bot(self, match: Match) -> Decision:
        """Let a bot of the table think, on a core that no other bot of this host uses."""
        with cpu_slot(self._cores):
            return self._bots.decide(match)

    def _find_back(self) -> None:
        """Say that a club that was away answers again."""
        if self._error:
            self.client.club.extent(self.client.name)
            self._error = ""
            self.say(club_text.IS_BACK)

    def _wait(self) -> None:
        self.console.flush()
        if _nobody_reads():
            raise KeyboardInterrupt
        seconds = _RETRY if self._error else self.client.wait_seconds()
        self._typed.wait(self._wakeup.descriptor, seconds)
        if self._error:
            time.sleep(_RETRY / 4)  # input and wakeups change nothing before the club is asked again
            if self._wanted is None and self._nobody_answers():
                raise EndOfInputError
            if self._typed.lines and self._typed.lines[0].lower() in ("quit", "exit"):
                raise EndOfInputError

    def _nobody_answers(self) -> bool:
        """Whether the input has ended: on a terminal at any time, elsewhere once something is asked."""
        typed = self._typed
        return typed.ended and not typed.lines and (self._asked is not None or typed.is_terminal)

    # Reading events

    def _hear(self) -> None:
        """Read what is new, and print it."""
        for effect in self.client.read_on():
            sat = self._sits
            self._sits = self.client.seat is not None or self.client.must_take_over
            if effect.changed:
                self._print(effect)
            elif self._wanted is not None and effect.entry.line and effect.entry.line.id == self._wanted.id:
                self.say(club_text.NOTHING_CAME)
            if self._table.is_newer and self.client.is_watching_only and self._told_position is None:
                raise EndOfInputError
            if sat and not self._sits:
                raise EndOfInputError
        if self.client.is_watching_only:
            self.client.show_stored(self.client.stored())
            self._print_position()
        for remark in self.client.club.messages(self.client.name, self._heard):
            self._heard = remark.number + 1
            if casefolded(remark.author) not in self.client.club.muted(self.client.member):
                self.say(club_text.message_text(remark))
        self.console.flush()

    def _print(self, effect: EventEffect) -> None:
        author, event = effect.entry.author, effect.entry.line
        if sentence := club_text.event_text(effect, self._table):
            self.say(sentence)
        if effect.taken_back:
            self.say(f"{author} takes back {count_text(effect.taken_back, 'move')}.")
        elif isinstance(event, club_events.MoveTakenBack) and self._is_ours(event.seat):
            self.say("Taken back.")
            self._foretold = self._foreseen(event.seat)
        if isinstance(event, club_events.MoveChosen) and self._is_ours(event.seat):
            self._foretold = []
        if isinstance(event, club_events.MovePrepared) and self._is_ours(event.seat):
            self._print_prepared(event.seat)
        if effect.began:
            self._begin()
        else:
            self._print_moves(effect)

    def _is_ours(self, seat: int) -> bool:
        return seat == self.client.seat

    def _begin(self) -> None:
        match = self._table.match
        assert match is not None
        self.say(f"The match begins: {list_text(match.names)}.")
        self._print_events([event for entry in match.log for event in entry.events])

    def _print_moves(self, effect: EventEffect) -> None:
        for entry in effect.played:
            self._print_events(entry.events, foretold=self._is_ours(entry.seat))

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

    def _print_prepared(self, seat: int) -> None:
        """Print what the prepared move does in the member's part of the step; the rest comes when it is played."""
        if self._table.early_match(seat) is None:
            self.say("That is decided, and is played when your turn comes.")
            return
        told = len(self._foretold) if len(self._table.prepared(seat)) > 1 else 0
        self._foretold = self._foreseen(seat)
        for sentence in self._foretold[told:]:
            self.say(sentence)

    def _foreseen(self, seat: int) -> list[str]:
        """Return what the prepared moves do, in sentences."""
        ahead = self._table.early_match(seat)
        if ahead is None or not self._table.prepared(seat):
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
        view, seat = self.client.view, self.client.seat
        question = self.client.question
        if question == self._asked and view is not None:
            return
        if self._asked is not None:
            self._withdraw()
        if view is None or seat is None:
            self._print_waiting()
            return
        self._asked, self._waiting = question, ""
        if self.board_always and self._turn_begins(view, seat):
            self.say(board_text(view, seat))
        for line in decision_lines(view, seat):
            self.say(line)
        self.console.prompt("> ")
        self._behind_prompt = True

    def _withdraw(self) -> None:
        self._asked = None
        if not self._typed.is_terminal:
            self._owed += 1
        self.say("The table has changed: this is not asked any more.")

    def _turn_begins(self, view: Match, seat: int) -> bool:
        log = view.log or (self._table.match.log if self._table.match else [])
        return not log or log[-1].seat != seat or log[-1].round != view.state.round

    def _print_waiting(self) -> None:
        """Print once who is waited for."""
        waiting = self._awaited()
        if waiting and waiting != self._waiting and self.client.is_player:
            self.say(f"Waiting for {waiting}.")
        self._waiting = waiting
        self.console.flush()

    def _awaited(self) -> str:
        table = self._table
        if table.state == "waiting":
            return club_text.awaited_text(table)
        return list_text([table.seats[seat].name for seat in table.turn if table.seats[seat].sits], "")

    # Answers

    def _take_line(self) -> bool:
        """Take a typed line, if it is time for it."""
        typed = self._typed
        if self._nobody_answers():
            raise EndOfInputError
        if not typed.lines:
            return False
        if self._is_typed_ahead(typed.lines[0]):
            return False
        self._answer(typed.lines.popleft())
        return True

    def _is_typed_ahead(self, line: str) -> bool:
        """Whether a script has written this line for a later question."""
        asked = self._asked is not None or self._owed > 0
        return self.client.seat is not None and not (asked or self._typed.is_terminal or self._orders.is_command(line))

    def _answer(self, line: str) -> None:
        open_, self._asked = self._asked, None
        if open_ is not None:
            if self._behind_prompt:
                self._behind_prompt = False
            self.console.echo(line)
        if self._orders.is_command(line):
            self._orders.run(line)
        elif self._owed:
            self._owed -= 1
            self._asked = open_
            self.say("That was the answer to a question that is not asked any more.")
        elif open_ is not None:
            self._try_move(line)
        elif line:
            self.say("It is not your turn." if self.client.seat is not None else "You are only watching.")
        self.console.flush()

    def _try_move(self, answer: str) -> None:
        view, seat = self.client.view, self.client.seat
        assert view is not None and seat is not None
        if not answer:
            self.say("Answer with the number or the notation of a move; help shows the commands.")
            return
        try:
            move = view.parse_move(str(parse_answer(answer, view, seat))).notation
        except GameError as error:
            self.say(with_hint(str(error), answer, view.legal_moves, COMMANDS))
            return
        self._wanted = self.client.answer(move)

    def submit(self, event: ClubEvent) -> None:
        """Write an event that never becomes obsolete."""
        self._wanted = EventRequest.always(event)

    def send_message(self, text: str) -> None:
        """Send a message to the table, as soon as the club can be reached."""
        self._remarks.append((new_id(), text))

    def _send_message(self) -> None:
        """Send the waiting messages; one that the club refuses is not tried again."""
        while self._remarks:
            key, said = self._remarks[0]
            try:
                self.client.club.add_message(self.client.name, self.client.member, said, key)
            except ClubRefusedError as error:
                self.say(str(error))
            self._remarks.pop(0)

    def _settle(self, request: EventRequest) -> None:
        """Append the request until it is in the log, or obsolete."""
        if self._table.knows(request.id):
            self._wanted = None
            return
        event = request.make_event()
        if event is None:
            self._wanted = None
            self.say(club_text.CHANGED_MEANWHILE)
            return
        if self.client.append(event):
            self._hear()
            self._wanted = None

    def _exit_message(self) -> None:
        with contextlib.suppress(ClubError):
            self.client.send_presence()
        if self._wanted is not None and not self._table.knows(self._wanted.id):
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
