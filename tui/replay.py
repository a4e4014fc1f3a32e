"""Looking back: any game's screen, walking through a match that has been played."""

from typing import Any

from tui import commands
from tui.play import PlayScreen
from tui.room import Key


class Replaying(PlayScreen):
    """What a game's screen does otherwise while it looks back. `at` counts the moves that have been made."""

    BINDINGS = [*commands.bindings(commands.REPLAY)]

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.at = 0
        self._past = self.match.state_at(0)

    @property
    def state(self) -> Any:
        return self._past

    @property
    def deciding(self) -> bool:
        return False

    @property
    def viewer(self) -> int:
        return (self.match.persons or [0])[0]

    @property
    def curtained(self) -> bool:
        return False

    def follow(self) -> None:
        """Nobody is next: this has all happened."""
        self.repaint()

    def _go(self, at: int) -> None:
        self.at = min(max(0, at), len(self.match.log))
        self._past = self.match.state_at(self.at)
        self.read_until = max(0, self.at - 1)
        self.remark = ""
        self.decision_begins()
        self.repaint()

    def action_step(self, by: int) -> None:
        self._go(self.at + by)

    def action_round(self, by: int) -> None:
        """To where the next round begins, or this one (or the one before) began."""
        log = self.match.log
        starts = [0, *(i for i in range(1, len(log)) if log[i].round != log[i - 1].round), len(log)]
        later = [start for start in starts if start > self.at]
        earlier = [start for start in starts if start < self.at]
        self._go((later or [len(log)])[0] if by > 0 else (earlier or [0])[-1])

    def action_ends(self, last: int) -> None:
        self._go(len(self.match.log) if last else 0)

    def action_go_on(self) -> None:
        self.house.go_on_from(self.match, self.at)

    def action_undo(self) -> None:
        self.action_step(-1)

    action_redo = action_restart = action_tip = action_name_match = lambda self: None

    def action_back(self) -> None:
        if self.looked_at is not None:
            self.looked_at = None
            self.repaint()
        else:
            self.house.leave_screen()

    def _log_help(self, at: int) -> str:
        return "Enter goes to this move."

    def _undo_to(self, at: int | None) -> None:
        if at is not None:
            self._go(at + 1)

    @property
    def log_end(self) -> int:
        return self.at

    def action_log(self) -> None:
        at, self.at = self.at, len(self.match.log)
        super().action_log()
        self.at = at

    def _question(self) -> str:
        if self.looked_at is not None:
            return super()._question()
        total = len(self.match.log)
        return f"Move {self.at} of {total}: ← → a move, ↑ ↓ a round, Home and End, c goes on from here."

    def _preview(self) -> str:
        rows = [text for at, text in super().log_rows() if at == self.at - 1]
        return " ".join(rows) or "The beginning."

    def _keys(self) -> list[Key]:
        return [Key(c.shown, c.label, c.name) for c in commands.REPLAY if c.name != "ends(1)"]

    def palette(self) -> list[commands.Command]:
        return list(commands.REPLAY)


def replay_screen(kind: type[PlayScreen]) -> type[PlayScreen]:
    """A game's screen that looks back instead of playing."""
    return type(f"Replay{kind.__name__}", (Replaying, kind), {})
