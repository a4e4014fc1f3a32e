"""Time that passes only when a test lets it, for sessions without a screen."""

import heapq
import itertools
from collections.abc import Callable

from tui.sessions.scheduler import Action, Handle


class Call:
    """Something that will be done at a time, until it is cancelled."""

    def __init__(self, do: Action) -> None:
        self.do: Action | None = do

    def cancel(self) -> None:
        self.do = None


class FakeScheduler:
    """A scheduler whose clock jumps to whatever is due next."""

    def __init__(self) -> None:
        self.now = 0.0
        self._calls: list[tuple[float, int, Call]] = []
        self._numbers = itertools.count()

    def call_later(self, seconds: float, do: Action) -> Handle:
        call = Call(do)
        heapq.heappush(self._calls, (self.now + seconds, next(self._numbers), call))
        return call

    def call_from_thread(self, do: Action) -> None:
        self.call_later(0.0, do)

    def add_reader(self, descriptor: int, do: Action) -> None:
        """Never read: a test says itself when there is news."""

    def remove_reader(self, descriptor: int) -> None:
        """Do nothing."""

    @property
    def is_idle(self) -> bool:
        """Whether nothing will be done any more."""
        return all(call.do is None for _, _, call in self._calls)

    def step(self) -> bool:
        """Do what is due next; return False when there is nothing."""
        while self._calls:
            when, _, call = heapq.heappop(self._calls)
            if call.do is not None:
                self.now = max(self.now, when)
                do, call.do = call.do, None
                do()
                return True
        return False

    def run_due(self) -> None:
        """Do everything that is due, and what follows from it, without letting time pass."""
        while self._calls and self._calls[0][0] <= self.now:
            _, _, call = heapq.heappop(self._calls)
            if call.do is not None:
                do, call.do = call.do, None
                do()

    def run_dry(self, most: int = 1000) -> None:
        """Let time pass until nothing will be done any more."""
        for _ in range(most):
            if not self.step():
                return
        raise AssertionError("something is done again and again")

    def run_until(self, done: Callable[[], object]) -> None:
        """Let time pass until something has come about."""
        while not done():
            assert self.step(), "nothing happens any more"
