"""Lines in and out, for plain mode."""

import sys
from typing import TextIO

from tui.terminal.streams import NoInputError
from tui.widgets import ascii_fallback

#: The most letters of an answer, because a file without an end of line must not be read for ever.
_LONGEST = 10_000


class EndOfInputError(Exception):
    """The input has ended, or the player quits."""


class PlainConsole:
    """Lines in and out. Only printable text is written, whatever names and files contain."""

    def __init__(self, ascii: bool = False, source: TextIO | None = None, target: TextIO | None = None) -> None:
        self._in = source or sys.stdin
        self._out = target or sys.stdout
        self.ascii = ascii or not speaks_unicode(self._out)

    def print(self, text: str = "") -> None:
        self._out.write(self._safe(text) + "\n")

    def input(self, prompt: str) -> str:
        """Ask, and return the next line that is typed."""
        self.prompt(prompt)
        line = self._read()
        if not line:
            self.print()
            raise EndOfInputError
        answer = line.strip()
        self.echo(answer)
        return answer

    def prompt(self, text: str) -> None:
        """Write a prompt; the answer is typed behind it."""
        self._out.write(text)
        self._out.flush()

    def echo(self, answer: str) -> None:
        """Write the answer where no terminal shows it, so that the next output begins on a new line."""
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
            raise NoInputError(f"Standard input has a line of more than {_LONGEST} letters, which nobody has typed.")
        return line

    @property
    def is_terminal(self) -> bool:
        return self._in.isatty()

    def _safe(self, text: str) -> str:
        shown = "".join(c if c.isprintable() or c == "\n" else "?" for c in text.expandtabs())
        return ascii_fallback.ascii_text(shown) if self.ascii else shown


def speaks_unicode(stream: TextIO) -> bool:
    """Whether the stream can carry every letter."""
    return (stream.encoding or "").lower().replace("-", "").replace("_", "") in ("utf8", "utf8sig")
