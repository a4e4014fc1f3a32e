"""A puzzle as a plain object: one turn, the master's verdict, and what comes after it."""

import pytest

from core import registry
from core.bots.failures import ENDED
from core.puzzles.attempt import Verdict
from core.puzzles.book import Puzzle
from saves.paths import DataPaths
from saves.puzzles import read
from tests.tui.sessions.tables import Table
from tui.features.puzzles import practice as puzzles_practice
from tui.features.puzzles.practice import PuzzlePool, PuzzlePractice
from tui.features.puzzles.session import PuzzleSession
from tui.sessions.changes import MatchReplaced, ModeChanged, Said, Saved, TakenBack
from tui.sessions.mode import Assessed, Deciding, Failed, Judging, Revealed
from tui.sessions.texts import enter_label, question

MAZAYTSY = PuzzlePool(registry.get_game("mazaytsy"))


def puzzle_table(pool: PuzzlePool = MAZAYTSY, puzzle: Puzzle | None = None) -> Table[PuzzleSession]:
    practice = PuzzlePractice(DataPaths.for_player(), "Anna")
    tried = puzzle or next(each for each in pool.puzzles() if len(each.answer.split()) > 1)
    return Table(lambda services: PuzzleSession(practice, pool, tried, services), late=1.0).started()


def play_turn(table: Table[PuzzleSession], turn: str) -> None:
    """Play a turn of which the forced moves play themselves."""
    for notation in turn.split():
        if table.session.is_deciding and notation in [move.notation for move in table.session.match.legal_moves]:
            table.play(notation)


def attempts() -> list[tuple[str, bool]]:
    return [(each.puzzle, each.solved) for each in read(DataPaths.for_player().puzzles)]


def said(table: Table) -> list[str]:
    return [change.text for change in table.told(Said)]


def asked(table: Table[PuzzleSession]) -> str:
    return question(table.session, table.session.make_view().question())


def test_a_turn_is_judged_and_saved() -> None:
    table = puzzle_table()
    session = table.session
    seat = session.match.state.actor
    assert seat is not None
    assert session.mode == Deciding(seat) and session.viewer == seat
    play_turn(table, session.puzzle.answer)
    assert session.mode == Judging() and asked(table) == puzzles_practice.JUDGING
    assert attempts() == [] and not session.is_answered
    table.run_until(lambda: session.mode != Judging())
    assert session.mode == Assessed(Verdict(same=True, solved=True))
    assert asked(table) == "Solved! That is the best turn." and enter_label(session, False) == "next"
    assert attempts() == [(session.puzzle.id, True)] and table.told(Saved) == [Saved()]
    table.scheduler.run_dry()
    assert len(table.moves) == len(session.match.log) and session.match.state.actor != seat, "no bot moves"


def test_a_worse_turn_is_not_solved() -> None:
    hard = next(each for each in MAZAYTSY.puzzles() if each.grade == "hard")
    table = puzzle_table(puzzle=hard)
    play_turn(table, hard.rival)
    table.run_until(lambda: table.session.mode != Judging())
    verdict = table.session.verdict
    assert verdict is not None and not verdict.solved and not verdict.same
    assert asked(table).startswith("Not solved: ") and attempts() == [(hard.id, False)]


def test_that_the_master_looks_is_told_before_the_master_looks() -> None:
    """Bots of this process think while they are asked: then nothing can be told any more."""
    table = puzzle_table()
    told: list[bool] = []
    ask_verdict = table.bots.ask_verdict

    def asked_now(*arguments: object) -> int:
        told.append(any(isinstance(change.new, Judging) for change in table.told(ModeChanged)))
        return ask_verdict(*arguments)  # type: ignore[arg-type]

    table.bots.ask_verdict = asked_now  # type: ignore[method-assign, assignment]
    play_turn(table, table.session.puzzle.answer)
    assert told == [True]


def test_a_turn_can_be_taken_back_until_it_is_made() -> None:
    table = puzzle_table()
    first, *rest = table.session.puzzle.answer.split()
    assert not table.session.can_undo()
    table.play(first)
    assert table.session.can_undo()
    table.session.undo()
    assert table.moves == [] and table.told(TakenBack) == [TakenBack(1)]
    play_turn(table, table.session.puzzle.answer)
    made = table.moves
    assert not table.session.can_undo()
    table.session.undo()
    table.run_until(lambda: table.session.mode != Judging())
    table.session.undo()
    assert table.moves == made and said(table) == ["The turn is complete. Press a to try the puzzle again."] * 2
    assert rest


def test_a_puzzle_is_tried_again_from_its_beginning() -> None:
    table = puzzle_table()
    puzzle = table.session.puzzle
    play_turn(table, puzzle.answer)
    table.session.again()
    assert table.session.puzzle == puzzle and table.moves == []
    assert isinstance(table.session.mode, Deciding) and said(table) == [puzzles_practice.INVITATION]
    assert table.told(MatchReplaced) == [MatchReplaced()]
    table.scheduler.run_dry()
    assert attempts() == [], "the verdict on what was given up is not awaited any more"
    play_turn(table, puzzle.answer)
    table.run_until(lambda: table.session.mode != Judging())
    assert attempts() == [(puzzle.id, True)]


def test_the_answer_is_revealed_and_counts_as_missed() -> None:
    table = puzzle_table()
    session = table.session
    session.toggle_answer()
    assert session.mode == Assessed(Revealed()) and session.shows_answer and session.is_answered
    assert asked(table) == "You looked at the answer." and attempts() == [(session.puzzle.id, False)]
    assert table.moves and session.turn is None
    session.toggle_answer()
    assert session.shows_answer, "there is no turn of one's own to go back to"
    assert len(attempts()) == 1


def test_after_a_verdict_the_answer_and_ones_own_turn_take_turns_on_the_board() -> None:
    hard = next(each for each in MAZAYTSY.puzzles() if each.grade == "hard")
    table = puzzle_table(puzzle=hard)
    play_turn(table, hard.rival)
    table.session.toggle_answer()
    assert not table.session.shows_answer and table.session.mode == Judging(), "not while the master looks"
    table.run_until(lambda: table.session.mode != Judging())
    own = table.moves
    table.session.toggle_answer()
    assert table.session.shows_answer and table.moves[: len(hard.answer.split())] != own
    table.session.toggle_answer()
    assert not table.session.shows_answer and table.moves == own
    assert len(attempts()) == 1


def test_a_turn_that_cannot_be_judged_can_be_tried_again() -> None:
    table = puzzle_table()
    table.bots.errors = [ENDED]
    play_turn(table, table.session.puzzle.answer)
    table.run_until(lambda: table.session.mode != Judging())
    assert table.session.mode == Assessed(Failed(ENDED)) and asked(table) == "Your turn is complete."
    assert said(table) == ["The master could not judge this turn (the bots' process has ended). Press a to try again."]
    assert attempts() == [] and not table.session.is_answered
    table.session.again()
    assert isinstance(table.session.mode, Deciding)


@pytest.mark.parametrize("game", ["novgorod", "mezo"])
def test_the_next_puzzle_is_seen_with_the_eyes_of_its_own_seat(game: str) -> None:
    """Also by whoever looks while it is opened: other eyes would see secrets."""
    table = puzzle_table(PuzzlePool(registry.get_game(game)), PuzzlePool(registry.get_game(game)).puzzles()[0])
    session, seats, seen = table.session, set[int](), set[int]()

    def look(change: object) -> None:
        if isinstance(change, MatchReplaced):
            seen.add(session.viewer)
            assert session.viewer == session.match.state.actor

    session.listener = look
    for _ in range(12):
        before = session.puzzle
        session.next_puzzle()
        assert session.puzzle != before and session.mode == Deciding(session.viewer)
        seats.add(session.viewer)
        session.practice.record_attempt(session.game, session.puzzle, None)
    assert seen == seats and len(seats) > 1


def test_no_next_puzzle_is_said() -> None:
    """Only those that are due again, and none is."""
    pool = MAZAYTSY._replace(again=True)
    table = puzzle_table(pool, MAZAYTSY.puzzles()[0])
    table.session.next_puzzle()
    assert said(table) == [puzzles_practice.none_left(pool)] and table.session.puzzle == MAZAYTSY.puzzles()[0]


def test_there_are_no_hints() -> None:
    table = puzzle_table()
    table.session.ask_hint()
    assert said(table) == [puzzles_practice.NO_HINTS] and not table.session.can("tip")
