"""Puzzles in plain mode, with the same sentences as on the screen."""

from collections.abc import Callable
from datetime import date

from core import registry
from core.puzzles.book import Puzzle
from saves.guest import typed_command
from tui.features.puzzles import practice as puzzles_practice
from tui.features.puzzles.practice import AFTER, DURING, PuzzlePool, PuzzlePractice
from tui.features.puzzles.session import PuzzleSession
from tui.plain.console import Ending, PlainConsole, play_until_left
from tui.plain.face import PlainFace, leave
from tui.plain.text import with_hint, word_lines
from tui.services import Services
from tui.sessions.changes import Change, MatchReplaced, ModeChanged, Played, Saved
from tui.sessions.mode import Assessed, Failed, Judging


class PlainPuzzles(PlainFace[PuzzleSession]):
    """Puzzle after puzzle, in lines."""

    def __init__(
        self, practice: PuzzlePractice, pool: PuzzlePool, puzzle: Puzzle, console: PlainConsole, services: Services
    ) -> None:
        super().__init__(lambda used: PuzzleSession(practice, pool, puzzle, used), services, console, DURING)
        #: Why the last attempt could not be saved; told after the verdict.
        self._trouble = ""

    def play(self) -> None:
        """Present puzzles until the player leaves or the input ends."""
        self._print_puzzle()
        self.console.print(puzzles_practice.INVITATION)
        self.session.start()
        while True:
            self.run()
            self._print_assessment()
            self._ask_wish()

    def commands_alone(self) -> dict[str, Callable[[], None]]:
        common = super().commands_alone()
        for word in ("board always", "board asked", "log"):  # a puzzle is one turn, and nothing came before it
            del common[word]
        return common | {
            "": self.print_help,
            "tip": self.session.ask_hint,
            "answer": self.session.toggle_answer,
            "next": self.session.next_puzzle,
        }

    def _ask_wish(self) -> None:
        """Ask what to do after a puzzle, and do it."""
        wishes = {"next": self.session.next_puzzle, "again": self.session.again, "quit": leave}
        while True:
            self.printer.print_lines(["What now?", *word_lines(AFTER)])
            wish = self.console.input("> ").lower()
            if wish in wishes:
                wishes[wish]()
                return
            refusal = f"{wish!r} is not one of these." if wish else "Type one of these words:"
            self.console.print(with_hint(refusal, wish, [], AFTER))

    def on_change(self, change: Change) -> None:
        match change:
            case MatchReplaced() if not self.session.is_answered:
                self._print_puzzle()
            case ModeChanged(new=Judging()):
                self.console.print(puzzles_practice.JUDGING)
                self.console.flush()
            case Saved(trouble):
                self._trouble = trouble
            case Played():
                pass  # what the turn brings is not told before it is judged
            case _:
                super().on_change(change)

    def _print_puzzle(self) -> None:
        title = puzzles_practice.title(self.match.game, self.session.puzzle)
        self.console.print(f"== {self.match.game.title}, {title}")
        self.printer.print_board()

    def _print_assessment(self) -> None:
        """Print what the turn was worth and when the puzzle comes again; of a turn that was not judged, nothing."""
        session = self.session
        assert isinstance(session.mode, Assessed)
        if isinstance(session.mode.result, Failed):
            return
        self.printer.print_lines(puzzles_practice.verdict_lines(self.match, session.puzzle, session.verdict))
        known = session.practice.progress(session.game)
        self.console.print(puzzles_practice.again_text(known, session.puzzle, date.today()))
        if self._trouble:
            self.console.print(self._trouble)


def tell_all(practice: PuzzlePractice, console: PlainConsole) -> None:
    """Print every game and grade, with the number of solved puzzles."""
    for line in puzzles_practice.summary_lines(practice, registry.all_games()):
        console.print(line)
    console.print(f"{typed_command('puzzles GAME --plain')} shows the next puzzle of a game.")


def try_all(practice: PuzzlePractice, pool: PuzzlePool, console: PlainConsole, services: Services) -> Ending:
    """Present puzzle after puzzle, until the player leaves or the input ends."""
    puzzle = practice.next_puzzle(pool)
    if puzzle is None:
        console.print(puzzles_practice.none_left(pool))
        return "over"
    return play_until_left(PlainPuzzles(practice, pool, puzzle, console, services).play, console)
