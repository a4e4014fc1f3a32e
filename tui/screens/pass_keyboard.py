"""The curtain: nobody's secrets are on the screen until the right player sits before it."""

from textual.app import ComposeResult

from tui import commands
from tui.screens.dialogs import Dialog
from tui.widgets.canvas import CanvasView


class PassKeyboardDialog(Dialog[None]):
    """Asks to pass the keyboard on."""

    DEFAULT_CSS = "PassKeyboardDialog { background: $background; }"
    own_commands = commands.PASS_KEYBOARD

    def __init__(self, name: str) -> None:
        super().__init__()
        self._player_name = name

    def compose(self) -> ComposeResult:
        yield CanvasView()

    def on_mount(self) -> None:
        canvas = self.new_canvas(50, 5, "Secret")
        canvas.draw_text(3, 1, f"Pass the keyboard to {self._player_name}.", self.palette.style("ink", "panel", "bold"))
        canvas.draw_text(3, 2, "The others look away.", self.palette.style("dim", "panel"))
        canvas.draw_text(
            3, 3, f"{self._player_name}: press Enter when only you can see.", self.palette.style("ink", "panel")
        )
        self.show(canvas)

    def action_nothing(self) -> None:
        """A curtain is not pushed aside by accident."""

    def on_canvas_view_clicked(self) -> None:
        self.dismiss()
