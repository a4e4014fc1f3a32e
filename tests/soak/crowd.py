"""Crowds on a server.

    python -m tests.soak.crowd looks [GUESTS] [LOOKS]
    python -m tests.soak.crowd lobby [IN LOBBY] [PLAYING] [MINUTES]

`looks`: so many guests play, each pressing a key a second, and are looked at for half a minute so many times. A look is
good when 95 of 100 keys take at most three times what those of one guest alone take. What the machine's own host took
away is told and counted out: keys of seconds in which it had more than a twentieth of a processor are left out. Ends
with 1 if a look is not good or a guest was lost.

`lobby`: so many guests sit in the lobby and move its cursor now and then, while others play; a line a minute. Ends with
1 if one was lost.
"""

import asyncio
import itertools
import random
import resource
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from saves.club.store import Club
from tests.tui.server import crowd
from tests.tui.server.ssh_clients import Door

SLOWEST = 3.0
#: The seconds of a look, and the seconds between two keys of somebody in the lobby.
_LOOK, _LOBBY_PAUSE = 30.0, 5.0
#: From so much of a processor on, what the host takes in a second is counted out.
_STOLEN = 0.05


class Thefts:
    """The seconds in which the machine's own host had the processor for others."""

    def __init__(self) -> None:
        self._spans: list[tuple[float, float, float]] = []
        self._task = asyncio.create_task(self._watch())

    async def _watch(self) -> None:
        begin, taken = time.monotonic(), crowd.stolen_seconds()
        while True:
            await asyncio.sleep(1.0)
            now, sum_taken = time.monotonic(), crowd.stolen_seconds()
            self._spans.append((begin, now, (sum_taken - taken) / (now - begin)))
            begin, taken = now, sum_taken

    def close(self) -> tuple[float, int]:
        """Return the part of a processor that was taken, and in how many seconds more than a little."""
        self._task.cancel()
        parts = [part for _, _, part in self._spans]
        return sum(parts) / max(1, len(parts)), sum(part > _STOLEN for part in parts)

    def left_out(self, pressed: float, wait: float) -> bool:
        """Whether a key was under way in a second in which much was taken."""
        return any(part > _STOLEN and begin < pressed + wait and pressed < end for begin, end, part in self._spans)


def main(kind: str, *numbers: int) -> int:
    with tempfile.TemporaryDirectory() as folder:
        limits = {"guests": 1000, "connections": 2000, "connections-an-address": 2000, "unsigned-an-address": 64}
        words = [word for name, number in limits.items() for word in ("--limit", f"{name}={number}")]
        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
        with Door(Path(folder), *words) as door:
            wrong = asyncio.run(lobby(door, *numbers) if kind == "lobby" else looks(door, *numbers))
    print("; ".join(wrong) or "all is well")
    return int(bool(wrong))


# Looks


async def looks(door: Door, guests: int = 100, times: int = 12) -> list[str]:
    laid = _members_at_tables(door, guests, guests)
    alone = crowd.p95(await crowd.alone(door, laid))
    print(f"one guest: key to frame p95 {alone * 1000:.0f} ms", flush=True)
    everybody = crowd.guests(door, laid)
    came = await crowd.come_in(everybody)
    print(f"{len(everybody)} guests at {len(laid)} tables: first screen p95 {crowd.p95(came):.2f} s", flush=True)
    good = 0
    for number in range(1, times + 1):
        _forget_waits(everybody)
        thefts = Thefts()
        cost = await crowd.measured(door, everybody, _LOOK)
        taken, seconds = thefts.close()
        waits = _waits(everybody)
        kept = _waits(everybody, thefts) or waits
        ratio = crowd.p95(kept) / alone
        good += ratio <= SLOWEST
        print(
            f"look {number}: {len(waits)} keys, p95 {crowd.p95(waits) * 1000:.0f} ms; the host took {taken:.2f} of a"
            f" processor, {seconds} seconds are left out; of {len(kept)} keys p95 {crowd.p95(kept) * 1000:.0f} ms,"
            f" {ratio:.1f} times one alone; {cost}",
            flush=True,
        )
    print(f"{good} of {times} looks are good", flush=True)
    wrong = [] if good == times else [f"{times - good} of {times} looks are too slow"]
    return wrong + await _leave(everybody)


# The lobby


async def lobby(door: Door, waiting: int = 300, playing: int = 50, minutes: int = 5) -> list[str]:
    laid = _members_at_tables(door, waiting + playing, playing)
    players = crowd.guests(door, laid)
    others = [crowd.Guest(door, f"guest-{number}", "") for number in range(playing, playing + waiting)]
    everybody = [*players, *others]
    came = await crowd.come_in(everybody)
    print(f"{waiting} in the lobby and {playing} playing: first screen p95 {crowd.p95(came):.2f} s", flush=True)
    for minute in range(1, minutes + 1):
        _forget_waits(everybody)
        thefts = Thefts()
        moving = asyncio.create_task(_move_about(others, 60.0))
        cost = await crowd.measured(door, players, 60.0)
        await moving
        taken, _ = thefts.close()
        print(
            f"minute {minute}: playing p95 {_p95_text(players)}, in the lobby p95 {_p95_text(others)}; the host took"
            f" {taken:.2f} of a processor; {sum(client.is_lost for client in everybody)} lost;"
            f" {cost.megabytes / len(everybody):.1f} MB a guest; {cost}",
            flush=True,
        )
    return await _leave(everybody)


async def _move_about(others: Sequence[crowd.Guest], seconds: float) -> None:
    await asyncio.gather(*(_move_cursor(client, seconds, random.Random(n)) for n, client in enumerate(others)))


async def _move_cursor(client: crowd.Guest, seconds: float, luck: random.Random) -> None:
    """Move the lobby's cursor down and up, now and then."""
    until = time.monotonic() + seconds
    for turn in itertools.count():
        await asyncio.sleep(_LOBBY_PAUSE * 2 * luck.random())
        if time.monotonic() > until or client.is_lost:
            return
        await client.press(crowd.WAYS[0][turn % 2])


# Both


def _members_at_tables(door: Door, members: int, playing: int) -> dict[str, tuple[str, str]]:
    with Club.open(door.address) as club:
        for number in range(members):
            club.admit(f"guest-{number}", door.public_key(f"guest-{number}"))
        return crowd.tables(club, max(1, playing // 2))


def _forget_waits(everybody: Sequence[crowd.Guest]) -> None:
    for client in everybody:
        client.waits.clear()
        client.pressed.clear()


def _waits(everybody: Sequence[crowd.Guest], thefts: Thefts | None = None) -> list[float]:
    return [
        wait
        for client in everybody
        for wait, pressed in zip(client.waits, client.pressed, strict=True)
        if thefts is None or not thefts.left_out(pressed, wait)
    ]


def _p95_text(guests: Sequence[crowd.Guest]) -> str:
    waits = _waits(guests)
    return f"{crowd.p95(waits) * 1000:.0f} ms of {len(waits)} keys" if len(waits) > 1 else "of no key"


async def _leave(everybody: Sequence[crowd.Guest]) -> list[str]:
    lost = sum(client.is_lost for client in everybody)
    for client in everybody:
        await client.leave()
    return [f"{lost} guests were lost"] if lost else []


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else "looks", *map(int, sys.argv[2:])))
