"""Files that grow by one line of JSON at a time; a line cut short by a crash does not damage the others."""

import contextlib
from pathlib import Path
from typing import TypeVar

import msgspec

from saves.files import read_bytes

_LARGEST = 64 * 1024 * 1024

_DAMAGES = (msgspec.DecodeError, RecursionError, UnicodeDecodeError)

T = TypeVar("T")


def read_lines(path: Path, decoder: "msgspec.json.Decoder[T]") -> tuple[list[T], int]:
    """Return every readable line and the number of the others; a missing file has none of either.

    Raise OSError when the file itself cannot be read.
    """
    try:
        data = read_bytes(path, _LARGEST)
    except FileNotFoundError:
        return [], 0
    with contextlib.suppress(*_DAMAGES):  # all lines at once, which is much faster, as long as none is damaged
        return decoder.decode_lines(data), 0
    found: list[T] = []
    lines = data.splitlines()
    for line in lines:
        try:
            found.append(decoder.decode(line))
        except _DAMAGES:
            continue
    return found, len(lines) - len(found)
