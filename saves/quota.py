"""How much a guest may write: asked before every file, so that one member's matches do not fill the host's disk."""

import errno
import os
from pathlib import Path


class Quota:
    """So many bytes in a folder. What was written is added up, and counted anew only where that would be too much."""

    def __init__(self, folder: Path, most: int) -> None:
        self._folder = folder
        self._most = most
        self._used = _size(folder)

    def take(self, size: int) -> None:
        """Use some of it; an OSError when there is not enough left."""
        if self._used + size > self._most:
            self._used = _size(self._folder)
        if self._used + size > self._most:
            raise OSError(errno.EDQUOT, f"your {self._most >> 20} MB are full; samovar saves delete NAME makes room")
        self._used += size


def _size(folder: Path) -> int:
    total = 0
    for path, _, names in os.walk(folder):
        for name in names:
            try:
                total += os.lstat(os.path.join(path, name)).st_size
            except OSError:  # gone in this moment
                continue
    return total
