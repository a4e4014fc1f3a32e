"""Grades, and what a review tells of a seat."""

import pytest

from core.match import Match, Seat
from core.review import record
from core.review.comparison import Depth, Estimate
from core.review.record import Review, ReviewedTurn, fingerprint, grade_for, missing, review_missing
from core.review.report import build_report, mean_loss
from core.review.turns import split_turns
from tests.core.games.pebbles import GAME as PEBBLES

QUICK = Depth(steps=16, worlds=8)


def pebbles(*moves: str) -> Match:
    """Two at the table; a match that ends when these are not enough goes on with the first move."""
    match = Match.new(PEBBLES, [Seat("Anna"), Seat("Boris")])
    for move in moves:
        match.play(move)
    while not match.is_over:
        match.play(match.legal_moves[0])
    return match


@pytest.mark.parametrize(
    ("mean", "error", "grade"),
    [
        (0.0, 0.0, "best"),
        (-1.0, 0.1, "best"),
        (0.4, 0.0, "good"),
        (1.0, 0.2, "inaccurate"),
        (1.0, 0.5, "good"),
        (2.0, 0.1, "mistake"),
        (20.0, 9.0, "good"),
    ],
)
def test_a_turn_is_called_worse_only_when_that_is_clear(mean: float, error: float, grade: str) -> None:
    assert grade_for(Estimate(mean, error), 2.0) == grade


def test_where_points_are_few_less_is_a_mistake() -> None:
    assert grade_for(Estimate(1.0, 0.1), 1.0) == "mistake"
    assert grade_for(Estimate(0.3, 0.1), 1.0) == "inaccurate"


def test_noise_does_not_add_up_to_points_lost() -> None:
    assert mean_loss([Estimate(3.0, 0.3), Estimate(-1.0, 0.4)]) == Estimate(1.0, 0.25)
    assert mean_loss([Estimate(-1.0, 0.4)]) == Estimate(0.0, 0.4)
    assert mean_loss([]) == Estimate(0.0, 0.0)


def judged(match: Match, costs: list[float]) -> Review:
    """A review in which the turns of seat 0 cost so much."""
    review = Review.of(match, QUICK)
    for turn, cost in zip(split_turns(match, {0}), costs, strict=False):
        found = Estimate(cost, 0.1)
        review.turns.append(
            ReviewedTurn(turn, 1, ("two",), found, grade_for(found, 2.0), "", Estimate(), Estimate(cost, 0.5))
        )
    return review


def test_the_turns_that_cost_most_come_first() -> None:
    match = pebbles("one")
    told = build_report(match, judged(match, [0.0, 1.0, 5.0, 3.0]), 0)
    assert told.worst == [2, 3, 1]
    assert told.grades == {"best": 1, "good": 0, "inaccurate": 1, "mistake": 2}
    assert told.lost.mean == pytest.approx(9 / 4)
    assert told.came == Estimate(9.0, 1.0)
    assert told.name == "Anna"
    scores = match.state.scores()
    assert told.result == scores[0] - scores[1]


def test_a_seat_that_had_no_turn_has_a_report_too() -> None:
    match = pebbles("one")
    told = build_report(match, Review.of(match, QUICK), 1)
    assert (told.turns, told.worst, told.lost) == ([], [], Estimate())


def test_a_review_goes_on_where_it_stopped_and_comes_to_the_same() -> None:
    match = pebbles("two", "pass", "one")
    whole, parts = Review.of(match, QUICK), Review.of(match, QUICK)
    assert len(list(review_missing(match, whole, [0, 1]))) == len(split_turns(match, {0, 1}))
    first = next(review_missing(match, parts, [0, 1]))
    assert parts.turns == [first]
    assert len(missing(match, parts, [0, 1])) == len(whole.turns) - 1
    list(review_missing(match, parts, [1]))
    list(review_missing(match, parts, [0]))
    assert parts == whole
    assert not missing(match, whole, [0, 1]) and not list(review_missing(match, whole, [0, 1]))


def test_luck_is_told_only_where_something_came() -> None:
    match = Match.new(PEBBLES, [Seat("Anna")])
    for move in ("one", "one", "pass", "two", "peek"):
        match.play(move)
    while not match.is_over:
        match.play(match.legal_moves[-1])
    review = Review.of(match, QUICK)
    found = {told.turn.moves: told.came for told in review_missing(match, review, [0])}
    assert found["one", "end"] is None and found["one", "pass"] is None
    assert found["two", "peek"] is not None


def test_a_review_fits_the_match_the_depth_and_the_version() -> None:
    match, other = pebbles("one"), pebbles("two")
    assert fingerprint(match) != fingerprint(other)
    default, deep = Review.of(match, Depth()), Review.of(match, Depth(seconds=2.0))
    assert default.fits(match, Depth()) and not default.fits(other, Depth())
    assert deep.fits(match, Depth()) and deep.fits(match, Depth(seconds=1.0))
    assert not deep.fits(match, Depth(seconds=3.0)) and not default.fits(match, Depth(seconds=0.5))
    for version in range(1, record.VERSION + 2):
        default.version = version
        assert default.fits(match, Depth()) == (record.OLDEST_SHOWN <= version <= record.VERSION), version
