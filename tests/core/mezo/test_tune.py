"""Fitting weights to games: games are looked at from every seat."""

import pytest

from core.mezo.judge import JUDGE
from core.mezo.judge.tune import rows_of


def test_what_one_seat_is_ahead_the_other_is_behind() -> None:
    rows = rows_of(2, 5)
    assert {row.age for row in rows} == {1, 2, 3}
    for mine, theirs in zip(rows[::2], rows[1::2], strict=True):
        assert mine.ahead == -theirs.ahead
        assert mine.differences == pytest.approx([-amount for amount in theirs.differences])
    points = list(JUDGE.weights).index("points")
    assert all(row.differences[points] == int(row.differences[points]) for row in rows)
