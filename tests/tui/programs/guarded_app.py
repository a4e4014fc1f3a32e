"""A small app behind the shutdown guard: `python guarded_app.py FOLDER [busy]`.

It writes `pid` (its own) and, when asked to finish, `finished` into the folder. The key s blocks its event loop for
ever; before that it writes `stuck`.
"""

from __future__ import annotations

import os
import sys
import threading
from pathlib import Path

from textual.app import App, ComposeResult
from textual.widgets import Label, Static

from tui.terminal.driver import FrugalDriver
from tui.terminal.shutdown import handle_signals

FOLDER = Path(sys.argv[1])


class Held(App[None]):
    """Paints once, or all the time."""

    BINDINGS = [("ctrl+c", "quit", "Quit"), ("s", "stick", "Stick")]

    def compose(self) -> ComposeResult:
        yield Label("ready")
        yield Static("", id="noise")

    def on_mount(self) -> None:
        self.query_one("#noise").styles.height = "1fr"
        if "busy" in sys.argv:
            self.set_interval(0.005, self.repaint)

    def action_stick(self) -> None:
        (FOLDER / "stuck").touch()
        threading.Event().wait()

    def repaint(self) -> None:
        """Change every cell, so that even a diffing driver has much to send."""
        signs = "".join(chr(33 + byte % 90) for byte in os.urandom(self.size.area))
        self.query_one("#noise", Static).update(signs.replace("[", "("))


def main() -> None:
    (FOLDER / "pid").write_text(str(os.getpid()))

    def finish() -> None:
        with (FOLDER / "finished").open("a") as file:
            file.write("once")

    app = Held(driver_class=FrugalDriver)
    with handle_signals(app, finish):
        app.run()


if __name__ == "__main__":
    main()
