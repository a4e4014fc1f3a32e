"""Files that grow by one line of JSON at a time; a line cut short by a crash does not damage the others."""

from pathlib import Path
from typing import TypeVar

import msgspec

from saves.files import read_bytes

_LARGEST = 64 * 1024 * 1024

T = TypeVar("T")


def read_lines(path: Path, decoder: "msgspec.json.Decoder[T]") -> tuple[list[T], int]:
    """Return every readable line and the number of the others; a missing file has none of either.

    Raise OSError when the file itself cannot be read.
    """
    found: list[T] = []
    try:
        lines = read_bytes(path, _LARGEST).splitlines()
    except FileNotFoundError:
        return [], 0
    for line in lines:
        try:
            found.append(decoder.decode(line))
        except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
            continue
    return found, len(lines) - len(found)
