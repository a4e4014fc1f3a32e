"""Wake `select`: a thread waits for news of the club, and writes to a pipe that `select` can wait for."""

import contextlib
import os
import threading
import time

from saves.club.errors import ClubError
from saves.club.watch import TableWatch

#: The seconds that the thread waits at once, before it checks whether the pipe is still open.
_STRETCH = 5.0
#: The seconds of a pause while the club is away.
_PAUSE = 1.0


class WakeupPipe:
    """A pipe that becomes readable when there may be news, or when the club is away, which is news, too."""

    def __init__(self, watch: TableWatch) -> None:
        self._watch = watch
        self._is_wanted = True
        self._lock = threading.Lock()
        self.descriptor, self._writer = os.pipe()
        os.set_blocking(self.descriptor, False)
        os.set_blocking(self._writer, False)
        threading.Thread(target=self._listen, daemon=True).start()

    def clear(self) -> None:
        """Forget the wakeups until now, because their news is being read."""
        with contextlib.suppress(BlockingIOError):
            os.read(self.descriptor, 4096)

    def close(self) -> None:
        """Close the pipe. The waiting thread notices it soon."""
        with self._lock:
            self._is_wanted = False
            os.close(self.descriptor)
            os.close(self._writer)

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
        with self._lock, contextlib.suppress(BlockingIOError):  # the pipe is full: earlier wakeups were not read yet
            if self._is_wanted:
                os.write(self._writer, b"!")
