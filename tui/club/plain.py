"""A table of the club in plain lines, for screen readers, scripts and tests.

    how = SharedTable(guest, console, typed).play()     # "over", "left" or "interrupted"

What others do is told as it comes, one's own decisions are asked as in a match of one's own. Every `> ` takes one line:
where no terminal is, the answer to a question that was withdrawn meanwhile is not taken for an answer to the next one.
Nothing is told as played before it has come back from the log.
"""

import contextlib
import select
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from types import FrameType
from typing import Literal

from core.errors import TableError
from core.game import Event
from core.match import Match
from core.text import count, listed
from saves.club import events as lines
from saves.club.errors import ClubError, Refused
from saves.club.events import Line, new_id
from saves.club.member_names import folded
from saves.club.projection import Table
from saves.club.terms import Terms
from tui.club import text as words
from tui.club.client import Guest, News, Question, Wanted
from tui.club.typed_commands import COMMANDS, Orders
from tui.club.wakeup import Bell
from tui.plain.match import Console, EndOfInput, board_text, meant, question_lines, result_lines, with_hint
from tui.plain.typed_input import Typed
from tui.terminal.streams import NoInput

#: How soon a club that is away is asked again, in seconds.
_RETRY = 1.0


class SharedTable:
    """One table, played or watched in lines."""

    def __init__(self, guest: Guest, console: Console, typed: Typed) -> None:
        self.guest = guest
        self.console = console
        self._typed = typed
        self._bell = Bell(guest.club.watch(guest.name))
        #: The question that is open, and how many lines are still to come for questions that were withdrawn.
        self._asked: Question | None = None
        self._owed = 0
        self._behind_prompt = False
        self.board_always = False
        self._wanted: Wanted | None = None
        self._remarks: list[tuple[str, str]] = []
        self._heard = 0
        #: What was told when it was prepared, and is not told again when it is played.
        self._foretold: list[str] = []
        self._waiting = ""
        self._trouble = ""
        #: The position that was told last, where the match can only be watched.
        self._told_position: str | None = None
        self._sits = guest.seat is not None
        self._orders = Orders(self)

    def play(self) -> Literal["over", "left", "interrupted"]:
        """Until the match is over, somebody leaves or interrupts, or answers are wanted and the input has ended."""
        try:
            with _hanging_up_interrupts(), self._bell.rung_by_signals():
                self._open()
                while not self._table.ended:
                    if not self._try_step():
                        self._wait()
                with contextlib.suppress(ClubError):  # whoever else is here, or lists tables, writes it down as well
                    self.guest.tend()
        except EndOfInput:
            self._farewell()
            return "left"
        except KeyboardInterrupt:
            self._farewell()
            return "interrupted"
        finally:
            self.guest.leave()
        for line in ending_lines(self._table):
            self.say(line)
        self.console.flush()
        return "over"

    @property
    def _table(self) -> Table:
        return self.guest.table

    @property
    def _terms(self) -> Terms:
        return self._table.terms

    def _open(self) -> None:
        """Say what the table agreed on, and where the match stands."""
        if self.guest.plays and self._typed.is_closed:
            raise NoInput("Standard input is closed: nobody can answer.")
        _, self._heard = self.guest.club.extent(self.guest.name)
        for line in words.terms_lines(self._terms, self.guest.told_seed):
            self.say(line)
        if remark := words.rules_words(self._table):
            self.say(remark)
        if self._table.is_newer or self.guest.only_looks:
            self.say(words.other_samovar(self._table))
            self._tell_position()
        elif self._table.match is not None:
            self._tell_where()
        self.console.flush()

    def _tell_position(self) -> None:
        """Where only the position is known: tell it, unless it has been told."""
        match = self.guest.match
        if match is not None and (digest := match.state.digest()) != self._told_position:
            self._told_position = digest
            self.say(f"== {match.game.title}, {match.state.when()}")
            self.say(board_text(match, None))

    def _tell_where(self) -> None:
        match = self._table.match
        assert match is not None
        moves = len(match.past) + len(match.log)
        if any(line.how == "chosen" for line in match.log) or match.past:
            self.say(f"The match goes on after {count(moves, 'move')}.")
        else:
            self._begin()

    # One step after the other

    def _try_step(self) -> bool:
        """Do what can be done; false when there is nothing but to wait. A club that is away is told once."""
        try:
            busy = self._step()
        except ClubError as error:
            if str(error) != self._trouble:
                self._trouble = str(error)
                self.say(self._trouble)
                self.console.flush()
            return False
        return busy

    def _step(self) -> bool:
        self._bell.hush()
        self._find_back()
        self._hear()
        if self._table.ended:
            return True
        if self.guest.must_take_over:
            self.guest.offer_to_take_over()
            return True
        if self._wanted is not None:
            self._settle(self._wanted)
            return True
        self._speak()
        self.guest.tend()
        if self.guest.play_bot():
            if self.guest.remark:
                self.say(self.guest.remark)
            return True
        self._ask()
        return self._take_line()

    def _find_back(self) -> None:
        """Say that a club that was away answers again."""
        if self._trouble:
            self.guest.club.extent(self.guest.name)
            self._trouble = ""
            self.say(words.IS_BACK)

    def _wait(self) -> None:
        self.console.flush()
        if _nobody_reads():
            raise KeyboardInterrupt
        seconds = _RETRY if self._trouble else self.guest.patience()
        self._typed.wait(self._bell.descriptor, seconds)
        if self._trouble:
            time.sleep(_RETRY / 4)  # what is typed, or rings, changes nothing before the club is asked again
            if self._wanted is None and self._nobody_answers():
                raise EndOfInput
            if self._typed.lines and self._typed.lines[0].lower() in ("quit", "exit"):
                raise EndOfInput

    def _nobody_answers(self) -> bool:
        """Whether the input has ended: at a terminal for whoever plays, elsewhere once something is asked."""
        typed = self._typed
        return typed.ended and not typed.lines and (self._asked is not None or typed.is_terminal)

    # Hearing

    def _hear(self) -> None:
        """Read what is new, and tell it."""
        for news in self.guest.read_on():
            sat = self._sits
            self._sits = self.guest.seat is not None or self.guest.must_take_over
            if news.changed:
                self._tell(news)
            elif self._wanted is not None and news.entry.line and news.entry.line.id == self._wanted.id:
                self.say(words.NOTHING_CAME)
            if self._table.is_newer and self.guest.only_looks and self._told_position is None:
                raise EndOfInput
            if sat and not self._sits:
                raise EndOfInput
        if self.guest.only_looks:
            self.guest.look_at(self.guest.stored())
            self._tell_position()
        for remark in self.guest.club.talk(self.guest.name, self._heard):
            self._heard = remark.number + 1
            if folded(remark.author) not in self.guest.club.muted(self.guest.member):
                self.say(words.spoken(remark))
        self.console.flush()

    def _tell(self, news: News) -> None:
        author, line = news.entry.author, news.entry.line
        if sentence := words.line_sentence(news, self._table):
            self.say(sentence)
        if news.taken_back:
            self.say(f"{author} takes back {count(news.taken_back, 'move')}.")
        elif isinstance(line, lines.TakenBack) and self._is_ours(line.seat):
            self.say("Taken back.")
            self._foretold = self._foreseen(line.seat)
        if isinstance(line, lines.Chosen) and self._is_ours(line.seat):
            self._foretold = []
        if isinstance(line, lines.Prepared) and self._is_ours(line.seat):
            self._tell_prepared(line.seat)
        if news.began:
            self._begin()
        else:
            self._tell_moves(news)

    def _is_ours(self, seat: int) -> bool:
        return seat == self.guest.seat

    def _begin(self) -> None:
        match = self._table.match
        assert match is not None
        self.say(f"The match begins: {listed(match.names)}.")
        self._tell_events([event for line in match.log for event in line.events])

    def _tell_moves(self, news: News) -> None:
        for line in news.played:
            self._tell_events(line.events, foretold=self._is_ours(line.seat))

    def _tell_events(self, events: Sequence[Event], foretold: bool = False) -> None:
        match = self._table.match
        assert match is not None
        for event in events:
            if event.to is None or event.to == self.guest.seat:
                sentence = match.game.sentence(event, match.names)
                if foretold and sentence in self._foretold:
                    self._foretold.remove(sentence)
                else:
                    self.say(sentence)

    def _tell_prepared(self, seat: int) -> None:
        """What our prepared move does, as far as it is our part of the step; the rest comes when it is played."""
        if self._table.ahead(seat) is None:
            self.say("That is decided, and is played when your turn comes.")
            return
        told = len(self._foretold) if len(self._table.prepared(seat)) > 1 else 0
        self._foretold = self._foreseen(seat)
        for sentence in self._foretold[told:]:
            self.say(sentence)

    def _foreseen(self, seat: int) -> list[str]:
        """What our prepared moves do, in sentences."""
        ahead = self._table.ahead(seat)
        if ahead is None or not self._table.prepared(seat):
            return []
        events = [event for line in ahead.log for event in line.events if event.to in (None, seat)]
        return [ahead.game.sentence(event, ahead.names) for event in events]

    def say(self, text: str = "") -> None:
        """A line of its own, though a question may be open."""
        if self._behind_prompt:
            self._behind_prompt = False
            self.console.say()
        self.console.say(text)

    # Asking

    def _ask(self) -> None:
        """Ask what is ours to decide, unless it has been asked; or say whom we wait for."""
        view, seat = self.guest.view, self.guest.seat
        question = self.guest.question
        if question == self._asked and view is not None:
            return
        if self._asked is not None:
            self._withdraw()
        if view is None or seat is None:
            self._tell_waiting()
            return
        self._asked, self._waiting = question, ""
        if self.board_always and self._turn_begins(view, seat):
            self.say(board_text(view, seat))
        for line in question_lines(view, seat):
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

    def _tell_waiting(self) -> None:
        """Whom we wait for, once."""
        waiting = self._awaited()
        if waiting and waiting != self._waiting and self.guest.plays:
            self.say(f"Waiting for {waiting}.")
        self._waiting = waiting
        self.console.flush()

    def _awaited(self) -> str:
        table = self._table
        if table.state == "waiting":
            return words.awaited_words(table)
        return listed([table.chairs[seat].name for seat in table.turn if table.chairs[seat].sits], "")

    # Answers

    def _take_line(self) -> bool:
        """Take a line that was typed, if it is time for it."""
        typed = self._typed
        if self._nobody_answers():
            raise EndOfInput
        if not typed.lines:
            return False
        if self._is_typed_ahead(typed.lines[0]):
            return False
        self._answer(typed.lines.popleft())
        return True

    def _is_typed_ahead(self, line: str) -> bool:
        """Whether a script has written this for a question that is still to come."""
        asked = self._asked is not None or self._owed > 0
        return self.guest.seat is not None and not (asked or self._typed.is_terminal or self._orders.has(line))

    def _answer(self, line: str) -> None:
        open_, self._asked = self._asked, None
        if open_ is not None:
            if self._behind_prompt:
                self._behind_prompt = False
            self.console.echo(line)
        if self._orders.has(line):
            self._orders.obey(line)
        elif self._owed:
            self._owed -= 1
            self._asked = open_
            self.say("That was the answer to a question that is not asked any more.")
        elif open_ is not None:
            self._try_move(line)
        elif line:
            self.say("It is not your turn." if self.guest.seat is not None else "You are only watching.")
        self.console.flush()

    def _try_move(self, answer: str) -> None:
        view, seat = self.guest.view, self.guest.seat
        assert view is not None and seat is not None
        if not answer:
            self.say("Answer with the number or the notation of a move; help shows the commands.")
            return
        try:
            move = view.read(str(meant(answer, view, seat))).notation
        except TableError as error:
            self.say(with_hint(str(error), answer, view.legal, COMMANDS))
            return
        self._wanted = self.guest.answer(move)

    def want(self, line: Line) -> None:
        """Write a line that makes sense whatever others write meanwhile."""
        self._wanted = Wanted.always(line)

    def speak(self, words: str) -> None:
        """Say something to the table, as soon as the club hears it."""
        self._remarks.append((new_id(), words))

    def _speak(self) -> None:
        """Say what was not said yet; what the club does not allow is not tried again."""
        while self._remarks:
            key, said = self._remarks[0]
            try:
                self.guest.club.say(self.guest.name, self.guest.member, said, key)
            except Refused as error:
                self.say(str(error))
            self._remarks.pop(0)

    def _settle(self, wanted: Wanted) -> None:
        """Offer the line that is to be written until it is in the log, or makes no sense any more."""
        if self._table.knows(wanted.id):
            self._wanted = None
            return
        line = wanted.line()
        if line is None:
            self._wanted = None
            self.say(words.CHANGED_MEANWHILE)
            return
        if self.guest.offer(line):
            self._hear()
            self._wanted = None

    def _farewell(self) -> None:
        with contextlib.suppress(ClubError):
            self.guest.tend()
        if self._wanted is not None and not self._table.knows(self._wanted.id):
            self.say("Your last answer has not come to the club.")
        if self.guest.seat is not None:
            self.say(f"Your seat stays yours; samovar club join {self.guest.name} --plain goes on.")
        elif self._behind_prompt:
            self.say()
        self.console.flush()


def ending_lines(table: Table) -> list[str]:
    """How a table ended."""
    if table.ended == "played" and table.match is not None:
        return result_lines(table.match)
    return [*(["== Result"] if table.ended == "agreed" else []), *words.ended_lines(table)]


@contextlib.contextmanager
def _hanging_up_interrupts() -> Iterator[None]:
    """A line that is hung up, or a polite request to end, is an interrupt like that of the keyboard."""

    def interrupt(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = {number: signal.signal(number, interrupt) for number in (signal.SIGHUP, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _nobody_reads() -> bool:
    """Whether what we write would go nowhere: whoever read our lines has gone."""
    try:
        descriptor = sys.stdout.fileno()
    except (OSError, ValueError):
        return False
    look = select.poll()
    look.register(descriptor, 0)
    return any(what & (select.POLLERR | select.POLLNVAL) for _, what in look.poll(0))
