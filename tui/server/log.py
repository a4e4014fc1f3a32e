"""The operator's log: who came, from where, what failed. No moves, no talk. Old files make room for new ones.

A line that repeats is written once a minute, with how often it came. Sign-ins that were refused, bans, and that the
club is away or back, are always written.
"""

import contextlib
import fcntl
import logging
import os
import time
from collections import deque
from collections.abc import Callable
from datetime import datetime
from logging.handlers import RotatingFileHandler
from pathlib import Path

import msgspec

from saves.paths import make_private
from saves.sanitize import one_line

#: The seconds in which a line that repeats is written once, and the most lines that are compared.
_FOLD_SECONDS, _FOLDED = 60.0, 1000
#: The last troubles that are remembered for the operator.
_TROUBLES = 10
_DAY = 86400.0


class FoldedLine(msgspec.Struct):
    """A line that was written, and how often it has come again since."""

    since: float
    text: str
    times: int = 0


class ServerLog:
    """A file of lines, each with its time; a new file each day, and when it is full. Old ones are deleted by age."""

    def __init__(
        self,
        path: Path,
        megabytes: int,
        days: int,
        clock: Callable[[], float] = time.monotonic,
        now: Callable[[], float] = time.time,
    ) -> None:
        make_private(path.parent)
        self._clock = clock
        self._folded: dict[str, FoldedLine] = {}
        self.troubles: deque[str] = deque(maxlen=_TROUBLES)
        self._log = logging.Logger("door")
        self._file = _PrivateFile(path, megabytes * 1024 * 1024, days, now)
        self._file.setFormatter(logging.Formatter("%(asctime)s %(message)s"))
        self._log.addHandler(self._file)

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

    def write_trouble(self, text: str) -> None:
        """Write a line that the operator should know of, and remember it for the status."""
        self._remember(text)
        self.write(text)

    def write_change(self, text: str) -> None:
        """Write a trouble that begins or ends. It is never folded: the last such line says how things stand."""
        self._remember(text)
        self._emit(text)

    def write_always(self, text: str) -> None:
        """Write one line, however often it comes: a refused sign-in or a ban."""
        self._emit(text)

    def write_folded(self, is_last: bool = False) -> None:
        """Write how often lines have repeated whose minute is over; at the end, all of them. Delete what is too old."""
        self._file.delete_old()
        now = self._clock()
        for key, line in list(self._folded.items()):  # in the order in which they came
            if now - line.since < _FOLD_SECONDS and not is_last:
                return
            del self._folded[key]
            if line.times:
                self._emit(f"{line.times} more: {line.text}")

    def _remember(self, text: str) -> None:
        if not self.troubles or not self.troubles[-1].endswith(text):
            self.troubles.append(f"{datetime.now():%Y-%m-%d %H:%M} {one_line(text)}")

    def _emit(self, text: str) -> None:
        """Write a line with outside text made harmless. A full disk does not stop the server."""
        self._log.info(one_line(text))


class _PrivateFile(RotatingFileHandler):
    """A log file that only the operator can read, and that several servers may write.

    One of them begins a new file, and the others follow it there.
    """

    def __init__(self, path: Path, most: int, days: int, now: Callable[[], float]) -> None:
        self._days = days
        self._now = now
        self._deleted_on = -1
        super().__init__(path, maxBytes=most, backupCount=days, encoding="utf-8")
        self._day = self._day_of(path)
        self.delete_old()

    def _open(self):  # type: ignore[no-untyped-def]
        os.close(os.open(self.baseFilename, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600))
        return super()._open()

    def _day_of(self, path: Path) -> int:
        """Return the day of the last line of a file; today for an empty one."""
        found = path.stat()
        return int((found.st_mtime if found.st_size else self._now()) // _DAY)

    def emit(self, record: logging.LogRecord) -> None:
        with contextlib.suppress(OSError):
            self._follow()
        super().emit(record)

    def _follow(self) -> bool:
        """Go on in the file that another server has begun; return whether there is one."""
        try:
            theirs = os.stat(self.baseFilename)
        except FileNotFoundError:  # deleted: a new one is made below
            theirs = None
        if self.stream is None:
            return False
        ours = os.fstat(self.stream.fileno())
        if theirs is not None and (theirs.st_dev, theirs.st_ino) == (ours.st_dev, ours.st_ino):
            return False
        self.stream.close()
        self.stream = self._open()  # type: ignore[no-untyped-call]
        self._day = self._day_of(Path(self.baseFilename))
        return True

    def shouldRollover(self, record: logging.LogRecord) -> bool:
        if self._day != int(self._now() // _DAY):
            return True
        return bool(super().shouldRollover(record))

    def doRollover(self) -> None:
        """Begin a new file, unless another server has just done so."""
        descriptor = os.open(Path(self.baseFilename).parent, os.O_RDONLY | os.O_CLOEXEC)  # the lock of all of them
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
            if not self._follow():
                super().doRollover()
        finally:
            os.close(descriptor)
        self._day = int(self._now() // _DAY)

    def delete_old(self) -> None:
        """Delete the files whose last line is too old, once a day: they hold addresses."""
        today = int(self._now() // _DAY)
        if self._deleted_on == today:
            return
        self._deleted_on = today
        path = Path(self.baseFilename)
        if self._day != today and path.stat().st_size:
            self.doRollover()
        for old in path.parent.glob(f"{path.name}.*"):
            with contextlib.suppress(OSError):
                if old.stat().st_mtime < self._now() - self._days * _DAY:
                    old.unlink()

    def handleError(self, record: logging.LogRecord) -> None:
        """Ignore errors of the log itself, because there is nowhere to report them."""
