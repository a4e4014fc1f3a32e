"""The messages between the server and the prefork parent, with descriptors beside them.

Each message is its length in four bytes and then JSON. Descriptors travel with the length.
"""

import socket
from collections.abc import Sequence
from typing import Literal

import msgspec

_LENGTH = 4
#: The most bytes of a message; none comes near this.
_LONGEST = 1 << 20
#: The descriptor on which a process reaches the server, to ask for thinking and other services.
CONTROL_DESCRIPTOR = 3
#: Standard input, output and error, and that one.
DESCRIPTORS = 4

Kind = Literal["guest", "usher", "worker", "attendant", "clerk"]


class ProcessTask(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a new process is for. `arguments` is what was written after the host; None when nothing was."""

    kind: Kind
    member: str = ""
    home: str = ""
    club: str = ""
    arguments: str | None = None
    is_terminal: bool = False
    environment: dict[str, str] = {}
    motd: str = ""
    disk_megabytes: int = 0
    tables: int = 0
    table_lines: int = 0
    line_letters: int = 0
    keys: int = 0
    memory_megabytes: int = 0
    invitations: int = 0
    away_days: int = 0
    #: How many notices an hour a member can be sent at once; 0: the server sends none.
    notices: int = 0
    #: How a friend comes to a seat of this server, with `{code}` for the code.
    friend_forms: tuple[str, ...] = ()
    #: The key with which the guest has signed in; empty where that is not known.
    key: str = ""


class StartProcess(msgspec.Struct, frozen=True, tag="begin"):
    """Fork a process; the server chooses its number."""

    number: int
    task: ProcessTask


class SignalProcess(msgspec.Struct, frozen=True, tag="stop"):
    """Send a signal to a process."""

    number: int
    signal: int


class Ready(msgspec.Struct, frozen=True, tag="ready"):
    """Everything is loaded."""


class ProcessStarted(msgspec.Struct, frozen=True, tag="started"):
    """A process was forked. Where the system has them, a descriptor for the process travels beside it."""

    number: int
    pid: int


class ProcessEnded(msgspec.Struct, frozen=True, tag="ended"):
    """A process has ended, with this exit code."""

    number: int
    code: int


Message = StartProcess | SignalProcess | Ready | ProcessStarted | ProcessEnded
_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[Message] = msgspec.json.Decoder(Message)


def send(line: socket.socket, message: Message, descriptors: Sequence[int] = ()) -> None:
    body = _encoder.encode(message)
    socket.send_fds(line, [len(body).to_bytes(_LENGTH, "big")], list(descriptors))
    line.sendall(body)


def receive(line: socket.socket) -> tuple[Message, list[int]] | None:
    """Return the next message; None when the other end is closed."""
    length, descriptors, _, _ = socket.recv_fds(line, _LENGTH, DESCRIPTORS)
    while length and len(length) < _LENGTH:
        length += _more(line, _LENGTH - len(length))
    if not length:
        return None
    size = int.from_bytes(length, "big")
    if size > _LONGEST:
        raise ConnectionError("no message of ours is so long")
    body = b""
    while len(body) < size:
        body += _more(line, size - len(body))
    return _decoder.decode(body), descriptors


def _more(line: socket.socket, size: int) -> bytes:
    data = line.recv(size)
    if not data:
        raise ConnectionError("the line broke off in the middle of a message")
    return data
