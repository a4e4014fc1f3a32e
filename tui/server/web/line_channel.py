"""The socket of plain terminal bytes between a guest's process and the web process.

The web process may lose it, as a browser loses its line, and get another one: output that comes in between vanishes.
"""

import asyncio
import contextlib
import socket
from collections.abc import Callable
from typing import Protocol

from tui.server.web.output_filter import OutputFilter
from tui.server.web.terminal_modes import TerminalModes

_CHUNK = 32 * 1024


class Terminal(Protocol):
    """What the channel does with what it hears."""

    def feed(self, data: bytes) -> None: ...

    def pause(self) -> None: ...

    def resume(self) -> None: ...


class LineChannel:
    """Bytes to and from a browser's window, with at most one piece of output waiting."""

    def __init__(self, terminal: Terminal, on_lost: Callable[[], None]) -> None:
        self._terminal = terminal
        self._on_lost = on_lost
        self._loop = asyncio.get_running_loop()
        self._line: socket.socket | None = None
        self._filter, self._modes = OutputFilter(), TerminalModes()
        self._waiting = b""
        self._is_reading = True
        self._ends_after = False

    @property
    def is_attached(self) -> bool:
        return self._line is not None

    def attach(self, is_back: bool) -> socket.socket:
        """Begin with a new socket; return its other end. One that is back is switched to what the one before was."""
        self._detach()
        self._terminal.resume()
        ours, theirs = socket.socketpair()
        ours.setblocking(False)
        self._line = ours
        if self._is_reading:
            self._loop.add_reader(ours, self._read)
        if is_back:
            self._send(self._modes.restored())
        return theirs

    # To the browser

    def write(self, data: bytes, datatype: int | None = None) -> None:
        """Send output of the guest's process; where that must wait, the process waits, too."""
        shown = self._filter.feed(data)
        self._modes.feed(shown)
        if self._line is not None:
            self._send(shown)

    def _send(self, data: bytes) -> None:
        self._waiting += data
        if self._line is None or not self._waiting:
            return
        try:
            while self._waiting:
                self._waiting = self._waiting[self._line.send(self._waiting) :]
        except BlockingIOError:
            self._terminal.pause()
            self._loop.add_writer(self._line, self._go_on)
        except OSError:
            self._lose()

    def _go_on(self) -> None:
        assert self._line is not None
        self._loop.remove_writer(self._line)
        self._send(b"")
        if self._waiting:
            return
        if self._ends_after:
            self._detach()
        else:
            self._terminal.resume()

    def finish(self) -> None:
        """Close the socket once all output has been sent."""
        self._ends_after = True
        if not self._waiting:
            self._detach()

    # From the browser

    def pause_reading(self) -> None:
        self._is_reading = False
        if self._line is not None:
            self._loop.remove_reader(self._line)

    def resume_reading(self) -> None:
        self._is_reading = True
        if self._line is not None:
            self._loop.add_reader(self._line, self._read)

    def _read(self) -> None:
        assert self._line is not None
        try:
            data = self._line.recv(_CHUNK)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if data:
            self._terminal.feed(data)
        else:
            self._lose()

    # Without a browser

    def _lose(self) -> None:
        self._detach()
        self._terminal.resume()
        self._on_lost()

    def _detach(self) -> None:
        if self._line is not None:
            self._loop.remove_reader(self._line)
            self._loop.remove_writer(self._line)
            with contextlib.suppress(OSError):
                self._line.close()
        self._line, self._waiting = None, b""

    def close(self) -> None:
        self._detach()
