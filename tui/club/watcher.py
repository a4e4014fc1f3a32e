"""Keep what a screen shows of the whole club up to date, for as long as the screen is in front."""

from collections.abc import Callable
from typing import Generic, TypeVar

from saves.club.errors import ClubError
from saves.club.store import Club
from tui.club.tasks import TaskThread
from tui.club.wakeup import WakeupPipe
from tui.sessions.scheduler import AsyncioScheduler, Handle

T = TypeVar("T")

#: The least seconds between two looks at a busy club, and the seconds before one that is away is asked again.
_GAP = 0.5


class ClubWatcher(Generic[T]):
    """Call `look` in a thread, at the start and whenever something changes; `seen` gets the result."""

    def __init__(
        self, club: Club, look: Callable[[], T], seen: Callable[[T], None], troubled: Callable[[str], None]
    ) -> None:
        self._club, self._look, self._seen, self._troubled = club, look, seen, troubled
        self._scheduler = AsyncioScheduler()
        self._tasks = TaskThread(self._scheduler, self._failed)
        self._wakeup: WakeupPipe | None = None
        self._timer: Handle | None = None
        self._is_open = True
        self._looks = self._again = False
        self._listen()

    def _listen(self) -> None:
        """Look for the first time only when the wakeup pipe is open, so that nothing is missed in between."""
        self._looks = True
        self._tasks.submit(lambda: WakeupPipe(self._club.watch()), self._attach)

    def _attach(self, bell: WakeupPipe) -> None:
        self._wakeup, self._looks = bell, False
        self._scheduler.add_reader(bell.descriptor, self._on_wakeup)
        self.refresh()

    def _on_wakeup(self) -> None:
        assert self._wakeup is not None
        self._wakeup.clear()
        self.refresh()

    def refresh(self) -> None:
        """Look once more, soon."""
        if not self._is_open:
            return
        if self._looks or self._timer is not None:
            self._again = True
        elif self._wakeup is None:
            self._listen()
        else:
            self._looks = True
            self._tasks.submit(self._look, self._looked)

    def _looked(self, found: T) -> None:
        self._looks = False
        self._seen(found)
        self._wait()

    def _failed(self, error: ClubError) -> None:
        self._looks, self._again = False, True
        self._troubled(str(error))
        self._wait()

    def _wait(self) -> None:
        if self._timer is None:
            self._timer = self._scheduler.call_later(_GAP, self._go_on)

    def _go_on(self) -> None:
        self._timer = None
        if self._again:
            self._again = False
            self.refresh()

    def close(self) -> None:
        self._is_open = False
        if self._timer is not None:
            self._timer.cancel()
        if self._wakeup is not None:
            self._scheduler.remove_reader(self._wakeup.descriptor)
            self._wakeup.close()
        self._tasks.close()
