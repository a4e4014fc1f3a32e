"""Time for sessions: call something later, or from another thread, in the one thread that owns a session."""

import contextlib
import contextvars
from collections.abc import Callable
from typing import Protocol

Action = Callable[[], None]


class Handle(Protocol):
    """Something that will be done, until it is cancelled."""

    def cancel(self) -> None: ...


class CallScheduler(Protocol):
    """Who calls a session's timers. Everything is called in the session's own thread."""

    def call_later(self, seconds: float, do: Action) -> Handle:
        """Do something after so many seconds."""
        ...

    def call_from_thread(self, do: Action) -> None:
        """Do something soon; may be called from any thread."""
        ...


class Scheduler(CallScheduler, Protocol):
    """A scheduler that also waits for descriptors, such as those of a club."""

    def add_reader(self, descriptor: int, do: Action) -> None:
        """Do something whenever a descriptor can be read."""
        ...

    def remove_reader(self, descriptor: int) -> None: ...


class AsyncioScheduler:
    """The loop of the app. Callbacks run in the context in which this was made, so that they find the active app."""

    def __init__(self) -> None:
        # Where there is an app it is loaded; a command that prints a list need not load it.
        import asyncio

        self._loop = asyncio.get_running_loop()
        self._context = contextvars.copy_context()

    def call_later(self, seconds: float, do: Action) -> Handle:
        return self._loop.call_later(seconds, do, context=self._context)

    def call_from_thread(self, do: Action) -> None:
        with contextlib.suppress(RuntimeError):  # the app and its loop have ended
            self._loop.call_soon_threadsafe(do, context=self._context)

    def add_reader(self, descriptor: int, do: Action) -> None:
        self._loop.add_reader(descriptor, do)

    def remove_reader(self, descriptor: int) -> None:
        self._loop.remove_reader(descriptor)


class Timers:
    """The timers of a session, by name: starting one cancels the one before it of that name."""

    def __init__(self, scheduler: CallScheduler) -> None:
        self._scheduler = scheduler
        self._handles: dict[str, Handle] = {}

    def start(self, name: str, seconds: float, do: Action) -> None:
        self.cancel(name)
        self._handles[name] = self._scheduler.call_later(seconds, do)

    def cancel(self, name: str) -> None:
        if (handle := self._handles.pop(name, None)) is not None:
            handle.cancel()

    def close(self) -> None:
        """Cancel all timers."""
        for name in list(self._handles):
            self.cancel(name)
