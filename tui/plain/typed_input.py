"""Read lines from standard input while waiting for the club: a line is available as soon as it has been typed."""

import contextlib
import io
import os
import select
from collections import deque
from typing import TextIO

from tui.terminal.streams import NoInputError

#: The most letters of an answer, because a file without an end of line must not be read for ever.
_LONGEST = 10_000


class TypedInput:
    """The lines of a stream as they come. Nothing is read before it is asked for, so that no flood fills our memory."""

    def __init__(self, stream: TextIO) -> None:
        self.lines: deque[str] = deque()
        self.ended = False
        self._rest = b""
        self._descriptor: int | None = None
        with contextlib.suppress(io.UnsupportedOperation):
            self._descriptor = stream.fileno()
        self.is_closed = self._descriptor is None
        self.is_terminal = not self.is_closed and stream.isatty()

    @property
    def descriptor(self) -> int | None:
        """The descriptor to wait for; None while a line waits to be taken, and after the end."""
        return None if self.ended or self.lines else self._descriptor

    def read(self) -> None:
        """Read what has come; the descriptor must be readable."""
        data = self._next()
        *whole, self._rest = (self._rest + data).split(b"\n")
        if not data:
            self.ended = True
            whole, self._rest = ([self._rest] if self._rest else []), b""
        if max(map(len, [self._rest, *whole])) > _LONGEST:
            raise NoInputError(f"Standard input has a line of more than {_LONGEST} letters, which is not typed input.")
        self.lines.extend(line.decode("utf-8", "replace").strip() for line in whole)

    def _next(self) -> bytes:
        """Return what has come, up to the end of a line, since the rest is for the next reader; nothing at the end."""
        assert self._descriptor is not None
        data = b""
        try:
            while not data.endswith(b"\n") and len(data) <= _LONGEST:
                if not (letter := os.read(self._descriptor, 1)):
                    break
                data += letter
                if not select.select([self._descriptor], [], [], 0)[0]:
                    break
        except OSError:  # the input is closed
            pass
        return data
