"""The cost of a server: the first screen, the memory of a guest, and a key among many guests.

`figures()` returns rows of (name, value, unit, aim); `python -m tests.bench` prints them. Times are those of the clock
on the wall, as guests wait for them; `python -m tests.soak.server` does the same with a hundred.
"""

import asyncio
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from saves.club.store import Club
from tests.tui.programs.pseudo_terminal import Program
from tests.tui.server import crowd
from tests.tui.server.ssh_clients import Door

Row = tuple[str, float, str, str]

GUESTS = 20
STARTS = 5
SECONDS = 10


def figures() -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as folder, Door(Path(folder)) as door:
        door.member(*(f"guest-{number}" for number in range(GUESTS)))
        cold, warm = cold_start(folder), asyncio.run(warm_start(door))
        yield "first screen, cold start on this host", cold * 1000, "ms", ""
        yield "first screen through the door", warm * 1000, "ms", ""
        yield "the second by the first", warm / cold, "", "<= 0.5"
        yield from asyncio.run(among_many(door))


def cold_start(folder: str) -> float:
    """Seconds to the first screen of a local start."""
    times = []
    for _ in range(STARTS):
        begin = time.monotonic()
        with Program("-m", "tui.cli.main", "play", "mezen", SAMOVAR_HOME=f"{folder}/cold") as program:
            program.read_until(b"Novice")
            times.append(time.monotonic() - begin)
    return statistics.median(times)


async def warm_start(door: Door) -> float:
    """Seconds from the connection to the first screen."""
    times = []
    for _ in range(STARTS):
        client = crowd.Guest(door, "guest-0", "play mezen")
        times.append(await client.come())
        await client.leave()
    return statistics.median(times)


async def among_many(door: Door) -> Iterator[Row]:
    with Club.open(door.address) as club:
        laid = crowd.tables(club, GUESTS // 2)
    alone = crowd.p95(await crowd.alone(door, laid))
    everybody = crowd.guests(door, laid)
    await crowd.come_in(everybody)
    cost = await crowd.measured(door, everybody, SECONDS)
    many = crowd.p95([wait for client in everybody for wait in client.waits])
    for client in everybody:
        await client.leave()
    return iter(
        [
            ("a key to its frame, one guest, p95", alone * 1000, "ms", ""),
            (f"the same among {GUESTS} guests", many * 1000, "ms", ""),
            ("the second by the first", many / alone, "", "<= 3"),
            ("processor of the door, with all guests", cost.door * 100, "% a core", ""),
            ("of which the process that listens", cost.listener * 100, "% a core", ""),
            ("the load generator beside it", cost.ourselves * 100, "% a core", ""),
            ("memory of all processes, a guest (PSS)", cost.a_guest, "MB", ""),
            ("memory of a guest's own process (PSS)", cost.a_process, "MB", "<= 20"),
        ]
    )
