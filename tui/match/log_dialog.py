"""The log of a match above its screen: a list to read, in which the player may undo to a line."""

from collections.abc import Sequence
from typing import NamedTuple

from tui import commands
from tui.screens.dialogs import ChoiceDialog, ChoiceOption
from tui.sessions.session import LogRow


class LogRequest(NamedTuple):
    """What the player wants with a row of the log: to go to its move, or to undo from there on."""

    at: int
    undoes: bool = False


class LogDialog(ChoiceDialog[LogRequest]):
    """Everything that has happened. Enter closes it, or goes to a move where the log is walked through."""

    own_commands = commands.LOG_DIALOG
    numbered = False

    def __init__(self, rows: Sequence[LogRow], hint: str, is_walked: bool) -> None:
        # A row that is too long for the list is read whole below it.
        entries = [ChoiceOption(row.text, LogRequest(row.at), row.text) for row in rows]
        super().__init__("Log", entries, len(entries) - 1)
        self.hint = hint
        self._is_walked = is_walked

    def action_pick(self) -> None:
        self.dismiss(self.selected.value if self._is_walked else None)

    def pick_row(self, row: int) -> None:
        """Take a click on a row: it is selected, or gone to."""
        if self._is_walked:
            super().pick_row(row)
        else:
            self.select_row(row)

    def action_undo_to(self) -> None:
        self.dismiss(self.selected.value._replace(undoes=True))
