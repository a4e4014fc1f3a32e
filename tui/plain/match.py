"""Plain mode: any game as plain lines on standard input and output, for screen readers, scripts and tests.

    how = Table(match, keeper, Console(ascii=False)).play()     # "over", "left" or "interrupted"

Every move is on disk before the next question is asked. Nothing is coloured and no line is redrawn.
"""

import re
import shlex
import sys
from collections.abc import Iterable, Sequence
from typing import Any, Literal, TextIO

from core.bots.hints import comparison, note_tip, tips, tips_asked
from core.bots.player import Player, luck
from core.errors import TableError
from core.game import Event, Move
from core.lessons.diagrams import rules_in_words
from core.log_notes import note_text
from core.match import Line, Match, Note
from core.rng import Chance
from core.text import count
from core.view import Offers
from saves import settings
from saves.errors import SaveError
from saves.lessons import Learning
from saves.match_store import Keeper
from saves.paths import Folders
from saves.sanitize import nearest, one_line
from tui.features.lessons.text import first_result, first_words
from tui.plain.moves import MANY, in_full, in_short
from tui.sessions.glossary import what
from tui.terminal.streams import NoInput
from tui.widgets import ascii_fallback as letters

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

NO_TIPS = "There are no tips in the attempt that counts."

#: No answer has more letters; a file that never comes to the end of a line must not be read for ever.
_LONGEST = 10_000


class EndOfInput(Exception):
    """Nobody will answer any more."""


class Console:
    """Lines in and out. What is written is text and nothing else, whatever names and files contain."""

    def __init__(self, ascii: bool = False, source: TextIO | None = None, target: TextIO | None = None) -> None:
        self._in = source or sys.stdin
        self._out = target or sys.stdout
        self.ascii = ascii or not speaks_unicode(self._out)

    def say(self, text: str = "") -> None:
        self._out.write(self._safe(text) + "\n")

    def ask(self, prompt: str) -> str:
        """The next line that somebody types."""
        self.prompt(prompt)
        line = self._read()
        if not line:
            self.say()
            raise EndOfInput
        answer = line.strip()
        self.echo(answer)
        return answer

    def prompt(self, text: str) -> None:
        """Ask; the answer is to be typed behind it."""
        self._out.write(text)
        self._out.flush()

    def echo(self, answer: str) -> None:
        """Show what was typed where no terminal does, so that what follows begins on a line of its own."""
        if not self.is_terminal:
            self.say(answer)

    def flush(self) -> None:
        self._out.flush()

    def _read(self) -> str:
        """A line as it comes; nothing at the end of the input."""
        try:
            line = self._in.readline(_LONGEST)
        except UnicodeDecodeError:
            return "\ufffd"
        except OSError as error:
            raise NoInput(f"Standard input cannot be read ({error.strerror or error}).") from None
        if len(line) == _LONGEST and not line.endswith("\n"):
            raise NoInput(f"Standard input has a line of more than {_LONGEST} letters, which nobody has typed.")
        return line

    @property
    def is_terminal(self) -> bool:
        return self._in.isatty()

    def _safe(self, text: str) -> str:
        shown = "".join(c if c.isprintable() or c == "\n" else "?" for c in text.expandtabs())
        return letters.words(shown) if self.ascii else shown


def speaks_unicode(stream: TextIO) -> bool:
    """Whether the stream can carry every letter."""
    return (stream.encoding or "").lower().replace("-", "").replace("_", "") in ("utf8", "utf8sig")


class Table:
    """One match, played in lines."""

    commands = COMMANDS
    #: Whether it says a word about what is new to somebody.
    explains = True

    def __init__(self, match: Match, keeper: Keeper, console: Console, remarks: Sequence[str] = ()) -> None:
        self.match = match
        self.keeper = keeper
        self.console = console
        self._remarks = remarks
        self._trouble = ""
        self.bots = Player()
        self._at_keyboard: int | None = None
        #: Whether the position is told at the start of each turn.
        self._board_always = False
        #: Sentences for one seat only, kept until it is asked: the line of the log, the seat, the words.
        self._whispers: list[tuple[int, int, str]] = []

    def play(self) -> Literal["over", "left", "interrupted"]:
        """Play until the match is over, somebody leaves or interrupts, or the input ends."""
        for remark in self._remarks:
            self.console.say(remark)
        if self.keeper.read_only:
            self._look()
            return "left"
        try:
            self._open()
            while not self.match.over:
                if self.match.waits_for_person:
                    self._decision()
                else:
                    self._bot_moves()
        except EndOfInput:
            self._save()  # every move is on disk already, unless the disk refused until now
            self._farewell()
            return "left"
        except NoInput:
            self._save()
            raise
        except KeyboardInterrupt:
            # The match may be in the middle of a move: what is on disk is whole, so it stays as it is.
            self.console.say()
            self._farewell()
            return "interrupted"
        self._tell_result()
        return "over"

    def _open(self) -> None:
        """Begin, or say where the match stood."""
        match = self.match
        if not self.keeper.slug:
            self._tell(match.log)
            self._save()
        elif not match.over and match.log:
            self.console.say(f"The match goes on after {count(len(match.past) + len(match.log), 'move')}.")

    # Deciding

    def _decision(self) -> None:
        """One decision of a person: the question, and the answers until one of them is a move."""
        seat = self.match.state.actor
        assert seat is not None
        self._pass_keyboard(seat)
        self._tell_board(seat)
        self._tell_first_words()
        at = len(self.match.log)
        while self.match.state.actor == seat and len(self.match.log) == at:
            self._whisper(seat)
            for line in self.asked():
                self.console.say(line)
            answer = self.console.ask("> ")
            if not self._obey(answer, seat):
                self._try_move(answer, seat)

    def _tell_first_words(self) -> None:
        """What a kind of decision is about, the first time that it comes up; a script has read it all."""
        if self.console.is_terminal and self.explains:
            folders = Folders.of_player()
            if settings.load(folders.settings)[0].explain and (words := first_words(self.match, Learning(folders))):
                self.console.say(words)

    def asked(self) -> list[str]:
        """What whoever decides is asked."""
        assert self.match.state.actor is not None
        return question_lines(self.match, self.match.state.actor)

    def _tell_board(self, seat: int) -> None:
        """The position at the start of a turn, for whoever has asked for it once."""
        log = self.match.log
        begins = not log or log[-1].seat != seat or log[-1].round != self.match.state.round
        if self._board_always and begins:
            self.console.say(board_text(self.match, seat))

    def _try_move(self, answer: str, seat: int) -> None:
        try:
            lines = self.match.play(meant(answer, self.match, seat))
        except TableError as error:
            self.console.say(with_hint(str(error), answer, self.match.legal, COMMANDS))
            return
        self._tell(lines)
        self._save()

    def _bot_moves(self) -> None:
        decision = self.bots.decide(self.match)
        if decision.trouble:
            self.console.say(decision.trouble)
        self._tell(self.match.play(decision.notation))
        self._save()

    # Commands

    def _obey(self, answer: str, seat: int) -> bool:
        """Carry out a command; False when the answer is none."""
        word, _, rest = answer.partition(" ")
        word, rest = word.lower(), rest.strip()
        if word == "save":
            self._save_as(rest)
        elif word == "what":
            self._explain(rest)
        elif word == "board" and rest.lower() in ("always", "asked"):
            self._board_always = rest.lower() == "always"
            self.console.say(
                "The board is told before every turn of yours."
                if self._board_always
                else "The board is told when asked."
            )
        elif rest:
            return False
        elif word in ("quit", "exit"):
            raise EndOfInput
        elif word in ("undo", "redo"):
            self._step(word, seat)
        elif word == "board":
            self.console.say(board_text(self.match, seat))
        elif word == "moves":
            self.console.say("\n".join(move_lines(self.match, seat)))
        elif word == "tip":
            self._tip(seat)
        elif word == "log":
            self._tell_log(seat)
        elif word == "rules":
            self.console.say(rules_in_words(self.match.game).rstrip())
        elif word in ("help", "?"):
            self._help()
        elif not word:
            self.console.say("Answer with the number or the notation of a move; help shows the commands.")
        else:
            return False
        return True

    def _help(self) -> None:
        self.console.say("Answer with the number or the notation of a move, or with one of these:")
        width = max(map(len, self.commands))
        for command, words in self.commands.items():
            self.console.say(f"  {command:<{width}}  {words}")

    def _explain(self, word: str) -> None:
        """What a word means, or all of those in what is asked."""
        self.console.say("\n".join(what(self.match.game, word, self.in_question())))

    def in_question(self) -> str:
        """All the words that stand in what is asked."""
        return " ".join(self.asked())

    def _tip(self, seat: int) -> None:
        """What a master would do, why, and what comes next to it."""
        match, say = self.match, self.console.say
        if match.counts:
            say(NO_TIPS)
            return
        try:
            told = tip_lines(match, luck(match))
        except Exception as error:
            say(f"There is no tip this time ({type(error).__name__}).")
            return
        note_tip(match, seat)
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
        except TableError as error:
            self.console.say(str(error))
            return
        self._whispers = [whisper for whisper in self._whispers if whisper[0] < len(match.log)]
        if word == "undo":
            self.console.say(f"Taken back: {count(before - len(match.log), 'move')}.")
        else:
            self._tell(match.log[before:])
        self._save()

    def _save_as(self, name: str) -> None:
        try:
            if name:
                self._report(self.keeper.rename(self.match, name))
            else:
                self._report(self.keeper.save(self.match))
        except SaveError as error:
            self.console.say(str(error))
            return
        self.console.say(self._trouble or f"Saved as {self.keeper.called}.")

    # Telling

    def _tell(self, lines: Sequence[Line]) -> None:
        """Say what happened; what is meant for one seat waits until that seat is asked."""
        first = len(self.match.log) - len(lines)
        alone = len(self.match.persons) == 1
        for at, line in enumerate(lines, first):
            for event in line.events:
                sentence = self._sentence(event)
                if event.to is None or (alone and event.to in self.match.persons):
                    self.console.say(sentence)
                elif event.to in self.match.persons:
                    self._whispers.append((at, event.to, sentence))
        self.console.flush()

    def _sentence(self, event: Event) -> str:
        return self.match.game.sentence(event, self.match.names)

    def _whisper(self, seat: int) -> None:
        for _, to, sentence in self._whispers:
            if to == seat:
                self.console.say(sentence)
        self._whispers = [whisper for whisper in self._whispers if whisper[1] != seat]

    def _pass_keyboard(self, seat: int) -> None:
        """Before a secret decision the others look away; a script has no eyes, and is not asked."""
        match = self.match
        moved = self._at_keyboard != seat and len(match.persons) > 1
        self._at_keyboard = seat
        if moved and match.state.prompt.secret and self.console.is_terminal:
            self.console.ask(f"Pass the keyboard to {match.seats[seat].name}, who presses Enter.")

    def _tell_log(self, seat: int) -> None:
        """The whole log as this seat may know it: sentences, since a notation may be a secret."""
        match, say = self.match, self.console.say
        if match.past:
            say(f"Before this, under other rules: {' '.join(one_line(move, 40) for move in match.past)}")
        for sentence in log_sentences(match, seat):
            say(sentence)
        if not match.log:
            say("Nothing has happened yet.")

    def _tell_result(self) -> None:
        say = self.console.say
        for sentence in result_lines(self.match):
            say(sentence)
        if self.console.is_terminal and (words := first_result(self.match, Learning(Folders.of_player()))):
            say(words)
        self.console.flush()

    # Leaving

    def _look(self) -> None:
        """A match that is open elsewhere: shown, not played."""
        if self.match.over:
            self._tell_result()
            return
        self.console.say(f"== {self.match.game.title}, {self.match.state.when()}")
        self.console.say(board_text(self.match, None))

    def _save(self) -> None:
        self._report(self.keeper.save(self.match))

    def _report(self, trouble: str) -> None:
        """Say that saving fails, and when it works again."""
        if trouble and trouble != self._trouble:
            self.console.say(trouble)
        elif self._trouble and not trouble:
            self.console.say("The match is saved again.")
        self._trouble = trouble

    def _farewell(self) -> None:
        how = "The last moves are not saved" if self._trouble else "Saved"
        if self.keeper.is_written:
            how += f"; samovar resume {shlex.quote(self.keeper.called)} --plain goes on"
        self.console.say(f"{how}." if self.keeper.is_written else "The match is not saved.")
        self.console.flush()


def question_lines(match: Match, seat: int) -> list[str]:
    """What a seat is asked: where we are, the question, and the numbered moves; behind many, the question again."""
    asked, many = match.state.prompt.sentence, len(match.legal)
    return [
        f"== {match.game.title}, {match.state.when()}, {match.seats[seat].name}",
        asked,
        *in_short(_offers(match, seat)),
        *([f"{asked} ({many} moves; moves tells them one by one)"] if many > MANY else []),
    ]


def move_lines(match: Match, seat: int) -> list[str]:
    """Every move with what it would bring, a line each."""
    return in_full(_offers(match, seat))


def _offers(match: Match, seat: int | None) -> Offers[Any]:
    return match.game.offers(match.state, seat, match.names, legal=match.legal)


def meant(answer: str, match: Match, seat: int) -> Move | str:
    """The move of that number or notation, in any case of letters."""
    legal = match.legal
    if answer.isascii() and answer.isdigit():
        numbered = _offers(match, seat).numbered()
        if len(answer) < 6 and 1 <= int(answer) <= len(numbered):
            return _unspent(numbered[int(answer) - 1])
        if all(move.notation != answer for move in legal):
            raise TableError(f"The moves are numbered from 1 to {len(numbered)}.")
    folded = [move for move in legal if move.notation.casefold() == answer.casefold()]
    return folded[0] if len(folded) == 1 else one_line(answer, 40)


def _unspent(numbered: Move | str) -> Move:
    """A move of that list; what is spent only keeps its number."""
    if isinstance(numbered, str):
        raise TableError(f"Nothing happens: {numbered}.")
    return numbered


def tip_lines(match: Match, rng: Chance) -> list[str]:
    """What a master would do, why, and what comes next to it."""

    def described(notation: str) -> str:
        return one_line(_offers(match, match.state.actor).words(match.read(notation))).rstrip(".")

    best, *others = tips(match.game, match.state, rng)
    why = comparison(best, others, described)
    told = [f"Tip: {best.plan[0]}, {described(best.plan[0])}{'; ' + why if why else ''}."]
    if len(best.plan) > 1:
        told.append(f"The whole turn: {' '.join(best.plan)}")
    return told + [f"Or {other.plan[0]}, {described(other.plan[0])}; {_worse(other.behind)}." for other in others]


def _worse(points: float) -> str:
    """How far a turn is behind the best."""
    if points < 0.25:
        return "as good"
    return "half a point less" if points < 0.75 else f"about {count(round(points), 'point')} less"


def board_text(match: Match, seat: int | None) -> str:
    """The position as a seat sees it (None: as everybody does), with names where the rules know numbers."""

    def name(found: re.Match[str]) -> str:
        number = int(found[1])
        return match.names[number - 1] if 1 <= number <= len(match.names) else found[0]

    return re.sub(r"\bPlayer (\d)\b", name, match.state.board(seat)).rstrip()


def log_sentences(match: Match, seat: int | None) -> list[str]:
    """The log in numbered lines, with the notes, as a seat may know it (None: as everybody may)."""
    notes = list(match.notes)
    lines: list[str] = []
    for at, line in enumerate(match.log):
        lines += _notes_before(match, notes, at)
        told = [match.game.sentence(event, match.names) for event in line.events if event.to in (None, seat)]
        lines.append(f"{at + 1}. {' '.join(told) or match.seats[line.seat].name + ' decided.'}")
    return lines + _notes_before(match, notes, len(match.log))


def _notes_before(match: Match, notes: list[Note], at: int) -> list[str]:
    """The notes that stand before move `at`, taken off the list."""
    told = []
    while notes and notes[0].at <= at:
        told.append(f"({one_line(note_text(notes.pop(0), match))})")
    return told


def result_lines(match: Match) -> list[str]:
    """The end: a line a seat with its rank and points, where the points came from, and the verdict."""
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
    return [*lines, state.verdict(), *filter(None, [tips_asked(match)])]


def replay(match: Match, console: Console) -> None:
    """A whole match from its first move, told in sentences."""
    say = console.say
    say(f"== {match.game.title}, {', '.join(match.names)}")
    if match.past:
        say(f"Before this, under other rules: {' '.join(one_line(move, 40) for move in match.past)}")
    only = match.persons[0] if len(match.persons) == 1 else None
    for sentence in log_sentences(match, only):
        say(sentence)
    if match.over:
        for line in result_lines(match):
            say(line)
    else:
        say(f"== {match.game.title}, {match.state.when()}")
        say(board_text(match, only))
    console.flush()


def with_hint(sentence: str, answer: str, legal: Sequence[Move], commands: Iterable[str]) -> str:
    """The sentence, and the command or move that was probably meant."""
    near = nearest(answer, [*(command.split()[0] for command in commands), *(m.notation for m in legal)])
    return f"{sentence} Did you mean {near}?" if near else sentence
