"""What must wait for the club is done in a thread, one errand after the other; the screen hears what came of it."""

import asyncio
import contextlib
import contextvars
import queue
import threading
from collections.abc import Callable
from typing import Any, TypeVar

from saves.club.errors import ClubError

T = TypeVar("T")

#: So many seconds whoever leaves waits for errands that are on their way.
_EXIT_TIMEOUT = 1.0


def _nothing(result: Any) -> None:
    """Nobody waits for what comes of it."""


class TaskThread:
    """A thread that goes to the club. Whatever it brings back is told in the thread of the screen.

    An errand that fails is not tried again by itself: `failed` hears of it, and knows what is still wanted.
    """

    def __init__(self, failed: Callable[[ClubError], None]) -> None:
        self._loop = asyncio.get_running_loop()
        self._context = contextvars.copy_context()  # what comes back finds the app as whoever sent for it does
        self._failed = failed
        self._is_open = True
        self._jobs: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        #: Made for the first errand: many have none.
        self._thread: threading.Thread | None = None

    def submit(self, job: Callable[[], T], then: Callable[[T], None] = _nothing) -> None:
        """Do this as soon as what was asked for before is done; then tell what came of it."""

        def errand() -> None:
            try:
                result = job()
            except ClubError as error:
                self._print(self._failed, error)
            else:
                self._print(then, result)

        self._jobs.put(errand)
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, daemon=True)
            self._thread.start()

    def close(self) -> None:
        """Nobody listens any more. What was asked for is still done."""
        self._is_open = False
        self._jobs.put(None)

    def wait(self) -> None:
        """Until all is done that was asked for before it was closed, but not for long: a club may be away."""
        if self._thread is not None:
            self._thread.join(_EXIT_TIMEOUT)

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            job()

    def _print(self, listener: Callable[[T], None], what: T) -> None:
        with contextlib.suppress(RuntimeError):  # the app has ended, and its loop with it
            self._loop.call_soon_threadsafe(self._hear, listener, what, context=self._context)

    def _hear(self, listener: Callable[[Any], None], what: Any) -> None:
        if self._is_open:
            listener(what)
