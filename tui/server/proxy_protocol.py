"""Read the PROXY protocol, versions 1 and 2, with which a balancer tells for whom it connects.

Nothing behind the header is read: it is for SSH.
"""

import asyncio
import ipaddress
import socket

from tui.server.admission import UNKNOWN_ADDRESS

_SIGNATURE = b"\r\n\r\n\x00\r\nQUIT\n"
#: The longest line of version 1, and the most bytes of addresses and extras of version 2 that are read.
_LONGEST_LINE, _LONGEST_BODY = 107, 2048
_LOCAL, _PROXIED = 0x20, 0x21
#: The bytes of two addresses and two ports, by the family of version 2.
_ADDRESS_BYTES = {0x1: 4, 0x2: 16}


class ProxyHeaderError(Exception):
    """A header that is none."""


async def read_proxied_address(line: socket.socket) -> str:
    """Return the address for which a proxy connects; UNKNOWN_ADDRESS where it sends no header or does not tell."""
    loop = asyncio.get_running_loop()
    first = await _peek(line, loop)
    if first == b"P":
        return _read_line(await _until_newline(line, loop))
    if first == b"\r":
        if await _exactly(line, loop, len(_SIGNATURE)) != _SIGNATURE:
            raise ProxyHeaderError
        version, family, *length = await _exactly(line, loop, 4)
        size = int.from_bytes(bytes(length), "big")
        if size > _LONGEST_BODY:
            raise ProxyHeaderError
        return _read_binary(version, family >> 4, await _exactly(line, loop, size))
    return UNKNOWN_ADDRESS  # SSH begins at once


def _read_line(text: bytes) -> str:
    words = text.decode("ascii", "replace").split()
    if words[:2] == ["PROXY", "UNKNOWN"]:
        return UNKNOWN_ADDRESS
    if len(words) != 6 or words[0] != "PROXY" or words[1] not in ("TCP4", "TCP6"):
        raise ProxyHeaderError
    return _address(words[2])


def _read_binary(version: int, family: int, body: bytes) -> str:
    if version == _LOCAL:  # the proxy itself, to see whether the server is there
        return UNKNOWN_ADDRESS
    if version != _PROXIED:
        raise ProxyHeaderError
    size = _ADDRESS_BYTES.get(family)
    if size is None:
        return UNKNOWN_ADDRESS
    if len(body) < 2 * size + 4:
        raise ProxyHeaderError
    return str(ipaddress.ip_address(body[:size]))


def _address(text: str) -> str:
    try:
        return str(ipaddress.ip_address(text))
    except ValueError:
        raise ProxyHeaderError from None


async def _peek(line: socket.socket, loop: asyncio.AbstractEventLoop) -> bytes:
    """Return the first byte, and leave it where it is."""
    readable = asyncio.Event()
    loop.add_reader(line, readable.set)
    try:
        await readable.wait()
    finally:
        loop.remove_reader(line)
    return line.recv(1, socket.MSG_PEEK)


async def _exactly(line: socket.socket, loop: asyncio.AbstractEventLoop, size: int) -> bytes:
    data = b""
    while len(data) < size:
        if not (more := await loop.sock_recv(line, size - len(data))):
            raise ProxyHeaderError
        data += more
    return data


async def _until_newline(line: socket.socket, loop: asyncio.AbstractEventLoop) -> bytes:
    data = b""
    while not data.endswith(b"\r\n"):
        if len(data) >= _LONGEST_LINE:
            raise ProxyHeaderError
        data += await _exactly(line, loop, 1)
    return data
