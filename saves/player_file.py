"""Read and write a small file of the player's, such as the settings: sizes and types checked, written atomically.

A broken file is never fatal: its content is copied before the file is written again.
"""

import os
from pathlib import Path
from typing import TypeVar

import msgspec

from saves.files import FileTooLargeError, NotAFileError, read_bytes, write_atomic
from saves.quota import Quota
from saves.sanitize import one_line

_LARGEST = 1024 * 1024

T = TypeVar("T")


def load(path: Path, kind: type[T], what: str) -> tuple[T, str]:
    """Return the content of the file, or the defaults and a sentence when it could not be read."""
    try:
        return msgspec.json.decode(read_bytes(path, _LARGEST), type=kind), ""
    except FileNotFoundError:
        return kind(), ""
    except NotAFileError:
        reason = "it is not a file"
    except FileTooLargeError:
        reason = "it is too large"
    except OSError as error:
        reason = error.strerror or "it cannot be read"
    except msgspec.ValidationError as error:
        reason = str(error).replace("`", "")
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        reason = "it is not JSON"
    return kind(), f"The {what} in {one_line(path.name)} are not used: {one_line(reason)}."


def save(path: Path, value: object, what: str, quota: Quota | None = None) -> str:
    """Write the file; return a sentence when the disk refused."""
    try:
        if load(path, type(value), what)[1]:
            os.replace(path, _broken_copy(path))
        write_atomic(path, msgspec.json.format(msgspec.json.encode(value), indent=2) + b"\n", quota)
    except OSError as error:
        return f"The {what} could not be saved ({error.strerror or error})."
    return ""


def _broken_copy(path: Path) -> Path:
    """Return a free name for the copy of an unreadable file."""
    number = 1
    while (aside := path.with_name(f"{path.stem}-broken-{number}{path.suffix}")).exists():
        number += 1
    return aside
