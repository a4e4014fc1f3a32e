"""The bots' processes that all guests share: few processes, and a fair part of them for each member.

A request comes as a line of JSON (`core.bots.worker`) on a connection of its own, and goes to the next free worker.
Where many requests wait, each gets less thinking time, so that every bot answers, if late or weakly; but one of a rated
match has all of its time, however late. A guest takes a request back by closing the connection: the worker is ended,
and another one takes its place. Thinking is charged in seconds of the processor to the member who asks, or to the
table where no player is present.
"""

import asyncio
import contextlib
import signal
import socket
import time
from collections.abc import Callable, Coroutine

import msgspec

from core.bots.failures import TIME_USED_UP, TOO_LONG
from core.bots.search import wall_clock_limit
from core.bots.worker import BotReply, BotRequest
from tui.server.hourly_quota import HourlyQuota
from tui.server.prefork.client import Child

#: The most bytes of a request.
_LONGEST = 1 << 20
#: The most seconds of thinking for a request, whatever its budget.
_AT_MOST = 60.0
#: The least seconds of thinking for a request, however many wait.
_AT_LEAST = 0.1
#: The seconds between two looks at how busy the host is, while a reply is awaited.
_LOOK = 5.0
#: From so many accounts on, those that have nothing used up are forgotten.
_ACCOUNTS = 1000


class BotWorker:
    """A process that thinks, and the connection to it."""

    def __init__(self, child: Child, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._child = child
        self._reader = reader
        self._writer = writer

    @classmethod
    async def begin(cls, start: "Start") -> "BotWorker":
        ours, theirs = socket.socketpair()
        with theirs:
            child = start(theirs)
        return cls(child, *await asyncio.open_connection(sock=ours, limit=_LONGEST))

    async def ask(self, request: BotRequest) -> BotReply:
        self._writer.write(msgspec.json.encode(request) + b"\n")
        return msgspec.json.decode(await self._reader.readline(), type=BotReply)

    def end(self) -> None:
        self._writer.close()
        self._child.send(signal.SIGKILL)


Start = Callable[[socket.socket], Child]


class BotPool:
    """The workers. They are started when they are first needed, and replaced when one is lost."""

    def __init__(self, start: Start, workers: int, seconds_an_hour: float, grace: float) -> None:
        self._start = start
        self._workers = workers
        self._seconds_an_hour = seconds_an_hour
        #: Seconds beyond its time that a worker may take.
        self._grace = grace
        self._free: list[BotWorker] = []
        self._places = asyncio.Semaphore(workers)
        #: Reviews take long, so they get at most half of the workers, and bots the rest.
        self._reviews = asyncio.Semaphore(max(1, workers // 2))
        self._asked = 0
        self._shares: dict[str, HourlyQuota] = {}
        self._lines: set[asyncio.Task[None]] = set()

    @property
    def busy(self) -> int:
        """How many workers think now."""
        return min(self._asked, self._workers)

    def serve_connection(self, line: socket.socket, member: str) -> None:
        """Answer the requests on this connection, for this member."""
        task = asyncio.create_task(self._serve(line, member))
        self._lines.add(task)
        task.add_done_callback(self._lines.discard)

    def close(self) -> None:
        for task in self._lines:
            task.cancel()
        for worker in self._free:
            worker.end()

    async def _serve(self, line: socket.socket, member: str) -> None:
        reader, writer = await asyncio.open_connection(sock=line, limit=_LONGEST)
        thinking: asyncio.Task[None] | None = None
        try:
            while asked := await reader.readline():
                if thinking is not None:
                    thinking.cancel()
                thinking = asyncio.create_task(self._reply(asked, member, writer))
        except (ValueError, OSError):  # a request that is too long, or the guest is gone
            pass
        finally:
            if thinking is not None:
                thinking.cancel()
            writer.close()

    async def _reply(self, asked: bytes, member: str, writer: asyncio.StreamWriter) -> None:
        try:
            request = msgspec.json.decode(asked, type=BotRequest)
        except msgspec.DecodeError:
            writer.close()
            return
        reply = await self._answer(request, member)
        with contextlib.suppress(OSError):
            writer.write(msgspec.json.encode(reply) + b"\n")

    async def _answer(self, request: BotRequest, member: str) -> BotReply:
        share = self._share_of(member or f"table {request.table}")
        if share.seconds_left() <= 0:
            return BotReply(request.ticket, error=TIME_USED_UP)
        self._asked += 1
        try:
            async with self._reviews if request.case is not None else contextlib.nullcontext(), self._places:
                if share.seconds_left() <= 0:  # used up by those who waited with it
                    return BotReply(request.ticket, error=TIME_USED_UP)
                return await self._think(request, share)
        finally:
            self._asked -= 1

    def _share_of(self, account: str) -> HourlyQuota:
        if len(self._shares) > _ACCOUNTS:
            self._shares = {name: share for name, share in self._shares.items() if not share.is_full}
        return self._shares.setdefault(account, HourlyQuota(self._seconds_an_hour))

    async def _think(self, request: BotRequest, share: HourlyQuota) -> BotReply:
        """Ask a free worker; end one that fails, or whose reply is not awaited any more."""
        worker = self._free.pop() if self._free else await BotWorker.begin(self._start)
        most = min(request.budget.seconds, _AT_MOST)
        shared = most if request.budget.is_fixed else max(_AT_LEAST, most * self._workers / self._asked)
        seconds = min(most, shared)
        shorter = msgspec.structs.replace(request, budget=msgspec.structs.replace(request.budget, seconds=seconds))
        began = time.monotonic()
        try:
            reply = await _patiently(worker.ask(shorter), seconds, self._grace)
        except (TimeoutError, OSError, ValueError):
            worker.end()
            share.use(seconds)
            return BotReply(request.ticket, error=TOO_LONG)
        except asyncio.CancelledError:
            worker.end()
            share.use(min(seconds, time.monotonic() - began))
            raise
        self._free.append(worker)
        share.use(reply.seconds)
        return reply


async def _patiently(asking: Coroutine[None, None, BotReply], seconds: float, grace: float) -> BotReply:
    """Await a reply for as long as so many seconds of the processor can take, and a little longer."""
    task = asyncio.create_task(asking)
    began = time.monotonic()
    try:
        while (left := began + wall_clock_limit(seconds) + grace - time.monotonic()) > 0:
            if (await asyncio.wait({task}, timeout=min(left, _LOOK)))[0]:
                return task.result()
        raise TimeoutError
    finally:
        task.cancel()
