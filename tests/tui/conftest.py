"""Pilots who do not wait longer than they must."""

import asyncio
from typing import Any

import pytest

#: In so many turns of the loop in a row nothing may have been left to do.
_QUIET_TURNS = 3
#: What is to be done within so many seconds counts: Textual draws a frame that late.
_A_FRAME = 0.02


async def nothing_left_to_do(min_sleep: float = 0, max_sleep: float = 1) -> None:
    """Until no task of the app could go on: what Textual's own guesses from the time that the process takes.

    Its guess costs sixty milliseconds a key and half of the time of all our tests, and on a busy machine it is wrong.
    """
    loop: Any = asyncio.get_running_loop()
    end = loop.time() + max_sleep
    quiet = 0
    while quiet < _QUIET_TURNS and loop.time() < end:
        due = min((timer.when() for timer in loop._scheduled if not timer.cancelled()), default=end) - loop.time()
        await asyncio.sleep(max(0, due) if due < _A_FRAME else 0)
        quiet = 0 if loop._ready or due < _A_FRAME else quiet + 1


@pytest.fixture(autouse=True)
def pilots_do_not_guess(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("textual.app.wait_for_idle", nothing_left_to_do)
    monkeypatch.setattr("textual.pilot.wait_for_idle", nothing_left_to_do)
