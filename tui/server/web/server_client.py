"""The web process's way to the server: it asks, and gets an answer, or a terminal as a socket."""

import asyncio
import itertools
import socket
from collections.abc import Callable

from tui.server.web.messages import (
    Answer,
    AskKnown,
    Enter,
    Entered,
    Join,
    Link,
    Reply,
    Request,
    Resize,
    Trouble,
    receive_reply,
    send_request,
)


class ServerClient:
    """The socket to the server, which answers in any order."""

    def __init__(self, line: socket.socket) -> None:
        self._line = line
        self._loop = asyncio.get_running_loop()
        self._numbers = itertools.count(1)
        self._awaited: dict[int, asyncio.Future[tuple[Reply, socket.socket | None]]] = {}
        #: Set when the server is gone.
        self.is_over = asyncio.Event()
        self._loop.add_reader(line, self._hear)

    async def enter(
        self, address: str, secret: str, window: str, width: int, height: int, code: str, has_lines: bool
    ) -> tuple[Entered, socket.socket] | Answer:
        """Ask for a terminal."""
        reply, end = await self._ask(
            lambda number: Enter(number, address, secret, window, width, height, code, has_lines)
        )
        if isinstance(reply, Entered) and end is not None:
            end.setblocking(False)
            return reply, end
        assert isinstance(reply, Answer)
        return reply

    async def join(self, address: str, secret: str, name: str, code: str) -> Answer:
        return await self._answer(lambda number: Join(number, address, secret, name, code))

    async def link(self, address: str, secret: str, word: str) -> Answer:
        return await self._answer(lambda number: Link(number, address, secret, word))

    async def ask_known(self, secret: str) -> Answer:
        return await self._answer(lambda number: AskKnown(number, secret))

    def resize(self, number: int, width: int, height: int) -> None:
        send_request(self._line, Resize(number, width, height))

    def report(self, sentence: str) -> None:
        """Tell the operator of a trouble."""
        send_request(self._line, Trouble(sentence))

    async def _answer(self, make: Callable[[int], Request]) -> Answer:
        reply, _ = await self._ask(make)
        assert isinstance(reply, Answer)
        return reply

    async def _ask(self, make: Callable[[int], Request]) -> tuple[Reply, socket.socket | None]:
        number = next(self._numbers)
        awaited: asyncio.Future[tuple[Reply, socket.socket | None]] = self._loop.create_future()
        self._awaited[number] = awaited
        try:
            send_request(self._line, make(number))
            return await awaited
        finally:
            del self._awaited[number]

    def _hear(self) -> None:
        try:
            received = receive_reply(self._line)
        except OSError:
            received = None
        if received is None:
            self._loop.remove_reader(self._line)
            self.is_over.set()
            return
        reply, end = received
        awaited = None if not isinstance(reply, Entered | Answer) else self._awaited.get(reply.number)
        if awaited is not None and not awaited.done():
            awaited.set_result((reply, end))
        elif end is not None:  # the browser has gone meanwhile
            end.close()
