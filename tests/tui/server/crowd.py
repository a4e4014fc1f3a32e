"""Many guests of a server, each at a terminal, pressing a key a second: what they wait for, and what it costs.

All of them live in this one process, in asyncssh's client; its own share of the processor is counted apart.
"""

import asyncio
import contextlib
import itertools
import os
import random
import statistics
import time
from collections.abc import Sequence
from pathlib import Path

import asyncssh
import msgspec

from core import registry
from saves.club.events import MemberSatDown, new_id
from saves.club.store import Club
from saves.club.terms import SeatTerms, Terms
from tests.limits import LIMIT
from tests.tui.server.ssh_clients import Door

LEVELS = ("novice", "adept")
#: The cursor goes to and fro, along or across; in between one goes to where something can be done, and does it.
WAYS = ((b"\x1b[B", b"\x1b[A"), (b"\x1b[C", b"\x1b[D"))
TAB, ENTER = b"\t", b"\r"
#: The keys of a guest who tries anything; besides, it clicks and resizes the window.
ANYTHING = [*(TAB, ENTER) * 6, *(WAYS[0] + WAYS[1]) * 4, *(bytes([sign]) for sign in b"12345noigubxe?/ \x1b")]
#: A cursor that moves takes more bytes than this; a clock that counts for how long a bot has thought takes fewer.
_A_STEP = 40
#: The first screen is there when so many bytes have come, at a table and in the lobby.
_TABLE_BYTES, _LOBBY_BYTES = 2000, 600
#: What a key has not changed within so many seconds it does not change: it was at an edge, or nothing can be chosen.
_PATIENCE = 0.95
#: Who is alone presses a key as often as that, for so many seconds in each game.
_QUICK, _ALONE = 0.2, 8.0
_TICKS = os.sysconf("SC_CLK_TCK")


class Cost(msgspec.Struct, frozen=True):
    """The cost of a period: cores of the server's processes and of this one, and memory in megabytes."""

    door: float
    listener: float
    ourselves: float
    megabytes: float
    a_guest: float
    #: Of a guest's own process, in the middle.
    a_process: float
    #: Cores that the machine's own host had for others meanwhile.
    taken: float


class Guest:
    """One terminal at one table; without words, in the lobby."""

    def __init__(self, door: Door, name: str, text: str) -> None:
        self._door, self._name, self._words = door, name, text
        self._data = asyncio.Event()
        #: How long each key took that has changed something, and when it was pressed.
        self.waits: list[float] = []
        self.pressed: list[float] = []
        #: How many keys changed nothing, and along which of the ways the cursor goes.
        self.silent = 0
        self._way = 0
        self.is_lost = False
        self._received = 0

    async def come(self) -> float:
        """Sign in, and wait for the first screen; returns how long that took."""
        begin = time.monotonic()
        self._connection = await asyncssh.connect(
            "127.0.0.1", self._door.port, username=self._name, client_keys=[str(self._door.key_file(self._name))],
            known_hosts=None, config=None, agent_path=None, login_timeout=LIMIT,
        )  # fmt: skip
        self._process = await self._connection.create_process(
            self._words or None, encoding=None, request_pty="force", term_type="xterm-256color", term_size=(80, 24)
        )
        self._listening = asyncio.create_task(self._listen())
        least = _TABLE_BYTES if self._words else _LOBBY_BYTES
        while self._received < least:
            self._data.clear()
            await asyncio.wait_for(self._data.wait(), LIMIT)
        return time.monotonic() - begin

    async def _listen(self) -> None:
        with contextlib.suppress(asyncssh.Error, OSError):
            while data := await self._process.stdout.read(65536):
                self._received += len(data)
                if len(data) > _A_STEP:
                    self._data.set()
        self.is_lost = True

    async def play(self, seconds: float, luck: random.Random, every: float = 1.0) -> None:
        """A key as often as that: to, fro, Tab to where something can be done, and Enter."""
        until = time.monotonic() + seconds
        await asyncio.sleep(every * luck.random())
        for turn in itertools.count(luck.randrange(4)):  # not all press Enter in the same second
            begin = time.monotonic()
            if begin > until or self.is_lost:
                return
            match turn % 4:
                case 2:
                    self._process.stdin.write(TAB)
                case 3:
                    self._process.stdin.write(ENTER)
                case step:
                    await self.press(WAYS[self._way][step])
            await asyncio.sleep(max(0.0, begin + every - time.monotonic()))

    async def try_anything(self, seconds: float, luck: random.Random) -> None:
        """Press keys without sense, click and resize; a guest who finds the way out comes in again."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if self.is_lost:
                self.is_lost, self._received = False, 0
                await self.come()
            with contextlib.suppress(asyncssh.Error, OSError):  # it is just leaving
                if luck.random() < 0.1:
                    self._process.change_terminal_size(luck.randint(40, 250), luck.randint(10, 70))
                elif luck.random() < 0.1:
                    click = f"\x1b[<0;{luck.randint(1, 80)};{luck.randint(1, 24)}"
                    self._process.stdin.write(f"{click}M{click}m".encode())
                else:
                    self._process.stdin.write(luck.choice(ANYTHING))
            await asyncio.sleep(0.3 * luck.random())

    async def press(self, key: bytes) -> None:
        """Press a key, and wait for what it changes on the screen; where nothing comes, go the other way next."""
        self._data.clear()
        begin = time.monotonic()
        self._process.stdin.write(key)
        try:
            await asyncio.wait_for(self._data.wait(), _PATIENCE)
            self.waits.append(time.monotonic() - begin)
            self.pressed.append(begin)
        except TimeoutError:
            self.silent += 1
            self._way = 1 - self._way

    async def leave(self) -> None:
        self._connection.abort()
        await self._listening


def tables(club: Club, many: int) -> dict[str, tuple[str, str]]:
    """So many tables of two members and a bot each, all five games in turn; who sits where, by the table's name."""
    laid = {}
    for number in range(many):
        game = registry.get_game(registry.GAME_NAMES[number % len(registry.GAME_NAMES)])
        one, other = f"guest-{2 * number}", f"guest-{2 * number + 1}"
        bot = LEVELS[number % len(LEVELS)]
        places = (SeatTerms(one), SeatTerms(other), SeatTerms(bot.capitalize(), bot))
        table = club.new_table(Terms(game.name, game.edition, one, places))
        assert club.append(table, 0, MemberSatDown(new_id(), 1), other)
        laid[table] = (one, other)
    return laid


def guests(door: Door, laid: dict[str, tuple[str, str]]) -> list[Guest]:
    return [Guest(door, name, f"club join {table}") for table, names in laid.items() for name in names]


async def come_in(crowd: Sequence[Guest], at_once: int = 4) -> list[float]:
    """All come, a few at a time; how long each waited for the first screen."""
    places = asyncio.Semaphore(at_once)

    async def come(client: Guest) -> float:
        async with places:
            return await client.come()

    return list(await asyncio.gather(*map(come, crowd)))


async def alone(door: Door, laid: dict[str, tuple[str, str]]) -> list[float]:
    """Return what a guest waits for who is alone on the server, at a table of each game in turn."""
    waits = []
    for client in guests(door, laid)[: 2 * len(registry.GAME_NAMES) : 2]:
        await client.come()
        await client.play(_ALONE, random.Random(1), every=_QUICK)
        await client.leave()
        waits += client.waits
    return waits


async def play(crowd: Sequence[Guest], seconds: float, seed: int = 1, every: float = 1.0) -> None:
    lucks = (random.Random(seed * 1000 + number) for number in range(len(crowd)))
    await asyncio.gather(*(client.play(seconds, luck, every) for client, luck in zip(crowd, lucks, strict=True)))


def p95(waits: Sequence[float]) -> float:
    return statistics.quantiles(waits, n=20)[-1]


def processor_time(pids: Sequence[int]) -> float:
    """Seconds of processor time of these processes and of their children that have ended."""
    total = 0.0
    for pid in pids:
        with contextlib.suppress(OSError):
            fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
            total += sum(map(int, fields[11:15])) / _TICKS
    return total


def megabytes(pid: int) -> float:
    """Proportional memory of a process."""
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) / 1024
    return 0.0


def stolen_seconds() -> float:
    """Seconds of processor time that a virtual machine wanted and did not get."""
    return int(Path("/proc/stat").read_text().split()[8]) / _TICKS


async def measured(door: Door, crowd: Sequence[Guest], seconds: float) -> Cost:
    """Let them play, and return what it costs."""
    before = processor_time(door.processes()), processor_time([door.process.pid]), time.process_time()
    taken = stolen_seconds()
    begin = time.monotonic()
    await play(crowd, seconds)
    took = time.monotonic() - begin
    pids = door.processes()
    each = sorted(map(megabytes, pids))
    memory = sum(each)
    return Cost(
        (processor_time(pids) - before[0]) / took,
        (processor_time([door.process.pid]) - before[1]) / took,
        (time.process_time() - before[2]) / took,
        memory,
        memory / len(crowd),
        statistics.median(each[-len(crowd) :]),
        (stolen_seconds() - taken) / took,
    )
