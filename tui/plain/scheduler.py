"""Time in plain mode: nothing is paced, so nothing is waited for."""

import heapq
import itertools

from tui.sessions.scheduler import Action


class QueuedCall:
    """Something that will be done in its turn, until it is cancelled."""

    def __init__(self, do: Action) -> None:
        self.do: Action | None = do

    def cancel(self) -> None:
        self.do = None


class LineScheduler:
    """The calls of a local match in plain mode, made in the order in which they are due, without waiting.

    Bots think in this process and have replied before anything else is due, so no clock is needed.
    """

    def __init__(self) -> None:
        self._now = 0.0
        self._calls: list[tuple[float, int, QueuedCall]] = []
        self._numbers = itertools.count()

    def call_later(self, seconds: float, do: Action) -> QueuedCall:
        call = QueuedCall(do)
        heapq.heappush(self._calls, (self._now + seconds, next(self._numbers), call))
        return call

    def call_from_thread(self, do: Action) -> None:
        self.call_later(0.0, do)

    def run_once(self) -> None:
        """Make the call that is due next; a match that waits for a call always has one."""
        do: Action | None = None
        while do is None:
            self._now, _, call = heapq.heappop(self._calls)
            do = call.do
        do()
