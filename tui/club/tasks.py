"""Run calls to the club one after the other: in a thread, so that no screen waits for them, or in plain mode inline."""

import queue
import threading
from collections import deque
from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from saves.club.errors import ClubError
from tui.sessions.scheduler import Scheduler

T = TypeVar("T")

#: What is done about a task that failed.
OnFailure = Callable[[ClubError], None]

#: The seconds that the exit waits for unfinished tasks.
_EXIT_TIMEOUT = 1.0


def ignore_result(result: Any) -> None:
    """Ignore the result of a task."""


class Tasks(Protocol):
    """Calls to the club in the order in which they were submitted. Results are passed to the scheduler's thread.

    A task that fails is not tried again by itself: whoever is told of the error knows what is still to be done.
    """

    def submit(self, job: Callable[[], T], then: Callable[[T], None] = ignore_result) -> None:
        """Run this after all earlier tasks, and call `then` with the result."""

    def close(self) -> None:
        """Call no callbacks any more. Tasks that were submitted are still run."""

    def wait(self) -> None:
        """Wait for the tasks from before the closing."""


#: Makes tasks, given what is done about one that failed.
StartTasks = Callable[[OnFailure], Tasks]


class TaskThread:
    """Tasks in a thread of their own."""

    def __init__(self, scheduler: Scheduler, failed: OnFailure) -> None:
        self._scheduler = scheduler
        self._failed = failed
        self._is_open = True
        self._jobs: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        #: Started for the first task, because many have none.
        self._thread: threading.Thread | None = None

    def submit(self, job: Callable[[], T], then: Callable[[T], None] = ignore_result) -> None:
        def run() -> None:
            try:
                result = job()
            except ClubError as error:
                self._deliver(self._failed, error)
            else:
                self._deliver(then, result)

        self._jobs.put(run)
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, daemon=True)
            self._thread.start()

    def close(self) -> None:
        self._is_open = False
        self._jobs.put(None)

    def wait(self) -> None:
        """Wait for the tasks from before the closing, but not for long, because the club may be away."""
        if self._thread is not None:
            self._thread.join(_EXIT_TIMEOUT)

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            job()

    def _deliver(self, callback: Callable[[T], None], what: T) -> None:
        self._scheduler.call_from_thread(lambda: self._call(callback, what))

    def _call(self, callback: Callable[[Any], None], what: Any) -> None:
        if self._is_open:
            callback(what)


class InlineTasks:
    """Tasks that the scheduler runs in its own thread, never one within another; so what they print keeps its order."""

    def __init__(self, scheduler: Scheduler, failed: OnFailure) -> None:
        self._scheduler = scheduler
        self._failed = failed
        self._is_open = True
        self._jobs: deque[Callable[[], None]] = deque()

    def submit(self, job: Callable[[], T], then: Callable[[T], None] = ignore_result) -> None:
        def run() -> None:
            try:
                result = job()
            except ClubError as error:
                if self._is_open:
                    self._failed(error)
            else:
                if self._is_open:
                    then(result)

        self._jobs.append(run)
        self._scheduler.call_later(0.0, self._run_next)

    def close(self) -> None:
        self._is_open = False

    def wait(self) -> None:
        """Run the tasks from before the closing now."""
        while self._jobs:
            self._run_next()

    def _run_next(self) -> None:
        if self._jobs:
            self._jobs.popleft()()
