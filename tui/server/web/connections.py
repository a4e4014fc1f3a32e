"""The connections of browsers: counted by address, and dropped when they ask for nothing.

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
from tui.server.web.messages import Setup
from tui.server.web.origins import ForwardedAddress

#: The seconds to wait when the host cannot accept a connection.
_PAUSE = 0.2
#: The shares of all connections that may be there without a window.
_SHARE = 2


class Connection(asyncio.Protocol):
    """One connection: passes everything on to aiohttp, and notes when it ends."""

    def __init__(self, inner: asyncio.Protocol, block: str, patience: float, on_end: "Callable[[Connection], None]"):
        self._inner = inner
        self.block = block
        self._patience = patience
        self._on_end = on_end
        self._transport: asyncio.Transport | None = None
        self._timer: asyncio.TimerHandle | None = None
        #: Whether bytes have come since the last look.
        self._has_asked = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._look_again()
        self._inner.connection_made(transport)

    def _look_again(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(self._patience, self._look)

    def _look(self) -> None:
        """Drop a connection on which nothing has come for long; a window sends signs of life."""
        if not self._has_asked:
            self.drop()
            return
        self._has_asked = False
        self._look_again()

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
        setup: Setup,
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
        self._connections: set[Connection] = set()
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
        """Whether one more connection of this address may begin."""
        if len(self._connections) >= self._setup.connections:
            return False
        return not block or self._by_block[block] < self._setup.connections_an_address

    async def _start(self, line: socket.socket, block: str) -> None:
        """Begin HTTP on a connection, with TLS where that is done here."""
        connection = Connection(self._server(), block, self._setup.sign_in_seconds, self._remove)
        self._connections.add(connection)
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
            self._connections.remove(connection)
            self._by_block[connection.block] -= 1
            if not self._by_block[connection.block]:
                del self._by_block[connection.block]
