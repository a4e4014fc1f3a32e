"""The status of a running server, on a socket in its folder that only the operator can open."""

import asyncio
import contextlib
import os
import socket
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import msgspec

from core.text import count_text
from saves.errors import SaveError

#: The most bytes of a status.
_LONGEST = 64 * 1024
#: The seconds that a server may take to answer.
_TIMEOUT = 10.0


class ServerStatus(msgspec.Struct, frozen=True):
    """What an operator asks for: who is here, what runs, and what went wrong last."""

    pid: int
    guests: int
    most_guests: int
    strangers: int
    connections: int
    tables: int
    workers_busy: int
    workers: int
    is_draining: bool
    troubles: list[str]


def socket_name() -> str:
    """Return the name of the socket; hosts that share a folder have one each."""
    return f"status-{socket.gethostname()[:40]}"


async def serve_status(folder: Path, ask: Callable[[], Awaitable[ServerStatus]]) -> asyncio.Server:
    """Answer each connection with the status."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            writer.write(msgspec.json.encode(await ask()))
            await writer.drain()
        writer.close()

    line = socket.socket(socket.AF_UNIX)
    name = socket_name()
    with contextlib.suppress(FileNotFoundError):
        os.unlink(folder / name)
    with _reachable(folder, name) as path:
        line.bind(path)
    os.chmod(folder / name, 0o600)
    return await asyncio.start_unix_server(answer, sock=line)


def read_status(folder: Path) -> ServerStatus:
    """Ask the server of this folder for its status; a SaveError when none runs."""
    data = b""
    try:
        with socket.socket(socket.AF_UNIX) as line, _reachable(folder, socket_name()) as path:
            line.settimeout(_TIMEOUT)
            line.connect(path)
            while len(data) < _LONGEST and (more := line.recv(4096)):
                data += more
        return msgspec.json.decode(data, type=ServerStatus)
    except (OSError, msgspec.DecodeError):
        raise SaveError("No server runs here now.") from None


@contextlib.contextmanager
def _reachable(folder: Path, name: str) -> Iterator[str]:
    """Return a path of the socket that is short enough for the system, however deep the folder is."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        short = f"/proc/self/fd/{descriptor}/{name}"
        yield short if os.path.isdir("/proc/self/fd") else str(folder / name)
    finally:
        os.close(descriptor)


def status_lines(status: ServerStatus) -> list[str]:
    """Return a status for people."""
    lines = [
        f"{count_text(status.guests, 'guest')} of at most {status.most_guests},"
        f" {count_text(status.strangers, 'stranger')}, {count_text(status.connections, 'connection')} in all",
        f"{count_text(status.tables, 'table')} running,"
        f" {status.workers_busy} of {count_text(status.workers, 'worker')} busy",
    ]
    if status.is_draining:
        lines.append("The server is closing: nobody new comes in.")
    return [*lines, *(["Troubles:", *(f"  {line}" for line in status.troubles)] if status.troubles else [])]
