"""A screen that is a list of rows: one is under the cursor, Enter acts on it, left and right change it."""

from typing import NamedTuple

from textual.app import ComposeResult
from textual.geometry import Region

from tui import commands
from tui.screens.base import Key, Room
from tui.widgets.canvas import Panel, Picture, clip, wrap_within


class Row(NamedTuple):
    """A row: what it is, what it is set to, and what it means. Without `name` it is a heading, or words to be read."""

    label: str
    value: str = ""
    help: str = ""
    name: str = ""


class RowsScreen(Room):
    """A titled list of rows with an explanation of the one under the cursor."""

    DEFAULT_CSS = """
    RowsScreen #top, RowsScreen #keys { height: 1; }
    RowsScreen #help { height: 2; }
    """
    own_commands = commands.ROWS
    title_words = ""
    #: Whether a click on a row's value changes it; else it does what Enter does.
    values_change = True

    def __init__(self) -> None:
        super().__init__()
        self.at = ""
        self.remark = ""
        self._top = 0

    def rows(self) -> list[Row]:
        """What is in the list now."""
        return []

    def row_names(self) -> list[str]:
        """The name of each row; empty for headings."""
        return [row.name for row in self.rows()]

    def window(self, first: int, end: int) -> list[Row]:
        """Some of the rows; a list that can be long makes only these, instead of `rows`."""
        return self.rows()[first:end]

    def keys(self) -> list[Key]:
        return []

    def compose(self) -> ComposeResult:
        yield Panel(id="top")
        yield Panel(id="list")
        yield Panel(id="help")
        yield Panel(id="keys")
        yield Panel(id="too-small")

    def _names(self) -> list[str]:
        return [name for name in self.row_names() if name]

    def action_step(self, by: int) -> None:
        self.remark = ""
        names = self._names()
        if names:
            at = names.index(self.at) if self.at in names else 0
            at = (at + by) % len(names) if abs(by) == 1 else min(max(0, at + by), len(names) - 1)
            self.at = names[at]
        self.repaint()

    def action_change(self, by: int) -> None:
        """Left or right on a row."""

    def action_choose(self) -> None:
        """Enter on a row."""

    def action_leave(self) -> None:
        self.house.leave_screen()

    def paint(self) -> None:
        names = self.row_names()
        if self.at not in names:
            self.at = next(filter(None, names), "")
        look = self.look
        top = self.picture_for("top", "bar")
        top.text(1, 0, self.title_words, look.style("accent", "bar", "bold"))
        self.show("top", top)
        picture = self.picture_for("list")
        here = names.index(self.at) if self.at else 0
        room = picture.height - 2
        if room > 0:  # not before the first layout
            self._top = min(max(self._top, here - room + 1), here, max(0, len(names) - room))
        for y, row in enumerate(self.window(self._top, self._top + max(0, room)), 1):
            self._paint_row(picture, y, row, row.name != "" and row.name == self.at)
        self.show("list", picture)
        help_ = self.picture_for("help", "panel")
        words = self.remark or "".join(row.help for row in self.window(here, here + 1))
        told = wrap_within(words, max(1, help_.width - 4), 2)
        help_.lines(2, 0, told, look.style("warn" if self.remark else "ink", "panel"))
        self.show("help", help_)
        self.paint_keys("keys", self.keys())

    def _paint_row(self, picture: Picture, y: int, row: Row, here: bool) -> None:
        look = self.look
        if not row.name:
            picture.text(2, y, row.label, look.style("accent", attributes="bold"))
            picture.text(4, y, "" if row.label else clip(row.value, picture.width - 6), look.style("dim"))
            return
        if here:
            picture.fill(Region(1, y, picture.width - 2, 1), look.style("cursor_ink", "cursor"))
        ink, on = ("cursor_ink", "cursor") if here else ("ink", "ground")
        label = clip(row.label, picture.width - 6 if not row.value else 26)
        picture.text(4, y, label, look.style(ink, on, "bold" if here else ""))
        value_ink = "cursor_ink" if here else "dim"
        picture.text(32, y, clip(row.value, picture.width - 36), look.style(value_ink, on))

    async def on_panel_clicked(self, message: Panel.Clicked) -> None:
        if message.panel.id == "keys":
            await self.click_key("keys", message.x)
        elif message.panel.id == "list":
            self.click_row(message.x, message.y - 1 + self._top)

    def click_row(self, x: int, index: int) -> None:
        """The first click goes to a row; the second acts on it, or changes its value."""
        names = self.row_names()
        if not 0 <= index < len(names) or not names[index]:
            return
        if names[index] != self.at:
            self.at = names[index]
            self.repaint()
        elif self.values_change and x >= 32 and self.window(index, index + 1)[0].value:
            self.action_change(1)
        else:
            self.action_choose()
