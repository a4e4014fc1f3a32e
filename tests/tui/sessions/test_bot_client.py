"""The process of the bots when it hangs, wants too much memory or cannot be had: the screen waits for none of it."""

import contextlib
import os
import re
import resource
import signal
import socket
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from core.bots.failures import ENDED
from core.bots.search import Budget
from core.bots.worker import MEMORY_LIMIT, BotReply, BotRequest
from core.log_notes import note_text
from core.rng import Rng
from tests.limits import LIMIT
from tests.tui.pilots import BOT, PATIENT, YOU, Table, mezen_until, table, thinking
from tui.server.guest_services import PoolConnection
from tui.sessions.bot_client import exchange

#: After so many seconds somebody who hangs is given up: time enough to see on the screen that they are waited for.
SOON = LIMIT / 30


def bots(at: Table) -> Any:
    """The process in which bots think now."""
    return at.app.bot_client._process


def stop(process: Any) -> None:
    os.kill(process.pid, signal.SIGSTOP)


def fill(process: Any) -> None:
    """Write until nothing more goes into the pipe."""
    pipe = process.stdin.fileno()
    os.set_blocking(pipe, False)
    with contextlib.suppress(BlockingIOError):
        while os.write(pipe, b"\n" * 4096):
            pass
    os.set_blocking(pipe, True)


def be_patient(at: Table) -> None:
    """Wait for whoever thinks from now on, however busy the machine is."""
    at.app.bot_client._grace = PATIENT


async def assert_bots_work(at: Table) -> None:
    await at.press("t")
    await at.settle()
    assert at.shows("Tip: ")


@pytest.mark.parametrize("full", [False, True], ids=["a pipe with room", "a full pipe"])
async def test_a_bot_that_hangs_is_given_up_and_the_match_goes_on(full: bool) -> None:
    match = mezen_until("announce", (YOU, BOT), seat=0)
    async with table(match, grace=SOON) as at:
        hung = bots(at)
        stop(hung)
        if full:
            fill(hung)
        await at.press("enter")
        be_patient(at)
        assert at.shows("Vera is thinking")  # and the screen is painted, whatever the pipe is like
        await at.wait(lambda: match.notes)
        told = "Vera could not think (it took too long) and plays as random for now."
        assert note_text(match.notes[0], match) == told
        assert at.shows(told)
        assert hung.poll() == -signal.SIGKILL
        await at.settle()
        assert match.waits_for_human
        await assert_bots_work(at)


async def test_a_tip_that_hangs_is_a_sentence() -> None:
    async with table(mezen_until("announce", (YOU, BOT), seat=0), grace=SOON) as at:
        hung = bots(at)
        stop(hung)
        await at.press("t")
        be_patient(at)
        assert at.shows("Asking for a tip…")
        await at.settle()
        assert at.shows("No tip this time: it took too long.")
        assert at.match.notes == []
        assert hung.poll() == -signal.SIGKILL
        await assert_bots_work(at)


async def test_a_bot_that_wants_too_much_memory_is_told_and_the_match_goes_on() -> None:
    """Not a byte more than it has when it starts: it still has to load the game."""
    match = mezen_until("announce", (YOU, BOT), seat=0)
    async with table(match) as at:
        greedy = bots(at)
        await at.wait(lambda: limits(greedy)[0] == MEMORY_LIMIT)
        used = int(Path(f"/proc/{greedy.pid}/statm").read_text().split()[0]) * resource.getpagesize()
        assert 10 * used < MEMORY_LIMIT
        resource.prlimit(greedy.pid, resource.RLIMIT_AS, (used, limits(greedy)[1]))
        await at.press("enter")
        await at.wait(lambda: match.notes)
        # A Python without memory mostly says so; now and then something within it gives up first, by another name.
        told = r"Vera could not think \((it needs too much memory|the bots' process has ended|\w+Error)\)"
        assert re.fullmatch(rf"{told} and plays as random for now\.", note_text(match.notes[0], match))
        assert greedy.poll() == -signal.SIGKILL
        await at.settle()
        assert match.waits_for_human
        await assert_bots_work(at)


def limits(process: Any) -> tuple[int, int]:
    return resource.prlimit(process.pid, resource.RLIMIT_AS)


async def test_where_no_process_can_be_had_the_match_goes_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    match = mezen_until("announce", (YOU, BOT), seat=0)
    python = sys.executable
    monkeypatch.setattr(sys, "executable", str(tmp_path / "nothing"))
    async with table(match) as at:
        await at.press("enter")
        await at.settle()
        assert match.waits_for_human
        told = "Vera could not think (no process could be started) and plays as random for now."
        assert note_text(match.notes[0], match) == told
        monkeypatch.setattr(sys, "executable", python)
        await assert_bots_work(at)


def test_a_process_that_is_there_is_not_made_again() -> None:
    with thinking() as bot_client:
        bot_client.start()
        process = bot_client._process
        bot_client.start()
        assert bot_client._process is process


def test_a_line_that_was_closed_before_the_question_went_out_is_a_bot_that_cannot_think() -> None:
    """A guest of a door may leave just then."""
    door, workers = socket.socketpair()
    with door, workers:
        line = PoolConnection(door)
        line.kill()
        line.wait()
        match = mezen_until("announce", (YOU, BOT), seat=0)
        request = BotRequest(3, "mezen", "novice", Rng(1), Budget(0.1), msgspec.Raw(msgspec.json.encode(match.state)))
        assert exchange(line, request) == BotReply(3, error=ENDED)
