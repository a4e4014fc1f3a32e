"""The limit after which tests take a wait for hung: one number for all of them.

A wait ends when what is waited for has happened; the limit only ends a hang, so it is far longer than anything takes.
`SAMOVAR_PATIENCE=1000 make test` is for a machine that is slower still.
"""

import os
import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

#: Seconds.
LIMIT = float(os.environ.get("SAMOVAR_PATIENCE", "300"))
#: The most bytes that are read at once of what a program writes. A test must not care where a packet ends:
#: `SAMOVAR_PACKET=5 make test` ends them nearly everywhere.
PACKET = int(os.environ.get("SAMOVAR_PACKET", "65536"))
#: Where nothing tells that it has happened, it is asked for as often as that, in seconds.
_EVERY = 0.01


def until(happened: Callable[[], T], otherwise: str) -> T:
    """Ask until it has happened; returns the answer."""
    deadline = time.monotonic() + LIMIT
    while not (answer := happened()):
        assert time.monotonic() < deadline, otherwise
        time.sleep(_EVERY)
    return answer
