"""What is closed is let go: a match, its screen and all that was drawn do not outlive going home."""

import gc
import weakref
from typing import Any

from textual._styles_cache import StylesCache

from core import registry
from core.match import Match, Seat
from core.rng import Rng
from tests.tui.pilots import BOT2, YOU, Table, is_thinking, mezen_after, table

MASTER = Seat("Vera", "bot", "master")


def nearly_over() -> Match:
    """A match against a bot in its last few decisions."""
    whole = mezen_after(1000, (YOU, BOT2))
    assert whole.is_over
    return mezen_after(sum(entry.origin == "chosen" for entry in whole.log) - 6, (YOU, BOT2))


async def played_out(at: Table, match: Match) -> None:
    """Play any moves on the screen until the result is there."""
    rng = Rng(1)
    while not match.is_over:
        await at.wait(lambda: match.is_over or match.waits_for_human)
        if not match.is_over:
            at.session.submit([rng.choice(list(match.state.legal_moves()))])
    await at.pilot.pause()


def own_rows(screen: Any) -> "list[weakref.ref[StylesCache]]":
    """The rows that the screen and every widget on it have drawn."""
    return [weakref.ref(widget._styles_cache) for widget in screen.walk_children(with_self=True)]


async def test_a_finished_match_is_let_go_with_its_screens_and_what_they_drew() -> None:
    async with table() as at:
        match = nearly_over()
        at.app.new_match(match)
        await at.pilot.pause()
        rows = own_rows(at.screen)
        await played_out(at, match)
        rows += own_rows(at.screen)
        closed = (match, at.session, at.play, at.screen)
        kept: list[weakref.ref[Any]] = [*map(weakref.ref, closed), *rows]
        del match, closed
        await at.press("escape")
        gc.collect()
        assert [each() for each in kept if each() is not None] == []
        assert len(rows) > 10


async def test_a_match_left_while_a_bot_thinks_is_let_go() -> None:
    async with table() as at:
        at.app.settings.bot_seconds = 60
        match = Match.new(registry.get_game("mezo"), [MASTER, MASTER], {}, 1)
        at.app.new_match(match)
        await at.wait(lambda: is_thinking(at.play))
        kept = [weakref.ref(match), weakref.ref(at.session), weakref.ref(at.play)]
        del match
        at.app.go_home()
        await at.pilot.pause()
        gc.collect()
        assert [each() for each in kept if each() is not None] == []
