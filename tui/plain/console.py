"""Lines in and out, for plain mode."""

import os
import sys
import textwrap
from collections.abc import Callable
from typing import Literal, TextIO

from tui.terminal.streams import NoInputError
from tui.widgets import ascii_fallback

#: The most letters of an answer, because a file without an end of line must not be read for ever.
_LONGEST = 10_000

#: How a match, a lesson or puzzles in lines came to an end.
Ending = Literal["over", "left", "interrupted"]


class EndOfInputError(Exception):
    """The input has ended, or the player quits."""


class PlainConsole:
    """Lines in and out. Only printable text is written, whatever names and files contain."""

    def __init__(self, ascii: bool = False, source: TextIO | None = None, target: TextIO | None = None) -> None:
        self._in = source or sys.stdin
        self._out = target or sys.stdout
        self.ascii = ascii or not speaks_unicode(self._out)
        #: Whether the cursor stands behind something: a prompt that has no answer yet, or an interruption.
        self._is_line_open = False

    def print(self, text: str = "") -> None:
        """Print a line, below a prompt that is still open."""
        self.close_line()
        width = _columns(self._out)
        lines = [shown for line in self._safe(text).split("\n") for shown in _broken(line, width)]
        self._out.write("\n".join(lines) + "\n")

    def close_line(self) -> None:
        """Begin a new line, unless the cursor stands at the beginning of one."""
        if self._is_line_open:
            self._is_line_open = False
            self._out.write("\n")

    def input(self, prompt: str) -> str:
        """Ask, and return the next line that is typed."""
        self.prompt(prompt)
        line = self._read()
        if not line:
            self.close_line()
            raise EndOfInputError
        answer = line.strip()
        self.echo(answer)
        return answer

    def prompt(self, text: str) -> None:
        """Write a prompt; the answer is typed behind it."""
        self._out.write(text)
        self._out.flush()
        self._is_line_open = True

    def interrupt(self) -> None:
        """Leave the line in which the terminal shows that somebody has interrupted."""
        self._is_line_open = True

    def echo(self, answer: str) -> None:
        """Write the answer where no terminal shows it, so that the next output begins on a new line."""
        self._is_line_open = False
        if not self.is_terminal:
            self.print(answer)

    def flush(self) -> None:
        self._out.flush()

    def _read(self) -> str:
        """Return the next line; an empty string at the end of the input."""
        try:
            line = self._in.readline(_LONGEST)
        except UnicodeDecodeError:
            return "\ufffd"
        except OSError as error:
            raise NoInputError(f"Standard input cannot be read ({error.strerror or error}).") from None
        if len(line) == _LONGEST and not line.endswith("\n"):
            raise NoInputError(f"Standard input has a line of more than {_LONGEST} letters, which is not typed input.")
        return line

    @property
    def is_terminal(self) -> bool:
        return self._in.isatty()

    def _safe(self, text: str) -> str:
        shown = "".join(c if c.isprintable() or c == "\n" else "?" for c in text.expandtabs())
        return ascii_fallback.ascii_text(shown) if self.ascii else shown


def _columns(stream: TextIO) -> int:
    """Return how wide the terminal is; 0 where there is none, as in a file."""
    try:
        return os.get_terminal_size(stream.fileno()).columns
    except (OSError, ValueError):
        return 0


def _broken(line: str, width: int) -> list[str]:
    """Return a line that is too long for a terminal as several, broken between words and indented like it."""
    if not width or len(line) <= width:
        return [line]
    indent = line[: len(line) - len(line.lstrip())]
    return textwrap.wrap(line.strip(), max(20, width), initial_indent=indent, subsequent_indent=indent)


def play_until_left(play: Callable[[], object], console: PlainConsole) -> Ending:
    """Play to the end, or until the player leaves, the input ends or somebody interrupts; return which it was."""
    try:
        play()
    except EndOfInputError:
        return "left"
    except KeyboardInterrupt:
        console.interrupt()
        return "interrupted"
    return "over"


def speaks_unicode(stream: TextIO) -> bool:
    """Whether the stream can carry every letter."""
    return (stream.encoding or "").lower().replace("-", "").replace("_", "") in ("utf8", "utf8sig")
