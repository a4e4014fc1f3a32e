"""Ratings against an independent calculation: the probability of every rating, summed up on a fine grid."""

import math

import pytest

from saves.history.rating import FIRST_GUESS, SURE, RatedResult, rating, share_beaten

GUESS = 1200.0
LEVELS = {"novice": 1000.0, "adept": 1400.0, "master": 1600.0}


def chance(theta: float, rival: float) -> float:
    """Elo's formula as it is printed in books."""
    return 1 / (1 + 10 ** ((rival - theta) / 400))


def on_a_grid(comparisons: list[RatedResult]) -> tuple[float, float, float]:
    """The most probable rating, and the mean and standard deviation of all, by plain summing up."""
    grid = [GUESS + step / 2 for step in range(-6000, 6001)]
    logs = []
    for theta in grid:
        log = -((theta - GUESS) ** 2) / (2 * FIRST_GUESS**2)
        for each in comparisons:
            p = chance(theta, each.rival)
            log += each.weight * (each.share * math.log(p) + (1 - each.share) * math.log(1 - p))
        logs.append(log)
    top = max(logs)
    weights = [math.exp(log - top) for log in logs]
    whole = sum(weights)
    mean = sum(weight * theta for weight, theta in zip(weights, grid, strict=True)) / whole
    square = sum(weight * (theta - mean) ** 2 for weight, theta in zip(weights, grid, strict=True)) / whole
    return grid[logs.index(top)], mean, math.sqrt(square)


RESULTS = {
    "ten won, ten lost": [RatedResult(1400, won, 1.0) for won in [1.0, 0.0] * 10],
    "all won": [RatedResult(1000, 1.0, 1.0)] * 8,
    "all lost": [RatedResult(1600, 0.0, 1.0)] * 8,
    "two rivals at a table": [RatedResult(1400, 1.0, 0.5), RatedResult(1000, 0.0, 0.5)] * 12,
    "one game": [RatedResult(1400, 0.5, 1.0)],
    "far away": [RatedResult(1600, 1.0, 1.0)] * 30,
}


@pytest.mark.parametrize("name", RESULTS)
def test_a_rating_is_the_most_probable_one(name: str) -> None:
    top, _, spread = on_a_grid(RESULTS[name])
    found = rating(RESULTS[name], GUESS)
    assert found.points == pytest.approx(top, abs=0.5)
    # Around its top the probability is close to a bell: its spread is what is told, to a fifth.
    assert found.within == pytest.approx(SURE * spread, rel=0.2)


def test_before_any_game_the_first_guess_is_all_there_is() -> None:
    found = rating([], GUESS)
    assert (found.points, found.within) == (GUESS, SURE * FIRST_GUESS)


def test_more_games_are_known_better_and_an_even_score_is_the_rivals_own_rating() -> None:
    few, many = ([RatedResult(1400, won, 1.0) for won in [1.0, 0.0] * times] for times in (5, 200))
    assert rating(many, GUESS).within < rating(few, GUESS).within
    assert rating(many, GUESS).points == pytest.approx(1400, abs=3)


def test_points_alone_are_compared_with_those_that_were_reached() -> None:
    reached = [80, 90, 90, 120]
    assert [share_beaten(points, reached) for points in (70, 80, 90, 100, 120, 130)] == [
        0,
        0.125,
        0.5,
        0.75,
        0.875,
        1,
    ]
