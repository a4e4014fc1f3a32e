"""Find what is wrong with the lessons of a game: play them by their right answers, and try every wrong one.

python -m core.lessons.check mezen                 # one line for each problem
python -m core.lessons.check mezen first-game      # what a learner reads and does, move by move
"""

import sys
import textwrap
from collections.abc import Iterator
from typing import NamedTuple

from core import registry
from core.errors import GameError
from core.game import Game
from core.lessons.course import Course, Lesson, load, pages
from core.lessons.diagrams import diagram_names, diagram_targets, load_diagrams
from core.lessons.guide import ASK, DONE, Guide, Page, ScriptedMove
from core.lessons.rules_headings import headings
from core.match import Match, Seat
from core.rng import Rng

#: The rows of a page, a question and a reply to a wrong answer: at 80 columns the prompt has three.
_COLUMNS, _PAGE, _ASKED, _WRONG = 78, 3, 1, 2
#: The letters of a line in the list of lessons.
_ABOUT = 56
_LEARNER = "Anna"
_LIMIT = 2_000


def problems(game: Game) -> Iterator[str]:
    """Yield everything that is wrong, a sentence each."""
    course = load(game)
    if not course.lessons:
        yield f"{game.title} has no lessons."
    for lesson in course.lessons:
        for problem in (*_as_text(lesson), *_in_play(game, lesson)):
            yield f"{lesson.name}: {problem}"
    yield from _untaught(game, course)
    yield from _unpainted(game)
    yield from _unexplained(game, course)


# Texts


def _as_text(lesson: Lesson) -> Iterator[str]:
    """Yield texts that do not fit the smallest screen, and steps that ask for nothing."""
    if len(lesson.about) > _ABOUT:
        yield f"about has more than {_ABOUT} letters."
    for number, step in enumerate(lesson.steps, 1):
        if bool(step.ask) != bool(step.accept):
            yield f"step {number} asks without accepting, or accepts without asking."
        texts = [(page, _PAGE) for page in (*pages(step.tell), *pages(step.brought))]
        texts += [
            (f"{step.ask} ({step.keys})" if step.keys else step.ask, _ASKED),
            (step.wrong, _WRONG),
            *((text, _WRONG) for text in step.wrong_for.values()),
        ]
        for text, rows in texts:
            if len(textwrap.wrap(text, _COLUMNS)) > rows:
                yield f"step {number} has more than {rows} rows of {_COLUMNS} letters: {text[:40]}…"


# Play


class _Way(NamedTuple):
    """One path through a lesson, of a learner who knows every answer."""

    guide: Guide
    #: The steps that have been asked.
    asked: set[int]
    #: On a path beside that of the first right answers: the step that was answered otherwise, and with what.
    step: int | None = None
    other: str = ""

    def take(self, notation: str) -> None:
        self.guide.accept(notation)
        self.guide.match.play(notation)

    def beside(self) -> "list[_Way]":
        """Return the paths on which the question at hand is answered otherwise."""
        found = []
        for move in self.guide.right_moves()[1:]:
            guide = self.guide.fork()
            found.append(_Way(guide, set(self.asked), guide.step_index, move.notation))
            found[-1].take(move.notation)
        return found


def _in_play(game: Game, lesson: Lesson) -> Iterator[str]:
    """Yield steps that cannot be reached or done, on the path of the first right answers and on all beside it."""
    try:
        guide = Guide.start(game, lesson, _LEARNER)
    except GameError as error:
        yield f"it cannot begin: {error}"
        return
    ways = [_Way(guide, set())]
    while ways:
        way = ways.pop()
        instead = f"after {way.other} instead, " if way.other else ""
        yield from (instead + problem for problem in _on_way(way, ways))


def _on_way(way: _Way, ways: list[_Way]) -> Iterator[str]:
    """Play a lesson to its end, and add the paths that must be checked as well.

    Beside the first answers these are all; beside another answer those that answer the same step, in its later moves.
    """
    guide = way.guide
    for _ in range(_LIMIT):
        request = guide.next()
        if isinstance(request, Page):
            continue
        if isinstance(request, ScriptedMove):
            way.take(request.notation)
            continue
        if request is DONE:
            break
        way.asked.add(guide.step_index)
        if way.step is None:
            yield from _answers(guide)
        if way.step in (None, guide.step_index):
            ways.extend(way.beside())
        way.take(guide.right_moves()[0].notation)
    else:
        yield "it does not end."
    yield from (f"it points at {word!r}, which is no place then." for word in sorted(guide.unknown_targets))
    if guide.wrong_answers:
        yield f"scripted moves are not possible: {' '.join(guide.wrong_answers)}."
    yield from (f"step {at + 1} cannot be answered to its end behind {moves}." for at, moves in guide.interrupted)
    wanted = {at for at, step in enumerate(guide.lesson.steps[: guide.step_index]) if step.accept}
    yield from (f"step {at + 1} is never asked." for at in sorted(wanted - way.asked))


def _answers(guide: Guide) -> Iterator[str]:
    """Try every legal move: the right ones must match, the others must get a reply, and the state must not change."""
    number, before = guide.step_index + 1, guide.match.state.digest()
    right = {move.notation for move in guide.right_moves()}
    for move in guide.match.legal_moves:
        said = guide.wrong_answer_text(move.notation)
        if bool(guide.matching_answer([move.notation])) != (move.notation in right):
            yield f"step {number} does not know whether {move.notation} is right."
        if move.notation not in right and len(textwrap.wrap(said, _COLUMNS)) not in range(1, _WRONG + 1):
            yield f"step {number} has no fitting word about {move.notation}: {said!r}."
    if guide.match.state.digest() != before:
        yield f"step {number} changed the position although nothing was played."


# The whole course


def _untaught(game: Game, course: Course) -> Iterator[str]:
    """Yield headings of the rules that no lesson teaches, and headings in lessons that the rules do not have."""
    taught = {heading for lesson in course.lessons for step in lesson.steps for heading in step.teaches}
    known = headings(game.rules())
    for heading in known:
        if heading not in taught and heading not in course.looked_up:
            yield f"no lesson teaches {heading!r} of the rules."
    for heading in sorted(taught | set(course.looked_up)):
        if heading not in known:
            yield f"{heading!r} is no heading of the rules."


def _unpainted(game: Game) -> Iterator[str]:
    """Yield diagrams that the rules name and that cannot be painted, and those that the rules do not name."""
    wanted, known = diagram_names(game.rules()), load_diagrams(game)
    yield from (f"the rules name a picture {name!r} that is not there." for name in wanted if name not in known)
    yield from (f"the picture {name!r} is named nowhere in the rules." for name in known if name not in wanted)
    for name, scene in known.items():
        try:
            match = scene.match(game)
        except GameError as error:
            yield f"the picture {name!r} cannot be made: {error}"
            continue
        for word in (*scene.shows, *scene.points):
            if not diagram_targets(scene, match, (word,)):
                yield f"the picture {name!r} points at {word!r}, which is no place."


def _unexplained(game: Game, course: Course) -> Iterator[str]:
    """Yield kinds of decisions and sources of points that the course does not explain."""
    kinds: set[str] = set()
    for players in game.player_counts:
        match, rng = Match.new(game, [Seat(f"Player {n}") for n in range(players)], seed=players), Rng(players)
        while not match.is_over:
            kinds.add(match.state.prompt.kind)
            match.play(rng.choice(list(match.legal_moves)))
        for source in match.state.breakdown():
            if source not in course.sources:
                yield f"nothing is said about points from {source!r}."
    for kind in sorted(kinds - set(course.decisions)):
        yield f"nothing is said about the decision {kind!r}."
    for kind, text in course.decisions.items():
        if len(textwrap.wrap(text, _COLUMNS)) > 1:
            yield f"the word about the decision {kind!r} has more than a row."


# Reading a lesson as its learner does


def script(game: Game, lesson: Lesson) -> Iterator[str]:
    """Yield what a learner who knows every answer reads and does."""
    guide = Guide.start(game, lesson, _LEARNER)
    while (request := guide.next()) is not DONE:
        if isinstance(request, Page):
            yield f"    {request.text}"
            continue
        if request is ASK:
            view = guide.view
            yield guide.match.state.board_text(lesson.seat)
            yield from (f"      {move.notation}: {view.describe_move(move)}" for move in guide.match.legal_moves)
            yield f"{guide.step_index + 1}. {guide.question}"
            notation = guide.right_moves()[0].notation
            yield f"> {notation}"
        else:
            notation = request.notation  # type: ignore[union-attr]
        guide.accept(notation)
        for entry in guide.match.play(notation):
            yield from (f"  * {game.describe_event(event, guide.match.names)}" for event in entry.events)


def main() -> int:
    game = registry.get_game(sys.argv[1])
    if len(sys.argv) > 2:
        lesson = load(game).find(sys.argv[2])
        told = script(game, lesson) if lesson is not None else iter([f"{game.title} has no lesson {sys.argv[2]}."])
        print("\n".join(told))
        return 0
    found = list(problems(game))
    print("\n".join(found) or f"The lessons of {game.title} are sound.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
