"""The frugal driver shows the same screen as the plain one, for fewer bytes."""

from __future__ import annotations

import pytest
from tests.tui.sessions.apps import Game
from tests.tui.sessions.terminal import Emulator
from textual.drivers.headless_driver import HeadlessDriver

from tui.driver import Thrift


class Pair:
    """One terminal that gets everything and one that gets what thrift leaves of it."""

    def __init__(self, width: int, height: int) -> None:
        self.plain, self.frugal = Emulator(width, height), Emulator(width, height)
        self.thrift = Thrift(width, height)
        self.plain_bytes = self.frugal_bytes = 0

    def write(self, data: str) -> None:
        output = self.thrift.feed(data)
        self.plain.feed(data)
        self.frugal.feed(output)
        self.plain_bytes += len(data.encode())
        self.frugal_bytes += len(output.encode())

    def resize(self, width: int, height: int) -> None:
        for emulator in (self.plain, self.frugal):
            emulator.resize(height, width)
        self.thrift.forget((width, height))

    def check(self) -> None:
        for y, (plain, frugal) in enumerate(zip(self.plain.looks(), self.frugal.looks(), strict=True)):
            for x, (expected, shown) in enumerate(zip(plain, frugal, strict=True)):
                assert shown == expected, f"column {x}, row {y}"
        assert self.plain.bells == self.frugal.bells
        assert self.plain.mode == self.frugal.mode

    def spent(self) -> tuple[int, int]:
        """Bytes since the last time: plain and frugal."""
        spent = self.plain_bytes, self.frugal_bytes
        self.plain_bytes = self.frugal_bytes = 0
        return spent


class PairDriver(HeadlessDriver):
    """A driver that writes to a pair of emulated terminals instead of a real one."""

    pair: Pair

    @property
    def is_headless(self) -> bool:
        return False  # otherwise Textual paints nothing

    def start_application_mode(self) -> None:
        type(self).pair = Pair(*self._get_terminal_size())
        self.write("\x1b[?1049h\x1b[?25l\x1b[?7l")
        super().start_application_mode()

    def write(self, data: str) -> None:
        size = self._app.size
        if size != self.pair.thrift.size:
            self.pair.resize(*size)
        self.pair.write(data)


# Each session is a list of steps: keys, or a new size, or a click.
SESSIONS = {
    "cursor": ["right", "right", "down", "left", "up", "up"],
    "screens": ["m", "escape", "r", "down", "pagedown", "escape", "m", "escape"],
    "talk": ["w"] * 12 + ["u", "w", "z"],
    "themes": ["t", "w", "t", "right", "t", "m", "escape", "t", "down", "t"],
    "sizes": [(100, 30), "right", (60, 20), "w", "r", (80, 24), "down", "escape", (31, 9), (80, 24)],
    "scrolling": ["r", "up", "pageup", "home", "down", "down", "pagedown", "end", "tab", "x", "backspace", "escape"],
    "palette": ["ctrl+p", "t", "h", "down", "escape"],
    "focus": ["tab", "tab", "shift+tab", "enter", "tab"],
}


@pytest.mark.parametrize("synchronised", [False, True])
@pytest.mark.parametrize("name", SESSIONS)
async def test_sessions_look_the_same(name: str, synchronised: bool) -> None:
    app = Game(driver_class=PairDriver)
    async with app.run_test(headless=False, size=(80, 24)) as pilot:
        app._sync_available = synchronised
        pair = PairDriver.pair
        await pilot.pause()
        pair.check()
        for step in SESSIONS[name]:
            if isinstance(step, tuple):
                await pilot.resize_terminal(*step)
            else:
                await pilot.press(step)
            await pilot.pause()
            pair.check()
        assert pair.frugal_bytes < pair.plain_bytes / 3
