"""How far a learner has come, and what is new to them, in words."""

from core.game import Game
from core.lessons.course import Lesson, load
from core.lessons.first_game_feedback import afterwards
from core.match import Match
from saves.lessons import Learning

#: The kind of decision that a result is remembered as.
_RESULT = "result"


def how_far(learning: Learning, game: Game, lesson: Lesson) -> str:
    """Done, begun, or how long it takes."""
    reached = learning.reached(game.name, lesson.name)
    if reached.step:
        how = "✓ done, again" if reached.done else "begun"
        return f"{how}: step {lesson.task(reached.step)} of {lesson.tasks}"
    return "✓ done" if reached.done else f"about {lesson.minutes} min"


def first_words(match: Match, learning: Learning) -> str:
    """What the decision at hand is about, if its kind comes up for the first time; it is remembered."""
    game, kind = match.game, match.state.prompt.kind
    words = load(game).decisions.get(kind, "")
    if not words or not learning.is_new(game.name, kind):
        return ""
    learning.meet(game.name, kind)
    return words


def first_result(match: Match, learning: Learning) -> str:
    """After somebody's first game: what brought most, and what to try next; it is said once."""
    game, persons = match.game, match.persons
    if len(persons) != 1 or not learning.is_new(game.name, _RESULT):
        return ""
    if words := afterwards(game, match.state, persons[0]):
        learning.meet(game.name, _RESULT)
    return words
