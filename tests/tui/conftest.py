"""Make pilots wait no longer than they must."""

import asyncio
from typing import Any

import pytest

from tests.limits import LIMIT

#: In so many turns of the loop in a row nothing may have been left to do.
_QUIET_TURNS = 3
#: What is to be done within so many seconds counts: Textual draws a frame that late.
_A_FRAME = 0.02
#: After so many frames it is not waited for the next: something moves on the screen all the time.
_MOST_FRAMES = 50


async def nothing_left_to_do(min_sleep: float = 0, max_sleep: float = 1) -> None:
    """Until no task of the app could go on: what Textual's own guesses from the time that the process takes.

    Its guess costs sixty milliseconds a key and half of the time of all our tests, and on a busy machine it is wrong.
    """
    loop: Any = asyncio.get_running_loop()
    end = loop.time() + LIMIT
    quiet = frames = 0
    while quiet < _QUIET_TURNS and frames < _MOST_FRAMES and loop.time() < end:
        due = min((timer.when() for timer in loop._scheduled if not timer.cancelled()), default=end) - loop.time()
        is_soon = due < _A_FRAME
        await asyncio.sleep(max(0, due) if is_soon else 0)
        frames += is_soon
        quiet = 0 if loop._ready or is_soon else quiet + 1


@pytest.fixture(autouse=True)
def pilots_do_not_guess(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("textual.app.wait_for_idle", nothing_left_to_do)
    monkeypatch.setattr("textual.pilot.wait_for_idle", nothing_left_to_do)
