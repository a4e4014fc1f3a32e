"""The operator's log: who came, from where, what failed. No moves, no talk. Old files make room for new ones."""

import logging
import os
from logging.handlers import RotatingFileHandler
from pathlib import Path

from saves.paths import make_private
from saves.sanitize import one_line

#: The old files that are kept beside the one that is written.
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
        """Write one line, with outside text made harmless. A full disk does not stop the server."""
        self._log.info(one_line(text))


class _Private(RotatingFileHandler):
    """A log file that only the operator can read."""

    def _open(self):  # type: ignore[no-untyped-def]
        os.close(os.open(self.baseFilename, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600))
        return super()._open()

    def handleError(self, record: logging.LogRecord) -> None:
        """Ignore errors of the log itself, because there is nowhere to report them."""
