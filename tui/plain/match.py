"""Plain mode: play any game in plain lines on standard input and output, for screen readers, scripts and tests.

    how = PlainMatch(match, match_file, PlainConsole(ascii=False), services=services).play()
    # "over", "left" or "interrupted"

Every move is on disk before the next question is asked. No output is coloured, and no line is redrawn.
"""

import re
import shlex
import sys
from collections.abc import Iterable, Sequence
from typing import Any, Literal, TextIO

from core.bots.analysis import Analysis
from core.bots.hints import compare_text, hints_used_text, record_hint
from core.bots.player import BotPlayer, bot_rng
from core.errors import GameError
from core.game import GameEvent, Move
from core.lessons.diagrams import rules_text
from core.log_notes import note_text
from core.match import LogEntry, Match, Note
from core.rng import Rng
from core.text import count_text
from core.view import SeatView
from saves import settings
from saves.errors import SaveError
from saves.lessons import LessonStore
from saves.match_store import MatchFile
from saves.sanitize import closest_word, one_line
from tui.features.daily.text import NO_HINTS
from tui.features.lessons.text import first_decision_text, first_result
from tui.plain.moves import MANY, full_lines, grouped_lines
from tui.services import Services
from tui.sessions.glossary import explain_word
from tui.terminal.streams import NoInputError
from tui.widgets import ascii_fallback

COMMANDS = {
    "board": "the position in words and letters",
    "moves": "all moves and what each would bring, a line each",
    "board always": "the same before every turn of yours; board asked stops that",
    "undo": "take back your last move",
    "redo": "play again what was taken back",
    "what WORD": "what a word of the game means; what alone tells all that stand in the question",
    "tip": "what a master would do, and why",
    "log": "what has happened so far",
    "rules": "the rules of this game",
    "save NAME": "give this match a name (it is saved after every move anyway)",
    "quit": "leave; the match is kept",
    "help": "this list",
}

#: The most letters of an answer, because a file without an end of line must not be read for ever.
_LONGEST = 10_000


class EndOfInputError(Exception):
    """The input has ended, or the player quits."""


class PlainConsole:
    """Lines in and out. Only printable text is written, whatever names and files contain."""

    def __init__(self, ascii: bool = False, source: TextIO | None = None, target: TextIO | None = None) -> None:
        self._in = source or sys.stdin
        self._out = target or sys.stdout
        self.ascii = ascii or not speaks_unicode(self._out)

    def print(self, text: str = "") -> None:
        self._out.write(self._safe(text) + "\n")

    def input(self, prompt: str) -> str:
        """Ask, and return the next line that is typed."""
        self.prompt(prompt)
        line = self._read()
        if not line:
            self.print()
            raise EndOfInputError
        answer = line.strip()
        self.echo(answer)
        return answer

    def prompt(self, text: str) -> None:
        """Write a prompt; the answer is typed behind it."""
        self._out.write(text)
        self._out.flush()

    def echo(self, answer: str) -> None:
        """Write the answer where no terminal shows it, so that the next output begins on a new line."""
        if not self.is_terminal:
            self.print(answer)

    def flush(self) -> None:
        self._out.flush()

    def _read(self) -> str:
        """Return the next line; an empty string at the end of the input."""
        try:
            line = self._in.readline(_LONGEST)
        except UnicodeDecodeError:
            return "\ufffd"
        except OSError as error:
            raise NoInputError(f"Standard input cannot be read ({error.strerror or error}).") from None
        if len(line) == _LONGEST and not line.endswith("\n"):
            raise NoInputError(f"Standard input has a line of more than {_LONGEST} letters, which nobody has typed.")
        return line

    @property
    def is_terminal(self) -> bool:
        return self._in.isatty()

    def _safe(self, text: str) -> str:
        shown = "".join(c if c.isprintable() or c == "\n" else "?" for c in text.expandtabs())
        return ascii_fallback.ascii_text(shown) if self.ascii else shown


def speaks_unicode(stream: TextIO) -> bool:
    """Whether the stream can carry every letter."""
    return (stream.encoding or "").lower().replace("-", "").replace("_", "") in ("utf8", "utf8sig")


class PlainMatch:
    """A match that is played in lines."""

    commands = COMMANDS
    #: Whether it explains a kind of decision the first time that a player meets it.
    explains_first_decisions = True

    def __init__(
        self,
        match: Match,
        match_file: MatchFile,
        console: PlainConsole,
        remarks: Sequence[str] = (),
        *,
        services: Services,
    ) -> None:
        self._services = services
        self.match = match
        self.match_file = match_file
        self.console = console
        self._remarks = remarks
        self._error = ""
        self.bots = BotPlayer(plan_turn=services.analysis.plan_turn)
        self._at_keyboard: int | None = None
        #: Whether the position is printed at the start of each turn.
        self._board_always = False
        #: Sentences for one seat only, kept until it is asked: the entry of the log, the seat, the text.
        self._private_events: list[tuple[int, int, str]] = []

    def play(self) -> Literal["over", "left", "interrupted"]:
        """Play until the match is over, a player leaves or interrupts, or the input ends."""
        for remark in self._remarks:
            self.console.print(remark)
        if self.match_file.read_only:
            self._check_file()
            return "left"
        try:
            self._open()
            while not self.match.is_over:
                if self.match.waits_for_human:
                    self._decision()
                else:
                    self._bot_moves()
        except EndOfInputError:
            self._save()  # every move is on disk already, unless the disk refused until now
            self._print_exit()
            return "left"
        except NoInputError:
            self._save()
            raise
        except KeyboardInterrupt:
            # The match may be in the middle of a move: what is on disk is whole, so it stays as it is.
            self.console.print()
            self._print_exit()
            return "interrupted"
        self._print_result()
        return "over"

    def _open(self) -> None:
        """Begin the match, or say after how many moves it goes on."""
        match = self.match
        if not self.match_file.slug:
            self._print_entries(match.log)
            self._save()
        elif not match.is_over and match.log:
            self.console.print(
                f"The match goes on after {count_text(len(match.archived_moves) + len(match.log), 'move')}."
            )

    # Deciding

    def _decision(self) -> None:
        """Ask a human for one decision, until an answer is a move."""
        seat = self.match.state.actor
        assert seat is not None
        self._pass_keyboard(seat)
        self._print_board(seat)
        self._print_first_words()
        at = len(self.match.log)
        while self.match.state.actor == seat and len(self.match.log) == at:
            self._print_private(seat)
            for line in self.question_lines():
                self.console.print(line)
            answer = self.console.input("> ")
            if not self._run_command(answer, seat):
                self._try_move(answer, seat)

    def _print_first_words(self) -> None:
        """Explain a kind of decision the first time that it comes up; on a terminal only, not for scripts."""
        if self.console.is_terminal and self.explains_first_decisions:
            paths = self._services.paths
            if settings.load(paths.settings)[0].explain and (
                text := first_decision_text(self.match, LessonStore(paths))
            ):
                self.console.print(text)

    def question_lines(self) -> list[str]:
        """Return the question to the deciding player, in lines."""
        assert self.match.state.actor is not None
        return decision_lines(self.match, self.match.state.actor)

    def _print_board(self, seat: int) -> None:
        """Print the position at the start of a turn, once `board always` was typed."""
        log = self.match.log
        begins = not log or log[-1].seat != seat or log[-1].round != self.match.state.round
        if self._board_always and begins:
            self.console.print(board_text(self.match, seat))

    def _try_move(self, answer: str, seat: int) -> None:
        try:
            entries = self.match.play(parse_answer(answer, self.match, seat))
        except GameError as error:
            self.console.print(with_hint(str(error), answer, self.match.legal_moves, COMMANDS))
            return
        self._print_entries(entries)
        self._save()

    def _bot_moves(self) -> None:
        decision = self.bots.decide(self.match)
        if decision.error:
            self.console.print(decision.error)
        self._print_entries(self.match.play(decision.notation))
        self._save()

    # Commands

    def _run_command(self, answer: str, seat: int) -> bool:
        """Carry out a command; return False when the answer is none."""
        word, _, rest = answer.partition(" ")
        word, rest = word.lower(), rest.strip()
        if word == "save":
            self._save_as(rest)
        elif word == "what":
            self._explain(rest)
        elif word == "board" and rest.lower() in ("always", "asked"):
            self._board_always = rest.lower() == "always"
            self.console.print(
                "The board is told before every turn of yours."
                if self._board_always
                else "The board is told when asked."
            )
        elif rest:
            return False
        elif word in ("quit", "exit"):
            raise EndOfInputError
        elif word in ("undo", "redo"):
            self._step(word, seat)
        elif word == "board":
            self.console.print(board_text(self.match, seat))
        elif word == "moves":
            self.console.print("\n".join(move_lines(self.match, seat)))
        elif word == "tip":
            self._tip(seat)
        elif word == "log":
            self._print_log(seat)
        elif word == "rules":
            self.console.print(rules_text(self.match.game).rstrip())
        elif word in ("help", "?"):
            self._help()
        elif not word:
            self.console.print("Answer with the number or the notation of a move; help shows the commands.")
        else:
            return False
        return True

    def _help(self) -> None:
        self.console.print("Answer with the number or the notation of a move, or with one of these:")
        width = max(map(len, self.commands))
        for command, text in self.commands.items():
            self.console.print(f"  {command:<{width}}  {text}")

    def _explain(self, word: str) -> None:
        """Explain a word, or all the game's words in the question."""
        self.console.print("\n".join(explain_word(self.match.game, word, self.in_question())))

    def in_question(self) -> str:
        """Return the text of the question, in which words are looked up."""
        return " ".join(self.question_lines())

    def _tip(self, seat: int) -> None:
        """Print what a master would do, why, and the next best turns."""
        match, say = self.match, self.console.print
        if match.is_counted_daily:
            say(NO_HINTS)
            return
        try:
            told = hint_lines(match, bot_rng(match), self._services.analysis)
        except Exception as error:
            say(f"There is no tip this time ({type(error).__name__}).")
            return
        record_hint(match, seat)
        for line in told:
            say(line)
        self._save()

    def _step(self, word: str, seat: int) -> None:
        """Undo or redo."""
        match = self.match
        before = len(match.log)
        try:
            if word == "undo":
                match.undo(seat)
            else:
                match.redo()
        except GameError as error:
            self.console.print(str(error))
            return
        self._private_events = [whisper for whisper in self._private_events if whisper[0] < len(match.log)]
        if word == "undo":
            self.console.print(f"Taken back: {count_text(before - len(match.log), 'move')}.")
        else:
            self._print_entries(match.log[before:])
        self._save()

    def _save_as(self, name: str) -> None:
        try:
            if name:
                self._report(self.match_file.rename(self.match, name))
            else:
                self._report(self.match_file.save(self.match))
        except SaveError as error:
            self.console.print(str(error))
            return
        self.console.print(self._error or f"Saved as {self.match_file.title}.")

    # Printing

    def _print_entries(self, entries: Sequence[LogEntry]) -> None:
        """Print what happened; keep what only one seat may know until that seat is asked."""
        first = len(self.match.log) - len(entries)
        alone = len(self.match.human_seats) == 1
        for at, entry in enumerate(entries, first):
            for event in entry.events:
                sentence = self._sentence(event)
                if event.visible_to is None or (alone and event.visible_to in self.match.human_seats):
                    self.console.print(sentence)
                elif event.visible_to in self.match.human_seats:
                    self._private_events.append((at, event.visible_to, sentence))
        self.console.flush()

    def _sentence(self, event: GameEvent) -> str:
        return self.match.game.describe_event(event, self.match.names)

    def _print_private(self, seat: int) -> None:
        for _, to, sentence in self._private_events:
            if to == seat:
                self.console.print(sentence)
        self._private_events = [whisper for whisper in self._private_events if whisper[1] != seat]

    def _pass_keyboard(self, seat: int) -> None:
        """Before a secret decision, ask for the keyboard to be passed on; on a terminal only, not for scripts."""
        match = self.match
        moved = self._at_keyboard != seat and len(match.human_seats) > 1
        self._at_keyboard = seat
        if moved and match.state.prompt.secret and self.console.is_terminal:
            self.console.input(f"Pass the keyboard to {match.seats[seat].name}, who presses Enter.")

    def _print_log(self, seat: int) -> None:
        """Print the whole log as this seat may know it, in sentences, because a notation may be a secret."""
        match, say = self.match, self.console.print
        if match.archived_moves:
            say(f"Before this, under other rules: {' '.join(one_line(move, 40) for move in match.archived_moves)}")
        for sentence in log_sentences(match, seat):
            say(sentence)
        if not match.log:
            say("Nothing has happened yet.")

    def _print_result(self) -> None:
        say = self.console.print
        for sentence in result_lines(self.match):
            say(sentence)
        if self.console.is_terminal and (text := first_result(self.match, LessonStore(self._services.paths))):
            say(text)
        self.console.flush()

    # Leaving

    def _check_file(self) -> None:
        """Show a match that is open elsewhere, which cannot be played here."""
        if self.match.is_over:
            self._print_result()
            return
        self.console.print(f"== {self.match.game.title}, {self.match.state.progress_text()}")
        self.console.print(board_text(self.match, None))

    def _save(self) -> None:
        self._report(self.match_file.save(self.match))

    def _report(self, trouble: str) -> None:
        """Say that saving fails, and when it works again."""
        if trouble and trouble != self._error:
            self.console.print(trouble)
        elif self._error and not trouble:
            self.console.print("The match is saved again.")
        self._error = trouble

    def _print_exit(self) -> None:
        how = "The last moves are not saved" if self._error else "Saved"
        if self.match_file.is_written:
            how += f"; samovar resume {shlex.quote(self.match_file.title)} --plain goes on"
        self.console.print(f"{how}." if self.match_file.is_written else "The match is not saved.")
        self.console.flush()


def decision_lines(match: Match, seat: int) -> list[str]:
    """Return the question to a seat: heading, prompt and numbered moves; after many moves the prompt again."""
    asked, many = match.state.prompt.sentence, len(match.legal_moves)
    return [
        f"== {match.game.title}, {match.state.progress_text()}, {match.seats[seat].name}",
        asked,
        *grouped_lines(_view(match, seat)),
        *([f"{asked} ({many} moves; moves tells them one by one)"] if many > MANY else []),
    ]


def move_lines(match: Match, seat: int) -> list[str]:
    """Return every move with its preview, a line each."""
    return full_lines(_view(match, seat))


def _view(match: Match, seat: int | None) -> SeatView[Any]:
    return match.game.view(match.state, seat, match.names, legal=match.legal_moves)


def parse_answer(answer: str, match: Match, seat: int) -> Move | str:
    """Return the move of that number or notation; upper and lower case count as the same."""
    legal = match.legal_moves
    if answer.isascii() and answer.isdigit():
        numbered = _view(match, seat).numbered_moves()
        if len(answer) < 6 and 1 <= int(answer) <= len(numbered):
            return _unspent(numbered[int(answer) - 1])
        if all(move.notation != answer for move in legal):
            raise GameError(f"The moves are numbered from 1 to {len(numbered)}.")
    folded = [move for move in legal if move.notation.casefold() == answer.casefold()]
    return folded[0] if len(folded) == 1 else one_line(answer, 40)


def _unspent(numbered: Move | str) -> Move:
    """Return a numbered move; refuse one that is spent, which only keeps its number."""
    if isinstance(numbered, str):
        raise GameError(f"Nothing happens: {numbered}.")
    return numbered


def hint_lines(match: Match, rng: Rng, analysis: Analysis) -> list[str]:
    """Return what a master would do, why, and the next best turns."""

    def described(notation: str) -> str:
        return one_line(_view(match, match.state.actor).describe_move(match.parse_move(notation))).rstrip(".")

    best, *others = analysis.find_hints(match.game, match.state, rng)
    why = compare_text(best, others, described)
    told = [f"Tip: {best.plan[0]}, {described(best.plan[0])}{'; ' + why if why else ''}."]
    if len(best.plan) > 1:
        told.append(f"The whole turn: {' '.join(best.plan)}")
    return told + [f"Or {other.plan[0]}, {described(other.plan[0])}; {_worse(other.gap)}." for other in others]


def _worse(points: float) -> str:
    """Say how far a turn is behind the best."""
    if points < 0.25:
        return "as good"
    return "half a point less" if points < 0.75 else f"about {count_text(round(points), 'point')} less"


def board_text(match: Match, seat: int | None) -> str:
    """Return the position as a seat sees it (None: a spectator), with names where the rules know numbers."""

    def name(found: re.Match[str]) -> str:
        number = int(found[1])
        return match.names[number - 1] if 1 <= number <= len(match.names) else found[0]

    return re.sub(r"\bPlayer (\d)\b", name, match.state.board_text(seat)).rstrip()


def log_sentences(match: Match, seat: int | None) -> list[str]:
    """Return the log in numbered lines with the notes, as a seat may know it (None: a spectator)."""
    notes = list(match.notes)
    lines: list[str] = []
    for at, entry in enumerate(match.log):
        lines += _notes_before(match, notes, at)
        told = [
            match.game.describe_event(event, match.names) for event in entry.events if event.visible_to in (None, seat)
        ]
        lines.append(f"{at + 1}. {' '.join(told) or match.seats[entry.seat].name + ' decided.'}")
    return lines + _notes_before(match, notes, len(match.log))


def _notes_before(match: Match, notes: list[Note], at: int) -> list[str]:
    """Return the notes that stand before move `at`, and remove them from the list."""
    told = []
    while notes and notes[0].at <= at:
        told.append(f"({one_line(note_text(notes.pop(0), match))})")
    return told


def result_lines(match: Match) -> list[str]:
    """Return the result: rank and points of each seat, the sources of the points, and the outcome."""
    state = match.state
    lines = ["== Result"]
    scores, rank = state.scores(), 1
    for place in state.ranking():
        lines += [f"{rank}. {match.names[seat]} {scores[seat]}" for seat in place]
        rank += len(place)
    table = [("", *match.names)]
    label = match.game.labels().source
    table += [(label(source), *map(str, points)) for source, points in state.breakdown().items()]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    lines.append("Where the points came from:")
    for source, *cells in table:
        columns = [f"{cell:>{width}}" for cell, width in zip(cells, widths[1:], strict=True)]
        lines.append("  ".join([f"  {source:<{widths[0]}}", *columns]))
    return [*lines, state.outcome_text(), *filter(None, [hints_used_text(match)])]


def replay(match: Match, console: PlainConsole) -> None:
    """Print a whole match from its first move, in sentences."""
    say = console.print
    say(f"== {match.game.title}, {', '.join(match.names)}")
    if match.archived_moves:
        say(f"Before this, under other rules: {' '.join(one_line(move, 40) for move in match.archived_moves)}")
    only = match.human_seats[0] if len(match.human_seats) == 1 else None
    for sentence in log_sentences(match, only):
        say(sentence)
    if match.is_over:
        for line in result_lines(match):
            say(line)
    else:
        say(f"== {match.game.title}, {match.state.progress_text()}")
        say(board_text(match, only))
    console.flush()


def with_hint(sentence: str, answer: str, legal: Sequence[Move], commands: Iterable[str]) -> str:
    """Return the sentence, with the command or move that was probably meant."""
    near = closest_word(answer, [*(command.split()[0] for command in commands), *(m.notation for m in legal)])
    return f"{sentence} Did you mean {near}?" if near else sentence
