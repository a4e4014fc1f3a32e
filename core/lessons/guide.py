"""The guide through a lesson: what is to be read, who moves, what is asked, and which answers are right.

The match is played by whoever shows it; the guide says what comes next and is told every move before it is made.
"""

import re
from collections.abc import Iterator, Sequence
from copy import copy
from enum import Enum
from functools import lru_cache
from typing import Any, NamedTuple

from core.bots import choose
from core.bots.player import luck
from core.errors import TableError
from core.game import Game, Move
from core.lessons.course import Lesson, Step, pages
from core.match import Match, Seat
from core.view import Offers, Place

#: Those who sit beside a learner.
GENTLE = "novice"
_AT = "at "


class Page(NamedTuple):
    """Something to read before the lesson goes on, and where to look meanwhile."""

    words: str
    places: tuple[Place, ...] = ()


class Play(NamedTuple):
    """A move that is made by itself: by a bot, or by the script."""

    notation: str


class Bookmark(NamedTuple):
    """A step, and the moves that lead to it."""

    step: int
    moves: list[str]


class Wish(Enum):
    """What else can come next."""

    ASK = "the learner is asked"
    DONE = "the lesson is over"


ASK, DONE = Wish.ASK, Wish.DONE


class Guide:
    """One learner in one lesson."""

    def __init__(self, lesson: Lesson, match: Match, at: int = 0) -> None:
        self.lesson = lesson
        self.match = match
        #: The step that is told or asked, and how long the log was when each step so far began.
        self.at = at
        self._marks: dict[int, int] = {}
        #: What is still to be read, and the names of where to look meanwhile.
        self._pages: list[tuple[str, tuple[str, ...]]] = []
        self._script: list[str] = []
        #: What has been answered to this step so far.
        self._answers: list[str] = []
        #: Scripted moves that were not possible.
        self.strays: list[str] = []
        #: Answers that were right so far and then could not go on, with the step.
        self.broken_off: list[tuple[int, str]] = []
        #: Words that were to name a place and did not.
        self.nowhere: set[str] = set()

    @classmethod
    def begin(cls, game: Game, lesson: Lesson, name: str) -> "Guide":
        """A lesson from its beginning, for a learner of that name."""
        match = Match.new(game, seats(lesson, name), lesson.options, lesson.seed, lesson.edition)
        for notation in lesson.before.split():
            match.play(notation)
        return cls(lesson, match)

    @classmethod
    def go_on(cls, game: Game, lesson: Lesson, name: str, mark: Bookmark) -> "Guide":
        """A lesson from a step that was reached; from its beginning, when the rules no longer lead there."""
        at, moves = mark
        if not 0 < at < len(lesson.steps):
            return cls.begin(game, lesson, name)
        setup = game.setup(len(lesson.bots) + 1, lesson.options, lesson.seed, lesson.edition)
        try:
            return cls(lesson, Match.replay(game, setup, seats(lesson, name), moves), at)
        except TableError:
            return cls.begin(game, lesson, name)

    def fork(self) -> "Guide":
        """Another learner who has come here in the same way and goes on alone."""
        twin = copy(self)
        twin.match = self.match.branch(len(self.match.log))
        twin._marks, twin.nowhere = dict(self._marks), set(self.nowhere)
        twin._pages, twin._script, twin._answers = list(self._pages), list(self._script), list(self._answers)
        twin.strays, twin.broken_off = list(self.strays), list(self.broken_off)
        return twin

    # What comes next

    @property
    def step(self) -> Step | None:
        return self.lesson.steps[self.at] if self.at < len(self.lesson.steps) else None

    @property
    def asking(self) -> str:
        """What the learner is asked to do, in a line."""
        return self.step.ask if self.step is not None else ""

    @property
    def places(self) -> tuple[Place, ...]:
        """Where the learner should look when the step at hand is asked; where it goes on then is all over the board."""
        return self._named(self.step.places) if self.step is not None and not self._answers else ()

    @property
    def bookmark(self) -> Bookmark | None:
        """Where to go on another time: the step that has begun, and the moves that led to it."""
        if self.step is None or self.at not in self._marks:
            return None
        return Bookmark(self.at, [line.notation for line in self.match.log[: self._marks[self.at]]])

    def next(self) -> Page | Play | Wish:
        """What is to be read, played or asked now; the same again until it has been played."""
        while True:
            if self._pages:
                words, names = self._pages.pop(0)
                return Page(words, self._named(names))
            if self._script and (scripted := self._scripted()) is not None:
                return scripted
            if (step := self.step) is None:
                return DONE
            if not self.match.over and not self.match.waits_for_person:
                return Play(self._bots_move())
            if self.at not in self._marks:
                self._marks[self.at] = len(self.match.log)
                self._pages = [(words, step.places) for words in step.pages]
            elif step.accept and not self.match.over and self.right():
                return ASK
            else:
                if self._answers:
                    self.broken_off.append((self.at, " ".join(self._answers)))
                self._close(step)

    def _scripted(self) -> Play | None:
        """The next move of the script; a script that no longer fits is dropped."""
        if any(move.notation == self._script[0] for move in self.match.legal):
            return Play(self._script[0])
        self.strays += self._script
        self._script = []
        return None

    def _bots_move(self) -> str:
        """What a gentle bot does: the same in the same lesson."""
        return choose(self.match.game, self.match.state, GENTLE, luck(self.match))

    def _close(self, step: Step) -> None:
        """A step is done: what it brought is told, and what follows by itself is played."""
        if self._answers or not step.accept:
            self._pages = [(words, step.brought_places) for words in pages(step.brought)]
        self._script = step.then.split()
        self._answers = []
        self.at += 1

    # Answers

    def takes(self, notations: Sequence[str]) -> int:
        """How many of these moves, made one after the other, this step takes; none when they are no right answer."""
        for answer in self.step.accept if self.step is not None else ():
            tokens = self._tokens(answer)[len(self._answers) :]
            fits = all(self._fits(token, made) for token, made in zip(tokens, notations, strict=False))
            if tokens and fits and self._begins(answer):
                return min(len(tokens), len(notations))
        return 0

    def misfit(self, notations: Sequence[str]) -> str:
        """The first of these moves that is no right answer; empty when all are."""
        for end in range(1, len(notations) + 1):
            taken = self.takes(notations[:end])
            if taken < end:
                return "" if taken else notations[end - 1]
        return ""

    def objection(self, notation: str) -> str:
        """A kind word about an answer that is not the one that was asked for."""
        step = self.step
        if step is None:
            return ""
        for pattern, words in step.wrong_for.items():
            if _matches(pattern, notation):
                return words
        return step.wrong or f"That is a good move another time. Here: {step.ask}"

    def taking(self, notation: str) -> None:
        """A move is about to be made, by the script, a bot or the learner."""
        if self._script and self._script[0] == notation:
            self._script.pop(0)
        elif self.match.waits_for_person and self.step is not None:
            self._answers.append(notation)
            complete = any(
                self._begins(answer) and len(self._tokens(answer)) == len(self._answers) for answer in self.step.accept
            )
            if complete:
                self._close(self.step)

    def plan(self) -> list[Move]:
        """A right answer to what is asked now, move by move, with the steps in it that are no choice."""
        answer = next((each for each in self.step.accept if self._begins(each)), "") if self.step is not None else ""
        tokens, state = self._tokens(answer)[len(self._answers) :], self.match.state.copy()
        found: list[Move] = []
        while state.actor == self.lesson.seat:
            legal = state.moves()
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

    def right(self) -> list[Move]:
        """The moves that are right now."""
        return [move for move in self.match.legal if self.takes([move.notation])]

    def _begins(self, answer: str) -> bool:
        """Whether what has been answered so far is the beginning of this answer."""
        tokens = self._tokens(answer)
        made = self._answers
        return len(made) <= len(tokens) and all(self._fits(t, m) for t, m in zip(tokens, made, strict=False))

    @staticmethod
    def _tokens(answer: str) -> list[str]:
        return [answer] if answer.startswith(_AT) else answer.split()

    def _fits(self, token: str, notation: str) -> bool:
        if not token.startswith(_AT):
            return _matches(token, notation)
        place = self.offers.named(token.removeprefix(_AT))
        offered = self.offers.choices(place) if place is not None else []
        return any(offer.moves and offer.moves[0].notation == notation for offer in offered)

    # Stepping back

    def back(self) -> bool:
        """To the beginning of this step, or to the one before when it has only just begun; whether there was one."""
        now = len(self.match.log)
        for at, mark in reversed(list(self._steps_asked())):
            if mark < now:
                self.match.undo_to(mark, self.lesson.seat)
                self._marks = {step: start for step, start in self._marks.items() if step < at}
                self._pages, self._script, self._answers, self.at = [], [], [], at
                return True
        return False

    def _steps_asked(self) -> Iterator[tuple[int, int]]:
        """The steps so far in which something was to be done, and how long the log was when they began."""
        return ((at, mark) for at, mark in self._marks.items() if self.lesson.steps[at].accept)

    # Places

    @property
    def offers(self) -> Offers[Any]:
        return self.match.game.offers(self.match.state, self.lesson.seat, self.match.names)

    def _named(self, words: Sequence[str]) -> tuple[Place, ...]:
        offers = self.offers
        found = {word: offers.named(word) for word in words}
        self.nowhere |= {word for word, place in found.items() if place is None}
        return tuple(place for place in found.values() if place is not None)


def seats(lesson: Lesson, name: str) -> list[Seat]:
    """The learner in their seat, and gentle bots in the others."""
    table = [Seat(bot, "bot", GENTLE) for bot in lesson.bots]
    table.insert(lesson.seat, Seat(name))
    return table


def _matches(pattern: str, notation: str) -> bool:
    """Whether a notation is the one that is meant; a star stands for anything."""
    return _compiled(pattern).fullmatch(notation) is not None


@lru_cache(maxsize=256)
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(".*".join(map(re.escape, pattern.split("*"))))
