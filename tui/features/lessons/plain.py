"""A lesson in plain mode, with the same guide as on the screen."""

from typing import Literal

from core.errors import GameError
from core.game import Game
from core.lessons.course import Lesson
from core.lessons.guide import ASK, DONE, Bookmark, Guide, Page, ScriptedMove
from core.match import Match
from saves.lessons import LessonStore
from saves.match_store import MatchStore
from tui.plain.match import EndOfInputError, PlainConsole, PlainMatch, board_text, parse_answer, with_hint
from tui.services import Services
from tui.startup import login_name

COMMANDS = {
    "board": "the position in words and letters",
    "moves": "all moves and what each would bring, a line each",
    "what WORD": "what a word of the game means; what alone tells all that stand in this step",
    "show": "the answer to this step",
    "undo": "back to where this step began, or to the one before",
    "free": "leave the lesson and play on freely; it can be taken up again later",
    "log": "what has happened so far",
    "rules": "the rules of this game",
    "quit": "leave; the lesson is kept",
    "help": "this list",
}


#: How a lesson, or the match that it became, was left.
Ending = Literal["over", "left", "interrupted"]


class LessonAbandoned(Exception):
    """The learner goes on without the guide."""


class PlainLesson(PlainMatch):
    """A lesson in lines."""

    commands = COMMANDS
    explains_first_decisions = False

    def __init__(self, guide: Guide, learning: LessonStore, console: PlainConsole, services: Services) -> None:
        super().__init__(guide.match, MatchStore(services.paths).new_file(), console, services=services)
        self.guide = guide
        self.learning = learning
        self._board_always = True  # the board is all that the learner sees
        #: Whether the lesson was just begun, resumed or stepped back, perhaps in the middle of a turn.
        self._just_here = True

    def teach(self) -> None:
        """Lead the learner to the end; print the board first, so that it scrolls no page of the guide away."""
        pages: list[str] = []
        while (request := self.guide.next()) is not DONE:
            self._save()
            if isinstance(request, Page):
                pages.append(request.text)
                continue
            if request is ASK:
                self._show_board()
            self._turn(pages)
            if isinstance(request, ScriptedMove):
                self.guide.accept(request.notation)
                self._print_entries(self.match.play(request.notation))
            else:
                self._decision()
        self._turn(pages)

    def _show_board(self) -> None:
        if self._just_here:
            self._just_here = False
            self.console.print(board_text(self.match, self.guide.lesson.seat))
        else:
            self._print_board(self.guide.lesson.seat)

    def _turn(self, pages: list[str]) -> None:
        """Print the pages of the guide that have been collected."""
        for text in pages:
            self.console.print(f"* {text}")
        pages.clear()

    def question_lines(self) -> list[str]:
        """Return the question with the guide's task last, right before the answer."""
        return [*super().question_lines(), f"* {self.guide.question}"]

    def in_question(self) -> str:
        return f"{self.guide.step.tell if self.guide.step is not None else ''} {super().in_question()}"

    def _decision(self) -> None:
        """Ask until there is a right answer, or the learner steps back."""
        at, step = len(self.match.log), self.guide.step_index
        while len(self.match.log) == at and self.guide.step_index == step:
            for line in self.question_lines():
                self.console.print(line)
            answer = self.console.input("> ")
            if not self._run_command(answer, self.guide.lesson.seat):
                self._try_move(answer, self.guide.lesson.seat)

    def _try_move(self, answer: str, seat: int) -> None:
        try:
            move = self.match.parse_move(str(parse_answer(answer, self.match, seat)))
        except GameError as error:
            self.console.print(with_hint(str(error), answer, self.match.legal_moves, COMMANDS))
            return
        if not self.guide.matching_answer([move.notation]):
            self.console.print(f"* {self.guide.wrong_answer_text(move.notation)}")
            return
        self.guide.accept(move.notation)
        self._print_entries(self.match.play(move))

    def _run_command(self, answer: str, seat: int) -> bool:
        word = answer.lower()
        if word == "free":
            raise LessonAbandoned
        if word in ("show", "tip"):
            self.console.print(f"The answer: {' '.join(move.notation for move in self.guide.plan()[:1])}")
        elif word in ("redo", "save"):
            return False
        else:
            return super()._run_command(answer, seat)
        return True

    def _step(self, word: str, seat: int) -> None:
        self._just_here = self.guide.back()
        self.console.print("A step back." if self._just_here else "Here the lesson began.")

    def _save(self) -> None:
        """Save the step that was reached."""
        game, lesson, mark = self.match.game.name, self.guide.lesson.name, self.guide.bookmark
        if mark is not None and mark.step and mark.step != self.learning.progress_of(game, lesson).step:
            self._report(self.learning.save_bookmark(game, lesson, mark))


def teach(services: Services, game: Game, lesson: Lesson, learning: LessonStore, console: PlainConsole) -> Ending:
    """Teach a lesson from the step where it was left, to its end or until the learner leaves it."""
    reached = learning.progress_of(game.name, lesson.name)
    guide = Guide.resume(game, lesson, login_name(), Bookmark(reached.step, reached.moves))
    table = PlainLesson(guide, learning, console, services)
    console.print(f"== {game.title}: {lesson.title}. help shows the commands.")
    try:
        table.teach()
    except LessonAbandoned:
        console.print("You play on freely; samovar learn takes the lesson up again.")
        return _play_on(services, guide.match, console)
    except EndOfInputError:
        console.print(f"The lesson is kept; samovar learn {game.name} {lesson.name} --plain goes on.")
        return "left"
    except KeyboardInterrupt:
        console.print()
        return "interrupted"
    if trouble := learning.mark_done(game.name, lesson.name):
        console.print(trouble)
    console.print(f"Done: {lesson.title}. samovar learn {game.name} --plain begins the next one.")
    return "over" if guide.match.is_over else _ask_on(services, guide.match, console)


def _ask_on(services: Services, match: Match, console: PlainConsole) -> Ending:
    """Ask after a lesson whether the match goes on without a guide."""
    try:
        answer = console.input("free plays on from here, Enter ends. > ")
    except EndOfInputError:
        return "over"
    except KeyboardInterrupt:
        console.print()
        return "interrupted"
    return _play_on(services, match, console) if answer.lower() == "free" else "over"


def _play_on(services: Services, match: Match, console: PlainConsole) -> Ending:
    """Play on as an ordinary match, which is saved."""
    with MatchStore(services.paths).new_file() as match_file:
        match_file.save(match)  # the match goes on: what has happened need not be printed again
        return PlainMatch(match, match_file, console, services=services).play()
