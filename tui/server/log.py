"""The operator's log: who came, from where, what failed. No moves, no talk. Old files make room for new ones.

A line that repeats is written once a minute, with how often it came. Sign-ins that were refused and bans are always
written.
"""

import logging
import os
import time
from collections.abc import Callable
from logging.handlers import RotatingFileHandler
from pathlib import Path

import msgspec

from saves.paths import make_private
from saves.sanitize import one_line

#: The old files that are kept beside the one that is written.
_OLD_FILES = 4
#: The seconds in which a line that repeats is written once, and the most lines that are compared.
_FOLD_SECONDS, _FOLDED = 60.0, 1000


class FoldedLine(msgspec.Struct):
    """A line that was written, and how often it has come again since."""

    since: float
    text: str
    times: int = 0


class ServerLog:
    """A file of lines, each with its time."""

    def __init__(self, path: Path, megabytes: int, clock: Callable[[], float] = time.monotonic) -> None:
        make_private(path.parent)
        self._clock = clock
        self._folded: dict[str, FoldedLine] = {}
        self._log = logging.Logger("door")
        handler = _Private(path, maxBytes=megabytes * 1024 * 1024, backupCount=_OLD_FILES, encoding="utf-8")
        handler.setFormatter(logging.Formatter("%(asctime)s %(message)s"))
        self._log.addHandler(handler)

    def write(self, text: str, fold_as: str = "") -> None:
        """Write one line, or count it if the same one, or one that is folded with it, was written a moment ago."""
        self.write_folded()
        key = fold_as or text
        if (known := self._folded.get(key)) is not None:
            known.times += 1
            return
        if len(self._folded) < _FOLDED:
            self._folded[key] = FoldedLine(self._clock(), text)
        self._emit(text)

    def write_always(self, text: str) -> None:
        """Write one line, however often it comes: a refused sign-in or a ban."""
        self._emit(text)

    def write_folded(self, is_last: bool = False) -> None:
        """Write how often lines have repeated whose minute is over; at the end, all of them."""
        now = self._clock()
        for key, line in list(self._folded.items()):  # in the order in which they came
            if now - line.since < _FOLD_SECONDS and not is_last:
                return
            del self._folded[key]
            if line.times:
                self._emit(f"{line.times} more: {line.text}")

    def _emit(self, text: str) -> None:
        """Write a line with outside text made harmless. A full disk does not stop the server."""
        self._log.info(one_line(text))


class _Private(RotatingFileHandler):
    """A log file that only the operator can read."""

    def _open(self):  # type: ignore[no-untyped-def]
        os.close(os.open(self.baseFilename, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600))
        return super()._open()

    def handleError(self, record: logging.LogRecord) -> None:
        """Ignore errors of the log itself, because there is nowhere to report them."""
