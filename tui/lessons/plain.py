"""A lesson in plain lines: the same guide, read and answered in words."""

from collections.abc import Sequence
from typing import Literal

from core.errors import TableError
from core.game import Game, Move
from core.lessons.course import Lesson
from core.lessons.guide import DONE, Bookmark, Guide, Page, Play
from saves.lessons import Learning
from saves.store import Store
from tui.plain import Console, EndOfInput, Table, meant, with_hint
from tui.start import login

COMMANDS = {
    "board": "the position in words and letters",
    "show": "the answer to this step",
    "undo": "back to where this step began, or to the one before",
    "free": "leave the lesson and play on freely; it can be taken up again later",
    "log": "what has happened so far",
    "rules": "the rules of this game",
    "quit": "leave; the lesson is kept",
    "help": "this list",
}


class Freed(Exception):
    """The learner goes on without the guide."""


class LessonTable(Table):
    """One lesson, played in lines."""

    commands = COMMANDS
    explains = False

    def __init__(self, guide: Guide, learning: Learning, console: Console) -> None:
        super().__init__(guide.match, Store().begin(), console)
        self.guide = guide
        self.learning = learning
        self._board_always = True  # there is nothing else to look at

    def teach(self) -> None:
        """Lead the learner to the end of the lesson."""
        while (wish := self.guide.next()) is not DONE:
            self._save()
            if isinstance(wish, Page):
                self.console.say(f"* {wish.words}")
            elif isinstance(wish, Play):
                self.guide.taking(wish.notation)
                self._tell(self.match.play(wish.notation))
            else:
                self._decision()

    def asked(self) -> list[str]:
        return [f"* {self.guide.asking}", *super().asked()]

    def _decision(self) -> None:
        """Ask until there is an answer, or the learner steps back."""
        at, step = len(self.match.log), self.guide.at
        self._tell_board(self.guide.lesson.seat)
        while len(self.match.log) == at and self.guide.at == step:
            for line in self.asked():
                self.console.say(line)
            answer = self.console.ask("> ")
            if not self._obey(answer, self.guide.lesson.seat):
                self._try_move(answer, self.match.legal)

    def _try_move(self, answer: str, legal: Sequence[Move]) -> None:
        try:
            move = self.match.read(str(meant(answer, legal)))
        except TableError as error:
            self.console.say(with_hint(str(error), answer, legal, COMMANDS))
            return
        if not self.guide.takes([move.notation]):
            self.console.say(f"* {self.guide.objection(move.notation)}")
            return
        self.guide.taking(move.notation)
        self._tell(self.match.play(move))

    def _obey(self, answer: str, seat: int) -> bool:
        word = answer.lower()
        if word == "free":
            raise Freed
        if word in ("show", "tip"):
            self.console.say(f"The answer: {' '.join(move.notation for move in self.guide.plan()[:1])}")
        elif word in ("redo", "save"):
            return False
        else:
            return super()._obey(answer, seat)
        return True

    def _step(self, word: str, seat: int) -> None:
        self.console.say("A step back." if self.guide.back() else "Here the lesson began.")

    def _save(self) -> None:
        """Remember the step that was reached."""
        game, lesson, mark = self.match.game.name, self.guide.lesson.name, self.guide.bookmark
        if mark is not None and mark.step and mark.step != self.learning.reached(game, lesson).step:
            self._report(self.learning.keep(game, lesson, mark))


def teach(game: Game, lesson: Lesson, learning: Learning, console: Console) -> Literal["over", "left", "interrupted"]:
    """A lesson from where it was left, to its end or until the learner leaves it."""
    reached = learning.reached(game.name, lesson.name)
    guide = Guide.go_on(game, lesson, login(), Bookmark(reached.step, reached.moves))
    table = LessonTable(guide, learning, console)
    console.say(f"== {game.title}: {lesson.title}. help shows the commands.")
    try:
        table.teach()
    except Freed:
        console.say("You play on freely; samovar learn takes the lesson up again.")
        with Store().begin() as keeper:
            return Table(guide.match, keeper, console).play()
    except EndOfInput:
        console.say(f"The lesson is kept; samovar learn {game.name} {lesson.name} --plain goes on.")
        return "left"
    except KeyboardInterrupt:
        console.say()
        return "interrupted"
    if trouble := learning.tick(game.name, lesson.name):
        console.say(trouble)
    console.say(f"Done: {lesson.title}. samovar learn {game.name} --plain begins the next one.")
    return "over"
