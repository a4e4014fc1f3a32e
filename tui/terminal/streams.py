"""Standard input, output and error as the process gets them: closed, full, or with nobody at the other end."""

import contextlib
import io
import os
import select
import signal
import sys
from collections.abc import Iterator
from types import FrameType

_TITLES = {"stdin": "Standard input", "stdout": "Standard output", "stderr": "Standard error"}


class NoInputError(Exception):
    """Nothing can be read; its text is written for the player."""


class ClosedStream(io.TextIOBase):
    """Stand-in for a stream that was closed before the start: writes are dropped, reads raise NoInputError."""

    def __init__(self, title: str) -> None:
        self.title = title

    def write(self, text: str, /) -> int:
        return len(text)

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override]
        raise NoInputError(f"{self.title} is closed: nobody can answer.")


def replace_closed_streams() -> None:
    """Make all three streams usable: replace letters that cannot be encoded, and streams that are closed."""
    for name, title in _TITLES.items():
        stream = getattr(sys, name)
        if stream is None:
            with contextlib.suppress(OSError):
                os.open(os.devnull, os.O_RDWR)  # takes the stream's descriptor, which the next file would get otherwise
            setattr(sys, name, ClosedStream(title))
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def closed() -> str:
    """Return the title of the first stream that was closed; empty when none was."""
    found = (getattr(sys, name) for name in _TITLES)
    return next((stream.title for stream in found if isinstance(stream, ClosedStream)), "")


def print_error(sentence: str) -> None:
    """Print a sentence on standard error, or on standard output if that fails."""
    for stream in (sys.stderr, sys.stdout):
        if not isinstance(stream, ClosedStream):
            with contextlib.suppress(OSError):
                stream.write(f"{sentence}\n")
                stream.flush()
                return


def close_streams() -> None:
    """Drop output that was not taken, because Python would write it once more at its end, and fail."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            discard(stream.fileno())


def discard(descriptor: int) -> None:
    """Let everything that is written to a descriptor from now on vanish."""
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, descriptor)
    os.close(nothing)


@contextlib.contextmanager
def hanging_up_interrupts() -> Iterator[None]:
    """Treat SIGHUP and SIGTERM as an interrupt from the keyboard."""

    def interrupt(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = {number: signal.signal(number, interrupt) for number in (signal.SIGHUP, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def is_output_closed() -> bool:
    """Whether the reader of standard output has closed it."""
    try:
        descriptor = sys.stdout.fileno()
    except (OSError, ValueError):
        return False
    look = select.poll()
    look.register(descriptor, 0)
    return any(what & (select.POLLERR | select.POLLNVAL) for _, what in look.poll(0))
