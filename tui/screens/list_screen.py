"""The base of every list: one row is under the cursor, Enter acts on it, left and right change its value."""

from typing import NamedTuple

from textual.app import ComposeResult
from textual.geometry import Region

from tui import commands
from tui.screens.base import BaseScreen
from tui.widgets.canvas import Canvas
from tui.widgets.canvas_view import CanvasView
from tui.widgets.key_bar import KeyLabel
from tui.widgets.text_layout import clip, wrap_within


class ListRow(NamedTuple):
    """A row: its label, its value, and its help. Without `name` it is a heading or a text that cannot be selected."""

    label: str
    value: str = ""
    help: str = ""
    name: str = ""


class ListScreen(BaseScreen):
    """A titled list of rows with the help of the row under the cursor."""

    DEFAULT_CSS = """
    ListScreen #top, ListScreen #keys { height: 1; }
    ListScreen #help { height: 2; }
    """
    own_commands = commands.LIST
    title_text = ""
    #: Whether a click on a row's value changes it; else it does what Enter does.
    has_editable_values = True

    def __init__(self) -> None:
        super().__init__()
        self.cursor = ""
        self.status = ""
        self._top = 0

    def rows(self) -> list[ListRow]:
        """Return all rows of the list."""
        return []

    def row_names(self) -> list[str]:
        """Return the name of each row; empty for headings."""
        return [row.name for row in self.rows()]

    def window(self, first: int, end: int) -> list[ListRow]:
        """Return some of the rows; a list that can be long overrides this to make only these."""
        return self.rows()[first:end]

    def keys(self) -> list[KeyLabel]:
        return []

    def compose(self) -> ComposeResult:
        yield CanvasView(id="top")
        yield CanvasView(id="list")
        yield CanvasView(id="help")
        yield CanvasView(id="keys")
        yield CanvasView(id="too-small")

    def _names(self) -> list[str]:
        return [name for name in self.row_names() if name]

    def action_step(self, by: int) -> None:
        self.status = ""
        names = self._names()
        if names:
            at = names.index(self.cursor) if self.cursor in names else 0
            at = (at + by) % len(names) if abs(by) == 1 else min(max(0, at + by), len(names) - 1)
            self.cursor = names[at]
        self.repaint()

    def action_change(self, by: int) -> None:
        """Change the value of the row under the cursor: left or right."""

    def action_choose(self) -> None:
        """Act on the row under the cursor: Enter."""

    def action_leave(self) -> None:
        self.samovar_app.leave_screen()

    def paint(self) -> None:
        names = self.row_names()
        if self.cursor not in names:
            self.cursor = next(filter(None, names), "")
        palette = self.palette
        top = self.new_canvas("top", "bar")
        top.draw_text(1, 0, self.title_text, palette.style("accent", "bar", "bold"))
        self.show("top", top)
        canvas = self.new_canvas("list")
        here = names.index(self.cursor) if self.cursor else 0
        width = canvas.height - 2
        if width > 0:  # not before the first layout
            self._top = min(max(self._top, here - width + 1), here, max(0, len(names) - width))
        for y, row in enumerate(self.window(self._top, self._top + max(0, width)), 1):
            self._paint_row(canvas, y, row, row.name != "" and row.name == self.cursor)
        self.show("list", canvas)
        help_ = self.new_canvas("help", "panel")
        text = self.in_own_keys(self.status) or "".join(row.help for row in self.window(here, here + 1))
        told = wrap_within(text, max(1, help_.width - 4), 2)
        help_.draw_lines(2, 0, told, palette.style("warn" if self.status else "ink", "panel"))
        self.show("help", help_)
        self.paint_keys("keys", self.keys())

    def _paint_row(self, canvas: Canvas, y: int, row: ListRow, here: bool) -> None:
        palette = self.palette
        if not row.name:
            canvas.draw_text(2, y, self.in_own_keys(row.label), palette.style("accent", attributes="bold"))
            canvas.draw_text(4, y, "" if row.label else clip(row.value, canvas.width - 6), palette.style("dim"))
            return
        if here:
            canvas.fill(Region(1, y, canvas.width - 2, 1), palette.style("cursor_ink", "cursor"))
        ink, on = ("cursor_ink", "cursor") if here else ("ink", "ground")
        label = clip(row.label, canvas.width - 6 if not row.value else 26)
        canvas.draw_text(4, y, label, palette.style(ink, on, "bold" if here else ""))
        value_ink = "cursor_ink" if here else "dim"
        canvas.draw_text(32, y, clip(row.value, canvas.width - 36), palette.style(value_ink, on))

    async def on_canvas_view_clicked(self, message: CanvasView.Clicked) -> None:
        if message.panel.id == "keys":
            await self.click_key("keys", message.x)
        elif message.panel.id == "list":
            self.click_row(message.x, message.y - 1 + self._top)

    def click_row(self, x: int, index: int) -> None:
        """Move the cursor to a row at the first click; at the second, act on it or change its value."""
        names = self.row_names()
        if not 0 <= index < len(names) or not names[index]:
            return
        if names[index] != self.cursor:
            self.cursor = names[index]
            self.repaint()
        elif self.has_editable_values and x >= 32 and self.window(index, index + 1)[0].value:
            self.action_change(1)
        else:
            self.action_choose()
