"""Behind a balancer: whose address counts, and what does not pass for a header."""

import asyncio
import socket
import struct
from collections.abc import Iterator

import pytest

from tests.limits import LIMIT, until
from tests.tui.server.ssh_clients import Door
from tests.tui.server.strangers import Stranger
from tui.server.proxy_protocol import ProxyHeaderError, read_proxied_address

SIGNATURE = b"\r\n\r\n\x00\r\nQUIT\n"
V4 = socket.inet_aton("203.0.113.7") + socket.inet_aton("192.0.2.1") + struct.pack("!HH", 5000, 2222)
V6 = socket.inet_pton(socket.AF_INET6, "2001:db8::7") * 2 + struct.pack("!HH", 5000, 2222)


def binary(version: int, family: int, body: bytes) -> bytes:
    return SIGNATURE + struct.pack("!BBH", version, family, len(body)) + body


def read(data: bytes) -> tuple[str, bytes]:
    """Return the address in what a client sends, and what is left of it."""

    async def parse() -> tuple[str, bytes]:
        ours, theirs = socket.socketpair()
        with ours, theirs:
            theirs.sendall(data)
            theirs.shutdown(socket.SHUT_WR)
            ours.setblocking(False)
            return await read_proxied_address(ours), ours.recv(100)

    return asyncio.run(parse())


@pytest.mark.parametrize(
    ("header", "address"),
    [
        (b"PROXY TCP4 203.0.113.7 192.0.2.1 5000 2222\r\n", "203.0.113.7"),
        (b"PROXY TCP6 2001:db8::7 2001:db8::1 5000 2222\r\n", "2001:db8::7"),
        (b"PROXY UNKNOWN\r\n", ""),
        (binary(0x21, 0x11, V4), "203.0.113.7"),
        (binary(0x21, 0x21, V6 + b"extras"), "2001:db8::7"),
        (binary(0x20, 0x00, b""), ""),
        (binary(0x21, 0x31, b"x" * 216), ""),
        (b"", ""),
    ],
)
def test_a_header_tells_the_address_and_leaves_the_rest(header: bytes, address: str) -> None:
    assert read(header + b"SSH-2.0-client\r\n") == (address, b"SSH-2.0-client\r\n")


@pytest.mark.parametrize(
    "header",
    [
        b"PROXY TCP4 nonsense 192.0.2.1 5000 2222\r\n",
        b"PROXY TCP4 203.0.113.7\r\n",
        b"PROXY " + b"x" * 200 + b"\r\n",
        b"PROXY TCP4 203.0.113.7",
        b"POST / HTTP/1.1\r\n",
        binary(0x31, 0x11, V4),
        binary(0x21, 0x11, V4[:8]),
        binary(0x21, 0x11, b"x" * 3000),
        SIGNATURE[:5],
        b"\r\n\r\nGET / HTTP",
    ],
)
def test_what_is_no_header_is_refused(header: bytes) -> None:
    with pytest.raises(ProxyHeaderError):
        read(header)


@pytest.fixture(scope="module")
def balanced(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Door]:
    """A server behind a balancer at 127.0.0.9, which lets two strangers of an address in."""
    limits = ("--limit", "strangers-an-address=1", "--trusted-proxy", "127.0.0.9")
    with Door(tmp_path_factory.mktemp("balanced"), *limits) as door:
        door.member("anna")
        yield door


def proxied(door: Door, name: str, header: bytes, **how: str) -> Stranger:
    """A client whose connection comes through the balancer, which writes this header first."""
    line = socket.create_connection(("127.0.0.1", door.port), LIMIT, ("127.0.0.9", 0))
    line.sendall(header)
    return Stranger(door, name, line=line, **how)


def test_limits_count_by_the_address_that_the_balancer_tells(balanced: Door) -> None:
    first = proxied(balanced, "first", b"PROXY TCP4 203.0.113.1 192.0.2.1 1 2\r\n")
    second = proxied(balanced, "second", binary(0x21, 0x11, V4))
    again = proxied(balanced, "again", b"PROXY TCP4 203.0.113.1 192.0.2.1 3 4\r\n")
    assert first.is_in and second.is_in
    assert not again.is_in and "Too many new guests" in again.refusal
    unknown = [proxied(balanced, f"unknown-{number}", b"") for number in range(3)]
    assert all(one.is_in for one in unknown), "limits by address apply to the balancer itself"
    member = proxied(balanced, "anna", b"PROXY TCP4 198.51.100.5 192.0.2.1 1 2\r\n", key="anna")
    member.open("keys list")
    until(lambda: "anna came from 198.51.100.5" in balanced.log, "the log has the balancer's address")
    for one in (first, second, member, *unknown):
        one.leave()


def test_silent_connections_through_a_proxy_without_header_keep_nobody_out(balanced: Door) -> None:
    """More than may have told nothing yet: chance decides which of them goes, and a member tells at once."""
    silent = [socket.create_connection(("127.0.0.1", balanced.port), LIMIT, ("127.0.0.9", 0)) for _ in range(150)]
    member = proxied(balanced, "anna", b"", key="anna")
    assert member.is_in, member.refusal
    member.leave()
    for line in silent:
        line.close()


def test_nobody_else_may_tell_an_address(balanced: Door) -> None:
    """A client that sends a header by itself speaks no SSH."""
    with socket.create_connection(("127.0.0.1", balanced.port), LIMIT, ("127.0.0.2", 0)) as line:
        line.sendall(b"PROXY TCP4 203.0.113.9 192.0.2.1 1 2\r\n")
        heard = b""
        while data := line.recv(4096):
            heard += data
        assert b"SSH-2.0" in heard
    assert "203.0.113.9" not in balanced.log


def test_a_bad_header_is_told_to_the_operator(balanced: Door) -> None:
    with socket.create_connection(("127.0.0.1", balanced.port), LIMIT, ("127.0.0.9", 0)) as line:
        line.sendall(b"PROXY nonsense\r\n")
        assert line.recv(100) == b""
    until(lambda: "the proxy 127.0.0.9 has not told for whom it connects" in balanced.log, "nothing is told")
