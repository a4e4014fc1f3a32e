"""The pace of bots, news, moments, and a bar with only keys that work."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from core.game import GameEvent
from core.games.mezen.view import VIEW
from core.match import Match
from core.view import Moment, Target
from saves.match_store import MatchStore
from saves.settings import AT_ONCE, BRISK, STEP_BY_STEP
from tests.tui.pilots import BOT, BOT2, FRIEND, YOU, Table, is_pausing, mezen, mezen_after, mezen_until, table
from tui.sessions.mode import Confirming
from tui.sessions.news import FOR_YOU, last_turn_end, news_since


def bar(at: Table) -> str:
    return at.rows()[-1]


# The pace of bots


def bots_turn() -> Match:
    """A match in which two bots are to lift and place before Anna."""
    return mezen_until("lift", (YOU, BOT, BOT2), seat=1)


async def test_step_by_step_a_bot_waits_for_a_key() -> None:
    match = bots_turn()
    async with table(match, pace=STEP_BY_STEP) as at:
        steps = 0
        while match.state.actor != 0:
            await at.wait(lambda: at.session._held_reply is not None or match.state.actor == 0)
            moves = len(match.log)
            await at.pilot.pause(0.05)
            assert len(match.log) == moves
            if is_pausing(at):
                assert at.shows("Any key continues.")
                assert bar(at).startswith(" Enter continue")
                await at.press("enter")
            steps += 1
        assert steps > 1
        assert not at.session.is_showing


@pytest.mark.parametrize("pace", [AT_ONCE, BRISK])
async def test_bots_go_on_by_themselves(pace: str) -> None:
    match = bots_turn()
    async with table(match, pace=pace) as at:
        await at.wait(lambda: match.state.actor == 0 and not at.session.is_showing)


async def test_a_key_hurries_and_is_not_a_choice() -> None:
    match = bots_turn()
    async with table(match, pace=STEP_BY_STEP) as at:
        await at.wait(lambda: is_pausing(at) and at.session._held_reply is not None)
        bots = len(match.log)
        await at.press("space")
        assert len(match.log) > bots
        assert all(entry.seat != 0 for entry in match.log[bots:])


async def test_what_is_taken_back_is_shown_no_longer() -> None:
    match = bots_turn()
    async with table(match, pace=STEP_BY_STEP) as at:
        await at.wait(lambda: is_pausing(at))
        await at.press("u")
        assert not at.session.is_showing
        assert at.board.is_deciding


async def test_a_click_on_undo_puts_away_what_is_shown_and_what_a_bot_has_answered_meanwhile() -> None:
    """A key would have put it away before it means anything else."""
    match = bots_turn()
    async with table(match, pace=STEP_BY_STEP) as at:
        await at.wait(lambda: is_pausing(at) and at.session._held_reply is not None)
        await at.click_words("undo")
        assert at.board.is_deciding
        assert not at.session.is_showing
        assert at.session._held_reply is None


# What counted


class Counting(VIEW):
    """Every move of the viewer counts, twice; the second must be read."""

    def moments(self, before: object, events: Sequence[GameEvent]) -> list[Moment]:
        return [Moment("+3: a fox", (Target("tile", 4),), 0), Moment("+5: two birds", (), 0, waits_for_key=True)]


@pytest.fixture
def counting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.games.mezen.view.VIEW", Counting)


@pytest.mark.usefixtures("counting")
async def test_what_counted_lights_up_before_the_table_goes_on() -> None:
    match = mezen_until("announce")
    async with table(match, payoff=True) as at:
        await at.press("enter")
        assert at.shows("+3: a fox")
        assert at.board.highlighted_targets == (Target("tile", 4),)
        await at.wait(lambda: at.shows("+5: two birds"))
        assert at.board.highlighted_targets == ()
        moves = len(match.log)
        await at.pilot.pause(1.2)
        assert at.shows("+5: two birds")
        await at.press("1")
        assert not at.session.is_showing
        assert len(match.log) == moves


@pytest.mark.usefixtures("counting")
async def test_without_it_only_what_must_be_read_is_shown() -> None:
    async with table(mezen_until("announce"), payoff=False) as at:
        await at.press("enter")
        assert at.shows("+5: two birds")
        await at.press("right")
        assert not at.session.is_showing


@pytest.mark.usefixtures("counting")
async def test_the_result_waits_until_all_is_seen() -> None:
    match = mezen_after(10_000)
    match.undo()
    async with table(match, payoff=True) as at:
        await at.press("enter")
        while not match.is_over:
            await at.press("enter")
        assert not at.shows("the result")
        await at.press("enter", "enter")
        assert at.shows("the result")


# News


def test_the_news_begin_after_the_last_turn() -> None:
    match = mezen_after(60, (YOU, BOT, BOT2))
    for end in range(len(match.log) + 1):
        here = last_turn_end(match, 0, end)
        assert here == 0 or match.log[here - 1].seat == 0
        own = [at for at in range(here, end) if match.log[at].seat == 0]
        assert own == list(range(end - len(own), end)), "one's own lines are those of this turn, at the end"


def test_the_news_tell_what_each_has_done_and_gained() -> None:
    match = mezen_after(60, (YOU, BOT, BOT2))
    told = news_since(match, 0, 0, match.game.view(match.state, 0, match.names))
    assert [line.name for line in told if line.seat is not None] == ["Vera", "Gleb"]
    scores = match.state.scores()
    assert {line.seat: line.points for line in told if line.seat is not None} == {1: scores[1], 2: scores[2]}
    assert told[0].name == FOR_YOU and told[0].points == scores[0]
    for line in told[1:]:
        assert line.facts and not any(fact.startswith(line.name) for fact in line.facts)


async def test_after_several_bots_the_news_are_told_by_themselves() -> None:
    match = mezen_until("lift", (YOU, BOT, BOT2))
    async with table(match) as at:
        assert not at.play.showing_news
        seen = False
        for _ in range(60):
            await at.settle()
            if match.is_over or seen:
                break
            if at.play.showing_news:
                seen = True
                told = at.panel("prompt")
                assert "Vera" in told and "Gleb" in told
                decisions = len(match.log)
                for key in ("enter", "space", "escape", "1"):
                    await at.press(key)
                    assert "Vera" not in at.panel("prompt") and len(match.log) == decisions, "the key only closes it"
                    await at.press("n")
                    assert "Vera" in at.panel("prompt")
                before = (at.board.cursor, at.board.current_choice.label)
                await at.press("right")
                after = (at.board.cursor, at.board.current_choice.label)
                assert "Vera" not in at.panel("prompt") and after != before, "an arrow acts, and closes it"
                break
            await at.press("enter")
        assert seen


async def test_what_a_single_bot_has_done_is_told_only_when_it_is_asked_for() -> None:
    match = mezen_until("lift", (YOU, BOT))
    first = match.state.round
    async with table(match) as at:
        await at.settle()
        while match.state.round < first + 2 or all(line.seat is None for line in at.session.news()):
            assert not at.play.showing_news
            await at.press("enter")
            await at.settle()
        assert not at.play.showing_news and " n news" in bar(at)
        await at.press("n")
        assert "Vera" in at.panel("prompt")


async def test_alone_there_are_no_news() -> None:
    async with table(mezen_after(5)) as at:
        await at.press("n")
        assert at.shows("Nobody else has moved since your last turn.")


# The bar of keys


async def test_the_bar_promises_only_what_works() -> None:
    match = mezen_until("lift", (YOU, BOT))
    async with table(match) as at:
        assert bar(at).startswith(" Enter choose")
        await at.press("o")
        assert bar(at).startswith(" Enter back")
        assert "tip" not in bar(at) and "Tab" not in bar(at)
        await at.press("enter")
        assert at.board.viewed_seat is None


async def test_undo_is_offered_only_when_it_works() -> None:
    async with table(mezen((YOU,))) as at:
        assert " u undo" not in bar(at)
        await at.press("enter")
        assert " u undo" in bar(at)


async def test_a_turn_that_is_done_is_told_by_name() -> None:
    match = mezen_until("lift", (YOU, FRIEND))
    async with table(match) as at:
        while not isinstance(at.session.mode, Confirming):
            await at.press("enter")
        assert at.shows("Anna's turn is done")


def test_can_undo_knows_what_undo_does() -> None:
    for seats in ((YOU,), (YOU, BOT), (YOU, FRIEND)):
        for moves in range(0, 40, 3):
            match = mezen_after(moves, seats)
            for by in (None, 0):
                can = match.can_undo(by)
                try:
                    match.undo(by)
                except Exception:
                    assert not can
                else:
                    assert can
                    match.redo()


# A second login


async def test_a_second_login_follows_and_takes_over(home: Path) -> None:
    match = mezen_after(4)
    first = MatchStore().new_file()
    first.save(match)
    opened = MatchStore().open_entry(MatchStore().entries()[0])
    assert opened.file.read_only
    async with table(opened.match, match_file=opened.file) as at:
        assert at.shows("every move as it is made"), at.text()
        moves = len(opened.match.log)
        match.play(match.legal_moves[0])
        first.save(match)
        await at.wait(lambda: len(at.match.log) > moves)
        await at.press("enter")
        assert len(at.match.log) == len(match.log)
        first.close()
        await at.wait(lambda: at.shows("Enter continues it here"))
        await at.press("enter")
        assert at.board.is_deciding
        await at.press("enter")
        assert len(at.match.log) > len(match.log)
    assert len(reread().log) > len(match.log)


def reread() -> Match:
    opened = MatchStore().open_entry(MatchStore().entries()[0])
    opened.file.close()
    return opened.match


async def test_two_who_take_over_do_not_both_play() -> None:
    match = mezen_after(4)
    first = MatchStore().new_file()
    first.save(match)
    second, third = (MatchStore().open_entry(MatchStore().entries()[0]).file for _ in range(2))
    first.close()
    assert second.is_unlocked and third.is_unlocked
    assert second.take_over() is not None
    assert third.take_over() is None
    assert third.read_only and not third.is_unlocked
    second.close()


# The list of matches


async def test_the_list_tells_points_and_whose_turn_it_is() -> None:
    match = mezen_after(60, (YOU, BOT))
    with MatchStore().new_file() as match_file:
        match_file.save(match)
    assert match.state.actor is not None
    async with table() as at:
        await at.press("m")
        assert at.shows(f"turn of {match.names[match.state.actor]}")
        points = match.state.scores()
        assert at.shows(f"Anna {points[0]}, Vera {points[1]}")
