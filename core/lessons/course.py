"""What `core/games/GAME/lessons/` holds: the course of a game, read from TOML once."""

from functools import lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from importlib.util import find_spec

import msgspec

from core.game import Game, OptionValue


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something to read, and then, if answers are accepted, one thing to do."""

    #: What to look at and why; an empty line turns the page.
    tell: str = ""
    #: The places that stay bright while this is read and done, as the game's offers name them.
    places: tuple[str, ...] = ()
    #: What is to be done, in a line.
    ask: str = ""
    #: With which keys, for those who do it on the screen.
    keys: str = ""
    #: The right answers: notations, one for each decision; `*` stands for anything, `at PLACE` for any move there.
    accept: tuple[str, ...] = ()
    #: What the answer brought; without it the events of the game must do.
    brought: str = ""
    brought_places: tuple[str, ...] = ()
    #: A kind word for every other answer, and words for some of them, by notation.
    wrong: str = ""
    wrong_for: dict[str, str] = {}
    #: Moves that follow by themselves, whoever makes them; behind them the bots decide.
    then: str = ""
    #: The headings of the rules that this teaches.
    teaches: tuple[str, ...] = ()

    @property
    def pages(self) -> list[str]:
        return pages(self.tell)


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A deal, the moves that lead to where it begins, and the steps."""

    title: str
    #: What it is about, in a line for the list.
    about: str
    minutes: int
    seed: int
    steps: tuple[Step, ...]
    #: The names of the gentle bots at the table, in the order of the seats.
    bots: tuple[str, ...] = ()
    #: Where the learner sits.
    seat: int = 0
    options: dict[str, OptionValue] = {}
    #: What everybody has chosen before the lesson begins.
    before: str = ""
    #: By which edition of the rules it is played; that of its course where it says nothing.
    edition: int | None = None
    name: str = ""

    def task(self, step: int) -> int:
        """Which of the things to do a step is about or leads to, from 1."""
        return min(sum(bool(each.accept) for each in self.steps[:step]) + 1, self.tasks)

    @property
    def tasks(self) -> int:
        """How many things are to be done."""
        return sum(bool(step.accept) for step in self.steps)


class SourceAdvice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is said about a source of points after a first game."""

    #: When it brought the most: which rule that was.
    most: str
    #: When the others got more from it: what to try next.
    next: str


class Course(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that is to be learnt of a game; the first lesson is the guided first game."""

    lessons: tuple[Lesson, ...] = ()
    #: Headings of the rules that are looked up and not taught, with the reason.
    looked_up: dict[str, str] = {}
    #: What a kind of decision is about, told the first time that it comes up.
    decisions: dict[str, str] = {}
    #: By id, as in `State.breakdown`.
    sources: dict[str, SourceAdvice] = {}
    #: The edition of the rules that it was written for: options that came later have the values of that time.
    edition: int | None = None

    def find(self, name: str) -> Lesson | None:
        return next((lesson for lesson in self.lessons if lesson.name == name), None)


class _Contents(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`course.toml`: the lessons by name, in their order, and what belongs to no single one."""

    edition: int
    lessons: tuple[str, ...]
    looked_up: dict[str, str] = {}
    decisions: dict[str, str] = {}
    sources: dict[str, SourceAdvice] = {}


def pages(text: str) -> list[str]:
    """A text as pages: an empty line turns one."""
    return [" ".join(page.split()) for page in text.split("\n\n") if page.strip()]


def lessons_folder(game: Game) -> Traversable | None:
    """The folder of a game's lessons; None where there is none."""
    module = type(game).__module__
    if (spec := find_spec(module)) is None or spec.submodule_search_locations is None:
        return None  # a game in a single file has no folders
    room = resources.files(module).joinpath("lessons")
    return room if room.is_dir() else None


@lru_cache(maxsize=16)
def load(game: Game) -> Course:
    """The course of a game; an empty one where nobody has written any."""
    room = lessons_folder(game)
    if room is None or not (contents := room.joinpath("course.toml")).is_file():
        return Course()
    told = msgspec.toml.decode(contents.read_bytes(), type=_Contents)
    lessons = tuple(_read(room, name, told.edition) for name in told.lessons)
    return Course(lessons, told.looked_up, told.decisions, told.sources, told.edition)


def _read(room: Traversable, name: str, edition: int) -> Lesson:
    lesson = msgspec.toml.decode(room.joinpath(f"{name}.toml").read_bytes(), type=Lesson)
    return msgspec.structs.replace(lesson, name=name, edition=lesson.edition or edition)
