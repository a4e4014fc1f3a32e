"""Puzzles on the screen: the list, the turn, what it was worth, and what is kept of it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest

import themes
from core import registry
from core.match import find_move
from core.puzzles.book import GRADES, Puzzle
from core.puzzles.progress import PuzzleAttempt
from saves.paths import DataPaths
from saves.puzzles import add, read
from tests.core.puzzles.shipped import PUZZLED
from tests.tui.features.palettes import wear
from tests.tui.pilots import LARGE, PATIENT, SMALL, Table, is_thinking, table
from tui.features.puzzles import practice
from tui.features.puzzles.match_feature import PuzzleFeature
from tui.features.puzzles.practice import PuzzlePool
from tui.features.puzzles.screen import PuzzlesScreen
from tui.features.puzzles.session import PuzzleSession
from tui.match.screen import MatchScreen
from tui.sessions.mode import Judging

WIDE = (200, 50)


def kept() -> list[PuzzleAttempt]:
    return read(DataPaths.for_player().puzzles)


@asynccontextmanager
async def trying(name: str = "mazaytsy", size: tuple[int, int] = SMALL, grace: float = PATIENT) -> AsyncIterator[Table]:
    """The first puzzle of a game above the list of all."""
    async with table(size=size, grace=grace) as at:
        at.app.navigation.show_puzzles(registry.get_game(name))
        await at.pilot.pause()
        yield at


async def make(at: Table, told: str) -> None:
    """Make a turn, and wait for what it is worth."""
    submit(at, told)
    await at.wait(lambda: at.session.is_answered)


def submit(at: Table, told: str) -> None:
    """Make a turn."""
    session = at.session
    for number, notation in enumerate(told.split()):
        if session.turn is None and number == len(session.match.log):  # forced steps are made by themselves
            session.submit([find_move(session.game, session.match.state, notation)])


async def open_puzzle(at: Table, puzzle: Puzzle) -> None:
    """Open a certain puzzle of the same pool."""
    session = PuzzleSession(at.session.practice, at.session.pool, puzzle, at.app.session_services)
    at.app.push_screen(MatchScreen(session, PuzzleFeature()))
    await at.pilot.pause()


def puzzle_of(at: Table) -> Puzzle:
    found: Puzzle = at.session.puzzle
    return found


async def test_from_the_shelf_to_a_puzzle_and_back() -> None:
    async with table() as at:
        await at.press("p")
        assert isinstance(at.screen, PuzzlesScreen)
        assert all(at.shows(registry.get_game(name).title) for name in registry.GAME_NAMES)
        await at.press("down", "down", "right")
        assert at.shows("Mazaytsy, medium: the third that novices and adepts solve less often.")
        await at.press("enter")
        assert at.shows("Mazaytsy · medium puzzle 1 of ") and at.shows(practice.INVITATION)
        await at.press("escape")
        await at.click_words("Back to all puzzles")
        assert isinstance(at.screen, PuzzlesScreen)


async def test_the_best_turn_solves_it_and_another_does_not() -> None:
    async with trying() as at:
        puzzle = puzzle_of(at)
        await make(at, puzzle.rival)
        assert at.shows("Not solved: ") and at.shows("points less than the best.")
        assert at.shows("Your turn (shown)") and at.shows("You will see it again tomorrow.")
        await at.press("a")
        assert at.shows(practice.INVITATION) and at.board.is_deciding
        await make(at, puzzle.answer)
        assert at.shows("Solved! That is the best turn.") and at.shows("The next best turn is worth")
        tries = [(each.puzzle, each.solved) for each in kept()]
        assert tries == [(puzzle.id, False), (puzzle.id, True)]
        assert at.shows("You will see it again tomorrow.")  # the second try was practice


async def test_the_board_shows_either_turn() -> None:
    async with trying() as at:
        await make(at, puzzle_of(at).rival)
        mine = at.match.state.digest()
        await at.press("v")
        assert at.shows("The best turn (shown)") and at.match.state.digest() != mine
        await at.press("v")
        assert at.shows("Your turn (shown)") and at.match.state.digest() == mine


async def test_who_looks_at_the_answer_first_has_missed_it() -> None:
    async with trying() as at:
        puzzle = puzzle_of(at)
        await at.press("v")
        assert at.shows("You looked at the answer.") and not at.board.is_deciding
        assert [(each.solved, each.cost) for each in kept()] == [(False, None)]
        await at.press("enter")
        assert puzzle_of(at) != puzzle and at.board.is_deciding


async def test_a_turn_can_be_taken_back_until_it_is_made() -> None:
    async with trying("mazaytsy") as at:
        puzzle = next(
            each for each in PuzzlePool(registry.get_game("mazaytsy")).puzzles() if len(each.rival.split()) > 1
        )
        await open_puzzle(at, puzzle)
        before = at.match.state.digest()
        submit(at, puzzle.rival.split()[0])
        assert at.match.state.digest() != before
        await at.press("u")
        assert at.match.state.digest() == before and at.board.is_deciding
        await make(at, puzzle.rival)
        made = at.match.state.digest()
        await at.press("u")
        assert at.match.state.digest() == made
        assert at.shows("The turn is complete. Press a to try the puzzle again.")


async def test_there_are_no_tips_and_nothing_fills_in_an_arrangement() -> None:
    async with trying("mezen") as at:
        puzzle = next(
            each
            for each in PuzzlePool(registry.get_game("mezen")).puzzles()
            if practice.puzzle_lines(registry.get_game("mezen"), each, "Anna").state.prompt.kind == "place"
        )
        await open_puzzle(at, puzzle)
        await at.press("t", "f")
        assert at.shows(practice.NO_HINTS) and at.board.draft is None
        assert not at.shows("f fill in") and not at.shows("t tip")


async def test_bots_do_not_answer_and_nothing_is_saved_as_a_match() -> None:
    async with trying() as at:
        await make(at, puzzle_of(at).answer)
        log = list(at.match.log)
        await at.pilot.pause(0.2)
        assert at.match.log == log and not is_thinking(at.play)
        assert not at.app.store.entries()


async def test_a_turn_that_cannot_be_judged_counts_as_no_try() -> None:
    async with trying(grace=-1000.0) as at:  # nobody waits for the bots at all
        submit(at, puzzle_of(at).rival)
        assert isinstance(at.session.mode, Judging)
        await at.wait(lambda: not isinstance(at.session.mode, Judging))
        assert at.shows("The master could not judge this turn (it took too long). Press a to try again.")
        assert not kept() and not at.session.is_answered
        await at.press("a")
        assert at.board.is_deciding


async def test_by_mouse_alone() -> None:
    async with table() as at:
        await at.click_words("p puzzles")
        row = next(y for y, text in enumerate(at.rows()) if "Mezo" in text)
        x = at.rows()[row].index(" of ") + 1
        await at.click(x, row)
        await at.click(x, row)
        puzzle = puzzle_of(at)
        await at.click_words("v answer")
        assert at.shows("The best turn (shown)")
        await at.click_words("a try again")
        assert at.board.is_deciding and puzzle_of(at) == puzzle
        await at.click_words("v answer")
        await at.click_words("Enter next")
        assert puzzle_of(at) != puzzle


async def test_what_was_missed_is_under_again_the_day_after() -> None:
    game = registry.get_game("mezo")
    puzzle = PuzzlePool(game).puzzles()[3]
    yesterday = datetime.now(UTC) - timedelta(1)
    add(DataPaths.for_player().puzzles, PuzzleAttempt(yesterday, "mezo", puzzle.id, puzzle.grade, False, 3.0))
    async with table() as at:
        await at.press("p", *["down"] * registry.GAME_NAMES.index("mezo"), "left")
        assert at.shows("Mezo: 1 puzzle you missed; they come back until you know them.")
        await at.press("enter")
        assert puzzle_of(at) == puzzle
        await at.press("n")
        assert at.shows("No Mezo puzzle is due today.")


async def test_nothing_is_to_be_shown_again_at_first() -> None:
    async with table() as at:
        await at.press("p", "left", "enter")
        assert isinstance(at.screen, PuzzlesScreen)
        assert at.shows("No Mezen puzzle is due today.")


@pytest.mark.parametrize("size", [SMALL, LARGE, WIDE], ids=["80x24", "120x40", "200x50"])
async def test_every_look_shows_the_list_and_the_answer_at_every_size(size: tuple[int, int]) -> None:
    async with trying("mezo", size) as at:
        await at.press("v")
        for theme in themes.MODES:
            at.app.change_settings(partial(wear, theme))
            await at.pilot.pause()
            for text in (
                "You looked at the answer.",
                "The best turn (shown)",
                "Why",
                "The next best turn",
                "Esc menu",
            ):
                assert at.shows(text)
        at.app.pop_screen()
        for theme in themes.MODES:
            at.app.change_settings(partial(wear, theme))
            await at.pilot.pause()
            assert all(at.shows(text) for text in ("again", *GRADES, "rating", "Enter try the next", "Esc back"))
            assert all(len(row) <= size[0] for row in at.rows())


@pytest.mark.parametrize("name", PUZZLED)
async def test_every_game_can_be_tried(name: str) -> None:
    async with trying(name) as at:
        await at.press("v")
        assert at.shows("The best turn (shown)") and at.shows("Why")
        await at.press("a")
        assert at.board.is_deciding
