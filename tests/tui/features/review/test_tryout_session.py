"""Another turn in a finished match, as a plain object."""

from typing import Any

import pytest

from core import registry
from core.bots.failures import TOO_LONG
from core.match import Match, Seat
from core.review.comparison import Estimate
from core.review.record import ReviewedTurn
from core.review.turns import Turn, split_turns
from core.rng import Rng
from tests.tui.sessions.tables import Table
from tui.features.review.tryout_session import TryoutSession
from tui.sessions.changes import Said
from tui.sessions.mode import Assessed, Deciding, Failed, Judging
from tui.sessions.texts import enter_label, question


@pytest.fixture(scope="module")
def finished() -> tuple[Match, Turn]:
    """A match that chance has played, and a turn of Anna's with several decisions, not the first."""
    match, rng = Match.new(registry.get_game("mezen"), [Seat("Anna"), Seat("Boris")], {}, 7), Rng(7)
    while not match.is_over:
        match.play(rng.choice(list(match.legal_moves)))
    return match, next(turn for turn in split_turns(match, [0])[8:] if len(turn.moves) > 1)


def tryout(finished: tuple[Match, Turn]) -> Table[TryoutSession]:
    match, turn = finished
    return Table(lambda services: TryoutSession(match, turn, services), late=1.0).started()


def said(table: Table) -> list[str]:
    return [change.text for change in table.told(Said)]


def finish_turn(table: Table[TryoutSession]) -> None:
    while table.session.is_deciding:
        table.session.skip()
        table.play(table.session.match.legal_moves[-1].notation)


def test_it_begins_where_the_turn_began_with_one_person(finished: tuple[Match, Turn]) -> None:
    match, turn = finished
    table = tryout(finished)
    assert table.session.mode == Deciding(0) and table.session.viewer == 0
    assert table.moves == [entry.notation for entry in match.log[: turn.at]]
    assert table.session.seats == {0} and not table.session.match.seats[1].is_human
    assert match.is_over, "the finished match is another one"


def test_a_turn_is_reviewed_and_nobody_else_moves(finished: tuple[Match, Turn]) -> None:
    table = tryout(finished)
    finish_turn(table)
    made = table.moves
    assert table.session.mode == Judging() and table.session.reviewed_turn is None
    table.scheduler.run_dry()
    reviewed = table.session.reviewed_turn
    assert reviewed is not None and table.session.mode == Assessed(reviewed)
    tried = table.session.match.log[finished[1].at :]
    assert [entry.notation for entry in tried][: len(reviewed.turn.moves)] == list(reviewed.turn.moves)
    assert {entry.origin for entry in tried[len(reviewed.turn.moves) :]} <= {"forced"} and table.moves == made
    assert enter_label(table.session, False) == "try again"
    assert question(table.session, table.session.make_view().question()).startswith(f"{reviewed.grade.capitalize()}: ")


@pytest.mark.parametrize(
    ("grade", "text"),
    [("best", "Best: the master sees no clearly better turn."), ("mistake", "Mistake: 3.0")],
)
def test_what_the_master_says_depends_on_the_grade(grade: Any, text: str, finished: tuple[Match, Turn]) -> None:
    table = tryout(finished)
    table.bots.reviewed_turn = ReviewedTurn(finished[1], 1, ("fox",), Estimate(3.0, 0.1), grade, (), Estimate())
    finish_turn(table)
    table.scheduler.run_dry()
    assert question(table.session, table.session.make_view().question()).startswith(text)


def test_what_was_tried_is_taken_back_and_nothing_before_it(finished: tuple[Match, Turn]) -> None:
    table = tryout(finished)
    before = table.moves
    assert not table.session.can_undo()
    table.session.undo()
    assert table.moves == before and said(table) == ["The turn begins here; earlier moves cannot be changed."]
    table.play(table.session.match.legal_moves[0].notation)
    assert table.session.can_undo()
    table.session.undo_to(0)
    assert table.moves == before and table.session.mode == Deciding(0)


def test_a_turn_that_begins_within_another_is_begun_anew_where_it_began(finished: tuple[Match, Turn]) -> None:
    """Something was shown in the middle of what the rules call a turn: there the tried one begins."""
    match, _ = finished
    within = [
        turn
        for turn in split_turns(match, [0])
        if turn.at and (match.log[turn.at - 1].seat, match.log[turn.at - 1].round) == (0, match.log[turn.at].round)
    ]
    table = tryout((match, within[0]))
    before = table.moves
    table.play(table.session.match.legal_moves[0].notation)
    table.session.restart_turn()
    assert table.moves == before and table.session.mode == Deciding(0)
    table.session.restart_turn()
    assert table.moves == before and said(table) == ["There is nothing to undo."]


@pytest.mark.parametrize("judged", [False, True])
def test_undo_tries_again_whether_judged_or_not(judged: bool, finished: tuple[Match, Turn]) -> None:
    table = tryout(finished)
    finish_turn(table)
    if judged:
        table.scheduler.run_dry()
    made = len(table.moves)
    table.session.undo()
    assert len(table.moves) < made and table.session.mode == Deciding(0) and table.session.reviewed_turn is None
    table.scheduler.run_dry()
    assert table.session.mode == Deciding(0), "the review of what was taken back comes to nothing"


def test_a_turn_that_cannot_be_reviewed_is_said(finished: tuple[Match, Turn]) -> None:
    table = tryout(finished)
    table.bots.errors = [TOO_LONG]
    finish_turn(table)
    table.scheduler.run_dry()
    assert table.session.mode == Assessed(Failed(TOO_LONG))
    assert said(table) == ["The master could not judge this turn (it took too long). u undoes it."]
    assert table.session.assessment_text == "Your turn is complete."
