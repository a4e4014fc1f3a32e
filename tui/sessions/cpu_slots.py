"""Limit the bots that think at once on a host to its number of cores; the lock of a dead process is free."""

import contextlib
import fcntl
import os
from collections.abc import Iterator
from pathlib import Path

from saves.paths import make_private


@contextlib.contextmanager
def cpu_slot(folder: Path) -> Iterator[None]:
    """Hold a lock for one of the host's cores, and wait until one is free; where locks are impossible, do not wait."""
    descriptors: list[int] = []
    try:
        with contextlib.suppress(OSError):
            make_private(folder)
            _take_one(folder, descriptors)
        yield
    finally:
        for descriptor in descriptors:
            os.close(descriptor)


def _take_one(folder: Path, descriptors: list[int]) -> None:
    """Lock the first free core; if none is free, wait for the one that belongs to this process's number."""
    cores = os.cpu_count() or 1
    mine = os.getpid() % cores
    for number in [*range(cores), mine]:
        descriptor = os.open(folder / str(number), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        descriptors.append(descriptor)
        waits = len(descriptors) > cores
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | (0 if waits else fcntl.LOCK_NB))
            return
        except BlockingIOError:
            continue
