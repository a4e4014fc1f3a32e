"""A player's practice with puzzles: which one comes next, what is saved, and every sentence about an attempt.

The screen and plain mode use the same sentences.
"""

from collections.abc import Sequence
from datetime import UTC, date, datetime
from typing import NamedTuple

from core.game import Game
from core.match import Match
from core.puzzles.attempt import Verdict, start_attempt
from core.puzzles.book import GRADES, Grade, Puzzle, load_book, puzzle_match
from core.puzzles.progress import Progress, PuzzleAttempt, progress
from core.review.record import CLEAR
from core.text import count_text
from core.turn_reasons import reason_text
from saves.paths import DataPaths
from saves.puzzles import add, read
from tui.features.review.text import plan_text, points_text

INVITATION = "Your turn: find the move that is worth most."
NO_HINTS = "There are no tips in a puzzle: a tip would be the answer."
JUDGING = "The master is judging your turn…"

#: The commands of plain mode during a turn, and after it.
DURING = {
    "board": "the position in words and letters",
    "board words": "the board read aloud, space by space",
    "moves": "all moves with what each gives, one per line",
    "what WORD": "explain a term or a space, such as c3; what alone explains all terms of the question",
    "undo": "undo the last move of this turn",
    "answer": "show the best turn (counts as missed)",
    "next": "another puzzle",
    "rules": "the rules of this game",
    "quit": "leave",
    "help": "this list",
}
AFTER = {"next": "another puzzle", "again": "try this one again", "quit": "leave"}


class PuzzlePool(NamedTuple):
    """Puzzles to choose the next one from: of a game, of a grade, or those that are due again."""

    game: Game
    grade: Grade | None = None
    again: bool = False

    def puzzles(self) -> list[Puzzle]:
        """Return all puzzles of the pool, the easiest grade first."""
        found = load_book(self.game)
        return [p for p in found.puzzles if self.grade in (None, p.grade)] if found is not None else []


class PuzzlePractice:
    """A player's attempts, and the progress that follows from them."""

    def __init__(self, paths: DataPaths, player: str) -> None:
        self._paths = paths
        #: What the player is called.
        self.player = player
        self._tries = read(paths.puzzles)

    def progress(self, game: Game) -> Progress:
        """Return the player's progress in a game."""
        return progress(self._tries, game.name)

    def next_puzzle(self, pool: PuzzlePool, after: str = "") -> Puzzle | None:
        """Return the next puzzle, but not `after` again; None when there is none."""
        known, puzzles = self.progress(pool.game), pool.puzzles()
        offered = known.due(puzzles, date.today()) if pool.again else known.queue(puzzles, date.today())
        return next((puzzle for puzzle in offered if puzzle.id != after), None)

    def record_attempt(self, game: Game, puzzle: Puzzle, verdict: Verdict | None) -> str:
        """Save an attempt, or that the answer was revealed without one; return an error text, if any."""
        solved, cost = (verdict.solved, round(verdict.cost.mean, 2)) if verdict is not None else (False, None)
        each = PuzzleAttempt(datetime.now(UTC), game.name, puzzle.id, puzzle.grade, solved, cost)
        self._tries.append(each)
        return add(self._paths.puzzles, each, self._paths.quota)


def puzzle_lines(game: Game, puzzle: Puzzle, player: str) -> Match:
    """Return a match for trying a puzzle, with the player's name and bots that are named after their levels."""
    match = puzzle_match(game, puzzle)
    names = [level.capitalize() for level in match.names]
    assert match.state.actor is not None
    names[match.state.actor] = player
    return start_attempt(match, names)


# Sentences


def title(game: Game, puzzle: Puzzle) -> str:
    """Return which puzzle this is: "easy puzzle 3 of 22"."""
    same = PuzzlePool(game, puzzle.grade).puzzles()
    return f"{puzzle.grade} puzzle {same.index(puzzle) + 1} of {len(same)}"


def headline(verdict: Verdict | None) -> str:
    """Return what a turn was worth against the best; `verdict` is None if the answer was revealed without a try."""
    if verdict is None:
        return "You looked at the answer."
    if verdict.same:
        return "Solved! That is the best turn."
    less = f"{points_text(verdict.cost)} points less than the best"
    if not verdict.solved:
        return f"Not solved: {less}."
    if verdict.cost.mean > 0:
        return f"Solved: only slightly worse, {less}."
    better = -verdict.cost.mean >= max(0.5, CLEAR * verdict.cost.error)
    return "Solved, and better than the master's answer!" if better else "Solved: as good as the best turn."


def why(game: Game, puzzle: Puzzle, verdict: Verdict | None) -> str:
    """Return why the best turn is the best: against the turn that was played, or against the next best."""
    if verdict is not None and not verdict.same:
        brings = reason_text(game.labels(), verdict.reason)
        return f"The best turn gives {brings}." if brings else ""
    brings = reason_text(game.labels(), puzzle.reason)
    reason = f": the best gives {brings}" if brings else ""
    return f"The next best turn is worth {puzzle.ahead:.1f} points less{reason}."


def verdict_text(match: Match, moves: Sequence[str], beside: Sequence[str] = ()) -> str:
    """Describe a turn of this puzzle; beside another one, from the first move in which they differ."""
    state = match.state_at(0)
    assert state.actor is not None
    same = 0
    while same < min(len(moves), len(beside)) - 1 and moves[same] == beside[same]:
        same += 1
    text = plan_text(match.game, state, state.actor, moves, same)
    return f"the same at first, then {text}" if same else text


def verdict_lines(match: Match, puzzle: Puzzle, verdict: Verdict | None) -> list[str]:
    """Return what a turn was worth, what the best one is, and why."""
    answer = f"The best turn: {verdict_text(match, puzzle.answer.split())} ({puzzle.answer})."
    rival = f"The next best turn: {verdict_text(match, puzzle.rival.split())} ({puzzle.rival})."
    reason = [text] if (text := why(match.game, puzzle, verdict)) else []
    if verdict is None:
        return [headline(verdict), answer, *reason, rival]
    return [headline(verdict), *reason, rival] if verdict.same else [headline(verdict), answer, *reason]


def again_text(known: Progress, puzzle: Puzzle, today: date) -> str:
    """Return when a puzzle is shown again, and the rating after it."""
    rating = f"Your rating is {round(known.rating)}."
    standing = known.standings.get(puzzle.id)
    if standing is None:
        return rating
    if standing.due is None:
        return f"You will not see it again. {rating}"
    days = (standing.due - today).days
    when = "today" if days <= 0 else "tomorrow" if days == 1 else f"in {count_text(days, 'day')}"
    return f"You will see it again {when}. {rating}"


def progress_text(known: Progress, game: Game, grade: Grade) -> str:
    """Return the progress with a grade: "4 of 22 solved, 1 missed"."""
    puzzles = PuzzlePool(game, grade).puzzles()
    missed = known.missed(puzzles)
    return f"{known.solved(puzzles)} of {len(puzzles)} solved" + (f", {missed} missed" if missed else "")


def grade_text(grade: Grade) -> str:
    """Return what a grade means."""
    third = {"easy": "most often", "medium": "less often", "hard": "least often"}
    return f"the third that novices and adepts solve {third[grade]}"


def none_left(pool: PuzzlePool) -> str:
    """Return why no puzzle can be shown."""
    if pool.again:
        return f"No {pool.game.title} puzzle is due today."
    return f"{pool.game.title} has no puzzles{f' that are {pool.grade}' if pool.grade else ''} yet."


def summary_lines(practice: PuzzlePractice, games: Sequence[Game]) -> list[str]:
    """Return all games with their grades, in lines."""
    lines = []
    for game in games:
        known = practice.progress(game)
        due = len(known.due(PuzzlePool(game).puzzles(), date.today()))
        rating = f"rating {round(known.rating)}" if known.counted else "not tried yet"
        lines.append(f"== {game.title}: {rating}{f', {due} due' if due else ''}")
        lines += [f"  {grade:<6}  {progress_text(known, game, grade)}" for grade in GRADES]
    return lines
