"""Lines from standard input that leave alone what follows them: it is for whoever reads next, in whichever process."""

import io
import os
import sys


class LineTooLongError(Exception):
    """A line that nobody has typed."""


class UnbufferedInput(io.FileIO):
    """A file that is never read ahead of what is wanted."""

    def read(self, size: int | None = -1, /) -> bytes:
        if size is None or size < 0:
            return super().read()
        return super().read(1) or b""


def read_line(most: int, ends: bytes = b"\n") -> str | None:
    """What is typed up to a letter that ends the line; None at the end of the input."""
    line = b""
    while len(line) <= most:
        letter = os.read(0, 1)
        if not letter and not line:
            return None
        line += letter
        if letter in ends:  # at the end of the input, too
            return line.decode("utf-8", "replace").strip()
    raise LineTooLongError


def open_input() -> None:
    """Standard input anew, for a command that reads lines of its own."""
    sys.stdin = io.TextIOWrapper(UnbufferedInput(0, closefd=False), sys.stdout.encoding, "replace")
