"""The curtain: nobody's secrets are on the screen until the right player sits before it."""

from textual.app import ComposeResult

from tui import commands
from tui.screens.dialogs import Dialog
from tui.widgets.canvas import Panel


class Curtain(Dialog[None]):
    """Asks to pass the keyboard on."""

    DEFAULT_CSS = "Curtain { background: $background; }"
    own_commands = commands.CURTAIN

    def __init__(self, name: str) -> None:
        super().__init__()
        self._player = name

    def compose(self) -> ComposeResult:
        yield Panel()

    def on_mount(self) -> None:
        picture = self.sheet(50, 5, "Secret")
        picture.text(3, 1, f"Pass the keyboard to {self._player}.", self.look.style("ink", "panel", "bold"))
        picture.text(3, 2, "The others look away.", self.look.style("dim", "panel"))
        picture.text(3, 3, f"{self._player}: press Enter when only you can see.", self.look.style("ink", "panel"))
        self.show(picture)

    def action_nothing(self) -> None:
        """A curtain is not pushed aside by accident."""

    def on_panel_clicked(self) -> None:
        self.dismiss()
