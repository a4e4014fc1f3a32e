"""Move bytes between an SSH channel and a guest's process, as a terminal does.

An end that does not read is not written to, and an end that floods is not read: both wait, and what is buffered in
between is never more than a few chunks.
"""

import asyncio
import contextlib
import os
from typing import Protocol

#: The most bytes that are read or written at once.
_CHUNK = 32 * 1024
_END_OF_TRANSMISSION = b"\x04"


class Channel(Protocol):
    """The part of an SSH channel that is needed here."""

    def write(self, data: bytes, datatype: int | None = None) -> None: ...

    def pause_reading(self) -> None: ...

    def resume_reading(self) -> None: ...


class PtyBridge:
    """The ends of one process: its input, and its outputs (with SSH's number for standard error)."""

    def __init__(self, channel: Channel, into: int, out: dict[int, int | None], is_terminal: bool) -> None:
        self._channel = channel
        self._loop = asyncio.get_running_loop()
        self._into: int | None = into
        self._out = dict(out)
        self._is_terminal = is_terminal
        self._waiting = bytearray()
        self._ends_after = False
        #: Set once all outputs of the process have ended.
        self.idle_since = asyncio.Event()
        for descriptor in {into, *out}:
            os.set_blocking(descriptor, False)
        self._listen()

    # From the process to the guest

    def pause(self) -> None:
        """Stop reading from the process, because the guest does not read fast enough."""
        for descriptor in self._out:
            self._loop.remove_reader(descriptor)

    def resume(self) -> None:
        self._listen()

    def _listen(self) -> None:
        for descriptor in self._out:
            self._loop.add_reader(descriptor, self._read, descriptor)

    def _read(self, descriptor: int) -> None:
        try:
            data = os.read(descriptor, _CHUNK)
        except BlockingIOError:
            return
        except OSError:  # no process has the terminal open any more
            data = b""
        if data:
            with contextlib.suppress(OSError):  # the channel is being closed
                self._channel.write(data, self._out[descriptor])
            return
        self._loop.remove_reader(descriptor)
        del self._out[descriptor]
        if descriptor != self._into:
            os.close(descriptor)
        if not self._out:
            self.idle_since.set()

    # From the guest to the process

    def feed(self, data: bytes) -> None:
        self._waiting += data
        self._write()

    def end(self) -> None:
        """End the input of the process, because the guest sends nothing more."""
        self._ends_after = True
        if self._is_terminal:
            self.feed(_END_OF_TRANSMISSION)
        else:
            self._write()

    def _write(self) -> None:
        if self._into is None:
            self._waiting.clear()
            return
        try:
            while self._waiting:
                del self._waiting[: os.write(self._into, self._waiting[:_CHUNK])]
        except BlockingIOError:
            self._channel.pause_reading()
            self._loop.add_writer(self._into, self._try_again)
            return
        except OSError:  # the process has gone
            self._waiting.clear()
        if self._ends_after and not self._is_terminal:
            self._close_input()

    def _try_again(self) -> None:
        assert self._into is not None
        self._loop.remove_writer(self._into)
        self._write()
        if not self._waiting:
            self._channel.resume_reading()

    def _close_input(self) -> None:
        if self._into is not None:
            self._loop.remove_writer(self._into)
            if self._into not in self._out:
                os.close(self._into)
            self._into = None

    def close(self) -> None:
        """Close all ends."""
        for descriptor in {*self._out, *([] if self._into is None else [self._into])}:
            self._loop.remove_reader(descriptor)
            self._loop.remove_writer(descriptor)
            os.close(descriptor)
        self._out, self._into = {}, None
        self.idle_since.set()
