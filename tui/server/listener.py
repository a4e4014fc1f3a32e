"""Accept connections, and find out for which address each is."""

import asyncio
import contextlib
import ipaddress
import random
import socket
from collections.abc import Awaitable, Callable

from saves.errors import SaveError
from saves.sanitize import one_line
from tui.server.admission import address_block
from tui.server.options import ServerOptions
from tui.server.proxy_protocol import ProxyHeaderError, read_proxied_address

#: The connections that may wait until they are accepted.
_BACKLOG = 256
#: The seconds to wait when the host cannot accept a connection, such as when it has no descriptor left.
_PAUSE = 0.2

#: Starts SSH on an accepted connection from this address, with what counts as one address, if it may come.
Start = Callable[[socket.socket, str, str], Awaitable[None]]


def bound_socket(host: str, port: int) -> socket.socket:
    """Return a listening socket, bound first, so that a port in use is reported before anything is begun."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        return socket.create_server(found[0][4][:2], family=found[0][0], backlog=_BACKLOG)
    except OSError as error:
        reason = one_line(error.strerror or str(error))
        raise SaveError(f"The server cannot listen on {host}, port {port}: {reason}.") from None


class Listener:
    """The listening socket, and the task that accepts."""

    def __init__(
        self,
        listening: socket.socket,
        options: ServerOptions,
        start: Start,
        emit: Callable[[str], None],
    ) -> None:
        self._listening = listening
        self._listening.setblocking(False)
        self._limits = options.limits
        self._proxies = [ipaddress.ip_network(text) for text in options.trusted_proxies]
        #: The connections of proxies that have not told yet for whom they are.
        self._untold: set[asyncio.Task[None]] = set()
        self._start = start
        self._print = emit
        self._task = asyncio.create_task(self._accept_all())

    @property
    def port(self) -> int:
        return int(self._listening.getsockname()[1])

    async def close(self) -> None:
        """Accept nobody any more."""
        self._task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._task
        self._listening.close()
        for task in self._untold:
            task.cancel()

    async def _accept_all(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                line, peer = await loop.sock_accept(self._listening)
            except OSError as error:
                self._print(f"a connection cannot be accepted: {error.strerror}")
                await asyncio.sleep(_PAUSE)
                continue
            await self._receive(line, str(peer[0]))

    async def _receive(self, line: socket.socket, address: str) -> None:
        if not self._is_proxy(address):
            await self._start(line, address, address_block(address))
            return
        if len(self._untold) >= self._limits.unsigned:  # as with those that do not sign in, chance decides who goes
            self._forget(random.choice(list(self._untold)))
        task = asyncio.create_task(self._ask_proxy(line, address))
        self._untold.add(task)
        task.add_done_callback(self._untold.discard)

    def _forget(self, untold: asyncio.Task[None]) -> None:
        untold.cancel()
        self._untold.discard(untold)

    def _is_proxy(self, address: str) -> bool:
        try:
            found = ipaddress.ip_address(address.partition("%")[0])
        except ValueError:
            return False
        plain = getattr(found, "ipv4_mapped", None) or found
        return any(plain in network for network in self._proxies)

    async def _ask_proxy(self, line: socket.socket, proxy: str) -> None:
        """Begin a connection for the address that a proxy tells; without one, limits by address do not apply."""
        try:
            address = await asyncio.wait_for(read_proxied_address(line), self._limits.sign_in_seconds)
        except (ProxyHeaderError, OSError, TimeoutError):
            self._print(f"the proxy {proxy} has not told for whom it connects")
            line.close()
            return
        except asyncio.CancelledError:
            line.close()
            raise
        await self._start(line, address or proxy, address_block(address))
