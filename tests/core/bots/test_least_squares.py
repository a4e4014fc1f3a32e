"""Least squares: the sums are right."""

import pytest

from core.bots.training.least_squares import fit, solve
from core.rng import Rng


def test_linear_equations_are_solved() -> None:
    """4x + y = 6 and x + 3y = 7: x is 1, y is 2."""
    assert solve([[4.0, 1.0], [1.0, 3.0]], [6.0, 7.0]) == pytest.approx([1.0, 2.0])


def test_what_differences_bring_is_found_again() -> None:
    rng = Rng(3)
    rows = [[rng.randrange(7) - 3.0, rng.randrange(5) - 2.0] for _ in range(3000)]
    results = [1.5 * one - 0.5 * other + rng.randrange(3) - 1.0 for one, other in rows]
    assert fit(rows, results) == pytest.approx([1.5, -0.5], abs=0.05)
