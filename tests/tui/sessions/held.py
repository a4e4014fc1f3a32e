"""A small app behind the guard of the line: `python held.py FOLDER [busy] [bot] [stuck]`.

It writes `pid` (its own), `bot` (the one of its bot) and, when told to finish, `saved` into the folder.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
import time
from pathlib import Path

from textual.app import App, ComposeResult
from textual.widgets import Label, Static

from tui.driver import FrugalDriver
from tui.line import guarded_line, mind_the_parent


def think() -> None:
    """A bot that never comes to an end."""
    mind_the_parent()
    while True:
        time.sleep(0.01)


class Held(App[None]):
    """Paints once, or all the time."""

    BINDINGS = [("ctrl+c", "quit", "Quit")]

    def compose(self) -> ComposeResult:
        yield Label("ready")
        yield Static("", id="noise")

    def on_mount(self) -> None:
        self.query_one("#noise").styles.height = "1fr"
        if "busy" in sys.argv:
            self.set_interval(0.005, self.repaint)
        if "stuck" in sys.argv:
            self.set_timer(0.5, lambda: time.sleep(60))

    def repaint(self) -> None:
        """Change every cell, so that even a frugal driver has much to send."""
        signs = "".join(chr(33 + byte % 90) for byte in os.urandom(self.size.area))
        self.query_one("#noise", Static).update(signs.replace("[", "("))


def main() -> None:
    folder = Path(sys.argv[1])
    (folder / "pid").write_text(str(os.getpid()))
    if "bot" in sys.argv:
        bot = multiprocessing.get_context("spawn").Process(target=think)
        bot.start()
        (folder / "bot").write_text(str(bot.pid))
    app = Held(driver_class=FrugalDriver)
    with guarded_line(app, lambda: (folder / "saved").write_text("the match")):
        app.run()


if __name__ == "__main__":
    main()
