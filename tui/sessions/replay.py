"""Walk through the log of a match."""

from collections.abc import Collection, Mapping
from typing import Any

from core.match import Match
from core.view import Draft, SeatView, Target
from tui.sessions.changes import MatchReplaced
from tui.sessions.mode import Mode, Replaying
from tui.sessions.session import MatchSession, Policy


class ReplaySession(MatchSession):
    """A match that is walked through; `log_index` counts the moves made in the position shown."""

    def __init__(self, match: Match, seats: Collection[int] | None = None) -> None:
        self.log_index = 0
        self._position = match.state_at(0)
        super().__init__(match, match.human_seats if seats is None else seats, Policy())
        self.seen_log_index = 0

    def compute_mode(self) -> Mode:
        return Replaying(self.log_index, len(self.match.log))

    @property
    def log_end(self) -> int:
        return self.log_index

    def _new_view(self, draft: Draft | None, board: int | None, deciding: bool) -> SeatView[Any]:
        return self.match.game.view(self._position, self.viewer, self.match.names, draft, board, False)

    def _find_marks(self) -> Mapping[Target, str]:
        """Return the targets that the last move has changed, also if the viewer made it."""
        before = self.match.state_at(max(0, self.log_index - 1))
        return dict.fromkeys(self.make_view().changed_targets(before), "★")

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
        """What the last move did, in sentences."""
        told = [row.text for row in self.log_rows() if row.at == self.log_index - 1]
        return " ".join(told) or "The beginning."
