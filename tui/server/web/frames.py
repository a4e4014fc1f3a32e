"""What a browser sends on a WebSocket: textual-serve's messages, and our own first one.

["hello", {"window": "3f…", "code": "…", "lines": false}]     ours, once, before everything else
["stdin", "text"]  ["resize", {"width": 80, "height": 24}]  ["ping", "time"]  ["focus"]  ["blur"]
"""

from typing import Annotated

import msgspec
from msgspec import Meta

#: The most bytes of a message: a long text that is pasted comes in one.
LONGEST = 64 * 1024
#: The largest terminal.
_MOST_CELLS = 1000

Cells = Annotated[int, Meta(ge=1, le=_MOST_CELLS)]


class FrameError(Exception):
    """A message that no page of ours sends."""


class Hello(msgspec.Struct, frozen=True):
    """Which window of the browser this is, and by which friend's link it comes."""

    window: Annotated[str, Meta(pattern=r"^[0-9a-f]{16,64}$")]
    code: Annotated[str, Meta(max_length=64)] = ""
    lines: bool = False


class Typed(msgspec.Struct, frozen=True):
    """What was typed or clicked, as a terminal sends it."""

    data: str


class Size(msgspec.Struct, frozen=True):
    """The size of the terminal."""

    width: Cells
    height: Cells


class Ping(msgspec.Struct, frozen=True):
    """Something to be sent back."""

    text: Annotated[str, Meta(max_length=64)]


class Ignored(msgspec.Struct, frozen=True):
    """The window is in front, or not; the terminal tells that itself."""


Frame = Hello | Typed | Size | Ping | Ignored
_parts = msgspec.json.Decoder(Annotated[list[msgspec.Raw], Meta(min_length=1, max_length=2)])


def read_frame(text: str) -> Frame:
    """Return what a message says."""
    if len(text) > LONGEST:
        raise FrameError
    try:
        kind, *rest = _parts.decode(text)
        match msgspec.json.decode(kind, type=str), rest:
            case "stdin", [data]:
                return Typed(msgspec.json.decode(data, type=str))
            case "resize", [size]:
                return msgspec.json.decode(size, type=Size)
            case "ping", [told]:
                return msgspec.json.decode(b'{"text":%b}' % bytes(told), type=Ping)
            case "hello", [said]:
                return msgspec.json.decode(said, type=Hello)
            case (("focus" | "blur"), []):
                return Ignored()
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        pass
    raise FrameError
