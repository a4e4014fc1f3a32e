"""What the keeper reads: who came, from where, what failed. No moves, no talk. Old files make room for new ones."""

import logging
import os
from logging.handlers import RotatingFileHandler
from pathlib import Path

from saves.paths import make_private
from saves.sanitize import one_line

#: So many files are kept beside the one that is written.
_OLD_FILES = 4


class ServerLog:
    """A file of lines, each with its time."""

    def __init__(self, path: Path, megabytes: int) -> None:
        make_private(path.parent)
        self._log = logging.Logger("door")
        handler = _Private(path, maxBytes=megabytes * 1024 * 1024, backupCount=_OLD_FILES, encoding="utf-8")
        handler.setFormatter(logging.Formatter("%(asctime)s %(message)s"))
        self._log.addHandler(handler)

    def write(self, text: str) -> None:
        """One line; whatever came from outside in it is made harmless. A full disk stops nobody from playing."""
        self._log.info(one_line(text))


class _Private(RotatingFileHandler):
    """For the keeper's eyes only."""

    def _open(self):  # type: ignore[no-untyped-def]
        os.close(os.open(self.baseFilename, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600))
        return super()._open()

    def handleError(self, record: logging.LogRecord) -> None:
        """The log itself has nobody to complain to."""
