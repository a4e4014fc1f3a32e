"""Fitting weights to games: the sums are right, and games are looked at from every seat."""

import pytest

from core.chance import Chance
from core.mezo.judge import JUDGE
from core.mezo.tune import Row, fitted, rows_of, solved


def test_linear_equations_are_solved() -> None:
    """4x + y = 6 and x + 3y = 7: x is 1, y is 2."""
    assert solved([[4.0, 1.0], [1.0, 3.0]], [6.0, 7.0]) == pytest.approx([1.0, 2.0])


def test_what_differences_bring_is_found_again() -> None:
    rng = Chance(3)
    rows = []
    for _ in range(3000):
        units, glyphs = rng.below(7) - 3.0, rng.below(5) - 2.0
        rows.append(Row(1, [units, glyphs], 1.5 * units - 0.5 * glyphs + rng.below(3) - 1.0))
    assert fitted(rows) == pytest.approx([1.5, -0.5], abs=0.05)


def test_what_one_seat_is_ahead_the_other_is_behind() -> None:
    rows = rows_of(2, 5)
    assert {row.age for row in rows} == {1, 2, 3}
    for mine, theirs in zip(rows[::2], rows[1::2], strict=True):
        assert mine.ahead == -theirs.ahead
        assert mine.differences == pytest.approx([-amount for amount in theirs.differences])
    points = list(JUDGE.weights).index("points")
    assert all(row.differences[points] == int(row.differences[points]) for row in rows)
