"""A few walks through the model of a club; `make soak` takes many."""

from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test

from tests.tui.club.club_model import ClubModel


def test_every_fold_stays_equal_whatever_happens() -> None:
    run_state_machine_as_test(ClubModel, settings=settings(max_examples=15, stateful_step_count=30))
