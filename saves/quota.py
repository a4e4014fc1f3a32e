"""The bytes that a guest may write, checked before every file, so that one member cannot fill the host's disk."""

import errno
import os
from pathlib import Path


class Quota:
    """A limit of bytes for a folder. Written bytes are added up; the folder is measured again only at the limit."""

    def __init__(self, folder: Path, most: int) -> None:
        self._folder = folder
        self._most = most
        self._used = _size(folder)

    def take(self, size: int) -> None:
        """Use some of the quota; raise OSError when there is not enough left."""
        if self._used + size > self._most:
            self._used = _size(self._folder)
        if self._used + size > self._most:
            raise OSError(errno.EDQUOT, f"your {self._most >> 20} MB are full; saves delete NAME makes room")
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
