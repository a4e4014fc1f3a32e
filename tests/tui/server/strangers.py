"""Hostile clients on the loopback: from addresses of their own, with throw-away keys, silent, or without a session."""

import asyncio
import contextlib
import socket
import threading
from collections import deque
from typing import Any

import asyncssh

from tests.limits import LIMIT
from tests.tui.server.ssh_clients import Door, Loop

#: The connections that a flood holds, and after how many it has begun: more than any limit of the tests' servers.
_HELD, _BEGUN = 200, 300
_loop: list[Loop] = []


def loop() -> Loop:
    """Return the event loop of all hostile clients."""
    if not _loop:
        _loop.append(Loop())
    return _loop[0]


class Stranger:
    """A client that signs in from an address of its own, and does what it likes then."""

    def __init__(
        self, door: Door, name: str, key: str = "", address: str = "127.0.0.2", line: socket.socket | None = None
    ) -> None:
        self.refusal = ""
        self.connection: asyncssh.SSHClientConnection | None = None
        self._key = str(door.key_file(key)) if key else asyncssh.generate_private_key("ssh-ed25519")
        where: dict[str, Any] = {"sock": line} if line else {"local_addr": (address, 0)}
        loop().run(self._sign_in(() if line else ("127.0.0.1", door.port), name, where))

    async def _sign_in(self, to: tuple[Any, ...], name: str, where: dict[str, Any]) -> None:
        stranger = self

        class Client(asyncssh.SSHClient):
            def auth_banner_received(self, msg: str, lang: str) -> None:
                stranger.refusal += msg

        try:
            self.connection, _ = await asyncssh.create_connection(
                Client, *to, username=name, client_keys=[self._key], known_hosts=None, config=None,
                agent_path=None, preferred_auth="publickey", login_timeout=LIMIT, **where,
            )  # fmt: skip
        except (asyncssh.Error, OSError) as error:
            self.refusal += str(error)

    @property
    def is_in(self) -> bool:
        return self.connection is not None

    def open(self, command: str | None = None, **options: object) -> asyncssh.SSHClientProcess[bytes]:
        """Open a session."""
        assert self.connection is not None, self.refusal
        return loop().run(self._create(self.connection, command, options))

    async def _create(
        self, connection: asyncssh.SSHClientConnection, command: str | None, options: dict[str, Any]
    ) -> asyncssh.SSHClientProcess[bytes]:
        return await connection.create_process(command, encoding=None, **options)

    def stop_reading(self, process: asyncssh.SSHClientProcess[bytes]) -> None:
        """Read nothing more of a session, so that the server may send no more than the window."""
        loop().loop.call_soon_threadsafe(process.channel.pause_reading)

    def write(self, process: asyncssh.SSHClientProcess[bytes], data: bytes) -> None:
        loop().loop.call_soon_threadsafe(process.stdin.write, data)

    def until_ended(self, process: asyncssh.SSHClientProcess[bytes]) -> None:
        """Wait until a session has ended."""
        loop().run(asyncio.wait_for(process.wait(), LIMIT))

    def open_channels(self, most: int) -> int:
        """Open channels and ask for nothing on them; return how many were opened before one was refused."""
        assert self.connection is not None

        async def open_all(connection: asyncssh.SSHClientConnection) -> int:
            for number in range(most):
                try:
                    await _open_bare(connection)
                except asyncssh.ChannelOpenError:
                    return number
            return most

        return loop().run(open_all(self.connection))

    def until_closed(self) -> None:
        """Wait until the server has ended the connection."""
        if self.connection is not None:
            loop().run(asyncio.wait_for(self.connection.wait_closed(), LIMIT))

    def leave(self) -> None:
        if self.connection is not None:
            loop().run(self._abort(self.connection))

    async def _abort(self, connection: asyncssh.SSHClientConnection) -> None:
        connection.abort()
        with contextlib.suppress(asyncssh.Error, OSError):
            await connection.wait_closed()


async def _open_bare(connection: asyncssh.SSHClientConnection) -> None:
    """Open a session's channel without asking for a shell or a command on it."""
    loop = asyncio.get_running_loop()
    channel = asyncssh.channel.SSHClientChannel(connection, loop, "strict", None, "strict", 1 << 16, 1 << 15)
    await channel._open(b"session")


def text_of(process: asyncssh.SSHClientProcess[bytes], text: str, is_error: bool = False) -> str:
    """Read what a session prints until this text has come."""

    async def read() -> str:
        heard = b""
        stream = process.stderr if is_error else process.stdout
        while text.encode() not in heard:
            data = await asyncio.wait_for(stream.read(4096), LIMIT)
            assert data, heard
            heard += data
        return heard.decode()

    return loop().run(read())


class Flood:
    """Silent connections from one address, one after the other, until it is told to stop."""

    def __init__(self, door: Door, address: str = "127.0.0.2") -> None:
        self._port, self._address = door.port, address
        self.count = 0
        self._is_over = threading.Event()
        self.has_begun = threading.Event()
        self._thread = threading.Thread(target=self._connect_all)

    def _connect_all(self) -> None:
        held: deque[socket.socket] = deque(maxlen=_HELD)  # who is pushed out is closed
        while not self._is_over.is_set():
            with contextlib.suppress(OSError):
                held.append(socket.create_connection(("127.0.0.1", self._port), LIMIT, (self._address, 0)))
                self.count += 1
            if self.count > _BEGUN:
                self.has_begun.set()

    def __enter__(self) -> "Flood":
        self._thread.start()
        assert self.has_begun.wait(LIMIT)
        return self

    def __exit__(self, *error: object) -> None:
        self._is_over.set()
        self._thread.join()
