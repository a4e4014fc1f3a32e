"""Read lines from standard input one by one, because later input is for the next reader, in whichever process."""

import io
import os
import sys


class LineTooLongError(Exception):
    """A line has more letters than are allowed."""


class UnbufferedInput(io.FileIO):
    """A file that never reads ahead of the line that is asked for."""

    def read(self, size: int | None = -1, /) -> bytes:
        if size is None or size < 0:
            return super().read()
        return super().read(1) or b""


def read_line(most: int, ends: bytes = b"\n") -> str | None:
    """Return the input up to a letter that ends the line; None at the end of the input."""
    line = b""
    while len(line) <= most:
        letter = os.read(0, 1)
        if not letter and not line:
            return None
        line += letter
        if letter in ends:  # also true at the end of the input
            return line.decode("utf-8", "replace").strip()
    raise LineTooLongError


def open_input() -> None:
    """Reopen standard input for a command that reads lines of its own."""
    sys.stdin = io.TextIOWrapper(UnbufferedInput(0, closefd=False), sys.stdout.encoding, "replace")
