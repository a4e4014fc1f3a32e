"""Pause between moves: moments worth a look, pages of a guide, and the moves of others at the player's pace."""

from collections.abc import Callable, Collection, Iterable

from core.lessons.guide import Page
from core.view import Moment
from saves.settings import AT_ONCE, BRISK, STEP_BY_STEP, Settings
from tui.sessions.mode import Mode, PassKeyboard, PlayedMove, Settled, Showing
from tui.sessions.scheduler import Timers

#: For how many seconds a moment is highlighted, and another player's move is shown before the next one.
_LIT, _SHOWN = 0.9, 0.7
#: For how many of them a movement stands still in each frame before the last.
_STEP = 0.2
#: In how many frames a movement is shown; in the last one it has come to rest.
FRAMES = 3
#: The moves of one turn follow each other faster.
_SAME_TURN = 0.35
#: The name of the timer.
_SHOW = "show"


class Pacing:
    """What is shown before the match goes on, one thing after the other."""

    def __init__(
        self, timers: Timers, settings: Settings, changed: Callable[[], None], shown: Callable[[], None]
    ) -> None:
        self._timers, self._settings = timers, settings
        #: Called when the next thing is shown, and when everything has been.
        self._changed, self._shown = changed, shown
        #: What is being shown, and whether a pause after another's move is running.
        self.item: Moment | Page | None = None
        self._frame = 0
        self._is_pausing = False
        self._queue: list[Moment | Page] = []

    @property
    def is_showing(self) -> bool:
        """Whether something is being shown that the next move of a bot, or the result, waits for."""
        return self._is_pausing or self.item is not None

    def over(self, then: Settled) -> Mode:
        """Return the mode while this is shown over another one."""
        if isinstance(then, PassKeyboard):
            return then
        if self.item is not None:
            return Showing(self.item, _waits(self.item), then, self._frame)
        return Showing(PlayedMove(), self._settings.known_pace == STEP_BY_STEP, then) if self._is_pausing else then

    def add(self, items: Iterable[Moment | Page]) -> None:
        """Queue what is to be shown; moments that do not wait for a key only if the player likes them."""
        self._queue += [item for item in items if _waits(item) or self._is_liked(item)]

    def _is_liked(self, item: Moment | Page) -> bool:
        """A movement alone is not worth waiting for to everybody: not with the moves of others at once."""
        settings = self._settings
        if isinstance(item, Moment) and item.is_movement_alone:
            return settings.payoff and settings.movement and settings.known_pace != AT_ONCE
        return settings.payoff

    def begin(self) -> None:
        """Show the first thing of the queue, unless something is shown already."""
        if self._queue and self.item is None:
            self._show_next()

    def pause(self, is_same_turn: bool) -> None:
        """Show another player's move for a while before the next one. Meanwhile the next bot thinks."""
        if self._settings.known_pace == AT_ONCE:
            return
        self._is_pausing = True
        if self._settings.known_pace == BRISK and self.item is None and not self._queue:
            self._timers.start(_SHOW, _SAME_TURN if is_same_turn else _SHOWN, self._finish)

    def skip(self) -> None:
        """End what is shown; of what is queued only the things that wait for a key remain."""
        self._queue = [item for item in self._queue if _waits(item)]
        if self.item is not None:
            self._advance()
        else:
            self._finish()

    def postpone(self, public: Collection[Moment]) -> None:
        """Show nothing until the keyboard was passed on, and then only what waits for a key and is for everybody."""
        waiting = [item for item in (self.item, *self._queue) if item is not None and _waits(item)]
        self.clear()
        self._queue = [item for item in waiting if item in public]

    def clear(self) -> None:
        """Drop everything, because the moves that it belongs to were undone."""
        self._timers.cancel(_SHOW)
        self._queue, self.item, self._is_pausing = [], None, False

    def _show_next(self) -> None:
        self._timers.cancel(_SHOW)
        self.item = self._queue.pop(0) if self._queue else None
        moves = isinstance(self.item, Moment) and bool(self.item.moving)
        self._frame = FRAMES - 1 if moves and not self._settings.movement else 0
        if self.item is None or _waits(self.item):
            return
        if moves and self._settings.movement:
            self._timers.start(_SHOW, _STEP, self._show_next_frame)
        else:
            self._timers.start(_SHOW, _LIT, self._advance)

    def _show_next_frame(self) -> None:
        """Show the next frame of a movement; the last one for the rest of the time."""
        self._frame += 1
        if self._frame < FRAMES - 1:
            self._timers.start(_SHOW, _STEP, self._show_next_frame)
        else:
            is_alone = isinstance(self.item, Moment) and self.item.is_movement_alone
            self._timers.start(_SHOW, _STEP if is_alone else _LIT - self._frame * _STEP, self._advance)
        self._changed()

    def _advance(self) -> None:
        self._show_next()
        if self.item is None:
            self._finish()
        else:
            self._changed()

    def _finish(self) -> None:
        self._timers.cancel(_SHOW)
        self._is_pausing = False
        self._shown()


def _waits(item: Moment | Page) -> bool:
    """Whether it is shown until a key is pressed."""
    return isinstance(item, Page) or item.waits_for_key
