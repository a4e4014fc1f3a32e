"""The bytes that a cursor step sends in every game, against the least possible; and those of closing a dialog.

What Textual writes is recorded as it plays, and goes through the model of the terminal: every figure is exact, and the
least is computed from the same screens.
"""

import asyncio
import os
import statistics
import tempfile
from collections.abc import AsyncIterator, Iterator
from typing import NamedTuple
from unittest.mock import patch

from textual import constants, events
from textual.pilot import Pilot

from core import registry
from core.game import Game
from core.match import Match
from tests.bench.bench_cursor import ANSWERED, KEYS, SIZES, decisions
from tests.bench.bench_driver import Recorder
from tests.bench.measure import Row
from tests.tui.pilots import local_screen
from tui.app import SamovarApp
from tui.terminal.ansi_writer import ANY_CELL, DEFAULT_STYLE, Cell, CellRow, CellStyle, blank_style, sgr_between, size
from tui.terminal.screen_diff import ScreenDiff

#: A move of the cursor takes at least so many bytes.
SHORTEST_MOVE = 3
#: What opens a dialog; escape closes it.
DIALOGS = {"rules": ("question_mark", "?"), "menu": ("escape", "\x1b"), "palette": ("ctrl+p", "\x10")}
#: After so many seconds of silence a dialog is drawn.
OPENED = 0.8


class Sent(NamedTuple):
    """The bytes of one screen, and the least that lead to it."""

    sent: int
    least: int


def figures() -> list[Row]:
    # Textual reads the variable that asks for all colours when it is imported, which has been.
    with tempfile.TemporaryDirectory() as home, patch.object(constants, "COLOR_SYSTEM", "truecolor"):
        os.environ["SAMOVAR_HOME"] = home
        try:
            return [row for window in SIZES for row in asyncio.run(in_window(window))]
        finally:
            del os.environ["SAMOVAR_HOME"]


async def in_window(window: tuple[int, int]) -> list[Row]:
    rows: list[Row] = []
    name = f"{window[0]}x{window[1]}"
    app = SamovarApp(ascii=False, driver_class=Recorder)
    async with app.run_test(headless=False, size=window) as pilot:
        assert app.console.color_system == "truecolor"
        for game in registry.all_games():
            steps, closings = await costs(pilot, app, game, Line(*window))
            rows += rows_of(f"{game.name}, {name}", steps)
            worst = max(closing.sent for closing in closings)
            rows.append(
                Row(f"bytes to close a dialog, {game.name}, {name}", worst, "B", "<= 4500" * (window == SIZES[0]))
            )
    return rows


def rows_of(name: str, steps: list[Sent]) -> Iterator[Row]:
    yield Row(f"bytes a step, {name}: median", statistics.median(step.sent for step in steps), "B")
    yield Row(f"bytes a step, {name}: longest", max(step.sent for step in steps), "B")
    ratios = [step.sent / step.least for step in steps]
    yield Row(f"bytes a step / the least, {name}: median", statistics.median(ratios), "x", "<= 1.4")


class Line:
    """What the app has written since the last time, sent through a model of the terminal."""

    def __init__(self, width: int, height: int) -> None:
        self._thrift = ScreenDiff(width, height)

    def sent(self) -> Sent:
        before, terminal_style = [row[:] for row in self._thrift._rows], self._thrift._terminal_style
        output = "".join(map(self._thrift.feed, Recorder.written))
        Recorder.written.clear()
        return Sent(size(output), least(before, self._thrift._rows, terminal_style or DEFAULT_STYLE))


async def costs(pilot: Pilot[None], app: SamovarApp, game: Game, line: Line) -> tuple[list[Sent], list[Sent]]:
    """What cursor steps at a game's decisions send, and what closing its dialogs does."""
    steps: list[Sent] = []
    closings: list[Sent] = []
    for match in decisions(game):
        async for step in at_table(pilot, app, match, line):
            steps.append(step)
            if not closings:
                closings = [closing async for closing in dialogs(app, line)]
    return [step for step in steps if step.least], closings


async def at_table(pilot: Pilot[None], app: SamovarApp, match: Match, line: Line) -> AsyncIterator[Sent]:
    assert match.state.actor is not None
    app.push_screen(local_screen(app, match, seats=[match.state.actor]))
    await pilot.pause(ANSWERED)
    line.sent()
    for key in KEYS:
        app.post_message(events.Key(key, None))
        await silence(ANSWERED)
        yield line.sent()
    app.pop_screen()
    await pilot.pause(ANSWERED)


async def dialogs(app: SamovarApp, line: Line) -> AsyncIterator[Sent]:
    table = app.screen
    for key, character in DIALOGS.values():
        app.post_message(events.Key(key, character))
        while app.screen is table:
            await asyncio.sleep(OPENED)
        await silence(OPENED)
        line.sent()
        app.post_message(events.Key("escape", "\x1b"))
        while app.screen is not table:
            await asyncio.sleep(OPENED)
        await silence(OPENED)
        yield line.sent()


async def silence(patience: float) -> None:
    """Wait until nothing has been written for so many seconds."""
    written = -1
    while len(Recorder.written) > written:
        written = len(Recorder.written)
        await asyncio.sleep(patience)


def least(before: list[CellRow], after: list[CellRow], terminal_style: CellStyle) -> int:
    """Return the bytes of the changed text, one switch for each style, and a short move for each run of one style."""
    runs = [run for old, new in zip(before, after, strict=True) for run in runs_of(old, new)]
    text = sum(size(cell.text) for run in runs for cell in run)
    return text + switches({cell.style for run in runs for cell in run}, terminal_style) + SHORTEST_MOVE * len(runs)


def runs_of(old: CellRow, new: CellRow) -> list[list[Cell]]:
    """Return the runs of neighbouring changed cells that have one style."""
    runs: list[list[Cell]] = []
    neighbour = -1
    for x, (was, now) in enumerate(zip(old, new, strict=True)):
        if now is None or now == was:
            continue
        if x == neighbour and are_of_one_pen([*runs[-1], now]):
            runs[-1].append(now)
        else:
            runs.append([now])
        neighbour = x + 1
    return runs


def are_of_one_pen(cells: list[Cell]) -> bool:
    """A space goes with any letter on its ground."""
    pens = {cell.style for cell in cells}
    return any({style, blank_style(style)} >= pens for style in pens)


def switches(pens: set[CellStyle], terminal_style: CellStyle) -> int:
    """Return the bytes to switch to each style once, after the one it resembles most."""
    letters = {style for style in pens if style.fg != ANY_CELL}
    grounds = {blank_style(style) for style in letters}
    needed = {style for style in pens if style not in grounds}
    return sum(
        min(size(sgr_between(other, style)[0]) for other in (letters - {style}) | {terminal_style}) for style in needed
    )
