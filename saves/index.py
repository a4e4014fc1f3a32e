"""What a list of matches tells of each file, remembered, so that thousands need not be read again.

The index is a hidden file beside the matches, and only a help: a fact in it holds as long as its file is the same as when
it was looked at (the same inode, size and time of change), and nobody opens a match by it. Without it, with one that cannot
be read or in a folder that cannot be written, files are read again, which takes longer and changes nothing else. Few
files need no index, so most players never have one.
"""

import contextlib
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Annotated, NamedTuple

import msgspec

from saves.disk import read_whole, write_aside

_NAME = ".index"
_LARGEST = 32 * 1024 * 1024
#: So many files are read before the index is asked, and so many more before it is written anew.
_FEW, _MANY = 16, 64

Stamp = tuple[int, int, int]


class Head(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What a list tells of a match; `saved` in seconds of the epoch."""

    game: str
    name: str
    players: tuple[str, ...]
    moves: int
    finished: bool
    saved: Annotated[float, msgspec.Meta(ge=0, le=1e11)]


class Fact(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """The head of a file, or why it has none, as of this stamp."""

    stamp: Stamp
    head: Head | None
    reason: str = ""

    @property
    def is_printable(self) -> bool:
        """Whether it can be shown as it is: nobody vouches for what lies on a disk."""
        head = self.head
        words = (self.reason,) if head is None else (head.game, head.name, *head.players)
        return all(map(str.isprintable, words))


class File(NamedTuple):
    """A file in the folder of matches, without a look into it."""

    changed: float
    name: str
    stamp: Stamp


_decoder = msgspec.json.Decoder(dict[str, Fact])


def files(folder: Path) -> list[File]:
    """Every file that is called like a match, the last changed first."""
    try:
        names = os.listdir(folder)
    except OSError:
        return []
    found = [_file(folder, name) for name in names if name.endswith(".json") and not name.startswith(".")]
    found.sort(reverse=True)
    return found


def _file(folder: Path, name: str) -> File:
    path = f"{folder}/{name}"  # a Path for each of thousands would take longer than to look at them
    try:
        about = os.stat(path)
    except OSError:  # a link to nowhere, or gone in this moment
        return File(0.0, name, (0, 0, 0))
    return File(about.st_mtime, name, (about.st_ino, about.st_size, about.st_mtime_ns))


class Index:
    """The facts about the files of a folder: remembered where they still hold, read where not."""

    def __init__(self, folder: Path, read: Callable[[Path], Head | str]) -> None:
        self._folder = folder
        self._read = read
        self._remembered: dict[str, Fact] | None = None
        self._fresh: dict[str, Fact] = {}

    def fact(self, file: File) -> Fact:
        """What is to be told of this file."""
        if self._remembered is None and len(self._fresh) >= _FEW:
            self._remembered = _load(self._folder)
        known = self._remembered.get(file.name) if self._remembered else None
        if known is not None and known.stamp == file.stamp and known.is_printable:
            return known
        found = self._read(self._folder / file.name)
        fact = Fact(file.stamp, None, found) if isinstance(found, str) else Fact(file.stamp, found)
        self._fresh[file.name] = fact
        return fact

    def keep(self, present: Iterable[File]) -> None:
        """Write down what had to be read, when that was much; the facts of files that are gone go too."""
        if self._remembered is None or len(self._fresh) < _MANY:
            return
        facts = {**self._remembered, **self._fresh}
        names = [file.name for file in present if file.name in facts and file.name.isprintable()]
        with contextlib.suppress(OSError):
            write_aside(self._folder / _NAME, msgspec.json.encode({name: facts[name] for name in names}))


def _load(folder: Path) -> dict[str, Fact]:
    try:
        return _decoder.decode(read_whole(folder / _NAME, _LARGEST, follow=False))
    except (OSError, msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        return {}
