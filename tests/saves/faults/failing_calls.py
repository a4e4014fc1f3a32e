"""File calls of our own that fail at a chosen place: with an error, after half of a write, or the power with them.

    calls = FailingCalls(folder, number=7, fault="ENOSPC")
    with calls:
        …                       # the seventh call that changes a file, opens one or locks one fails
    calls.made                  # how many there were

Python itself repeats a call that a signal interrupts (EINTR), so that none of ours ever sees it; it is raised all the
same, as one more error.
"""

import contextlib
import errno
import fcntl
import io
import itertools
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Any
from unittest import mock

import msgspec

from saves import files

ERRORS = ("ENOSPC", "EIO", "EINTR", "half")
#: A disk that is full, or fails, does so at the next calls, too.
LASTING = ("ENOSPC", "EIO")
_FEW = 6
#: The most images of a disk that are made of one moment.
_IMAGES = 32

_OF_OS = ("open", "mkdir", "rename", "replace", "link", "unlink", "fsync", "truncate", "write")


class FailingCalls:
    """Count the file calls below a folder, and let one fail, or several from there on."""

    def __init__(self, folder: Path, number: int = -1, fault: str = "EIO", lasts: bool = False) -> None:
        self._folder = str(folder)
        self._number, self._fault = number, fault
        self._until = number + (_FEW if lasts else 1)
        self.made = 0
        #: What the call that failed was.
        self.failed = ""
        self._patches = contextlib.ExitStack()
        self._open: set[int] = set()
        self._real_open, self._real_close = os.open, os.close

    def __enter__(self) -> "FailingCalls":
        for name in _OF_OS:
            self._patch(os, name, self._wrapped(name, getattr(os, name)))
        self._patch(os, "close", self._close)
        self._patch(fcntl, "flock", self._wrapped("lock", fcntl.flock))
        self._patches.enter_context(mock.patch.object(files, "open", self._open_file, create=True))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._patches.close()
        for descriptor in self._open:  # as the end of the process does
            with contextlib.suppress(OSError):
                os.close(descriptor)

    def _patch(self, module: Any, name: str, call: Callable[..., Any]) -> None:
        self._patches.enter_context(mock.patch.object(module, name, call))

    def _wrapped(self, name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def wrapped(*arguments: Any, **options: Any) -> Any:
            if isinstance(arguments[0], str | os.PathLike) and not os.fspath(arguments[0]).startswith(self._folder):
                return call(*arguments, **options)
            self.before(name, *arguments)
            result = call(*arguments, **options)
            if name == "open":
                self._open.add(result)
            self.after(name, result, *arguments)
            return result

        return wrapped

    def _close(self, descriptor: int) -> None:
        self._open.discard(descriptor)
        self._real_close(descriptor)

    def _open_file(self, handle: int, mode: str = "r", closefd: bool = True) -> Any:
        raw = _FailingFile(self, handle, mode, closefd)
        if closefd:
            self._open.discard(handle)
        return io.BufferedRandom(raw) if "+" in mode else io.BufferedWriter(raw) if "w" in mode else raw

    def before(self, name: str, *arguments: Any) -> None:
        """Count a call, and raise if it is the one that fails."""
        number = self.made
        self.made += 1
        if self._number <= number < self._until and self._number >= 0:
            self.failed = self.failed or name
            code = errno.ENOSPC if self._fault == "half" else getattr(errno, self._fault)
            raise OSError(code, os.strerror(code))

    def after(self, name: str, result: Any, *arguments: Any) -> None:
        """Take note of a call that has worked."""

    def wants_half(self) -> bool:
        """Whether only half of this write is to be written."""
        return self._fault == "half" and self.made == self._number


class _FailingFile(io.FileIO):
    """A file whose writes may fail."""

    def __init__(self, calls: FailingCalls, handle: int, mode: str, closefd: bool) -> None:
        super().__init__(handle, mode, closefd=closefd)
        self._calls = calls

    def write(self, data: Any) -> int:
        if self._calls.wants_half() and len(data) > 1:
            super().write(memoryview(data)[: len(data) // 2])
        self._calls.before("write")
        return super().write(data) or 0


class Name(msgspec.Struct, frozen=True):
    """A name in a folder, and the number of the file that it leads to."""

    path: str
    file: int


class PowerCut(FailingCalls):
    """Count the file calls, and when the power is cut before one, say what may be left on the disk.

    A file holds what it held when it was last synced, what it holds now, or half of what was written since. A name that
    was made, moved or removed since its folder was synced is there or not, each by itself.
    """

    def __init__(self, folder: Path, number: int = -1) -> None:
        super().__init__(folder, number)
        #: By file: its content when it was last synced. Numbers of files are used again, so each birth counts.
        self._synced: dict[int, bytes] = {}
        self._births: dict[int, int] = {}
        self._count = itertools.count()
        #: By folder: its names when it was last synced.
        self._names: dict[str, frozenset[Name]] = {}
        self.images: list[dict[str, bytes]] = []

    def before(self, name: str, *arguments: Any) -> None:
        if self.made == self._number:
            self.images = list(itertools.islice(self._all_images(), _IMAGES))
            self.failed = name
        self.made += 1

    def after(self, name: str, result: Any, *arguments: Any) -> None:
        if name == "open" and arguments[1] & os.O_EXCL:
            self._births[os.fstat(result).st_ino] = next(self._count)
        elif name == "fsync":
            path = os.readlink(f"/proc/self/fd/{arguments[0]}")
            if os.path.isdir(path):
                self._names[path] = self._names_now(path)
            else:
                self._synced[self._file(path)] = Path(path).read_bytes()

    def _file(self, path: str) -> int:
        inode = os.stat(path).st_ino
        return self._births.setdefault(inode, next(self._count))

    def _names_now(self, folder: str) -> frozenset[Name]:
        paths = (os.path.join(folder, name) for name in os.listdir(folder))
        return frozenset(Name(path, self._file(path)) for path in paths if os.path.isfile(path))

    def _all_images(self) -> Iterator[dict[str, bytes]]:
        """Yield what may be on the disk, by path, the worst first: nothing that was not synced."""
        folders = [self._folder, *(str(path) for path in Path(self._folder).rglob("*") if path.is_dir())]
        now = {folder: self._names_now(folder) for folder in folders}
        contents = {name.file: Path(name.path).read_bytes() for names in now.values() for name in names}
        always: set[Name] = set()
        unsure: list[list[list[Name]]] = []
        for folder, names in now.items():
            before = self._names.get(folder, frozenset())
            always |= names & before
            for path in sorted({name.path for name in names ^ before}):
                unsure.append([[n for n in before if n.path == path], [n for n in names if n.path == path]])
        known = {name.file for name in always} | {n.file for pair in unsure for one in pair for n in one}
        variants = {file: self._variants(file, contents.get(file)) for file in sorted(known)}
        for chosen in itertools.product(*unsure):
            names_left = [*always, *(name for one in chosen for name in one)]
            held = sorted({name.file for name in names_left})
            for data in itertools.product(*(variants[file] for file in held)):
                by_file = dict(zip(held, data, strict=True))
                yield {os.path.relpath(name.path, self._folder): by_file[name.file] for name in names_left}

    def _variants(self, file: int, now: bytes | None) -> list[bytes]:
        synced = self._synced.get(file, b"")
        if now is None or now == synced:
            return [synced]
        whole = now.startswith(synced)
        return [synced, now, now[: (len(synced) if whole else 0) + (len(now) - (len(synced) if whole else 0)) // 2]]
