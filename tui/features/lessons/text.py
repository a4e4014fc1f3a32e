"""Texts about a learner's progress and about first decisions and results."""

from core.game import Game
from core.lessons.course import Lesson, load
from core.lessons.first_game_feedback import first_game_feedback
from core.match import Match
from saves.lessons import LessonStore

#: The commands of a lesson in plain mode.
COMMANDS = {
    "board": "the position in words and letters",
    "board words": "the board read aloud, space by space",
    "moves": "all moves with what each gives, one per line",
    "what WORD": "explain a term or a space, such as c3; what alone explains all terms of this step",
    "show": "the answer to this step",
    "undo": "back to the start of this step, or to the previous one",
    "free": "leave the lesson and play on alone; you can resume it later",
    "log": "everything that has happened",
    "rules": "the rules of this game",
    "quit": "leave; the lesson is kept",
    "help": "this list",
}

#: The name under which the first result is remembered among the kinds of decisions.
_RESULT = "result"


def progress_text(learning: LessonStore, game: Game, lesson: Lesson) -> str:
    """Return whether a lesson is done or begun, or how long it takes."""
    reached = learning.progress_of(game.name, lesson.name)
    if reached.step:
        how = "✓ done, replaying" if reached.done else "begun"
        return f"{how}: step {lesson.task(reached.step)} of {lesson.tasks}"
    return "✓ done" if reached.done else f"about {lesson.minutes} min"


def first_decision_text(match: Match, learning: LessonStore) -> str:
    """Explain the decision at hand if its kind comes up for the first time, and remember that it did."""
    game, kind = match.game, match.state.prompt.kind
    text = load(game).decisions.get(kind, "")
    if not text or not learning.is_new(game.name, kind):
        return ""
    learning.mark_seen(game.name, kind)
    return text


def first_result(match: Match, learning: LessonStore) -> str:
    """Return feedback on somebody's first game: what brought most, and what to try next. It is given once."""
    game, persons = match.game, match.human_seats
    if len(persons) != 1 or not learning.is_new(game.name, _RESULT):
        return ""
    if text := first_game_feedback(game, match.state, persons[0]):
        learning.mark_seen(game.name, _RESULT)
    return text
