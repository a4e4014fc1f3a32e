"""A few walks through the model of a club, in both databases; `make soak` takes many."""

from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test

from tests.saves.club.postgres_server import Server
from tests.tui.club.club_model import ClubModel, model_on


def test_every_fold_stays_equal_whatever_happens() -> None:
    run_state_machine_as_test(ClubModel, settings=settings(max_examples=15, stateful_step_count=30))


def test_every_fold_stays_equal_on_a_server(server: Server) -> None:
    run_state_machine_as_test(model_on(server), settings=settings(max_examples=5, stateful_step_count=30))
