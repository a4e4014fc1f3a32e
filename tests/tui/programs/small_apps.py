"""Small Textual apps that paint what Samovar paints: boards, modals, logs, tables of foreign names, themes.

Run as a program (`python small_apps.py NAME plain|frugal`), this module runs one of them in the terminal.
"""

from __future__ import annotations

import sys
from typing import Any

from rich.segment import Segment
from rich.style import Style
from textual.app import App, ComposeResult
from textual.containers import Horizontal
from textual.geometry import Region
from textual.reactive import reactive
from textual.screen import ModalScreen, Screen
from textual.strip import Strip
from textual.widgets import Button, Footer, Header, Input, Label, RichLog, Static

INKS = ("#c0392b", "#f1c40f", "#2ecc71", "#3498db", "#9b59b6")


class Board(Static, can_focus=True):
    """A 5x5 board, one widget drawn line by line; the cursor is data."""

    DEFAULT_CSS = "Board { width: 31; height: 16; }"
    BINDINGS = [
        (arrow, f"step({dx}, {dy})", "")
        for arrow, dx, dy in (("left", -1, 0), ("right", 1, 0), ("up", 0, -1), ("down", 0, 1))
    ]
    cursor: reactive[tuple[int, int]] = reactive((0, 0), init=False)

    def watch_cursor(self, old: tuple[int, int], new: tuple[int, int]) -> None:
        self.refresh(*(Region(x * 6, y * 3, 7, 4) for x, y in (old, new)))

    def action_step(self, dx: int, dy: int) -> None:
        x, y = self.cursor
        self.cursor = ((x + dx) % 5, (y + dy) % 5)

    def on_click(self, event: Any) -> None:
        self.cursor = (min(event.x // 6, 4), min(event.y // 3, 4))

    def render_line(self, y: int) -> Strip:
        line = Style(color="#555555", bgcolor="#101418")
        if y % 3 == 0:
            return Strip([Segment("+-----" * 5 + "+", line)])
        segments = []
        for x in range(5):
            chosen = (x, y // 3) == self.cursor
            ground = "#2c3e50" if chosen else "#101418"
            ink = Style(color=INKS[(x * 2 + y // 3) % 5], bgcolor=ground, bold=chosen)
            segments += [Segment("│", line), Segment(" ▟█▙ " if y % 3 == 1 else f" {x}{y // 3}  ", ink)]
        return Strip([*segments, Segment("│", line)])


class Question(ModalScreen[None]):
    """A modal over the board."""

    DEFAULT_CSS = "Question { align: center middle; } Question Label { padding: 2 6; border: round $accent; }"
    BINDINGS = [("escape", "dismiss", "Close")]

    def compose(self) -> ComposeResult:
        yield Label("Leave the match? It is saved.\n\n[b]Enter[/b] yes   [b]Escape[/b] no")


class Rules(Screen[None]):
    """A screen of text that scrolls, with wide and combining characters."""

    BINDINGS = [("escape", "app.pop_screen", "Back")]

    def compose(self) -> ComposeResult:
        yield Header()
        yield RichLog(wrap=True)
        yield Input("name")
        yield Footer()

    def on_mount(self) -> None:
        log = self.query_one(RichLog)
        for number in range(60):
            log.write(f"{number:02} 日本語 and cafe e\u0301te\u0301 한국어 Мезень 漢字 {'~' * (number % 9)}")
        log.focus()


class Game(App[None]):
    """A board, a log, a row of buttons; everything the sessions do can be reached by keys."""

    CSS = "RichLog { height: 1fr; } #side { width: 1fr; } Horizontal { height: 1fr; }"
    BINDINGS = [
        ("m", "ask", "Menu"),
        ("r", "rules", "Rules"),
        ("t", "retheme", "Theme"),
        ("w", "say", "Say"),
        ("z", "bell", "Bell"),
        ("ctrl+c", "quit", "Quit"),
        ("u", "retitle", "Title"),
        ("s", "leave", "Shell"),
    ]
    said = 0

    def compose(self) -> ComposeResult:
        yield Header()
        with Horizontal():
            yield Board()
            yield RichLog(id="side", wrap=True)
        with Horizontal(id="bar"):
            yield Button("Undo")
            yield Button("Hint", variant="primary")
        yield Footer()

    def on_mount(self) -> None:
        self.query_one("#bar").styles.height = 3
        self.query_one(Board).focus()

    def action_ask(self) -> None:
        self.push_screen(Question())

    def action_rules(self) -> None:
        self.push_screen(Rules())

    def action_say(self) -> None:
        self.said += 1
        text = ("seven tiles", "漢字 tiles", "[b]bold[/b]", "e\u0301lan", "한 tile")[self.said % 5]
        self.query_one("#side", RichLog).write(f"{self.said}: Anna takes {text} and looks")

    def action_leave(self) -> None:
        """To the shell and back."""
        with self.suspend():
            print("the shell")

    def action_retitle(self) -> None:
        self.title = f"Round {self.said}"

    def action_retheme(self) -> None:
        names = ["textual-dark", "textual-light", "nord", "dracula", "gruvbox"]
        self.theme = names[(names.index(self.theme) + 1) % len(names)] if self.theme in names else names[0]


class Bare(App[None]):
    """The least app: one word."""

    def compose(self) -> ComposeResult:
        yield Label("tea")


APPS = {"game": Game, "bare": Bare}

if __name__ == "__main__":
    from tui.terminal.driver import FrugalDriver

    name, driver = sys.argv[1:3]
    APPS[name](driver_class=FrugalDriver if driver == "frugal" else None).run()
