"""The review on a screen: made in the bots' process, gone on with, looked at, tried otherwise."""

import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

import themes
from core import registry
from core.match import Match, Seat
from core.review.comparison import Depth, Estimate
from core.review.record import Review, ReviewedTurn
from core.review.turns import split_turns
from saves.match_store import MatchStore
from saves.reviews import ReviewStore
from tests.tui.pilots import LARGE, PATIENT, SMALL, Table, mezen_after
from tests.tui.programs.pseudo_terminal import Program
from tests.tui.test_screens import compare
from tui.app import OpenScreen, SamovarApp
from tui.features.review.screen import ReviewScreen
from tui.features.review.tryout import TryoutFeature, show_tryout
from tui.sessions.bot_client import BotClient
from tui.sessions.mode import Judging
from tui.widgets.canvas_view import CanvasView

WIDE = (200, 50)
BOT = Seat("Vera", "bot", "novice")
GRADES = ("mistake", "good", "best", "inaccurate")


def finished(name: str, *seats: Seat) -> tuple[Match, str]:
    """A match that chance has played to its end, and what it is called on disk."""
    from core.rng import Rng

    match, rng = Match.new(registry.get_game(name), seats or (Seat("Anna"),), {}, 7), Rng(7)
    while not match.is_over:
        match.play(rng.choice(list(match.legal_moves)))
    return match, kept(match)


def kept(match: Match) -> str:
    with MatchStore().new_file() as match_file:
        match_file.save(match)
        return match_file.slug


def invent(match: Match, slug: str, missing: int = 0) -> Review:
    """A kept review with costs that no master has thought of, so that no change of a bot changes the pictures.

    Its last turns are missing; what the master would do instead is the first legal move.
    """
    review = Review.of(match, Depth())
    found = split_turns(match, match.human_seats)
    for number, turn in enumerate(found[: len(found) - missing]):
        grade: Any = GRADES[number % 4]
        cost = {"mistake": 6.0 - number / 10, "inaccurate": 1.0}.get(grade, 0.0)
        state = match.state_at(turn.at)
        best = turn.moves if grade == "best" else (state.legal_moves()[0].notation,)
        review.turns.append(
            ReviewedTurn(
                turn,
                state.round,
                best,
                Estimate(cost, cost / 10),
                grade,
                "more points next round",
                Estimate(80.0 + number % 7 - number, 2.0),
                Estimate(0.5 - number % 3, 0.4) if number % 2 else None,
            )
        )
    assert ReviewStore(MatchStore().paths).save(slug, review) == ""
    return review


@asynccontextmanager
async def reviewed(match: Match, slug: str, size: tuple[int, int] = SMALL, ascii: bool = False) -> AsyncIterator[Table]:
    """The app, opened on the review of a match."""
    async with opened(lambda app: app.navigation.show_review(match, slug), size, ascii) as at:
        yield at


@asynccontextmanager
async def opened(start: OpenScreen | None, size: tuple[int, int] = SMALL, ascii: bool = False) -> AsyncIterator[Table]:
    """The app; its bots' process begins when it is first asked."""
    bot_client = BotClient(grace=PATIENT)
    app = SamovarApp(start, ascii, bot_client=bot_client)
    try:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            yield Table(app, pilot)
    finally:
        bot_client.stop()


def on_disk(match: Match, slug: str) -> int:
    return len(ReviewStore(MatchStore().paths).load(slug, match, Depth()).turns)


# As it is made


async def test_what_is_missing_is_judged_turn_by_turn_and_kept() -> None:
    match, slug = finished("mazaytsy", Seat("Anna"), BOT)
    whole = len(split_turns(match, {0}))
    before = invent(match, slug, missing=2).turns
    async with reviewed(match, slug) as at:
        assert at.shows(f"{whole - 2} of {whole} turns")
        await at.wait(lambda: at.screen.done)
        assert at.shows(f"{whole} turns") and not at.shows(f" of {whole} turns")
    review = ReviewStore(MatchStore().paths).load(slug, match, Depth())
    assert [reviewed.turn for reviewed in review.turns] == split_turns(match, {0})
    assert review.turns[:-2] == before


async def test_a_pause_stops_it_and_leaving_loses_nothing() -> None:
    match, slug = finished("mazaytsy", Seat("Anna"), BOT)
    invent(match, slug, missing=3)
    async with reviewed(match, slug) as at:
        left = len(at.screen.left)
        await at.press("p")
        assert at.shows("paused") and at.screen.pending_turn is None
        paused = len(at.screen.left)
        await at.press("p")
        await at.wait(lambda: len(at.screen.left) < paused or paused < left)
        done = len(at.screen.review.turns)
        await at.press("escape")
        assert type(at.screen).__name__ == "HomeScreen"
    assert on_disk(match, slug) >= done > 0


async def test_a_master_that_fails_is_told_and_asked_again() -> None:
    match, slug = finished("mazaytsy", Seat("Anna"), BOT)
    invent(match, slug, missing=1)
    async with reviewed(match, slug) as at:
        await at.wait(lambda: at.app.bot_client._process is not None)
        at.app.bot_client._process.kill()  # type: ignore[union-attr]
        await at.wait(lambda: at.shows("could not judge this turn") or at.screen.done)
        if not at.screen.done:
            await at.press("p")
        await at.wait(lambda: at.screen.done)


async def test_a_match_without_a_file_is_reviewed_and_not_kept() -> None:
    match, _ = finished("mazaytsy", Seat("Anna"), BOT)
    async with reviewed(match, "") as at:
        await at.wait(lambda: at.screen.review.turns)
    assert list(MatchStore().paths.reviews.glob("*")) == [] if MatchStore().paths.reviews.exists() else True


async def test_another_player_is_reviewed_on_wish() -> None:
    match, slug = finished("mazaytsy", Seat("Anna"), BOT)
    invent(match, slug)
    async with reviewed(match, slug) as at:
        await at.press("o")
        assert at.shows("review of Vera")
        await at.wait(lambda: at.screen.report.turns)
        assert {judged.turn.seat for judged in at.screen.report.turns} == {1}


async def test_a_deeper_review_begins_anew() -> None:
    match, slug = finished("mazaytsy", Seat("Anna"), BOT)
    invent(match, slug)
    async with reviewed(match, slug) as at:
        assert at.screen.done
        at.app.bot_client.start()
        process: Any = at.app.bot_client._process
        os.kill(process.pid, signal.SIGSTOP)  # so that no turn is judged before we look
        await at.press("d", "1")
        assert at.screen.review.depth == Depth(seconds=2) and at.screen.review.turns == []
        assert at.shows("0 of ")


def test_in_a_terminal_the_command_opens_the_screen() -> None:
    match, slug = finished("mazaytsy", Seat("Anna"), BOT)
    invent(match, slug)
    home = str(MatchStore().paths.matches.parent)
    with Program("-m", "tui.cli.main", "review", slug, SAMOVAR_HOME=home) as program:
        program.shows("Costliest turns")
        program.send("\x03")
        assert program.ends() == 0


# As it is looked at


async def test_the_three_that_cost_most_come_first() -> None:
    match, slug = mezen_after(10_000), ""
    slug = kept(match)
    review = invent(match, slug)
    async with reviewed(match, slug, LARGE) as at:
        lines = at.screen.lines(at.screen.report)
        worst = [review.turns[line.number].cost.mean for line in lines[1:4]]
        assert worst == sorted((reviewed.cost.mean for reviewed in review.turns), reverse=True)[:3]
        assert lines[4].heading == "All turns" and len(lines) == 5 + len(review.turns)


async def test_keys_and_clicks_go_to_turns() -> None:
    match = mezen_after(10_000)
    slug = kept(match)
    invent(match, slug)
    async with reviewed(match, slug) as at:
        review = at.screen
        assert review.number == 0
        await at.press("down")
        assert review.number == review.report.worst[1]
        await at.press("left", "left", "right")
        assert review.number == review.report.worst[1] - 1
        await at.press("up", "pagedown", "pagedown", "pagedown")
        assert review.number == len(review.report.turns) - 1
        row = next(y for y, text in enumerate(at.rows()) if text.lstrip().startswith(f"{review.number} round"))
        await at.click(20, row)
        assert review.number == len(review.report.turns) - 2
        await at.click_panel("curve", 8, 5)
        assert review.number == 0
        await at.click_panel("curve", 8, 5)
        assert type(at.screen).__name__ == "TurnScreen"


@pytest.mark.parametrize("name", registry.GAME_NAMES)
async def test_both_boards_of_a_turn_in_every_game(name: str) -> None:
    """Side by side where there is room, one after the other where there is not; the turn goes on from there."""
    match, slug = finished(name, Seat("Anna"), BOT)
    invent(match, slug)
    async with reviewed(match, slug, WIDE) as at:
        await at.press("enter")
        assert at.shows("Anna played") and at.shows("The master's turn")
        boards = at.screen._pictures
        assert {which for which, *_ in boards} >= {"played", "master"}
        turn = at.screen.reviewed_turn.turn
        played = next(seen for (which, *_), seen in boards.items() if which == "played")
        after = match.state_at(turn.until)
        assert played.board_view.state.digest() == after.digest()
        await at.press("b")
        assert at.shows("Before the turn") and not at.shows("Anna played")
        await at.pilot.resize_terminal(*SMALL)
        await at.pilot.pause()
        titles = set()
        for _ in range(3):
            titles |= {title for title in ("Anna played", "The master's turn", "Before the turn") if at.shows(title)}
            await at.press("b")
        assert titles == {"Anna played", "The master's turn", "Before the turn"}


async def test_what_the_master_would_do_is_what_its_board_shows() -> None:
    match = mezen_after(10_000)
    slug = kept(match)
    invent(match, slug)
    async with reviewed(match, slug, LARGE) as at:
        await at.press("enter")
        judged = at.screen.reviewed_turn
        state = match.state_at(judged.turn.at)
        state.play(state.legal_moves()[0])
        master = next(seen for (which, *_), seen in at.screen._pictures.items() if which == "master")
        assert master.board_view.state.digest() == state.digest()
        assert judged.best == (match.state_at(judged.turn.at).legal_moves()[0].notation,)


async def test_a_turn_is_asked_about_again() -> None:
    match = mezen_after(10_000)
    slug = kept(match)
    invent(match, slug)
    async with reviewed(match, slug) as at:
        await at.press("enter")
        turn = at.screen.reviewed_turn.turn
        at.screen._again = 0.2
        await at.press("a")
        assert at.shows("the master is thinking again")
        await at.wait(
            lambda: at.screen.reviewed_turn.reason != "more points next round" or at.screen.reviewed_turn.cost.mean < 5
        )
        assert at.screen.reviewed_turn.turn == turn
    assert on_disk(match, slug) == len(split_turns(match, {0}))


# Trying something else, and playing on


async def test_a_turn_is_tried_otherwise_and_judged() -> None:
    match, slug = finished("mazaytsy", Seat("Anna"), BOT)
    invent(match, slug)
    async with reviewed(match, slug) as at:
        await at.press("enter")
        turn = at.screen.reviewed_turn.turn
        await at.press("enter")
        session = at.session
        assert at.screen is at.play and isinstance(at.play.feature, TryoutFeature)
        assert len(at.match.log) == turn.at and session.match_file is None
        await at.press("u")
        assert at.shows("The turn begins here")
        while session.is_deciding:
            session.submit([at.match.legal_moves[0]])
        assert isinstance(session.mode, Judging)
        await at.wait(lambda: session.reviewed_turn is not None)
        assert session.reviewed_turn.turn.at == turn.at and session.reviewed_turn.turn.seat == 0
        assert at.shows("points behind the master's turn") or at.shows("clearly better")
        await at.press("enter")  # tries again
        assert session.reviewed_turn is None and session.is_deciding
        assert len(at.match.log) >= turn.at and at.match.state.actor == 0
        await at.press("escape")
        assert type(at.screen).__name__ == "TurnScreen"
    assert len(MatchStore().entries()) == 1


async def test_escape_leads_from_what_is_tried_to_the_review_and_takes_nothing_back() -> None:
    """In a match, Escape would undo a move that only led to the next decision."""
    match, slug = finished("mazaytsy", Seat("Anna"), BOT)
    invent(match, slug)
    turns = split_turns(match, {0})
    async with reviewed(match, slug) as at:
        for turn in turns:
            show_tryout(at.app, match, turn)
            await at.pilot.pause()
            for notation in turn.moves[:-1]:
                if at.session.is_deciding and not at.board.view.escape_undoes:
                    at.session.submit([at.match.parse_move(notation)])
            if at.session.is_deciding and at.board.view.escape_undoes:
                break
            at.app.pop_screen()
            await at.pilot.pause()
        tried, made = at.match, len(at.match.log)
        assert at.board.view.escape_undoes and made > at.session.began
        await at.press("escape")
        assert isinstance(at.screen, ReviewScreen)
        assert len(tried.log) == made


async def test_a_position_of_a_review_becomes_a_match_of_its_own() -> None:
    match, slug = finished("mazaytsy", Seat("Anna"), BOT)
    invent(match, slug)
    async with reviewed(match, slug) as at:
        await at.press("enter", "right")
        turn = at.screen.reviewed_turn.turn
        await at.press("c")
        assert at.shows("Play on from here, with") and at.shows("Anna, Vera (master)")
        await at.press("up", "enter")
        played = at.match
        assert [entry.notation for entry in played.log[: turn.at]] == [entry.notation for entry in match.log[: turn.at]]
        assert played.seats[1].level == "master" and played.seats[0].is_human
    assert len(MatchStore().entries()) == 2


async def test_the_result_the_list_and_the_replay_lead_to_the_review() -> None:
    match = mezen_after(10_000)
    slug = kept(match)
    invent(match, slug)
    async with opened(None) as at:
        for keys in (("r",), ("e", "r"), ("v", "r")):
            await at.press("m", *keys)
            assert isinstance(at.screen, ReviewScreen) and at.screen.slug == slug and at.screen.done
            at.app.go_home()
            await at.pilot.pause()


async def test_the_same_deal_from_the_result_and_the_list() -> None:
    match = mezen_after(10_000)
    kept(match)
    async with opened(None) as at:
        for keys in (("s",), ("e", "s")):
            await at.press("m", *keys)
            assert at.match.state.digest() == match.state_at(0).digest()
            at.app.go_home()
            await at.pilot.pause()
            MatchStore().delete(MatchStore().entries()[0].slug)


# Pictures


async def test_every_look_dresses_the_same_words_in_its_own_colours() -> None:
    match = mezen_after(10_000)
    slug = kept(match)
    invent(match, slug)
    async with reviewed(match, slug) as at:
        told, colours = set(), set()
        for mode in themes.MODES:
            at.app.change_settings(lambda settings, mode=mode: setattr(settings, "theme", mode))  # type: ignore[misc]
            await at.pilot.pause()
            told.add(at.text())
            marks = at.screen.query_one("#curve", CanvasView).canvas
            bad = themes.load_palette("mezen", mode).style("bad", attributes="bold")
            assert bad in marks.styles[-1] and marks.chars[-1][marks.styles[-1].index(bad)] == "X"
            colours.add(bad.color)
        assert len(told) == 1 and len(colours) == len(themes.MODES)


@pytest.mark.parametrize(
    ("size", "ascii"),
    [(SMALL, False), (SMALL, True), (LARGE, False), (WIDE, False)],
    ids=("80", "80-ascii", "120", "200"),
)
async def test_the_screens_as_text(size: tuple[int, int], ascii: bool) -> None:
    match = mezen_after(10_000)
    slug = kept(match)
    invent(match, slug)
    name = f"{size[0]}x{size[1]}{'-ascii' if ascii else ''}"
    async with reviewed(match, slug, size, ascii) as at:
        rows = at.rows()
        assert max(map(len, rows)) <= size[0] and (not ascii or "\n".join(rows).isascii())
        compare(f"review-{name}", rows)
        await at.press("enter")
        compare(f"review-turn-{name}", at.rows())
