"""Samovar with a screen of matches that raises an unexpected error when something is inspected.

The variable STUMBLE says where: in the handler of the key, while another screen opens, in a thread, and so on.
"""

import asyncio
import os
import threading
from typing import Any

from textual.app import ComposeResult
from textual.screen import Screen

import tui.match.screen
from tui.cli.main import main
from tui.terminal.input_parser import InputParser
from tui.widgets.canvas_view import CanvasView


def stumble(*_: Any) -> Any:
    raise RuntimeError("a secret of the programmers")


async def stumble_later() -> None:
    stumble()


def fall(depth: int) -> int:
    return fall(depth + 1) + 1


class Mounting(Screen[None]):
    def on_mount(self) -> None:
        stumble()


class Composing(Screen[None]):
    def compose(self) -> ComposeResult:
        yield CanvasView()
        stumble()


class Dressing(Screen[None]):
    CSS = "Screen { a-secret-of: the-programmers; }"


class Stumbling(tui.match.screen.MatchScreen):
    def action_inspect(self) -> None:
        where = os.environ["STUMBLE"]
        if where == "memory":
            raise MemoryError("a secret of the programmers")
        if where == "depth":
            fall(0)
        elif where in ("mount", "compose", "css"):
            self.app.push_screen({"mount": Mounting, "compose": Composing, "css": Dressing}[where]())
        elif where == "render":
            self.query_one("#board").render_lines = stumble  # type: ignore[assignment, method-assign]
            self.query_one("#board").refresh()
        elif where == "timer":
            self.set_timer(0.01, stumble)
        elif where == "worker":
            self.run_worker(stumble_later())
        elif where == "task":
            asyncio.get_running_loop().create_task(stumble_later())
        elif where == "thread":
            threading.Thread(target=stumble).start()
        elif where == "input":
            InputParser.feed = InputParser.flush = stumble  # type: ignore[assignment, method-assign]
            self.app.bell()
        else:
            stumble()


if __name__ == "__main__":
    tui.match.screen.MatchScreen = Stumbling  # type: ignore[misc]
    main()
