"""A cache of what lists show of each match file, so that thousands of files need not be read again.

The index is a hidden file beside the matches, and only a cache: an entry holds as long as its file is unchanged (the
same inode, size and time of change) and this is the version that wrote it, because another version may open what that
one could not. No match is opened by it. Without an index, with one that cannot be read or in a folder that cannot be
written, the files are read again, which takes longer and changes nothing else. Few files need no index, so most
players never have one.
"""

import contextlib
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated

import msgspec

from core import __version__
from saves.files import read_bytes, write_cache
from saves.quota import Quota

_NAME = ".index"
_LARGEST = 32 * 1024 * 1024
#: How many files are read before the index is used, and how many more before it is written anew.
_FEW, _MANY = 16, 64


class MatchHead(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What a list shows of a match; `saved` is in seconds of the epoch."""

    game: str
    name: str
    players: str
    #: The players with their points, and the one who decides; empty in files of older versions.
    standing: str
    turn: str
    moves: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
    finished: bool
    saved: Annotated[float, msgspec.Meta(ge=0, le=1e11)]


class IndexEntry(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """The head of a file, or the reason why it has none."""

    head: MatchHead | None
    reason: str = ""

    @property
    def is_printable(self) -> bool:
        """Whether every text can be shown as it is: the content of a file is not trusted."""
        head = self.head
        return (head.game + head.name + head.standing + head.turn + head.players if head else self.reason).isprintable()


#: A file in the folder of matches, not yet read: its time of change (in ns), its name, inode and size.
File = tuple[int, str, int, int]
#: What is remembered of a file: its time of change, inode and size then; when a match that is not over was saved there
#: (-1: none); and the entry, which is decoded only when it is needed.
Remembered = tuple[int, int, int, float, msgspec.Raw]


class _IndexFile(msgspec.Struct, array_like=True):
    """The index as it is stored: the version that wrote it, and a list for each column.

    See `newest_first` for why it has columns.
    """

    app: str
    names: list[str]
    changed: list[int]
    inodes: list[int]
    sizes: list[int]
    saved: list[float]
    facts: list[msgspec.Raw]

    def __post_init__(self) -> None:
        if len({len(column) for column in msgspec.structs.astuple(self)[1:]}) > 1:
            raise ValueError("columns of different lengths")

    def row(self, at: int) -> Remembered:
        return self.changed[at], self.inodes[at], self.sizes[at], self.saved[at], self.facts[at]


_decoder = msgspec.json.Decoder(_IndexFile)
_fact_decoder = msgspec.json.Decoder(IndexEntry)


def files(folder: Path) -> list[File]:
    """Return every file that is named like a match, in no order."""
    with _opened(folder) as (handle, names):
        return [_file(name, handle) for name in names]


def newest_first(folder: Path) -> Iterator[File]:
    """Return the same files, the last changed first.

    Most often only the first few of thousands are used. Until then they are columns of numbers: a tuple for each would
    trigger Python's garbage collector again and again, which takes as long as the disk.
    """
    changed, inodes, sizes = list[int](), list[int](), list[int]()
    with _opened(folder) as (handle, names):
        for name in names:
            when, _, inode, size = _file(name, handle)
            changed.append(when)
            inodes.append(inode)
            sizes.append(size)
    for at in sorted(range(len(names)), key=changed.__getitem__, reverse=True):
        yield changed[at], names[at], inodes[at], sizes[at]


@contextlib.contextmanager
def _opened(folder: Path) -> Iterator[tuple[int, list[str]]]:
    """Open the folder, so that its path is not resolved for each file; list what is named like a match."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        yield -1, []
        return
    try:
        yield handle, [name for name in os.listdir(handle) if name.endswith(".json") and name[0] != "."]
    finally:
        os.close(handle)


def _file(name: str, folder: int) -> File:
    try:
        about = os.stat(name, dir_fd=folder)
        return about.st_mtime_ns, name, about.st_ino, about.st_size
    except OSError:  # a link to nowhere, or gone in this moment
        return 0, name, 0, 0


class Index:
    """The index of a folder: return a cached entry where it still holds, read the file where not."""

    def __init__(self, folder: Path, read: Callable[[Path], MatchHead | str], quota: Quota | None = None) -> None:
        self._folder = folder
        self._read = read
        self._quota = quota
        self._remembered: _IndexFile | None = None
        self._rows: dict[str, int] = {}
        self._fresh: dict[str, Remembered] = {}

    def saved(self, file: File) -> float:
        """Return when the match in this file was saved; -1 when there is none or it is over."""
        return self._known(file)[3]

    def entry(self, file: File) -> IndexEntry:
        """Return the entry of this file, with texts that are safe to show."""
        fact = _fact(self._known(file))
        return fact if fact is not None and fact.is_printable else self._look(file)

    def _known(self, file: File) -> Remembered:
        if self._remembered is None and len(self._fresh) >= _FEW:
            self._remembered = _load(self._folder)
            self._rows = {name: at for at, name in enumerate(self._remembered.names)}
        changed, name, inode, size = file
        known = self._before(name)
        if known is not None and known[0] == changed and known[1] == inode and known[2] == size:
            return known
        self._look(file)
        return self._fresh[name]

    def _before(self, name: str) -> Remembered | None:
        """Return the cached columns for a file name, from this run or the last one."""
        if name in self._fresh:
            return self._fresh[name]
        at = self._rows.get(name)
        return self._remembered.row(at) if self._remembered is not None and at is not None else None

    def _look(self, file: File) -> IndexEntry:
        changed, name, inode, size = file
        found = self._read(self._folder / name)
        fact = IndexEntry(None, found) if isinstance(found, str) else IndexEntry(found)
        saved = fact.head.saved if fact.head is not None and not fact.head.finished else -1.0
        self._fresh[name] = (changed, inode, size, saved, msgspec.Raw(msgspec.json.encode(fact)))
        return fact

    def save(self) -> None:
        """Write the index when many files had to be read; drop the entries of files that are gone."""
        if self._remembered is None or len(self._fresh) < _MANY:
            return
        with _opened(self._folder) as (_, names):
            known = [(name, *row) for name in names if name.isprintable() and (row := self._before(name)) is not None]
        with contextlib.suppress(OSError):
            columns = [list(column) for column in zip(*known, strict=True)]
            write_cache(self._folder / _NAME, msgspec.json.encode([__version__, *columns]), self._quota)


def _fact(known: Remembered) -> IndexEntry | None:
    """Decode a cached entry; None when it is not one of ours."""
    try:
        return _fact_decoder.decode(known[4])
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        return None


def _load(folder: Path) -> _IndexFile:
    with contextlib.suppress(OSError, msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        found = _decoder.decode(read_bytes(folder / _NAME, _LARGEST, follow=False))
        if found.app == __version__:
            return found
    return _IndexFile(__version__, [], [], [], [], [], [])
