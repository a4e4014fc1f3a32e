"""How far a learner has come, and what is new to them, in words."""

from core.game import Game
from core.lessons.course import Lesson, load
from core.lessons.first_game_feedback import first_game_feedback
from core.match import Match
from saves.lessons import LessonStore

#: The kind of decision that a result is remembered as.
_RESULT = "result"


def progress_text(learning: LessonStore, game: Game, lesson: Lesson) -> str:
    """Done, begun, or how long it takes."""
    reached = learning.progress_of(game.name, lesson.name)
    if reached.step:
        how = "✓ done, again" if reached.done else "begun"
        return f"{how}: step {lesson.task(reached.step)} of {lesson.tasks}"
    return "✓ done" if reached.done else f"about {lesson.minutes} min"


def first_decision_text(match: Match, learning: LessonStore) -> str:
    """What the decision at hand is about, if its kind comes up for the first time; it is remembered."""
    game, kind = match.game, match.state.prompt.kind
    text = load(game).decisions.get(kind, "")
    if not text or not learning.is_new(game.name, kind):
        return ""
    learning.mark_seen(game.name, kind)
    return text


def first_result(match: Match, learning: LessonStore) -> str:
    """After somebody's first game: what brought most, and what to try next; it is said once."""
    game, persons = match.game, match.human_seats
    if len(persons) != 1 or not learning.is_new(game.name, _RESULT):
        return ""
    if text := first_game_feedback(game, match.state, persons[0]):
        learning.mark_seen(game.name, _RESULT)
    return text
