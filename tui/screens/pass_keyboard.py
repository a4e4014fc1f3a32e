"""Hide secrets at a shared keyboard until the right player sits at it."""

from tui import commands
from tui.screens.dialogs import Dialog


class PassKeyboardDialog(Dialog[None]):
    """The request to pass the keyboard on; it hides the match below."""

    DEFAULT_CSS = "PassKeyboardDialog { background: $background; }"
    own_commands = commands.PASS_KEYBOARD

    def __init__(self, name: str) -> None:
        super().__init__()
        self._player_name = name

    def _paint(self) -> None:
        canvas = self.new_canvas(50, 5, "Secret")
        canvas.draw_text(3, 1, f"Pass the keyboard to {self._player_name}.", self.palette.style("ink", "panel", "bold"))
        canvas.draw_text(3, 2, "Everyone else: please look away.", self.palette.style("dim", "panel"))
        canvas.draw_text(
            3, 3, f"{self._player_name}: press Enter when only you can see.", self.palette.style("ink", "panel")
        )
        self.show(canvas)

    def action_nothing(self) -> None:
        """Ignore a key, so that the dialog is not closed by accident."""

    def on_canvas_view_clicked(self) -> None:
        self.dismiss()
