"""The guide through a lesson: what is to be read, who moves, what is asked, and which answers are right.

The caller plays the match: the guide says what comes next, and `accept` must be called before every move.
"""

import re
from collections.abc import Iterator, Sequence
from copy import copy
from enum import Enum
from functools import lru_cache
from typing import Any, NamedTuple

from core.bots import choose
from core.bots.player import bot_rng
from core.errors import GameError
from core.game import Game, Move
from core.lessons.course import Lesson, Step, pages
from core.match import Match, Seat
from core.view import SeatView, Target

#: The level of the bots in a lesson.
BOT_LEVEL = "novice"
_AT = "at "


class Page(NamedTuple):
    """A text to read before the lesson goes on, the targets to look at meanwhile, and its number in the lesson."""

    text: str
    targets: tuple[Target, ...] = ()
    number: int = 0


class ScriptedMove(NamedTuple):
    """A move that the caller plays without the learner: a bot's, or one of the script."""

    notation: str


class Bookmark(NamedTuple):
    """A step of a lesson, and the moves that lead to it."""

    step: int
    moves: list[str]


class GuideRequest(Enum):
    """What `Guide.next` returns besides pages and moves."""

    ASK = "the learner is asked"
    DONE = "the lesson is over"


ASK, DONE = GuideRequest.ASK, GuideRequest.DONE


class Guide:
    """Lead one learner through one lesson."""

    def __init__(self, lesson: Lesson, match: Match, at: int = 0) -> None:
        self.lesson = lesson
        self.match = match
        #: The step that is shown or asked, and how long the log was when each step so far began.
        self.step_index = at
        self._marks: dict[int, int] = {}
        #: The texts still to be read, the names of the targets to look at meanwhile, and the numbers of the pages.
        self._pages: list[tuple[str, tuple[str, ...], int]] = []
        self._script: list[str] = []
        #: The answers to this step so far.
        self._answers: list[str] = []
        #: Scripted moves that were not possible.
        self.wrong_answers: list[str] = []
        #: Answers that were right so far and then could not go on, with the step.
        self.interrupted: list[tuple[int, str]] = []
        #: Names in the lesson that are not targets.
        self.unknown_targets: set[str] = set()

    @classmethod
    def start(cls, game: Game, lesson: Lesson, name: str) -> "Guide":
        """Begin a lesson for a learner of this name."""
        match = Match.new(game, seats(lesson, name), lesson.options, lesson.seed, lesson.edition)
        for notation in lesson.before.split():
            match.play(notation)
        return cls(lesson, match)

    @classmethod
    def resume(cls, game: Game, lesson: Lesson, name: str, mark: Bookmark) -> "Guide":
        """Go on with a lesson from a bookmark; from its beginning, when the rules no longer lead there."""
        at, moves = mark
        if not 0 < at < len(lesson.steps):
            return cls.start(game, lesson, name)
        setup = game.setup(len(lesson.bots) + 1, lesson.options, lesson.seed, lesson.edition)
        try:
            return cls(lesson, Match.replay(game, setup, seats(lesson, name), moves), at)
        except GameError:
            return cls.start(game, lesson, name)

    def fork(self) -> "Guide":
        """Return an independent copy of the guide and its match."""
        twin = copy(self)
        twin.match = self.match.branch(len(self.match.log))
        twin._marks, twin.unknown_targets = dict(self._marks), set(self.unknown_targets)
        twin._pages, twin._script, twin._answers = list(self._pages), list(self._script), list(self._answers)
        twin.wrong_answers, twin.interrupted = list(self.wrong_answers), list(self.interrupted)
        return twin

    # What comes next

    @property
    def step(self) -> Step | None:
        return self.lesson.steps[self.step_index] if self.step_index < len(self.lesson.steps) else None

    @property
    def question(self) -> str:
        """The task of the learner, in a line."""
        return self.step.ask if self.step is not None else ""

    @property
    def task_number(self) -> int:
        """The number of the task at hand among all pages and tasks of the lesson."""
        step = self.step
        return self.lesson.stops_before(self.step_index) + (len(step.pages) + bool(step.accept) if step else 0)

    @property
    def targets(self) -> tuple[Target, ...]:
        """The targets to look at for the step at hand; empty after its first answer, when the whole board matters."""
        return self._named(self.step.places) if self.step is not None and not self._answers else ()

    @property
    def bookmark(self) -> Bookmark | None:
        """Where to go on another time: the step at hand, and the moves that led to it."""
        if self.step is None or self.step_index not in self._marks:
            return None
        return Bookmark(self.step_index, [entry.notation for entry in self.match.log[: self._marks[self.step_index]]])

    def next(self) -> Page | ScriptedMove | GuideRequest:
        """Return what is to be read, played or asked now; a move or a question again until it has been played."""
        while True:
            if self._pages:
                text, names, number = self._pages.pop(0)
                return Page(text, self._named(names), number)
            if self._script and (scripted := self._scripted()) is not None:
                return scripted
            if (step := self.step) is None:
                return DONE
            if not self.match.is_over and not self.match.waits_for_human:
                return ScriptedMove(self._bots_move())
            if self.step_index not in self._marks:
                self._marks[self.step_index] = len(self.match.log)
                first = self.lesson.stops_before(self.step_index) + 1
                self._pages = [(text, step.places, number) for number, text in enumerate(step.pages, first)]
            elif step.accept and not self.match.is_over and self.right_moves():
                return ASK
            else:
                if self._answers:
                    self.interrupted.append((self.step_index, " ".join(self._answers)))
                self._close(step)

    def _scripted(self) -> ScriptedMove | None:
        """Return the next move of the script; a script that no longer fits is dropped."""
        if any(move.notation == self._script[0] for move in self.match.legal_moves):
            return ScriptedMove(self._script[0])
        self.wrong_answers += self._script
        self._script = []
        return None

    def _bots_move(self) -> str:
        """Return the move of a novice bot: the same in the same lesson."""
        return choose(self.match.game, self.match.state, BOT_LEVEL, bot_rng(self.match))

    def _close(self, step: Step) -> None:
        """End a step: queue the pages on what it brought and the moves that follow it."""
        if self._answers or not step.accept:
            brought = pages(step.brought)
            first = self.lesson.stops_before(self.step_index + 1) - len(brought) + 1
            self._pages = [(text, step.brought_places, number) for number, text in enumerate(brought, first)]
        self._script = step.then.split()
        self._answers = []
        self.step_index += 1

    # Answers

    def matching_answer(self, notations: Sequence[str]) -> int:
        """Return how many of these successive moves this step accepts; 0 when they are not a right answer."""
        for answer in self.step.accept if self.step is not None else ():
            tokens = self._tokens(answer)[len(self._answers) :]
            fits = all(self._fits(token, made) for token, made in zip(tokens, notations, strict=False))
            if tokens and fits and self._begins(answer):
                return min(len(tokens), len(notations))
        return 0

    def mismatch_text(self, notations: Sequence[str]) -> str:
        """Return the first of these moves that is not a right answer; empty when all are."""
        for end in range(1, len(notations) + 1):
            taken = self.matching_answer(notations[:end])
            if taken < end:
                return "" if taken else notations[end - 1]
        return ""

    def wrong_answer_text(self, notation: str) -> str:
        """Return a friendly reply to an answer that is not right."""
        step = self.step
        if step is None:
            return ""
        for pattern, text in step.wrong_for.items():
            if _matches(pattern, notation):
                return text
        return step.wrong or f"That is a good move another time. Here: {step.ask}"

    def accept(self, notation: str) -> None:
        """Take note of a move that is about to be made, by the script, a bot or the learner."""
        if self._script and self._script[0] == notation:
            self._script.pop(0)
        elif self.match.waits_for_human and self.step is not None:
            self._answers.append(notation)
            complete = any(
                self._begins(answer) and len(self._tokens(answer)) == len(self._answers) for answer in self.step.accept
            )
            if complete:
                self._close(self.step)

    def plan(self) -> list[Move]:
        """Return a right answer to what is asked now, move by move, with the forced moves in it."""
        answer = next((each for each in self.step.accept if self._begins(each)), "") if self.step is not None else ""
        tokens, state = self._tokens(answer)[len(self._answers) :], self.match.state.copy()
        found: list[Move] = []
        while state.actor == self.lesson.seat:
            legal = state.legal_moves()
            if len(legal) > 1 and not tokens:
                break
            fitting = legal if len(legal) == 1 else [m for m in legal if self._fits(tokens[0], m.notation)]
            if not fitting:
                break
            if len(legal) > 1:
                tokens.pop(0)
            found.append(fitting[0])
            state.play(fitting[0])
        return found

    def right_moves(self) -> list[Move]:
        """Return the legal moves that are right answers now."""
        return [move for move in self.match.legal_moves if self.matching_answer([move.notation])]

    def _begins(self, answer: str) -> bool:
        """Whether the answers so far are the beginning of this answer."""
        tokens = self._tokens(answer)
        made = self._answers
        return len(made) <= len(tokens) and all(self._fits(t, m) for t, m in zip(tokens, made, strict=False))

    @staticmethod
    def _tokens(answer: str) -> list[str]:
        return [answer] if answer.startswith(_AT) else answer.split()

    def _fits(self, token: str, notation: str) -> bool:
        if not token.startswith(_AT):
            return _matches(token, notation)
        target = self.view.target_named(token.removeprefix(_AT))
        if target is None:
            return False
        if any(choice.moves and choice.moves[0].notation == notation for choice in self.view.choices(target)):
            return True
        drafted = [move for move in self.view.legal_moves if move.notation == notation]
        return any(self.view.locate([move]).target == target for move in drafted)

    # Stepping back

    def back(self) -> bool:
        """Go back to the start of this step, or of the one before if it has just begun; return whether it did."""
        now = len(self.match.log)
        for at, mark in reversed(list(self._steps_asked())):
            if mark < now:
                self.match.undo_to(mark, self.lesson.seat)
                self._marks = {step: start for step, start in self._marks.items() if step < at}
                self._pages, self._script, self._answers, self.step_index = [], [], [], at
                return True
        return False

    def _steps_asked(self) -> Iterator[tuple[int, int]]:
        """Yield the steps so far that had something to do, and how long the log was when they began."""
        return ((at, mark) for at, mark in self._marks.items() if self.lesson.steps[at].accept)

    # Targets

    @property
    def view(self) -> SeatView[Any]:
        return self.match.game.view(self.match.state, self.lesson.seat, self.match.names)

    def _named(self, words: Sequence[str]) -> tuple[Target, ...]:
        view = self.view
        found = {word: view.target_named(word) for word in words}
        self.unknown_targets |= {word for word, target in found.items() if target is None}
        return tuple(target for target in found.values() if target is not None)


def seats(lesson: Lesson, name: str) -> list[Seat]:
    """Return the seats of a lesson: the learner, and novice bots in the others."""
    table = [Seat(bot, "bot", BOT_LEVEL) for bot in lesson.bots]
    table.insert(lesson.seat, Seat(name))
    return table


def _matches(pattern: str, notation: str) -> bool:
    """Whether a notation fits a pattern, in which a star stands for anything."""
    return _compiled(pattern).fullmatch(notation) is not None


@lru_cache(maxsize=256)
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(".*".join(map(re.escape, pattern.split("*"))))
