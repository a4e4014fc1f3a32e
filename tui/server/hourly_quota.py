"""Seconds that somebody may use in an hour: restored little by little, so that nobody waits for a full hour."""

import time
from collections.abc import Callable

_HOUR = 3600.0


class HourlyQuota:
    """The seconds that are left of those for an hour."""

    def __init__(self, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._most = seconds
        self._left = seconds
        self._clock = clock
        self._since = clock()

    def seconds_left(self) -> float:
        now = self._clock()
        self._left = min(self._most, self._left + (now - self._since) * self._most / _HOUR)
        self._since = now
        return self._left

    @property
    def is_full(self) -> bool:
        """Whether nothing is used up."""
        return self.seconds_left() >= self._most

    def use(self, seconds: float) -> None:
        self._left = self.seconds_left() - seconds
