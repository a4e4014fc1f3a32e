"""A lesson in plain mode, with the same guide as on the screen."""

from collections.abc import Callable

from core.game import Game
from core.lessons.course import Lesson
from core.lessons.guide import Bookmark, Guide
from core.match import Match
from saves.guest import typed_command
from saves.lessons import LessonStore
from saves.match_store import MatchStore
from tui.features.lessons.session import LESSON_BEGAN, LessonSession
from tui.features.lessons.text import COMMANDS
from tui.plain.console import Ending, PlainConsole, play_until_left
from tui.plain.face import PlainFace
from tui.plain.match import PlainMatch
from tui.services import Services
from tui.sessions.changes import Change, DecisionBegan, Ended, PageRead, Played, Said, TakenBack
from tui.sessions.session import PLAIN
from tui.startup import name_of_player


class LessonAbandoned(Exception):
    """The learner goes on without the guide."""


class PlainLesson(PlainFace[LessonSession]):
    """A lesson in lines; the board is printed first, so that it scrolls no page of the guide away."""

    def __init__(self, guide: Guide, lesson_store: LessonStore, console: PlainConsole, services: Services) -> None:
        super().__init__(lambda used: LessonSession(guide, lesson_store, used, PLAIN), services, console, COMMANDS)
        self.printer.is_board_always_printed = True  # the board is all that the learner sees
        #: Whether the lesson was just begun, resumed or stepped back, perhaps in the middle of a turn.
        self._just_here = True
        #: The pages of the guide that have not been printed yet.
        self._pages: list[str] = []

    def question_lines(self, seat: int) -> list[str]:
        """Return the question with the guide's task last, right before the answer."""
        return [*super().question_lines(seat), f"* {self.session.guide.question}"]

    def words_in_question(self) -> str:
        step = self.session.guide.step
        return f"{step.tell if step is not None else ''} {super().words_in_question()}"

    def commands_alone(self) -> dict[str, Callable[[], None]]:
        return super().commands_alone() | {"show": self._show_answer, "tip": self._show_answer, "free": self._abandon}

    def _show_answer(self) -> None:
        self.console.print(f"The answer: {' '.join(move.notation for move in self.session.guide.plan()[:1])}")

    def _abandon(self) -> None:
        self.console.print(f"You play on alone; {typed_command('learn')} resumes the lesson.")
        raise LessonAbandoned

    def on_change(self, change: Change) -> None:
        match change:
            case PageRead(page):
                self._pages.append(page.text)
            case DecisionBegan():
                self._print_board()
                self._print_pages()
            case Played(entries):
                self._print_pages()
                self.printer.print_entries(entries)
            case Ended():
                self._print_pages()
            case TakenBack():
                self._just_here = True
                self.console.print("One step back.")
            case Said(text) if text != LESSON_BEGAN:
                self.console.print(f"* {text}")
            case _:
                super().on_change(change)

    def play(self) -> None:
        self.session.start()
        self.run()

    def ask_on(self) -> None:
        """Ask after the lesson whether the match goes on without a guide."""
        if self.console.input("Type free to play on from here, or press Enter to end. > ").lower() == "free":
            raise LessonAbandoned

    def _print_board(self) -> None:
        self.printer.print_board() if self._just_here else self.printer.print_board_if_turn_begins()
        self._just_here = False

    def _print_pages(self) -> None:
        self.printer.print_lines(f"* {text}" for text in self._pages)
        self._pages.clear()


def teach(services: Services, game: Game, lesson: Lesson, learning: LessonStore, console: PlainConsole) -> Ending:
    """Teach a lesson from the step where it was left, to its end or until the learner leaves it."""
    reached = learning.progress_of(game.name, lesson.name)
    guide = Guide.resume(game, lesson, name_of_player(services), Bookmark(reached.step, reached.moves))
    table = PlainLesson(guide, learning, console, services)
    console.print(f"== {game.title}: {lesson.title}. help lists the commands.")
    try:
        how = play_until_left(table.play, console)
        if how == "left":
            again = typed_command(f"learn {game.name} {lesson.name} --plain")
            console.print(f"The lesson is kept; {again} continues it.")
        if how != "over":
            return how
        if trouble := table.session.mark_done():
            console.print(trouble)
        console.print(f"Done: {lesson.title}. {typed_command(f'learn {game.name} --plain')} starts the next one.")
        interrupted = not guide.match.is_over and play_until_left(table.ask_on, console) == "interrupted"
        return "interrupted" if interrupted else "over"
    except LessonAbandoned:
        return _play_on(services, guide.match, console)


def _play_on(services: Services, match: Match, console: PlainConsole) -> Ending:
    """Play on as an ordinary match, which is saved."""
    with MatchStore(services.paths).new_file() as match_file:
        match_file.save(match)  # the match goes on: what has happened need not be printed again
        return PlainMatch(match, match_file, console, services=services).play()
