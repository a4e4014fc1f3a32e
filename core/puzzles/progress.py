"""A player's progress with the puzzles of a game: which are solved, which are to be repeated and when, and a rating.

Everything is computed from the list of attempts, so that only this list is stored. An attempt counts when its puzzle is
new or due; all others are practice.

A puzzle that is solved at first sight is done. One that is not comes again after a day; solved then, after three, after
a week and after three weeks, and then it is done, too. If it is missed on the way, it begins again with a day.

The rating is Elo's: each puzzle counts as an opponent as strong as its grade, and a solved one as a game won.
"""

from collections.abc import Iterable, Sequence
from datetime import date, datetime, timedelta

import msgspec

from core.puzzles.book import GRADES, Grade, Puzzle

#: The days after which a missed puzzle is shown again, one step further each time that it is solved.
REPEAT_DAYS = (1, 3, 7, 21)
#: The rating of a puzzle of each grade.
GRADE_RATING: dict[Grade, int] = {"easy": 800, "medium": 1200, "hard": 1600}
FIRST_RATING = 1000.0
#: How far an attempt moves a rating: the first few further, because they tell most.
_FEW, _FAST, _SLOW = 10, 60.0, 24.0


class PuzzleAttempt(msgspec.Struct, frozen=True):
    """One attempt at a puzzle, as it is stored."""

    when: datetime
    game: str
    puzzle: str
    grade: Grade
    solved: bool
    #: By how many points the answer was better; None when the player looked at it without a try.
    cost: float | None = None


class PuzzleStatus(msgspec.Struct, frozen=True):
    """A player's status with one puzzle. `due` is the day from which it is shown again; None when it is done."""

    tries: int
    solved: bool
    step: int
    due: date | None


class Progress(msgspec.Struct):
    """A player's progress with the puzzles of one game."""

    standings: dict[str, PuzzleStatus] = {}
    rating: float = FIRST_RATING
    #: How many attempts the rating comes from.
    counted: int = 0

    def solved(self, puzzles: Iterable[Puzzle]) -> int:
        """Return how many of these were solved when they were last shown."""
        return sum(puzzle.id in self.standings and self.standings[puzzle.id].solved for puzzle in puzzles)

    def missed(self, puzzles: Iterable[Puzzle]) -> int:
        """Return how many of these were tried, and not solved when they were last shown."""
        return sum(puzzle.id in self.standings and not self.standings[puzzle.id].solved for puzzle in puzzles)

    def due(self, puzzles: Iterable[Puzzle], today: date) -> list[Puzzle]:
        """Return those of these that are to be shown again, the longest overdue first."""
        return [puzzle for day, puzzle in self._waiting(puzzles) if day <= today]

    def queue(self, puzzles: Sequence[Puzzle], today: date) -> list[Puzzle]:
        """Return all of these in the order to show them: due, new by how their grade fits the rating, waiting, done."""
        by_fit = sorted(GRADES, key=lambda grade: abs(GRADE_RATING[grade] - self.rating))
        new = [puzzle for puzzle in puzzles if puzzle.id not in self.standings]
        new.sort(key=lambda puzzle: by_fit.index(puzzle.grade))
        first = [*self.due(puzzles, today), *new, *(puzzle for _, puzzle in self._waiting(puzzles))]
        return list({puzzle.id: puzzle for puzzle in (*first, *puzzles)}.values())

    def _waiting(self, puzzles: Iterable[Puzzle]) -> list[tuple[date, Puzzle]]:
        """Return those that come again, with their days, the earliest first."""
        days = [(self.standings[puzzle.id].due, puzzle) for puzzle in puzzles if puzzle.id in self.standings]
        return sorted(((day, puzzle) for day, puzzle in days if day is not None), key=lambda pair: pair[0])


def progress(tries: Iterable[PuzzleAttempt], game: str) -> Progress:
    """Compute the progress in a game from all attempts, in the order in which they were made."""
    found = Progress()
    for each in tries:
        if each.game == game:
            _count(found, each)
    return found


def _count(found: Progress, each: PuzzleAttempt) -> None:
    before = found.standings.get(each.puzzle)
    day = each.when.astimezone().date()
    if before is not None and (before.due is None or before.due > day):
        found.standings[each.puzzle] = msgspec.structs.replace(before, tries=before.tries + 1)
        return
    step = (before.step + 1 if before is not None else len(REPEAT_DAYS)) if each.solved else 0
    due = day + timedelta(REPEAT_DAYS[step]) if step < len(REPEAT_DAYS) else None
    found.standings[each.puzzle] = PuzzleStatus(1 + (before.tries if before else 0), each.solved, step, due)
    found.rating = _rated(found.rating, found.counted, each)
    found.counted += 1


def _rated(rating: float, counted: int, each: PuzzleAttempt) -> float:
    expected = 1 / (1 + 10 ** ((GRADE_RATING[each.grade] - rating) / 400))
    return rating + (_FAST if counted < _FEW else _SLOW) * (each.solved - expected)
