"""Time for a table in plain mode: one thread waits for typed lines, for news of the club and for timers."""

import contextlib
import heapq
import itertools
import os
import select
import signal
import time
from collections import deque
from collections.abc import Iterator

from tui.plain.typed_input import TypedInput
from tui.sessions.scheduler import Action


class TimedCall:
    """Something that is done at a time, until it is cancelled."""

    def __init__(self, do: Action) -> None:
        self.do: Action | None = do

    def cancel(self) -> None:
        self.do = None


class SelectScheduler:
    """A scheduler that waits with `select`. Calls are made in the order in which they are due, never nested."""

    def __init__(self) -> None:
        self._calls: list[tuple[float, int, TimedCall]] = []
        self._numbers = itertools.count()
        self._from_threads: deque[Action] = deque()
        self._readers: dict[int, Action] = {}
        self._wakeup, self._waker = os.pipe()
        os.set_blocking(self._wakeup, False)
        os.set_blocking(self._waker, False)

    def call_later(self, seconds: float, do: Action) -> TimedCall:
        call = TimedCall(do)
        heapq.heappush(self._calls, (time.monotonic() + seconds, next(self._numbers), call))
        return call

    def call_from_thread(self, do: Action) -> None:
        self._from_threads.append(do)
        with contextlib.suppress(BlockingIOError):  # the pipe is full: the wait ends anyway
            os.write(self._waker, b"!")

    def add_reader(self, descriptor: int, do: Action) -> None:
        self._readers[descriptor] = do

    def remove_reader(self, descriptor: int) -> None:
        self._readers.pop(descriptor, None)

    def run_due(self) -> bool:
        """Make the next call that is due; return False when there is none."""
        while self._from_threads:
            self.call_later(0.0, self._from_threads.popleft())
        while self._calls and self._calls[0][0] <= time.monotonic():
            _, _, call = heapq.heappop(self._calls)
            if call.do is not None:
                call.do()
                return True
        return False

    def wait(self, typed: TypedInput) -> None:
        """Wait until a line was typed, something can be read, a call is due, or a signal has come."""
        descriptors = [self._wakeup, *self._readers]
        if typed.descriptor is not None:
            descriptors.append(typed.descriptor)
        ready, _, _ = select.select(descriptors, [], [], self._seconds_to_wait())
        with contextlib.suppress(BlockingIOError):
            os.read(self._wakeup, 4096)
        if typed.descriptor in ready:
            typed.read()
        for descriptor in ready:
            if descriptor in self._readers:
                self._readers[descriptor]()

    def _seconds_to_wait(self) -> float | None:
        return max(0.0, self._calls[0][0] - time.monotonic()) if self._calls else None

    @contextlib.contextmanager
    def woken_by_signals(self) -> Iterator[None]:
        """Let signals end a wait, because one that comes just before it would be noticed only after it."""
        before = signal.set_wakeup_fd(self._waker, warn_on_full_buffer=False)
        try:
            yield
        finally:
            signal.set_wakeup_fd(before)

    def close(self) -> None:
        os.close(self._wakeup)
        os.close(self._waker)
