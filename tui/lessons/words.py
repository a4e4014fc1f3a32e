"""How far a learner has come, in words."""

from core.game import Game
from core.lessons.course import Lesson
from saves.lessons import Learning


def how_far(learning: Learning, game: Game, lesson: Lesson) -> str:
    """Done, begun, or how long it takes."""
    reached = learning.reached(game.name, lesson.name)
    if reached.step:
        how = "✓ done, again" if reached.done else "begun"
        return f"{how}: step {lesson.task(reached.step)} of {lesson.tasks}"
    return "✓ done" if reached.done else f"about {lesson.minutes} min"
