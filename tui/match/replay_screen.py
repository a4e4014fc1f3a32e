"""The screen that steps through the log of a match, on any game's own screen."""

from collections.abc import Collection
from functools import cache
from typing import Any

from core.match import Match
from core.view import Target
from tui import commands
from tui.match.screen import MatchScreen
from tui.screens.base import KeyLabel


class ReplayScreen(MatchScreen[Any, Any]):
    """The screen of a match that is walked through; `log_index` counts the moves made in the position shown."""

    own_commands = commands.REPLAY

    def __init__(self, match: Match, seats: Collection[int] | None = None, slug: str = "") -> None:
        super().__init__(match, seats)
        #: The name of the match's file, without its ending.
        self.slug = slug
        self._go(0)

    @property
    def state(self) -> Any:
        return self._past

    @property
    def log_end(self) -> int:
        return self.log_index

    @property
    def marks(self) -> dict[Target, str]:
        """The targets that the last move has changed, also if the viewer made it."""
        before = self.match.state_at(max(0, self.log_index - 1))
        return dict.fromkeys(self.view.changed_targets(before), "★")

    def _go(self, at: int) -> None:
        self.log_index = min(max(0, at), len(self.match.log))
        self._past = self.match.state_at(self.log_index)
        self.seen_log_index = max(0, self.log_index - 1)
        self.status = ""

    def _show(self, at: int) -> None:
        self._go(at)
        self.repaint()

    def action_step(self, by: int) -> None:
        self._show(self.log_index + by)

    def action_round(self, by: int) -> None:
        """Go to the start of the next round, or back to the start of this or the previous one."""
        log = self.match.log
        starts = [0, *(i for i in range(1, len(log)) if log[i].round != log[i - 1].round), len(log)]
        later = [start for start in starts if start > self.log_index]
        earlier = [start for start in starts if start < self.log_index]
        self._show((later or [len(log)])[0] if by > 0 else (earlier or [0])[-1])

    def action_ends(self, last: int) -> None:
        self._show(len(self.match.log) if last else 0)

    def action_go_on(self) -> None:
        self.samovar_app.play_from(self.match, self.log_index)

    def action_review(self) -> None:
        """Open the master's review of the match."""
        if self._is_over():
            self.samovar_app.show_review(self.match, self.slug)

    def action_result(self) -> None:
        """Show the result of the match."""
        if self._is_over():
            self.samovar_app.show_result(self.match, slug=self.slug)

    def _is_over(self) -> bool:
        """Return whether the match is over; set the status if not."""
        if not self.match.is_over:
            self.status = "This match is not over."
            self.repaint()
        return self.match.is_over

    def action_back(self) -> None:
        if self.viewed_seat is not None:
            self.viewed_seat = None
            self.repaint()
        else:
            self.samovar_app.leave_screen()

    def log_help(self, at: int) -> str:
        return "Enter goes to this move."

    def log_picked(self, at: int | None) -> None:
        if at is not None:
            self._show(at + 1)

    def question(self) -> str:
        if self.viewed_seat is not None:
            return super().question()
        total = len(self.match.log)
        return f"Move {self.log_index} of {total}: ← → a move, ↑ ↓ a round, Home and End, c goes on from here."

    def preview(self) -> str:
        rows = [text for at, text in self.log_rows() if at == self.log_index - 1]
        return " ".join(rows) or "The beginning."

    def keys(self) -> list[KeyLabel]:
        unheard = {"ends(1)"} if self.match.is_over else {"ends(1)", "result", "review"}
        return [KeyLabel(c.shown, c.label, c.name) for c in self.own_commands if c.name not in unheard]


@cache
def replay_screen(kind: type[MatchScreen[Any, Any]]) -> type[ReplayScreen]:
    """Return the class that replays a match on a game's screen."""
    own = (*commands.REPLAY, *(c for c in commands.load_game_commands(kind.palette_scope) if not c.is_shortcut))
    return type(f"Replay{kind.__name__}", (ReplayScreen, kind), {"own_commands": own})
