"""What a cursor key costs the screen: at every kind of decision of every game, in small and in large windows.

Whole games are played by the cheap rule and stopped at their decisions; there the keys go through the app as they would
from a terminal, and the players' driver draws the answers. Times are those of the processor, and ratios to a cursor key
on the home screen of the same run. The window is resized at each decision, so that a machine which becomes slower does
so for all sizes.
"""

import asyncio
import gc
import os
import statistics
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from time import process_time

from textual import events
from textual.drivers.headless_driver import HeadlessDriver
from textual.pilot import Pilot

from core import bots, registry
from core.game import Game
from core.match import Match, Seat
from core.rng import Rng
from tests.bench.measure import Row, pace
from tests.tui.pilots import local_screen
from tui.app import SamovarApp
from tui.terminal.driver import FrugalDriver

#: By then a frame has been drawn, and nothing goes on.
ANSWERED = 0.06
Window = tuple[int, int]
SIZES: tuple[Window, ...] = ((80, 24), (120, 40), (200, 50))
SMALL, LARGE = SIZES[0], SIZES[-1]
KEYS = ("tab", "right", "down", "left", "up", "tab")
#: How many decisions of each kind are stopped at, and how much larger one must be than those before to be another.
EACH_KIND = 2
LARGER = 1.25


def figures() -> list[Row]:
    with tempfile.TemporaryDirectory() as home:
        os.environ["SAMOVAR_HOME"] = home
        try:
            slower = pace()
            by_size = asyncio.run(costs())
        finally:
            del os.environ["SAMOVAR_HOME"]
    growth = list(growth_rows(by_size[SMALL], by_size[LARGE]))
    return [row for size, found in by_size.items() for row in rows(f"{size[0]}x{size[1]}", found, slower)] + growth


def growth_rows(small: dict[str, list[float]], large: dict[str, list[float]]) -> Iterator[Row]:
    """What a large window costs more: a cursor key paints what it changed, however much is on the screen."""
    for name in small:
        if name != "home":
            ratio = statistics.median(large[name]) / statistics.median(small[name])
            yield Row(f"cursor key, {name}: 200x50 / 80x24", ratio, "x", "< 1.33")


def rows(size: str, found: dict[str, list[float]], slower: float) -> Iterator[Row]:
    home = statistics.median(found.pop("home"))
    for name, times in found.items():
        middle = statistics.median(times)
        yield Row(f"cursor key, {name}, {size}: worst", 1000 * max(times) / slower, "ms", "< 25")
        yield Row(f"cursor key, {name}, {size}: median", 1000 * middle / slower, "ms", "< 8")
        yield Row(f"cursor key, {name}, {size}: median / at home", middle / home, "x")


class SilentDriver(FrugalDriver):
    """The driver that players have, before a terminal that takes everything and costs nothing."""

    def start_application_mode(self) -> None:
        HeadlessDriver.start_application_mode(self)  # type: ignore[arg-type]

    def stop_application_mode(self) -> None: ...

    def disable_input(self) -> None: ...

    def _send(self, output: str) -> None: ...


async def costs() -> dict[Window, dict[str, list[float]]]:
    """Seconds for each key, by the size of the window and by game; and at home."""
    found: dict[Window, dict[str, list[float]]] = {size: {} for size in SIZES}
    app = SamovarApp(ascii=False, driver_class=SilentDriver)
    async with app.run_test(headless=False, size=SMALL) as pilot:
        async for size in sizes_in_turn(pilot):
            found[size]["home"] = [await cost(app, key) for key in ("down", "up") * 10][2:]
        for game in registry.all_games():
            async for size, seconds in at_decisions(pilot, app, game):
                found[size].setdefault(game.name, []).append(seconds)
    return found


async def at_decisions(pilot: Pilot[None], app: SamovarApp, game: Game) -> AsyncIterator[tuple[Window, float]]:
    for match in decisions(game):
        assert match.state.actor is not None
        app.push_screen(local_screen(app, match, seats=[match.state.actor]))
        async for size in sizes_in_turn(pilot):
            await cost(app, "tab")  # what is loaded once is not counted
            gc.freeze()  # as the program does; what bots leave behind here, they leave in a process of their own
            for key in KEYS:
                yield size, await cost(app, key)
        app.pop_screen()
        await pilot.pause()


async def sizes_in_turn(pilot: Pilot[None]) -> AsyncIterator[Window]:
    for size in SIZES:
        await pilot.resize_terminal(*size)
        await pilot.pause()
        yield size


async def cost(app: SamovarApp, key: str) -> float:
    """Seconds of the processor until the key is answered; a pilot's own way of waiting would cost as much again."""
    start = process_time()
    app.post_message(events.Key(key, None))
    await asyncio.sleep(ANSWERED)
    return process_time() - start


def decisions(game: Game) -> Iterator[Match]:
    """A match played by the cheap rule, stopped a few times at every kind of decision, the largest ones among them."""
    players = min(max(game.player_counts), 3)
    seen: Counter[str] = Counter()
    most: Counter[str] = Counter()
    match = Match.new(game, [Seat(f"P{seat + 1}") for seat in range(players)], {}, 11)
    rng = Rng(11)
    while not match.is_over:
        kind, size = match.state.prompt.kind, len(match.legal_moves)
        if size > 1 and (seen[kind] < EACH_KIND or size > LARGER * most[kind]):
            seen[kind] += 1
            most[kind] = max(most[kind], size)
            yield match
        match.play(bots.choose(game, match.state, "greedy", rng))
