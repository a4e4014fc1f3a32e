"""A lesson in plain lines: the same guide, read and answered in words."""

from typing import Literal

from core.errors import TableError
from core.game import Game
from core.lessons.course import Lesson
from core.lessons.guide import ASK, DONE, Bookmark, Guide, Page, Play
from core.match import Match
from saves.lessons import Learning
from saves.match_store import Store
from tui.plain.match import Console, EndOfInput, Table, board_text, meant, with_hint
from tui.startup import login

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
        #: Whether the learner has only just come to where the lesson stands, perhaps in the middle of a turn.
        self._just_here = True

    def teach(self) -> None:
        """Lead the learner to the end; the board comes first, so that it pushes nothing that is said off a screen."""
        pages: list[str] = []
        while (wish := self.guide.next()) is not DONE:
            self._save()
            if isinstance(wish, Page):
                pages.append(wish.words)
                continue
            if wish is ASK:
                self._show_board()
            self._turn(pages)
            if isinstance(wish, Play):
                self.guide.taking(wish.notation)
                self._tell(self.match.play(wish.notation))
            else:
                self._decision()
        self._turn(pages)

    def _show_board(self) -> None:
        if self._just_here:
            self._just_here = False
            self.console.say(board_text(self.match, self.guide.lesson.seat))
        else:
            self._tell_board(self.guide.lesson.seat)

    def _turn(self, pages: list[str]) -> None:
        """Tell what is to be read by now."""
        for words in pages:
            self.console.say(f"* {words}")
        pages.clear()

    def asked(self) -> list[str]:
        """What is to be done is said last, right before the answer."""
        return [*super().asked(), f"* {self.guide.asking}"]

    def in_question(self) -> str:
        return f"{self.guide.step.tell if self.guide.step is not None else ''} {super().in_question()}"

    def _decision(self) -> None:
        """Ask until there is an answer, or the learner steps back."""
        at, step = len(self.match.log), self.guide.at
        while len(self.match.log) == at and self.guide.at == step:
            for line in self.asked():
                self.console.say(line)
            answer = self.console.ask("> ")
            if not self._obey(answer, self.guide.lesson.seat):
                self._try_move(answer, self.guide.lesson.seat)

    def _try_move(self, answer: str, seat: int) -> None:
        try:
            move = self.match.read(str(meant(answer, self.match, seat)))
        except TableError as error:
            self.console.say(with_hint(str(error), answer, self.match.legal, COMMANDS))
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
        self._just_here = self.guide.back()
        self.console.say("A step back." if self._just_here else "Here the lesson began.")

    def _save(self) -> None:
        """Remember the step that was reached."""
        game, lesson, mark = self.match.game.name, self.guide.lesson.name, self.guide.bookmark
        if mark is not None and mark.step and mark.step != self.learning.reached(game, lesson).step:
            self._report(self.learning.keep(game, lesson, mark))


def teach(game: Game, lesson: Lesson, learning: Learning, console: Console) -> Ending:
    """A lesson from where it was left, to its end or until the learner leaves it."""
    reached = learning.reached(game.name, lesson.name)
    guide = Guide.go_on(game, lesson, login(), Bookmark(reached.step, reached.moves))
    table = LessonTable(guide, learning, console)
    console.say(f"== {game.title}: {lesson.title}. help shows the commands.")
    try:
        table.teach()
    except Freed:
        console.say("You play on freely; samovar learn takes the lesson up again.")
        return _play_on(guide.match, console)
    except EndOfInput:
        console.say(f"The lesson is kept; samovar learn {game.name} {lesson.name} --plain goes on.")
        return "left"
    except KeyboardInterrupt:
        console.say()
        return "interrupted"
    if trouble := learning.tick(game.name, lesson.name):
        console.say(trouble)
    console.say(f"Done: {lesson.title}. samovar learn {game.name} --plain begins the next one.")
    return "over" if guide.match.over else _ask_on(guide.match, console)


def _ask_on(match: Match, console: Console) -> Ending:
    """After a lesson: whether the match goes on without a guide."""
    try:
        answer = console.ask("free plays on from here, Enter ends. > ")
    except EndOfInput:
        return "over"
    except KeyboardInterrupt:
        console.say()
        return "interrupted"
    return _play_on(match, console) if answer.lower() == "free" else "over"


def _play_on(match: Match, console: Console) -> Ending:
    """The same match as an ordinary one, which is saved."""
    with Store().begin() as keeper:
        keeper.save(match)  # it goes on: what has happened need not be told again
        return Table(match, keeper, console).play()
