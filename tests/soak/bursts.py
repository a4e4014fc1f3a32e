"""Whole sessions played by a monkey: keys, clicks and resizes in bursts, as packets of a slow line bring them.

`python -m tests.soak.bursts [INPUTS] [GAME ...]` plays so many inputs (20,000) in each game, through the parser of the
real driver, and tells every error that ended a session.
"""

import asyncio
import os
import random
import sys
import tempfile
import traceback
from collections.abc import Iterator
from dataclasses import dataclass, field

from textual import events
from textual.geometry import Size

from core import registry
from core.match import Match, Seat
from saves.match_store import MatchStore
from tests.tui.pilots import thinking
from tui.app import SamovarApp
from tui.sessions.bot_client import BotClient
from tui.startup import StartupRequest
from tui.terminal.input_parser import InputParser

SIZES = ((80, 24), (80, 24), (120, 40), (60, 15), (200, 70), (1, 1), (81, 24))
KEYS = (
    *("\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\r", "\r", "\r", " ", "\t", "\x1b[Z", "\x1b[5~"),
    *("\x1b[6~", "\x1b[H", "\x1b[F"),
    *"1111222334567890",
    *"hjklurUtiogsmvdnacfqxzbpwey",
    *("\x10", "\x10", "\x14", "\x1bOP", "\x1bOP", "\x7f", "\x1b[3~", "\x15"),
)
RARE = (
    *("?", "\x03", "\x11", "\x1b[I", "\x1b[O", "\x1b[200~pasted\n11\x1b[201~"),
    *("\xe9", "\x1b[99999999999u", "\x1b[48;0;0;0;0t"),
)


@dataclass
class Tally:
    """What was tried, and what came of it."""

    inputs: int = 0
    sessions: int = 0
    errors: list[str] = field(default_factory=list)


def bursts(dice: random.Random) -> Iterator[list[bytes]]:
    """Packets without end, each of one to eight inputs."""
    while True:
        burst = [_input(dice) for _ in range(dice.choice((1, 1, 1, 2, 2, 3, 4, 6, 8)))]
        if dice.random() < 0.15:
            burst = [burst[0]] * len(burst)
        if dice.random() < 0.2:
            burst[-1] = b"\x1b"  # alone at the end it is the key
        yield burst


def _input(dice: random.Random) -> bytes:
    if dice.random() < 0.01:
        return dice.choice(RARE).encode("latin-1")
    if dice.random() < 0.2:
        x, y = dice.randint(1, 80), dice.choice((dice.randint(1, 24), 24, 22))
        button = dice.choice((0, 0, 0, 0, 2, 64, 65))
        return b"\x1b[<%d;%d;%dM\x1b[<%d;%d;%dm" % (button, x, y, button, x, y)
    return dice.choice(KEYS).encode()


def tables(name: str, dice: random.Random) -> Match:
    """A new match with people, or against a bot that does not think long."""
    game = registry.get_game(name)
    seats = [[Seat("Anna")], [Seat("Anna"), Seat("Vera", "bot", "random")], [Seat("Anna"), Seat("Boris")]]
    fitting = [table for table in seats if len(table) in game.player_counts]
    return Match.new(game, dice.choice(fitting), {}, dice.randrange(10**6))


async def fuzz(name: str, inputs: int, seed: int, tally: Tally) -> None:
    """Play sessions of a game until so many inputs have been tried."""
    dice = random.Random(seed)
    with thinking() as bot_client:
        before = tally.inputs
        while tally.inputs < before + inputs:
            tally.sessions += 1
            length = dice.choice((20, 60, 200, 600))
            await _session(name, dice, min(tally.inputs + length, before + inputs), tally, bot_client)


async def _session(name: str, dice: random.Random, until: int, tally: Tally, bot_client: BotClient) -> None:
    """One session, which ends in the middle of a packet."""
    start = StartupRequest(tables(name, dice), MatchStore().new_file()) if dice.random() < 0.9 else None
    app = SamovarApp(start, dice.random() < 0.2, bot_client=bot_client)
    app.settings.bot_seconds = 0.05
    told: list[bytes] = []
    now = [0.0]
    hearing = InputParser(lambda: now[0])
    try:
        async with app.run_test(size=(80, 24)) as pilot:
            driver = app._driver
            assert driver is not None
            for burst in bursts(dice):
                told.append(b"".join(burst))
                tally.inputs += len(burst)
                for event in hearing.feed(told[-1]):
                    driver.process_message(event)
                now[0] += 0.2
                for event in hearing.flush():
                    driver.process_message(event)
                if dice.random() < 0.02:
                    size = Size(*dice.choice(SIZES))
                    app.post_message(events.Resize(size, size))
                if dice.random() < 0.2:
                    await pilot.pause()
                else:
                    await asyncio.sleep(dice.choice((0, 0, 0.001)))
                if app._exit or tally.inputs >= until:
                    break
    except Exception as error:  # what the app died of is raised again by its pilot
        tally.errors.append(f"{name} after {told[-6:]!r}:\n{''.join(traceback.format_exception(error)[-12:])}")


def main(inputs: int, names: list[str]) -> int:
    tally = Tally()
    for name in names:
        # Each game in a home of its own.
        with tempfile.TemporaryDirectory() as home:
            os.environ["SAMOVAR_HOME"] = home
            known = len(tally.errors)
            asyncio.run(fuzz(name, inputs, 1, tally))
            print(f"{name}: {tally.inputs} inputs, {tally.sessions} sessions so far", flush=True)
            for error in tally.errors[known:]:
                print(error, flush=True)
    print(f"{len(tally.errors)} errors")
    return min(1, len(tally.errors))


if __name__ == "__main__":
    amount = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    sys.exit(main(amount, sys.argv[2:] or list(registry.GAME_NAMES)))
