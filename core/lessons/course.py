"""The course of a game: its lessons and advice, read once from the TOML files in `core/games/GAME/lessons/`."""

from functools import lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from importlib.util import find_spec

import msgspec

from core.game import Game, OptionValue


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something to read in a lesson and then, if answers are accepted, one thing to do."""

    #: What to look at and why; an empty line begins a new page.
    tell: str = ""
    #: The targets that stay bright while this is read and done, as the game's view names them.
    places: tuple[str, ...] = ()
    #: The task, in a line.
    ask: str = ""
    #: The keys to do it with, for the screen.
    keys: str = ""
    #: The right answers: notations, one for each decision; `*` stands for anything, `at TARGET` for any move there.
    accept: tuple[str, ...] = ()
    #: What the answer brought; without it, only the events of the game are shown.
    brought: str = ""
    brought_places: tuple[str, ...] = ()
    #: A friendly reply to every other answer, and replies to some of them, by notation.
    wrong: str = ""
    wrong_for: dict[str, str] = {}
    #: Moves that are played after it, of any seat; after them the bots decide.
    then: str = ""
    #: The headings of the rules that this teaches.
    teaches: tuple[str, ...] = ()

    @property
    def pages(self) -> list[str]:
        return pages(self.tell)

    @property
    def stops(self) -> int:
        """The number of its pages, before and after its task, and of the task itself."""
        return len(self.pages) + bool(self.accept) + len(pages(self.brought))


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One lesson: a setup, the moves that lead to where it begins, and its steps."""

    title: str
    #: Its subject, in a line for the list.
    about: str
    minutes: int
    seed: int
    steps: tuple[Step, ...]
    #: The names of the novice bots in the other seats, in the order of the seats.
    bots: tuple[str, ...] = ()
    #: The seat of the learner.
    seat: int = 0
    options: dict[str, OptionValue] = {}
    #: The moves of all seats before the lesson begins.
    before: str = ""
    #: The edition of the rules by which it is played; by default that of its course.
    edition: int | None = None
    name: str = ""

    def task(self, step: int) -> int:
        """Return the number of the task that a step has or leads to, from 1."""
        return min(sum(bool(each.accept) for each in self.steps[:step]) + 1, self.tasks)

    @property
    def stops(self) -> int:
        """The number of all pages and tasks."""
        return sum(step.stops for step in self.steps)

    def stops_before(self, step: int) -> int:
        """Return the number of pages and tasks before a step."""
        return sum(each.stops for each in self.steps[:step])

    @property
    def tasks(self) -> int:
        """The number of steps with something to do."""
        return sum(bool(step.accept) for step in self.steps)


class SourceAdvice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Two texts about a source of points, for after a first game."""

    #: For the source that brought the most: the rule that paid.
    most: str
    #: For a source from which others got more: what to try next.
    next: str


class Course(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The lessons of a game and its advice for first games; the first lesson is the guided first game."""

    lessons: tuple[Lesson, ...] = ()
    #: Headings of the rules that are to be looked up and are not taught, with the reason.
    looked_up: dict[str, str] = {}
    #: An explanation of each kind of decision, shown the first time that it comes up.
    decisions: dict[str, str] = {}
    #: Advice by the id of a source, as in `State.breakdown`.
    sources: dict[str, SourceAdvice] = {}
    #: The edition of the rules that it was written for: options that came later have the values of that time.
    edition: int | None = None

    def find(self, name: str) -> Lesson | None:
        return next((lesson for lesson in self.lessons if lesson.name == name), None)


class _Contents(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of `course.toml`: the lessons by name, in their order, and what belongs to no single one."""

    edition: int
    lessons: tuple[str, ...]
    looked_up: dict[str, str] = {}
    decisions: dict[str, str] = {}
    sources: dict[str, SourceAdvice] = {}


def pages(text: str) -> list[str]:
    """Split a text into pages at its empty lines."""
    return [" ".join(page.split()) for page in text.split("\n\n") if page.strip()]


def lessons_folder(game: Game) -> Traversable | None:
    """Return the folder of a game's lessons; None where there is none."""
    module = game.package
    if (spec := find_spec(module)) is None or spec.submodule_search_locations is None:
        return None  # a game in a single file has no folders
    room = resources.files(module).joinpath("lessons")
    return room if room.is_dir() else None


@lru_cache(maxsize=16)
def load(game: Game) -> Course:
    """Return the course of a game; an empty one where none has been written."""
    room = lessons_folder(game)
    if room is None or not (contents := room.joinpath("course.toml")).is_file():
        return Course()
    told = msgspec.toml.decode(contents.read_bytes(), type=_Contents)
    lessons = tuple(_read(room, name, told.edition) for name in told.lessons)
    return Course(lessons, told.looked_up, told.decisions, told.sources, told.edition)


def _read(room: Traversable, name: str, edition: int) -> Lesson:
    lesson = msgspec.toml.decode(room.joinpath(f"{name}.toml").read_bytes(), type=Lesson)
    return msgspec.structs.replace(lesson, name=name, edition=lesson.edition or edition)
