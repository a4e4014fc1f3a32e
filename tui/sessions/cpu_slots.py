"""As many bots think at once on a host as it has cores. A lock that its process does not live to give back is free."""

import contextlib
import fcntl
import os
from collections.abc import Iterator
from pathlib import Path

from saves.paths import make_private


@contextlib.contextmanager
def cpu_slot(folder: Path) -> Iterator[None]:
    """Waits until one of the host's cores is free to think on; where there can be no locks, nobody waits."""
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
    """A lock that is free, or the one that belongs to this process's number."""
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
