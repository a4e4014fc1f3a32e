"""Standard input for whoever waits for the club at the same time: lines are there as soon as they have been typed."""

import contextlib
import io
import os
import select
from collections import deque
from typing import TextIO

from tui.terminal.streams import NoInputError

#: No answer has more letters; a file that never comes to the end of a line must not be read for ever.
_LONGEST = 10_000


class TypedInput:
    """Lines as they come. What has not been asked for yet stays where it is: nobody's patience fills our memory."""

    def __init__(self, stream: TextIO) -> None:
        self.lines: deque[str] = deque()
        self.ended = False
        self._rest = b""
        self._descriptor: int | None = None
        with contextlib.suppress(io.UnsupportedOperation):
            self._descriptor = stream.fileno()
        self.is_closed = self._descriptor is None
        self.is_terminal = not self.is_closed and stream.isatty()

    def wait(self, bell: int, seconds: float) -> None:
        """Until a line has come, the bell rings, or so long."""
        listened = [bell]
        if self._descriptor is not None and not self.ended and not self.lines:
            listened.append(self._descriptor)
        ready, _, _ = select.select(listened, [], [], max(0.0, seconds))
        if self._descriptor in ready:
            self._read()

    def _read(self) -> None:
        data = self._next()
        *whole, self._rest = (self._rest + data).split(b"\n")
        if not data:
            self.ended = True
            whole, self._rest = ([self._rest] if self._rest else []), b""
        if max(map(len, [self._rest, *whole])) > _LONGEST:
            raise NoInputError(f"Standard input has a line of more than {_LONGEST} letters, which nobody has typed.")
        self.lines.extend(line.decode("utf-8", "replace").strip() for line in whole)

    def _next(self) -> bytes:
        """What has come, up to the end of a line: what follows is for whoever reads after us. Nothing at the end."""
        assert self._descriptor is not None
        data = b""
        try:
            while not data.endswith(b"\n") and len(data) <= _LONGEST:
                if not (letter := os.read(self._descriptor, 1)):
                    break
                data += letter
                if not select.select([self._descriptor], [], [], 0)[0]:
                    break
        except OSError:  # the line is closed
            pass
        return data
