"""Those who think for all guests: few processes, and a fair part of them for each member.

A question comes as a line of JSON (`core.bots.worker`) on a line of its own, and goes to the next worker that is free.
Where many wait, each gets less time to be thought about: everybody's bot answers late or weakly, nobody's never.
Whoever takes the question back, by closing the line, frees the worker: it is ended, and another one takes its place.
"""

import asyncio
import contextlib
import signal
import socket
import time
from collections.abc import Callable

import msgspec

from core.bots.failures import TIME_USED_UP, TOO_LONG
from core.bots.worker import BotReply, BotRequest
from tui.server.prefork.client import Child

#: No question has more bytes.
_LONGEST = 1 << 20
#: Nobody's question is thought about for more seconds, whatever it asks for.
_AT_MOST = 60.0
#: However many wait, a question is thought about for so many seconds.
_AT_LEAST = 0.1
#: How many seconds beyond its time a worker may take.
_GRACE = 5.0
#: Seconds that are given back in an hour are given back little by little.
_HOUR = 3600.0


class ThinkingQuota:
    """The seconds that a member may have thought about in an hour."""

    def __init__(self, seconds: float) -> None:
        self._most = seconds
        self._left = seconds
        self._since = time.monotonic()

    def seconds_left(self) -> float:
        now = time.monotonic()
        self._left = min(self._most, self._left + (now - self._since) * self._most / _HOUR)
        self._since = now
        return self._left

    def use(self, seconds: float) -> None:
        self._left = self.seconds_left() - seconds


class BotWorker:
    """A process that thinks, and the line to it."""

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
    """The workers. They are made when they are first needed, and made anew when one is lost."""

    def __init__(self, start: Start, workers: int, seconds_an_hour: float) -> None:
        self._start = start
        self._workers = workers
        self._seconds_an_hour = seconds_an_hour
        self._free: list[BotWorker] = []
        self._places = asyncio.Semaphore(workers)
        #: Reviews take long, and leave room for those who wait for a bot.
        self._reviews = asyncio.Semaphore(max(1, workers // 2))
        self._asked = 0
        self._shares: dict[str, ThinkingQuota] = {}
        self._lines: set[asyncio.Task[None]] = set()

    def serve_connection(self, line: socket.socket, member: str) -> None:
        """Answer what comes on this line, for this member."""
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
        except (ValueError, OSError):  # a line without end, or the guest is gone
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
        share = self._shares.setdefault(member, ThinkingQuota(self._seconds_an_hour))
        if share.seconds_left() <= 0:
            return BotReply(request.ticket, error=TIME_USED_UP)
        self._asked += 1
        try:
            async with self._reviews if request.case is not None else contextlib.nullcontext(), self._places:
                began = time.monotonic()
                try:
                    return await self._think(request)
                finally:
                    share.use(time.monotonic() - began)
        finally:
            self._asked -= 1

    async def _think(self, request: BotRequest) -> BotReply:
        """Ask a worker that is free; one that has trouble, or whose answer nobody wants any more, is ended."""
        worker = self._free.pop() if self._free else await BotWorker.begin(self._start)
        most = min(request.budget.seconds, _AT_MOST)
        seconds = min(most, max(_AT_LEAST, most * self._workers / self._asked))
        shorter = msgspec.structs.replace(request, budget=msgspec.structs.replace(request.budget, seconds=seconds))
        try:
            reply = await asyncio.wait_for(worker.ask(shorter), most + _GRACE)
        except (TimeoutError, OSError, ValueError):
            worker.end()
            return BotReply(request.ticket, error=TOO_LONG)
        except asyncio.CancelledError:
            worker.end()
            raise
        self._free.append(worker)
        return reply
