"""Files that survive: written whole or not at all, read with suspicion, locked while they are in use."""

import contextlib
import os
import stat
import sys
from pathlib import Path

from saves.folders import make_private

_PRIVATE = 0o600

#: No match comes near this; a file beyond it is not read at all.
LARGEST = 8 * 1024 * 1024


class NotAFile(OSError):
    """A folder, a pipe or a device where a file should be."""


class TooLarge(OSError):
    """More than anything of ours can have."""

    def __init__(self, size: int) -> None:
        super().__init__(f"{size} bytes")
        self.size = size


def write_whole(path: Path, data: bytes) -> None:
    """Replace the file at once: whatever happens, the old or the new content is there in full."""
    make_private(path.parent)
    beside = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, _PRIVATE), "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    except OSError:
        with contextlib.suppress(OSError):
            beside.unlink()
        raise
    _sync_folder(path.parent)


def append_line(path: Path, data: bytes) -> None:
    """Add a line to a file; a line that was cut short by a crash before it stays a line of its own."""
    make_private(path.parent)
    with open(os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, _PRIVATE), "rb+") as file:
        if size := file.seek(0, os.SEEK_END):
            file.seek(size - 1)
            if file.read(1) != b"\n":
                data = b"\n" + data
        file.write(data + b"\n")
        file.flush()
        os.fsync(file.fileno())


def read_whole(path: Path, largest: int = LARGEST) -> bytes:
    """The content of a regular file that is not too large."""
    # O_NONBLOCK: a pipe put in the place of a file must not make us wait for a writer.
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    try:
        about = os.fstat(handle)
        if not stat.S_ISREG(about.st_mode):
            raise NotAFile("not a regular file")
        if about.st_size > largest:
            raise TooLarge(about.st_size)
        with open(handle, "rb", closefd=False) as file:
            return file.read(largest)
    finally:
        os.close(handle)


def remove(path: Path) -> None:
    path.unlink()
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    """Make a rename last through a power cut, where the system lets us."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


class Lock:
    """The right to write a file, held by one process; it ends with the process, however that ends."""

    def __init__(self, path: Path, handle: int) -> None:
        self._path = path
        self._handle = handle

    @classmethod
    def take(cls, path: Path) -> "Lock | None":
        """The lock, or None when somebody else holds it; an OSError when the disk refuses."""
        make_private(path.parent)
        while True:
            handle = os.open(path, os.O_RDWR | os.O_CREAT, _PRIVATE)
            if not _lock(handle):
                os.close(handle)
                return None
            if _is_still(path, handle):
                break
            os.close(handle)  # its last holder removed it in this very moment
        with contextlib.suppress(OSError):  # the number is only a help for people
            os.truncate(handle, 0)
            os.write(handle, str(os.getpid()).encode())
        return cls(path, handle)

    @staticmethod
    def holder(path: Path) -> int | None:
        """The process that says it holds the lock."""
        try:
            return int(read_whole(path, 64))
        except (OSError, ValueError):
            return None

    def release(self) -> None:
        """Let others write. The file goes first, while nobody else can hold it."""
        with contextlib.suppress(OSError):
            self._path.unlink()
        os.close(self._handle)


def _is_still(path: Path, handle: int) -> bool:
    """Whether the path still leads to the file that was opened."""
    try:
        return os.path.samestat(os.stat(path), os.fstat(handle))
    except FileNotFoundError:
        return False


if sys.platform == "win32":

    def _lock(handle: int) -> bool:
        return True  # no such locks here: the last writer wins

else:
    import errno
    import fcntl

    def _lock(handle: int) -> bool:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            # A file system without locks is no reason not to save.
            return error.errno not in (errno.EWOULDBLOCK, errno.EACCES)
        return True
