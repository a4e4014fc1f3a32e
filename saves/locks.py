"""A free name for a new match file, the lock of the process that plays it, and a stamp that changes with the file."""

import os
from datetime import date
from pathlib import Path

from saves.files import FileLock
from saves.sanitize import one_line


def file_stamp(path: Path) -> tuple[int, int, int]:
    """Return what distinguishes a file from an earlier one of the same name."""
    try:
        about = os.stat(path)
    except OSError:
        return 0, 0, 0
    return about.st_mtime_ns, about.st_ino, about.st_size


def lock_path(path: Path) -> Path:
    return path.with_name(f".{path.stem}.lock")


def create_locked(folder: Path, game: str) -> tuple[Path, FileLock]:
    """Return a free file name and the lock for it."""
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
        lock.release()  # another process created a match of this name in between


def locked_elsewhere_text(path: Path, so: str = "you can only watch it here") -> str:
    holder = FileLock.holder(lock_path(path))
    where = f" (process {holder})" if holder else ""
    return f"{one_line(path.stem)} is open in another Samovar{where}: {so}."
