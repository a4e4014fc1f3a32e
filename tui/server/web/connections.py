"""The connections of browsers: counted by address, and dropped when they ask for nothing, or take too long.

A connection without a window lives for minutes at most, however busy it seems, and the oldest of them has to go where
there are too many, of its own address first: who floods hits mostly itself. Windows stay.

Limits by address hold for who connects; behind a proxy that is named, everybody's connections are the proxy's, and
the server counts their windows by the addresses that it tells.
"""

import asyncio
import contextlib
import socket
import ssl
from collections import Counter
from collections.abc import Callable
from typing import cast

from aiohttp import web

from tui.server.admission import address_block
from tui.server.web.messages import SiteSetup
from tui.server.web.origins import ForwardedAddress

#: The seconds to wait when the host cannot accept a connection.
_PAUSE = 0.2
#: After how many looks a connection without a window has to go: browsers open another one when they need it.
_LOOKS = 4


class Connection(asyncio.Protocol):
    """One connection: passes everything on to aiohttp, and notes when it ends."""

    def __init__(self, inner: asyncio.Protocol, block: str, patience: float, on_end: "Callable[[Connection], None]"):
        self._inner = inner
        self.block = block
        self._patience = patience
        self._on_end = on_end
        self._transport: asyncio.Transport | None = None
        self._timer: asyncio.TimerHandle | None = None
        #: Whether bytes have come since the last look, and how often that was looked at.
        self._has_asked, self._looks = False, 0
        #: Whether it has become a window's WebSocket.
        self.has_window = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._look_again()
        self._inner.connection_made(transport)

    def _look_again(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(self._patience, self._look)

    def _look(self) -> None:
        """Drop a connection on which nothing has come for long, or not all; a window sends signs of life."""
        self._looks += 1
        if not self._has_asked or (self._looks >= _LOOKS and not self.has_window):
            self.drop()
            return
        self._has_asked = False
        self._look_again()

    def has_transport(self, transport: asyncio.BaseTransport) -> bool:
        return self._transport is transport

    def drop(self) -> None:
        if self._transport is not None:
            self._transport.abort()

    def data_received(self, data: bytes) -> None:
        self._has_asked = True
        self._inner.data_received(data)

    def eof_received(self) -> bool | None:
        return self._inner.eof_received()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._on_end(self)
        self._inner.connection_lost(exc)

    def pause_writing(self) -> None:
        self._inner.pause_writing()

    def resume_writing(self) -> None:
        self._inner.resume_writing()


class Connections:
    """The listening socket, and all connections."""

    def __init__(
        self,
        setup: SiteSetup,
        server: web.Server,
        listening: socket.socket,
        tls: ssl.SSLContext | None,
        report: Callable[[str], None],
    ) -> None:
        self._setup = setup
        self._server = server
        self._listening = listening
        self._listening.setblocking(False)
        self._tls = tls
        self._report = report
        self._addresses = ForwardedAddress(setup.trusted_proxies)
        #: In the order in which they came.
        self._connections: dict[Connection, None] = {}
        self._by_block: Counter[str] = Counter()
        self._starting: set[asyncio.Task[None]] = set()

    async def accept_all(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                line, peer = await loop.sock_accept(self._listening)
            except OSError as error:
                self._report(f"a browser's connection cannot be accepted: {error.strerror}")
                await asyncio.sleep(_PAUSE)
                continue
            address = str(peer[0])
            block = "" if self._addresses.is_proxy(address) else address_block(address)
            if not self._has_room(block):
                line.close()
                continue
            task = asyncio.create_task(self._start(line, block))
            self._starting.add(task)
            task.add_done_callback(self._starting.discard)

    def _has_room(self, block: str) -> bool:
        """Whether one more connection of this address may begin; where there are too many, one may have to go."""
        if block and self._by_block[block] >= self._setup.connections_an_address:
            return self._drop_oldest(block)
        if len(self._connections) < self._setup.connections:
            return True
        without = Counter(each.block for each in self._connections if not each.has_window)
        return bool(without) and self._drop_oldest(without.most_common(1)[0][0])

    def _drop_oldest(self, block: str) -> bool:
        """Drop the oldest connection of an address that has no window; return whether there was one."""
        found = next((each for each in self._connections if each.block == block and not each.has_window), None)
        if found is None:
            return False
        self._remove(found)
        found.drop()
        return True

    def note_window(self, transport: asyncio.BaseTransport | None) -> None:
        """Note that a connection has become a window's."""
        for connection in self._connections:
            if transport is not None and connection.has_transport(transport):
                connection.has_window = True

    async def _start(self, line: socket.socket, block: str) -> None:
        """Begin HTTP on a connection, with TLS where that is done here."""
        connection = Connection(self._server(), block, self._setup.sign_in_seconds, self._remove)
        self._connections[connection] = None
        self._by_block[block] += 1
        try:
            await asyncio.get_running_loop().connect_accepted_socket(
                lambda: connection, line, ssl=self._tls,
                ssl_handshake_timeout=self._setup.sign_in_seconds if self._tls else None,
            )  # fmt: skip
        except (OSError, ssl.SSLError):
            with contextlib.suppress(OSError):
                line.close()
            self._remove(connection)

    def _remove(self, connection: Connection) -> None:
        if connection in self._connections:
            del self._connections[connection]
            self._by_block[connection.block] -= 1
            if not self._by_block[connection.block]:
                del self._by_block[connection.block]
