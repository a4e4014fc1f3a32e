"""What a list of matches tells of each file, remembered, so that thousands need not be read again.

The index is a hidden file beside the matches, and only a help: a fact in it holds as long as its file is the same as
when it was looked at (the same inode, size and time of change) and this is the version that looked, for another may
open what that one could not. Nobody opens a match by it. Without it, with one that cannot be read or in a folder that
cannot be written, files are read again, which takes longer and changes nothing else. Few files need no index, so most
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

_NAME = ".index"
_LARGEST = 32 * 1024 * 1024
#: So many files are read before the index is asked, and so many more before it is written anew.
_FEW, _MANY = 16, 64


class MatchHead(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What a list tells of a match; `saved` in seconds of the epoch."""

    game: str
    name: str
    players: str
    #: The players with their points, and who is to decide; empty in files of older versions.
    standing: str
    turn: str
    moves: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
    finished: bool
    saved: Annotated[float, msgspec.Meta(ge=0, le=1e11)]


class IndexEntry(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """The head of a file, or why it has none."""

    head: MatchHead | None
    reason: str = ""

    @property
    def is_printable(self) -> bool:
        """Whether it can be shown as it is: nobody vouches for what lies on a disk."""
        head = self.head
        return (head.game + head.name + head.standing + head.turn + head.players if head else self.reason).isprintable()


#: A file in the folder of matches, without a look into it: when it was changed (in ns), its name, inode and size.
File = tuple[int, str, int, int]
#: What is remembered of a file: its time of change, inode and size then; when a match that is not over was saved there
#: (-1: none); and the fact, which is decoded only where somebody wants to see it.
Remembered = tuple[int, int, int, float, msgspec.Raw]


class _IndexFile(msgspec.Struct, array_like=True):
    """The index as it lies on the disk: who wrote it, and a list for each thing that is remembered of a file.

    See `newest_first`.
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
    """Every file that is called like a match, in no order."""
    with _opened(folder) as (handle, names):
        return [_file(name, handle) for name in names]


def newest_first(folder: Path) -> Iterator[File]:
    """The same files, the last changed first.

    Of thousands only the first few are asked for, most often. Until then they are columns of numbers: a tuple for each
    would have Python look for garbage again and again, which takes as long as the disk.
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
    """The folder, to look at its files without finding the way to it each time, and what is called like a match."""
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
    """The facts about the files of a folder: remembered where they still hold, read where not."""

    def __init__(self, folder: Path, read: Callable[[Path], MatchHead | str]) -> None:
        self._folder = folder
        self._read = read
        self._remembered: _IndexFile | None = None
        self._rows: dict[str, int] = {}
        self._fresh: dict[str, Remembered] = {}

    def saved(self, file: File) -> float:
        """When the match in this file was saved, if it is one that is not over; else -1."""
        return self._known(file)[3]

    def entry(self, file: File) -> IndexEntry:
        """What is to be told of this file, fit to be shown."""
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
        """What was known of a file of this name, now or the last time."""
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
        """Write down what had to be read, when that was much; the facts of files that are gone go too."""
        if self._remembered is None or len(self._fresh) < _MANY:
            return
        with _opened(self._folder) as (_, names):
            known = [(name, *row) for name in names if name.isprintable() and (row := self._before(name)) is not None]
        with contextlib.suppress(OSError):
            columns = [list(column) for column in zip(*known, strict=True)]
            write_cache(self._folder / _NAME, msgspec.json.encode([__version__, *columns]))


def _fact(known: Remembered) -> IndexEntry | None:
    """What was remembered, unless somebody made it up."""
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
