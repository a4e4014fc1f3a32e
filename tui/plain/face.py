"""A session in lines: ask for decisions, and pass answers and commands on to the session."""

from collections.abc import Callable, Mapping
from typing import Generic, TypeVar

from core.match import Match
from saves import settings
from tui.plain.answers import find_command, submit_answer
from tui.plain.console import EndOfInputError, PlainConsole
from tui.plain.printer import SessionPrinter
from tui.plain.scheduler import LineScheduler
from tui.plain.text import decision_lines, typed_kind_lines
from tui.services import Services
from tui.sessions.bots import InProcessBots
from tui.sessions.changes import Change, Played, Said, Saved, TakenBack
from tui.sessions.local import LocalSession
from tui.sessions.mode import Deciding, Judging, PassKeyboard, Thinking
from tui.sessions.session import SessionServices

_Session = TypeVar("_Session", bound=LocalSession)


class PlainFace(Generic[_Session]):
    """The face of a session in lines. A subclass adds commands, and prints what only its session tells."""

    def __init__(
        self,
        make_session: Callable[[SessionServices], _Session],
        services: Services,
        console: PlainConsole,
        commands: Mapping[str, str],
    ) -> None:
        self._scheduler = LineScheduler()
        preferences, _ = settings.load(services.paths.settings)
        bots = InProcessBots(services.analysis)
        self.session = make_session(SessionServices(bots, self._scheduler, preferences))
        self.session.listener = self.on_change
        self.console = console
        self.printer = SessionPrinter(self.session, console)
        #: The commands with what they do, as help lists them.
        self.commands = commands

    @property
    def match(self) -> Match:
        return self.session.match

    def run(self) -> None:
        """Ask for decisions and let bots think, until the session comes to an end."""
        while True:
            match self.session.mode:
                case Deciding(seat):
                    self._ask(seat)
                case PassKeyboard(seat):
                    self.console.input(f"Pass the keyboard to {self.match.seats[seat].name}, who presses Enter.")
                    self.session.keyboard_passed()
                case Thinking() | Judging():
                    self._scheduler.run_once()
                case _:
                    return

    def on_change(self, change: Change) -> None:
        """Print what the session tells."""
        match change:
            case Played(entries):
                self.printer.print_entries(entries)
            case TakenBack(moves):
                self.printer.print_taken_back(moves)
            case Said(text):
                self.console.print(text)
            case Saved(trouble):
                self.printer.print_saved(trouble)

    # Questions and answers

    def _ask(self, seat: int) -> None:
        """Ask for a decision once; the answer is a command, a move or nonsense. The name of a kind lists its moves."""
        self.printer.print_private(seat)
        self.printer.print_lines(self.question_lines(seat))
        answer = self.console.input("> ")
        while kind_lines := typed_kind_lines(answer, self.match, seat):
            self.printer.print_lines(kind_lines)
            answer = self.console.input("> ")
        command = find_command(answer, self.commands_alone(), self.commands_with_text())
        if command is not None:
            command()
        else:
            submit_answer(self.session, seat, answer, self.commands, self.console.print)

    def question_lines(self, seat: int) -> list[str]:
        """Return the question to a deciding player."""
        return decision_lines(self.match, seat)

    # Commands

    def commands_alone(self) -> dict[str, Callable[[], None]]:
        """Return the commands that stand alone."""
        printer = self.printer
        return {
            "board": printer.print_board,
            "board words": printer.print_spoken_board,
            "board always": lambda: printer.print_board_at_turns(always=True),
            "board asked": lambda: printer.print_board_at_turns(always=False),
            "moves": printer.print_moves,
            "log": printer.print_log,
            "rules": printer.print_rules,
            "undo": self.session.undo,
            "help": self.print_help,
            "?": self.print_help,
            "quit": leave,
            "exit": leave,
        }

    def commands_with_text(self) -> dict[str, Callable[[str], None]]:
        """Return the commands that are followed by a text."""
        return {"what": lambda word: self.printer.print_meaning(word, self.words_in_question())}

    def print_help(self) -> None:
        self.printer.print_help(self.commands)

    def words_in_question(self) -> str:
        """Return the text in which the game's words are looked up."""
        assert self.session.viewer is not None
        return " ".join(self.question_lines(self.session.viewer))


def leave() -> None:
    """Leave, as if the input had ended."""
    raise EndOfInputError
