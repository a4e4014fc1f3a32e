"""What Samovar's driver saves and what it costs, on a small game in a real pseudo-terminal at 80x24."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

from textual.drivers.headless_driver import HeadlessDriver

from tests.tui.programs.pseudo_terminal import Program
from tests.tui.programs.small_apps import Game
from tui.terminal.ansi_writer import apply_sgr, blank_style, sgr_between
from tui.terminal.screen_diff import ScreenDiff, cells_of

#: What the driver remembers between two frames.
CACHES = (blank_style, cells_of, apply_sgr, sgr_between)

SESSIONS = Path(__file__).parents[1] / "tui"

Figure = tuple[str, float, str, str]

APPS = str(SESSIONS / "programs" / "small_apps.py")
CLICK = "\x1b[<0;10;10M\x1b[<0;10;10m"
STEPS = {
    "cursor step": "\x1b[C",
    "modal": "m",
    "modal closed": "\x1b",
    "palette": "\x10",
    "palette closed": "\x1b",
    "click": CLICK,
    "click on the same place": CLICK,
}
AIMS = {"start-up": "< 15000", "cursor step": "< 700"}


class Recorder(HeadlessDriver):
    """Keeps what Textual writes."""

    written: list[str] = []

    @property
    def is_headless(self) -> bool:
        return False  # otherwise Textual paints nothing

    def write(self, data: str) -> None:
        self.written.append(data)


def figures() -> list[Figure]:
    """Return the bytes of each step with Samovar's and with Textual's driver, and the time of a full repaint."""
    rows: list[Figure] = []
    plain, frugal = bytes_of_steps("plain"), bytes_of_steps("frugal")
    for name, count in frugal.items():
        rows.append((f"{name}, frugal", count, "B", AIMS.get(name, "")))
        rows.append((f"{name}, plain", plain[name], "B", ""))
    frames = asyncio.run(full_repaints())
    rows.append(("driver, a new screen", 1000 * max(map(time_to_draw, frames)), "ms", "< 3"))
    rows.append(("driver, the same screen again", 1000 * max(map(time_to_repeat, frames)), "ms", "< 3"))
    return rows


def bytes_of_steps(driver: str) -> dict[str, int]:
    with Program(APPS, "game", driver) as program:
        start = program.read_until(b"Undo") + program.read(quiet=0.8)
        counts = {"start-up": len(start)}
        for name, keys in STEPS.items():
            program.send(keys)
            counts[name] = len(program.read(quiet=0.5))
    return counts


async def full_repaints() -> list[str]:
    """What Textual writes to show a modal, the board again, other colours and a page of text."""
    app = Game(driver_class=Recorder)
    frames = []
    async with app.run_test(headless=False, size=(80, 24)) as pilot:
        for key in ("m", "escape", "t", "r"):
            Recorder.written.clear()
            await pilot.press(key)
            await pilot.pause(0.2)
            frames.append("".join(Recorder.written))
    return frames


def time_to_draw(frame: str, rounds: int = 15) -> float:
    """The best time for a frame that nothing is known of, neither on the screen nor in a cache."""
    best = 1.0
    for _ in range(rounds):
        for cache in CACHES:
            cache.cache_clear()
        best = min(best, timed(ScreenDiff(80, 24), frame))
    return best


def time_to_repeat(frame: str, rounds: int = 15) -> float:
    model = ScreenDiff(80, 24)
    model.feed(frame)
    return min(timed(model, frame) for _ in range(rounds))


def timed(model: ScreenDiff, frame: str) -> float:
    start = time.perf_counter()
    model.feed(frame)
    return time.perf_counter() - start


if __name__ == "__main__":
    for name, value, unit, aim in figures():
        print(f"{name:36} {value:10.1f} {unit:3} {aim}")
