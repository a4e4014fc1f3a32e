"""The WakeupPipe that wakes a client which waits at a table in plain mode."""

import os
import select
import signal
from pathlib import Path

from saves.club.store import Club
from tui.club.wakeup import WakeupPipe


def _rings(bell: WakeupPipe, seconds: float) -> bool:
    return bool(select.select([bell.descriptor], [], [], seconds)[0])


def test_a_signal_that_comes_before_the_wait_ends_it(tmp_path: Path) -> None:
    """Otherwise an interrupt between two looks would go unnoticed for as long as nothing happens at the table."""
    with Club.open(f"sqlite:///{tmp_path / 'club.db'}") as club:
        bell = WakeupPipe(club.watch())
        before = signal.signal(signal.SIGUSR1, lambda number, frame: None)
        try:
            while _rings(bell, 0.3):
                bell.clear()
            with bell.woken_by_signals():
                os.kill(os.getpid(), signal.SIGUSR1)
                assert _rings(bell, 0)
            bell.clear()
            os.kill(os.getpid(), signal.SIGUSR1)
            assert not _rings(bell, 0)
        finally:
            signal.signal(signal.SIGUSR1, before)
            bell.close()
