"""Wakes whoever waits: a thread waits for news of the club, and rings through a pipe that `select` can listen to."""

import contextlib
import os
import signal
import threading
import time
from collections.abc import Iterator

from saves.club.errors import ClubError
from saves.club.watch import TableWatch

#: How long one waits at once, in seconds, before looking whether anybody still listens.
_STRETCH = 5.0
#: How long a club that is away is left alone, in seconds.
_PAUSE = 1.0


class WakeupPipe:
    """Rings when there may be something new, and when the club is away, which is news, too."""

    def __init__(self, watch: TableWatch) -> None:
        self._watch = watch
        self._is_wanted = True
        self._lock = threading.Lock()
        self.descriptor, self._rope = os.pipe()
        os.set_blocking(self.descriptor, False)
        os.set_blocking(self._rope, False)
        threading.Thread(target=self._listen, daemon=True).start()

    def clear(self) -> None:
        """What it rang for until now is being looked at."""
        with contextlib.suppress(BlockingIOError):
            os.read(self.descriptor, 4096)

    @contextlib.contextmanager
    def woken_by_signals(self) -> Iterator[None]:
        """A signal that comes just before its process begins to wait would not be noticed until the wait is over."""
        before = signal.set_wakeup_fd(self._rope, warn_on_full_buffer=False)
        try:
            yield
        finally:
            signal.set_wakeup_fd(before)

    def close(self) -> None:
        """Never ring again. The thread that waits notices it soon."""
        with self._lock:
            self._is_wanted = False
            os.close(self.descriptor)
            os.close(self._rope)

    def _listen(self) -> None:
        while self._is_wanted:
            try:
                news = self._watch.wait(_STRETCH)
            except ClubError:
                news = True
                time.sleep(_PAUSE)
            if news:
                self._wake()
        self._watch.close()

    def _wake(self) -> None:
        with self._lock, contextlib.suppress(BlockingIOError):  # it rings already, and nobody has come yet
            if self._is_wanted:
                os.write(self._rope, b"!")
