"""Whose a match file is: a name that nobody has, the lock of whoever plays it, and whether it has changed."""

import os
from datetime import date
from pathlib import Path

from saves.files import FileLock
from saves.sanitize import one_line


def file_stamp(path: Path) -> tuple[int, int, int]:
    """What tells a file apart from the one that was there before."""
    try:
        about = os.stat(path)
    except OSError:
        return 0, 0, 0
    return about.st_mtime_ns, about.st_ino, about.st_size


def lock_path(path: Path) -> Path:
    return path.with_name(f".{path.stem}.lock")


def create_locked(folder: Path, game: str) -> tuple[Path, FileLock]:
    """A file name that nobody has, and the right to write it."""
    today = date.today().isoformat()
    number = 1
    while True:
        path = folder / f"{game}-{today}-{number}.json"
        number += 1
        if path.exists():
            continue
        lock = FileLock.acquire(lock_path(path))
        if lock is None:
            continue
        if not path.exists():
            return path, lock
        lock.release()  # somebody began and left a match between the two looks


def locked_elsewhere_text(path: Path, so: str = "here it can only be read") -> str:
    holder = FileLock.holder(lock_path(path))
    where = f" (process {holder})" if holder else ""
    return f"{one_line(path.stem)} is open in another Samovar{where}: {so}."
