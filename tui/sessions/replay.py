"""Walk through the log of a match."""

from collections.abc import Mapping
from typing import Any

from core.match import Match
from core.view import Draft, SeatView, Target
from tui.sessions.changes import MatchReplaced
from tui.sessions.mode import Mode, Replaying
from tui.sessions.scheduler import CallScheduler, Timers
from tui.sessions.session import CHANGED_LAST, MatchSession, Policy

#: The seconds between two moves while the replay plays by itself, from slow to fast, and which of them it begins with.
PACES = (4.0, 2.0, 1.0, 0.5, 0.25)
_FIRST_PACE = 2
#: The name of the timer.
_NEXT = "next"


class ReplaySession(MatchSession):
    """A match that is walked through; `log_index` counts the moves made in the position shown."""

    def __init__(self, match: Match, scheduler: CallScheduler) -> None:
        self.log_index = 0
        self._position = match.state_at(0)
        self._timers = Timers(scheduler)
        #: Whether it plays by itself, and how fast: an index of `PACES`.
        self.is_playing = False
        self._pace = _FIRST_PACE
        super().__init__(match, match.human_seats, Policy())
        self.seen_log_index = 0

    def compute_mode(self) -> Mode:
        return Replaying(self.log_index, len(self.match.log), self.is_playing)

    def close(self) -> None:
        super().close()
        self._timers.close()

    # Playing by itself

    def toggle_play(self) -> None:
        """Play by itself from here on, or stop; at the end, begin again."""
        if self.is_playing:
            self.stop()
            return
        if self.log_index == len(self.match.log):
            self.go(0)
        self.is_playing = True
        self._wait()
        self.update_mode()

    def stop(self) -> None:
        """Stop playing by itself."""
        self.is_playing = False
        self._timers.cancel(_NEXT)
        self.update_mode()

    def change_pace(self, by: int) -> None:
        """Play faster or slower."""
        self._pace = min(max(0, self._pace + by), len(PACES) - 1)
        self.say(f"A move every {PACES[self._pace]:g} s.")
        self._wait()

    def _wait(self) -> None:
        if self.is_playing:
            self._timers.start(_NEXT, PACES[self._pace], self._play_next)

    def _play_next(self) -> None:
        self.go(self.log_index + 1)
        self.is_playing = self.log_index < len(self.match.log)
        self._wait()
        self.update_mode()

    # Walking

    @property
    def log_end(self) -> int:
        return self.log_index

    def _new_view(self, draft: Draft | None, board: int | None, deciding: bool) -> SeatView[Any]:
        return self.match.game.view(self._position, self.viewer, self.match.names, draft, board, False)

    def _find_marks(self) -> Mapping[Target, str]:
        """Return the targets that the last move has changed, also if the viewer made it."""
        before = self.match.state_at(max(0, self.log_index - 1))
        return dict.fromkeys(self.make_view().changed_targets(before), CHANGED_LAST)

    def go(self, log_index: int) -> None:
        """Show the position after so many moves."""
        self.log_index = min(max(0, log_index), len(self.match.log))
        self._position = self.match.state_at(self.log_index)
        self.seen_log_index = max(0, self.log_index - 1)
        self.version += 1
        self.update_mode()
        self.tell(MatchReplaced())

    def go_round(self, by: int) -> None:
        """Go to the start of the next round, or back to the start of this or the previous one."""
        log = self.match.log
        starts = [0, *(i for i in range(1, len(log)) if log[i].round != log[i - 1].round), len(log)]
        later = [start for start in starts if start > self.log_index]
        earlier = [start for start in starts if start < self.log_index]
        self.go((later or [len(log)])[0] if by > 0 else (earlier or [0])[-1])

    @property
    def last_move_text(self) -> str:
        """What the last move did."""
        return " ".join(self.last_move_sentences)

    @property
    def last_move_sentences(self) -> list[str]:
        """What the last move did, sentence by sentence."""
        if not self.log_index:
            return ["The beginning."]
        told = [row.text for row in self.log_rows() if row.at == self.log_index - 1]
        mover = self.match.seats[self.match.log[self.log_index - 1].seat].name
        return told or [f"{mover} makes a hidden choice."]
