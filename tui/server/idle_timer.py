"""Ends the session of a guest who has pressed no key for too long."""

import asyncio
from collections.abc import Callable


class IdleTimer:
    """The time since something was typed last."""

    def __init__(self, minutes: float, end: Callable[[str], None]) -> None:
        self._minutes = minutes
        self._end = end
        self._loop = asyncio.get_running_loop()
        self._heard = self._loop.time()
        self._timer: asyncio.TimerHandle | None = None

    def touch(self) -> None:
        """Note that something was typed."""
        self._heard = self._loop.time()

    def start(self) -> None:
        self._look()

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _look(self) -> None:
        left = self._heard + self._minutes * 60 - self._loop.time()
        if left > 0:
            self._timer = self._loop.call_later(left, self._look)
            return
        self._timer = None
        self._end(
            f"No key was pressed for {self._minutes:g} min, so the server ended the connection; every move is saved."
        )
