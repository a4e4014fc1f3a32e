"""Run calls to the club in a thread, one after the other, and pass the results to the screen's thread."""

import asyncio
import contextlib
import contextvars
import queue
import threading
from collections.abc import Callable
from typing import Any, TypeVar

from saves.club.errors import ClubError

T = TypeVar("T")

#: The seconds that the exit waits for unfinished tasks.
_EXIT_TIMEOUT = 1.0


def _nothing(result: Any) -> None:
    """Ignore the result of a task."""


class TaskThread:
    """A thread that calls the club. Results are passed to callbacks in the screen's thread.

    A task that fails is not tried again by itself: `failed` gets the error, and knows what is still to be done.
    """

    def __init__(self, failed: Callable[[ClubError], None]) -> None:
        self._loop = asyncio.get_running_loop()
        self._context = contextvars.copy_context()  # so that callbacks find the active app
        self._failed = failed
        self._is_open = True
        self._jobs: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        #: Started for the first task, because many have none.
        self._thread: threading.Thread | None = None

    def submit(self, job: Callable[[], T], then: Callable[[T], None] = _nothing) -> None:
        """Run this after all earlier tasks, and call `then` with the result."""

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
        """Call no callbacks any more. Tasks that were submitted are still run."""
        self._is_open = False
        self._jobs.put(None)

    def wait(self) -> None:
        """Wait for the tasks from before the closing, but not for long, because the club may be away."""
        if self._thread is not None:
            self._thread.join(_EXIT_TIMEOUT)

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            job()

    def _print(self, listener: Callable[[T], None], what: T) -> None:
        with contextlib.suppress(RuntimeError):  # the app and its loop have ended
            self._loop.call_soon_threadsafe(self._hear, listener, what, context=self._context)

    def _hear(self, listener: Callable[[Any], None], what: Any) -> None:
        if self._is_open:
            listener(what)
