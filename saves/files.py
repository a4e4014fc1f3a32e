"""Files that survive: written whole or not at all, read with suspicion, locked while they are in use."""

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

#: No match comes near this; a file beyond it is not read at all.
LARGEST = 2 * 1024 * 1024

#: A link in the place of a file of ours leads to somebody else's. Windows has no such flag.
_NO_LINK = os.O_NOFOLLOW
#: A pipe put in the place of a file must not make us wait for a writer.
_NO_WAIT = os.O_NONBLOCK


#: How much this process may write; None: as much as there is room for.
quota: Quota | None = None


class NotAFileError(OSError):
    """A folder, a pipe or a device where a file should be."""


class FileTooLargeError(OSError):
    """More than anything of ours can have."""

    def __init__(self, size: int) -> None:
        super().__init__(f"{size} bytes")
        self.size = size


def write_atomic(path: Path, data: bytes, alone: bool = False) -> None:
    """Replace the file at once: whatever happens, the old or the new content is there in full.

    Whoever holds its lock is `alone`: then what a killed writer left beside it is written over by the next.
    """
    make_private(path.parent)
    with _write_temporary(path, data, alone) as written:
        os.replace(written, path)
    sync_folder(path.parent)


def write_new(path: Path, data: bytes) -> None:
    """Write a file that was not there: in full, or not at all; a FileExistsError when it is there already."""
    with _write_temporary(path, data) as written:
        _take_free_name(written, path)
    sync_folder(path.parent)


def copy_beside(path: Path) -> Path:
    """Copy a file to the first free name behind its own: "x.json" to "x.json.bak", then to "x.json.bak2"."""
    data = read_bytes(path)
    for name in _copy_names(path):
        try:
            write_new(name, data)
        except FileExistsError:
            continue
        return name
    raise AssertionError


def copies_of(path: Path) -> list[Path]:
    """The copies that `copy_beside` has made of a file."""
    return list(takewhile(os.path.lexists, _copy_names(path)))


def _copy_names(path: Path) -> Iterator[Path]:
    return (path.with_name(f"{path.name}.bak{number if number > 1 else ''}") for number in count(1))


def write_cache(path: Path, data: bytes) -> None:
    """Replace a file that can be made anew at any time: as write_whole, without waiting for the disk."""
    with _write_temporary(path, data, lasting=False) as written:
        os.replace(written, path)


@contextlib.contextmanager
def _write_temporary(path: Path, data: bytes, alone: bool = False, lasting: bool = True) -> Iterator[Path]:
    """The data in a private file of another name, to be moved to its place; what stays behind is removed."""
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
    """Give a file its name, unless another has it. Where there are no hard links, a look must do."""
    try:
        os.link(written, path)
    except FileExistsError:
        raise
    except OSError:
        if os.path.lexists(path):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST)) from None
        os.rename(written, path)


def append_line(path: Path, data: bytes) -> None:
    """Add a line to a file; a line that was cut short by a crash before it stays a line of its own."""
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
    """Wait until the disk itself has written: macOS leaves it in the disk's own memory unless it is asked so."""
    full = getattr(fcntl, "F_FULLFSYNC", None)
    if full is not None:
        with contextlib.suppress(OSError):  # not every file system knows it
            fcntl.fcntl(handle, full)
            return
    os.fsync(handle)


def read_bytes(path: Path, largest: int = LARGEST, follow: bool = True) -> bytes:
    """The content of a regular file that is not too large."""
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
    """Remove what a killed writer left beside a file; for whoever holds its lock."""
    with contextlib.suppress(OSError):
        _aside(path).unlink()


def _aside(path: Path) -> Path:
    """Where whoever is alone with a file writes it anew."""
    return path.with_name(f".{path.name}.tmp")


def remove(path: Path) -> None:
    path.unlink()
    remove_leftovers(path)
    sync_folder(path.parent)


class FileLock:
    """The right to write a file, held by one process; it ends with the process, however that ends."""

    def __init__(self, path: Path, handle: int) -> None:
        self._path = path
        self._handle = handle

    @classmethod
    def acquire(cls, path: Path) -> "FileLock | None":
        """The lock, or None when somebody else holds it; an OSError when the disk refuses."""
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
        """Whether somebody holds the lock now."""
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
        """The process that says it holds the lock."""
        try:
            return int(read_bytes(path, 64, follow=False))
        except (OSError, ValueError):
            return None

    def release(self) -> None:
        """Let others write. The file goes first, while nobody else can hold it."""
        with contextlib.suppress(OSError):
            self._path.unlink()
        os.close(self._handle)


def _open_lock(path: Path) -> int:
    """The lock file, opened or made. What is there under its name but is no file of its own makes way for it.

    A lock file is written to, and a link leads to a file that is not ours: the link goes, its file stays as it is.
    """
    with contextlib.suppress(FileNotFoundError):
        about = path.lstat()
        if stat.S_ISLNK(about.st_mode) or (stat.S_ISREG(about.st_mode) and about.st_nlink > 1):
            path.unlink()
    return os.open(path, os.O_RDWR | os.O_CREAT | _NO_WAIT | _NO_LINK, _PRIVATE)


def _is_still(path: Path, handle: int) -> bool:
    """Whether the path still leads to the file that was opened."""
    try:
        return os.path.samestat(os.stat(path), os.fstat(handle))
    except FileNotFoundError:
        return False


def _lock(handle: int) -> bool:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        # A file system without locks is no reason not to save.
        return error.errno not in (errno.EWOULDBLOCK, errno.EACCES)
    return True
