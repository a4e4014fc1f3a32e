"""Atomic writes, guarded reads and locks for the files of a player."""

import contextlib
import errno
import fcntl
import os
import stat
from collections.abc import Iterator
from itertools import count, takewhile
from pathlib import Path

from saves.paths import make_private, sync_folder
from saves.quota import Quota

_PRIVATE = 0o600

#: The largest file that is read, in bytes; no match comes near it.
LARGEST = 2 * 1024 * 1024

#: Refuse symbolic links: one in the place of our file leads to somebody else's. Windows has no such flag.
_NO_LINK = os.O_NOFOLLOW
#: A pipe put in the place of a file must not make us wait for a writer.
_NO_WAIT = os.O_NONBLOCK


class NotAFileError(OSError):
    """A folder, a pipe or a device where a file should be."""


class FileTooLargeError(OSError):
    """A file that is larger than any of ours can be."""

    def __init__(self, size: int) -> None:
        super().__init__(f"{size} bytes")
        self.size = size


def write_atomic(path: Path, data: bytes, quota: Quota | None = None, alone: bool = False) -> None:
    """Replace a file atomically: after a crash either the old or the new content is there in full.

    `quota`: what the player may write at most; None for no limit but the disk's.
    `alone`: the caller holds the file's lock, so one fixed temporary name will do, and the next write reuses what a
    killed writer left there.
    """
    make_private(path.parent)
    with _write_temporary(path, data, quota, alone) as written:
        os.replace(written, path)
    sync_folder(path.parent)


def write_new(path: Path, data: bytes, quota: Quota | None = None) -> None:
    """Write a new file atomically; raise FileExistsError when there is one already."""
    with _write_temporary(path, data, quota) as written:
        _take_free_name(written, path)
    sync_folder(path.parent)


def copy_beside(path: Path, quota: Quota | None = None) -> Path:
    """Copy a file to the first free name behind its own: "x.json" to "x.json.bak", then to "x.json.bak2"."""
    data = read_bytes(path)
    for name in _copy_names(path):
        try:
            write_new(name, data, quota)
        except FileExistsError:
            continue
        return name
    raise AssertionError


def copies_of(path: Path) -> list[Path]:
    """Return the copies that `copy_beside` has made of a file."""
    return list(takewhile(os.path.lexists, _copy_names(path)))


def _copy_names(path: Path) -> Iterator[Path]:
    return (path.with_name(f"{path.name}.bak{number if number > 1 else ''}") for number in count(1))


def write_cache(path: Path, data: bytes, quota: Quota | None = None) -> None:
    """Replace a file that can be recomputed at any time: like `write_atomic`, but without waiting for the disk."""
    with _write_temporary(path, data, quota, lasting=False) as written:
        os.replace(written, path)


@contextlib.contextmanager
def _write_temporary(
    path: Path, data: bytes, quota: Quota | None, alone: bool = False, lasting: bool = True
) -> Iterator[Path]:
    """Write the data to a private temporary file, to be moved to its place; remove it if it is still there later."""
    if quota is not None:
        quota.take(len(data))
    beside = _aside(path) if alone else path.with_name(f".{path.name}.{os.getpid()}.tmp")
    with contextlib.suppress(OSError):  # left by a process of the same number, or planted there
        beside.unlink()
    # Never through a link, and never into a file that somebody else has opened already.
    handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_LINK, _PRIVATE)
    try:
        with open(handle, "wb") as file:
            os.fchmod(handle, _PRIVATE)  # a umask may have taken away even the owner's rights
            file.write(data)
            file.flush()
            if lasting:
                os.fsync(handle)
        yield beside
    finally:
        with contextlib.suppress(OSError):
            beside.unlink()


def _take_free_name(written: Path, path: Path) -> None:
    """Give a file its final name unless that is taken. Without hard links, look first, which is not atomic."""
    try:
        os.link(written, path)
    except FileExistsError:
        raise
    except OSError:
        if os.path.lexists(path):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST)) from None
        os.rename(written, path)


def append_line(path: Path, data: bytes, quota: Quota | None = None) -> None:
    """Append a line to a file. A line that a crash cut short before it stays a line of its own."""
    if quota is not None:
        quota.take(len(data))
    make_private(path.parent)
    with open(os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | _NO_LINK, _PRIVATE), "rb+") as file:
        if size := file.seek(0, os.SEEK_END):
            file.seek(size - 1)
            if file.read(1) != b"\n":
                data = b"\n" + data
        file.write(data + b"\n")
        file.flush()
        _sync_fully(file.fileno())
    sync_folder(path.parent)


def _sync_fully(handle: int) -> None:
    """Wait until the disk itself has written: macOS leaves data in the disk's cache unless it is asked so."""
    full = getattr(fcntl, "F_FULLFSYNC", None)
    if full is not None:
        with contextlib.suppress(OSError):  # not every file system knows it
            fcntl.fcntl(handle, full)
            return
    os.fsync(handle)


def read_bytes(path: Path, largest: int = LARGEST, follow: bool = True) -> bytes:
    """Return the content of a regular file of at most `largest` bytes."""
    handle = os.open(path, os.O_RDONLY | _NO_WAIT | (0 if follow else _NO_LINK))
    try:
        about = os.fstat(handle)
        if not stat.S_ISREG(about.st_mode):
            raise NotAFileError("not a regular file")
        if about.st_size > largest:
            raise FileTooLargeError(about.st_size)
        with open(handle, "rb", closefd=False) as file:
            return file.read(largest)
    finally:
        os.close(handle)


def remove_leftovers(path: Path) -> None:
    """Remove what a killed writer left beside a file; the caller holds the file's lock."""
    with contextlib.suppress(OSError):
        _aside(path).unlink()


def _aside(path: Path) -> Path:
    """Return the temporary name for a writer that holds the file's lock."""
    return path.with_name(f".{path.name}.tmp")


def remove(path: Path) -> None:
    path.unlink()
    remove_leftovers(path)
    sync_folder(path.parent)


class FileLock:
    """The right to write a file, held by one process and lost when that process ends, however it ends."""

    def __init__(self, path: Path, handle: int) -> None:
        self._path = path
        self._handle = handle

    @classmethod
    def acquire(cls, path: Path) -> "FileLock | None":
        """Return the lock, or None when another process holds it; raise OSError when the disk refuses."""
        make_private(path.parent)
        while True:
            handle = _open_lock(path)
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
    def is_locked(path: Path) -> bool:
        """Whether a process holds the lock now."""
        try:
            handle = os.open(path, os.O_RDWR | _NO_WAIT | _NO_LINK)
        except OSError:
            return False
        try:
            return not _lock(handle)
        finally:
            os.close(handle)

    @staticmethod
    def holder(path: Path) -> int | None:
        """Return the number of the process that wrote that it holds the lock."""
        try:
            return int(read_bytes(path, 64, follow=False))
        except (OSError, ValueError):
            return None

    def release(self) -> None:
        """Release the lock. Remove its file first, while no other process can hold it."""
        with contextlib.suppress(OSError):
            self._path.unlink()
        os.close(self._handle)


def _open_lock(path: Path) -> int:
    """Open the lock file, or create it, and first remove anything of its name that is not a regular file of its own.

    A lock file is written to, and a link leads to a file that is not ours: the link is removed, its target left alone.
    """
    with contextlib.suppress(FileNotFoundError):
        about = path.lstat()
        if stat.S_ISLNK(about.st_mode) or (stat.S_ISREG(about.st_mode) and about.st_nlink > 1):
            path.unlink()
    return os.open(path, os.O_RDWR | os.O_CREAT | _NO_WAIT | _NO_LINK, _PRIVATE)


def _is_still(path: Path, handle: int) -> bool:
    """Whether the path still leads to the opened file."""
    try:
        return os.path.samestat(os.stat(path), os.fstat(handle))
    except FileNotFoundError:
        return False


def _lock(handle: int) -> bool:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        # A file system without locks must not prevent saving.
        return error.errno not in (errno.EWOULDBLOCK, errno.EACCES)
    return True
