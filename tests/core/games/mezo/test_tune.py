"""Fitting weights to games: games are looked at from every seat."""

import pytest

from core.games.mezo.bot.tune import FEATURES, gods_of, rows_of


def test_what_one_seat_is_ahead_the_other_is_behind() -> None:
    rows = rows_of(2, 5)
    assert {row.age for row in rows} == {1, 2, 3}
    for mine, theirs in zip(rows[::2], rows[1::2], strict=True):
        assert mine.ahead == -theirs.ahead
        assert mine.differences == pytest.approx([-amount for amount in theirs.differences])
    points = FEATURES.index("points")
    assert all(row.differences[points] == int(row.differences[points]) for row in rows)


def test_gods_change_sides_in_the_same_deal() -> None:
    rows = gods_of(2, 3)
    assert len(rows) == 4
    assert rows[0].differences == rows[3].differences == [-god for god in rows[1].differences]
    for mine, theirs in (rows[:2], rows[2:]):
        assert mine.ahead == -theirs.ahead
