"""Looking back: any game's screen, walking through a match that has been played."""

from collections.abc import Collection
from functools import cache
from typing import Any

from core.match import Match
from core.view import Place
from tui import commands
from tui.match.screen import Frame
from tui.screens.base import Key


class ReplayScreen(Frame[Any, Any]):
    """A match that has been played. `at` counts the moves that have been made in the position shown."""

    own_commands = commands.REPLAY

    def __init__(self, match: Match, seats: Collection[int] | None = None, slug: str = "") -> None:
        super().__init__(match, seats)
        #: What the match is called on disk.
        self.slug = slug
        self._go(0)

    @property
    def state(self) -> Any:
        return self._past

    @property
    def log_end(self) -> int:
        return self.at

    @property
    def marks(self) -> dict[Place, str]:
        """What the move that was just made has changed, whoever made it."""
        before = self.match.state_at(max(0, self.at - 1))
        return dict.fromkeys(self.offers.altered(before), "★")

    def _go(self, at: int) -> None:
        self.at = min(max(0, at), len(self.match.log))
        self._past = self.match.state_at(self.at)
        self.read_until = max(0, self.at - 1)
        self.remark = ""

    def _show(self, at: int) -> None:
        self._go(at)
        self.repaint()

    def action_step(self, by: int) -> None:
        self._show(self.at + by)

    def action_round(self, by: int) -> None:
        """To where the next round begins, or this one (or the one before) began."""
        log = self.match.log
        starts = [0, *(i for i in range(1, len(log)) if log[i].round != log[i - 1].round), len(log)]
        later = [start for start in starts if start > self.at]
        earlier = [start for start in starts if start < self.at]
        self._show((later or [len(log)])[0] if by > 0 else (earlier or [0])[-1])

    def action_ends(self, last: int) -> None:
        self._show(len(self.match.log) if last else 0)

    def action_go_on(self) -> None:
        self.house.play_from(self.match, self.at)

    def action_review(self) -> None:
        """What a master thinks of it."""
        if self._is_over():
            self.house.show_review(self.match, self.slug)

    def action_result(self) -> None:
        """How the match ended."""
        if self._is_over():
            self.house.show_result(self.match, slug=self.slug)

    def _is_over(self) -> bool:
        """Whether the match is over; if not, a word about it."""
        if not self.match.over:
            self.remark = "This match is not over."
            self.repaint()
        return self.match.over

    def action_back(self) -> None:
        if self.looked_at is not None:
            self.looked_at = None
            self.repaint()
        else:
            self.house.leave_screen()

    def log_help(self, at: int) -> str:
        return "Enter goes to this move."

    def log_picked(self, at: int | None) -> None:
        if at is not None:
            self._show(at + 1)

    def question(self) -> str:
        if self.looked_at is not None:
            return super().question()
        total = len(self.match.log)
        return f"Move {self.at} of {total}: ← → a move, ↑ ↓ a round, Home and End, c goes on from here."

    def preview(self) -> str:
        rows = [text for at, text in self.log_rows() if at == self.at - 1]
        return " ".join(rows) or "The beginning."

    def keys(self) -> list[Key]:
        unheard = {"ends(1)"} if self.match.over else {"ends(1)", "result", "review"}
        return [Key(c.shown, c.label, c.name) for c in self.own_commands if c.name not in unheard]


@cache
def replay_screen(kind: type[Frame[Any, Any]]) -> type[ReplayScreen]:
    """A game's screen that looks back instead of playing."""
    own = (*commands.REPLAY, *(c for c in commands.GAMES.get(kind.place, ()) if not c.is_shortcut))
    return type(f"Replay{kind.__name__}", (ReplayScreen, kind), {"own_commands": own})
