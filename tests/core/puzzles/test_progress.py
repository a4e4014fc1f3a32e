"""What follows from a list of tries: what is solved, what comes again and when, and the rating."""

from datetime import UTC, date, datetime, timedelta

from core.puzzles.book import Grade, Puzzle
from core.puzzles.progress import FIRST_RATING, Progress, PuzzleAttempt, progress

MORNING = datetime(2026, 3, 1, 12, tzinfo=UTC)


def tried(puzzle: str, solved: bool, day: int = 0, grade: Grade = "medium") -> PuzzleAttempt:
    return PuzzleAttempt(MORNING + timedelta(day), "mezen", puzzle, grade, solved, 0.0 if solved else 3.0)


def puzzle(name: str, grade: Grade = "medium") -> Puzzle:
    return Puzzle(name, 0, 0.0, "a", "b", 2.0, 0.1, (), grade)


def after(*tries: PuzzleAttempt) -> Progress:
    return progress(tries, "mezen")


def day_of(known: Progress, name: str) -> int | None:
    due = known.standings[name].due
    return None if due is None else (due - MORNING.astimezone().date()).days


def test_what_is_solved_at_first_sight_is_done() -> None:
    assert day_of(after(tried("a", True)), "a") is None


def test_what_is_missed_comes_again_after_1_3_7_and_21_days() -> None:
    tries = [tried("a", False, 0)]
    assert day_of(after(*tries), "a") == 1
    for day, then in ((1, 4), (4, 11), (11, 32)):
        tries.append(tried("a", True, day))
        assert day_of(after(*tries), "a") == then
    assert day_of(after(*tries, tried("a", True, 32)), "a") is None


def test_what_is_missed_on_the_way_begins_again() -> None:
    assert day_of(after(tried("a", False), tried("a", True, 1), tried("a", False, 4)), "a") == 5


def test_a_late_try_counts_from_the_day_it_is_made() -> None:
    assert day_of(after(tried("a", False), tried("a", True, 10)), "a") == 13


def test_tries_before_the_day_are_practice() -> None:
    counted = after(tried("a", False))
    practised = after(tried("a", False), tried("a", True), tried("a", True))
    assert practised.rating == counted.rating and practised.counted == 1
    assert practised.standings["a"].tries == 3 and not practised.standings["a"].solved
    assert day_of(practised, "a") == 1


def test_tries_after_it_is_done_are_practice() -> None:
    known = after(tried("a", True), tried("a", False, 5))
    assert known.standings["a"].solved and known.counted == 1


def test_another_game_is_another_matter() -> None:
    known = progress([tried("a", False)], "mezo")
    assert not known.standings and known.rating == FIRST_RATING


def test_a_rating_rises_by_what_is_solved_and_more_by_what_is_hard() -> None:
    hard, easy = after(tried("a", True, grade="hard")).rating, after(tried("a", True, grade="easy")).rating
    assert hard > easy > FIRST_RATING
    assert after(tried("a", False, grade="easy")).rating < after(tried("a", False, grade="hard")).rating < FIRST_RATING


def test_a_rating_settles_where_half_is_solved() -> None:
    known = after(*(tried(f"{number}", number % 2 == 0, grade="hard") for number in range(400)))
    assert 1550 < known.rating < 1650


def test_the_order_is_due_new_by_how_it_fits_waiting_done() -> None:
    known = after(tried("missed", False), tried("late", False, -3), tried("done", True, 0, "easy"))
    offered = [
        puzzle("done"),
        puzzle("missed"),
        puzzle("hard", "hard"),
        puzzle("easy", "easy"),
        puzzle("late"),
        puzzle("fits", "medium"),
    ]
    today = MORNING.astimezone().date()
    known.rating = 1190.0
    order = [each.id for each in known.queue(offered, today)]
    assert order == ["late", "fits", "easy", "hard", "missed", "done"]
    assert [each.id for each in known.due(offered, today)] == ["late"]
    assert [each.id for each in known.due(offered, date.max)] == ["late", "missed"]
    assert known.solved(offered) == 1 and known.missed(offered) == 2
