"""The messages between the server and the web process: a length in four bytes, then JSON. The server's answer to
`Enter` has a socket beside it.
"""

import socket
from collections.abc import Iterator

import msgspec

_LENGTH = 4
#: The most bytes of a message.
_LONGEST = 32 * 1024


class Enter(msgspec.Struct, frozen=True, tag="enter"):
    """A window wants a terminal; one that has had one within the last half minute gets that one."""

    number: int
    address: str
    #: The browser's secret, which only the server hashes.
    secret: str
    #: What tells the windows of a browser apart.
    window: str
    width: int
    height: int
    #: The code of a friend's line; empty without one.
    code: str = ""
    #: Whether commands are typed in lines, instead of seeing the lobby.
    has_lines: bool = False


class Resize(msgspec.Struct, frozen=True, tag="resize"):
    """The terminal with the number of its `Enter` has another size."""

    number: int
    width: int
    height: int


class Join(msgspec.Struct, frozen=True, tag="join"):
    """Somebody wants to become a member by this name."""

    number: int
    address: str
    secret: str
    name: str
    code: str = ""


class Link(msgspec.Struct, frozen=True, tag="link"):
    """A member wants this browser to be one more key, by a link code."""

    number: int
    address: str
    secret: str
    word: str


class AskKnown(msgspec.Struct, frozen=True, tag="known"):
    """Is this browser a member's? A refusal says that it is not."""

    number: int
    secret: str


class Trouble(msgspec.Struct, frozen=True, tag="trouble"):
    """Something for the operator's log."""

    sentence: str


class SiteSetup(msgspec.Struct, frozen=True, tag="setup"):
    """What the web process is told first."""

    #: The origins whose requests are answered; their first one is the public one.
    origins: tuple[str, ...]
    trusted_proxies: tuple[str, ...] = ()
    #: The files of the certificate and its key; empty where a proxy does TLS.
    certificate: tuple[str, str] | None = None
    connections: int = 500
    connections_an_address: int = 60
    sign_in_seconds: float = 30
    line_letters: int = 2000


class Entered(msgspec.Struct, frozen=True, tag="entered"):
    """Here is the terminal, as a socket beside the message."""

    number: int
    #: Whether it is the one that this window had before.
    is_back: bool


class Answer(msgspec.Struct, frozen=True, tag="answer"):
    """The answer to everything else, and to an `Enter` that is refused: a sentence, or nothing."""

    number: int
    refusal: str = ""
    #: Whether the browser is nobody's here.
    is_unknown: bool = False


Request = Enter | Resize | Join | Link | AskKnown | Trouble
Reply = SiteSetup | Entered | Answer
_encoder = msgspec.json.Encoder()
_requests: msgspec.json.Decoder[Request] = msgspec.json.Decoder(Request)
_replies: msgspec.json.Decoder[Reply] = msgspec.json.Decoder(Reply)


class MessageError(Exception):
    """The other end does not speak as it should."""


def _framed(message: Request | Reply) -> bytes:
    body = _encoder.encode(message)
    return len(body).to_bytes(_LENGTH, "big") + body


# The server's side, which never waits for the web process


class RequestBuffer:
    """The requests in what the web process has sent so far."""

    def __init__(self) -> None:
        self._data = b""

    def feed(self, data: bytes) -> Iterator[Request]:
        self._data += data
        while len(self._data) >= _LENGTH:
            size = int.from_bytes(self._data[:_LENGTH], "big")
            if size > _LONGEST:
                raise MessageError
            if len(self._data) < _LENGTH + size:
                return
            body, self._data = self._data[_LENGTH : _LENGTH + size], self._data[_LENGTH + size :]
            try:
                yield _requests.decode(body)
            except (msgspec.DecodeError, RecursionError):
                raise MessageError from None


def send_reply(line: socket.socket, reply: Reply, end: socket.socket | None = None) -> None:
    """Send a reply on a socket that does not block; one that has no room for it is lost."""
    data = _framed(reply)
    try:
        sent = socket.send_fds(line, [data], [] if end is None else [end.fileno()])
    except OSError:
        raise MessageError from None
    if sent < len(data):
        raise MessageError


# The web process's side, which may wait for the server


def send_request(line: socket.socket, request: Request) -> None:
    line.sendall(_framed(request))


def receive_reply(line: socket.socket) -> tuple[Reply, socket.socket | None] | None:
    """Return the next reply, and the socket beside it; None when the server is gone."""
    length, descriptors, _, _ = socket.recv_fds(line, _LENGTH, 1)
    while length and len(length) < _LENGTH:
        length += line.recv(_LENGTH - len(length))
    if len(length) < _LENGTH:
        return None
    body = b""
    size = int.from_bytes(length, "big")
    while len(body) < size:
        if not (more := line.recv(size - len(body))):
            return None
        body += more
    end = socket.socket(fileno=descriptors[0]) if descriptors else None
    return _replies.decode(body), end
