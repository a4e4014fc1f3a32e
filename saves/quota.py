"""The bytes that a guest may write, checked before every file, so that one member cannot fill the host's disk."""

import errno
import os
from pathlib import Path

#: A process uses at most this part of what is left before it measures again, because others of the same member write
#: too: so many of them cannot use up more than there is.
_SHARE = 16


class Quota:
    """A limit of bytes for a folder, which all processes of a member share. Nobody measures it at every write."""

    def __init__(self, folder: Path, most: int) -> None:
        self._folder = folder
        self._most = most
        self._allowance = 0

    def take(self, size: int) -> None:
        """Use some of the quota; raise OSError when there is not enough left."""
        if size > self._allowance:
            left = self._most - _size(self._folder) - size
            if left < 0:
                raise OSError(errno.EDQUOT, f"your {self._most >> 20} MB are full; saves delete NAME makes room")
            self._allowance = size + left // _SHARE
        self._allowance -= size


def _size(folder: Path) -> int:
    total = 0
    for path, _, names in os.walk(folder):
        for name in names:
            try:
                total += os.lstat(os.path.join(path, name)).st_size
            except OSError:  # gone in this moment
                continue
    return total
