"""Dialogs above a screen: a list to choose from, a line to type, a message to read."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar, cast

from rich.markup import escape
from textual import events, on
from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.containers import VerticalScroll
from textual.geometry import Region
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from tui import commands
from tui.screens.input_guard import accepts_input, as_bound, is_refused, run_bound_key
from tui.widgets.canvas import Canvas
from tui.widgets.canvas_view import CanvasView
from tui.widgets.text_layout import cell_width, clip, wrap

if TYPE_CHECKING:
    import themes
    from tui.app import SamovarApp

T = TypeVar("T")


class ChoiceOption(NamedTuple, Generic[T]):
    """An entry of a ChoiceDialog: its text, the value that choosing it returns, and its help."""

    label: str
    value: T
    help: str = ""


class Dialog(ModalScreen[T | None]):
    """A canvas in the middle, above the screen that opened it; it ignores input as soon as it is covered or closed."""

    DEFAULT_CSS = """
    Dialog { align: center middle; background: transparent; }
    Dialog CanvasView { width: auto; height: auto; }
    """
    #: The commands of this dialog, from which its bindings are made.
    own_commands = commands.DIALOG
    #: Whether letters are text here, and no commands.
    is_typed_into = False
    BINDINGS = [*commands.bindings(commands.DIALOG)]

    def __init_subclass__(cls, **kwargs: Any) -> None:
        if "own_commands" in vars(cls):
            cls.BINDINGS = [*commands.bindings(cls.own_commands)]
        super().__init_subclass__(**kwargs)

    def compose(self) -> ComposeResult:
        yield CanvasView()

    def on_mount(self) -> None:
        self._paint()

    def on_resize(self) -> None:
        self._paint()

    def _paint(self) -> None:
        """Draw the dialog for the present size of the window."""

    async def on_event(self, event: events.Event) -> None:
        if not is_refused(self, event):
            if not self.is_typed_into:
                event = as_bound(event, self.own_commands, self.samovar_app.own_keys)
            await super().on_event(event)

    @on(events.Key)
    async def handle_bound_key(self, event: events.Key) -> None:
        """Run at once what the key is bound to, here or in the app, unless a dialog has prevented that."""
        await run_bound_key(self.samovar_app, event)

    def dismiss(self, result: T | None = None) -> AwaitComplete:
        """Close this dialog if it is on top; never close another screen."""
        return super().dismiss(result) if accepts_input(self) else AwaitComplete()

    @property
    def samovar_app(self) -> "SamovarApp":
        return cast("SamovarApp", self.app)

    @property
    def palette(self) -> "themes.Palette":
        return self.samovar_app.palette

    def show(self, canvas: Canvas) -> None:
        for canvas_view in self.query(CanvasView):  # none yet, if the key after the one that opened it closes it
            canvas_view.set_canvas(canvas.ascii() if self.samovar_app.ascii else canvas)
            canvas_view.styles.width, canvas_view.styles.height = canvas.width, canvas.height

    def new_canvas(self, width: int, height: int, title: str) -> Canvas:
        """Return an empty canvas with a frame."""
        palette = self.palette
        canvas = Canvas(width, height, palette.style(on="panel"))
        canvas.draw_frame(Region(0, 0, width, height), palette.style("frame", "panel"), round_=True)
        canvas.draw_text(2, 0, f" {clip(title, width - 6)} ", palette.style("accent", "panel", "bold"))
        return canvas


class ChoiceDialog(Dialog[T]):
    """A list to choose one entry from; the help of the entry under the cursor is shown below."""

    own_commands = commands.CHOICE_DIALOG

    #: Whether the digits choose the entries.
    numbered = True
    #: The keys that do something here, told in the frame.
    hint = ""

    def __init__(self, title: str, entries: Sequence[ChoiceOption[T]], at: int = 0) -> None:
        super().__init__()
        self._title = title
        self._offered = self._entries = list(entries)
        self._at = at
        self._top = 0

    def action_step(self, by: int) -> None:
        if abs(by) == 1:
            self._at = (self._at + by) % len(self._entries)
        else:
            self._at = min(max(0, self._at + by), len(self._entries) - 1)
        self._paint()

    @property
    def selected(self) -> ChoiceOption[T]:
        """The entry under the cursor."""
        return self._entries[self._at]

    def action_pick(self) -> None:
        self.dismiss(self.selected.value)

    def on_key(self, event: events.Key) -> None:
        if event.character and self.on_typed(event.character):
            event.stop().prevent_default()

    def on_typed(self, character: str) -> bool:
        """Choose the entry of a digit; return whether the character was used."""
        if not (character.isascii() and character.isdigit() and character != "0"):
            return False
        self.pick_row(int(character) - 1)
        return True

    def on_canvas_view_clicked(self, message: CanvasView.Clicked) -> None:
        self.pick_row(message.y - 1)

    def pick_row(self, row: int) -> None:
        """Choose the entry that is shown in this row, if there is one."""
        if self.select_row(row):
            self.action_pick()

    def select_row(self, row: int) -> bool:
        """Move the cursor to the entry that is shown in this row; return whether there is one."""
        if not 0 <= row < self._rows or self._top + row >= len(self._entries):
            return False
        self._at = self._top + row
        self._paint()
        return True

    @property
    def _rows(self) -> int:
        return max(1, min(len(self._offered), self.app.size.height - 6))

    def _paint(self) -> None:
        palette, rows = self.palette, self._rows
        widest = max(cell_width(entry.label) for entry in self._offered)
        longest = max(cell_width(entry.help) for entry in self._offered)
        width = min(max(widest + 8, min(longest + 4, 60), cell_width(self._title) + 8), self.app.size.width - 4)
        lines = 2 if any(self._help(entry, width) for entry in self._offered) else 0
        self._top = min(max(self._top, self._at - rows + 1), self._at, max(0, len(self._entries) - rows))
        canvas = self.new_canvas(width, rows + 2 + lines, self._heading())
        for row, entry in enumerate(self._entries[self._top : self._top + rows]):
            here = self._top + row == self._at
            style = palette.style("cursor_ink", "cursor", "bold") if here else palette.style("ink", "panel")
            number = f"{row + 1}" if self.numbered and row < 9 else " "
            text = f" {number} {clip(entry.label, width - 7)}"
            canvas.draw_text(1, row + 1, text.ljust(width - 2 - cell_width(text) + len(text)), style)
        for row, line in enumerate(wrap(self._help(self.selected, width), width - 4)[:lines]):
            canvas.draw_text(2, rows + 1 + row, line, palette.style("dim", "panel"))
        if hint := self.samovar_app.own_keys.in_text(self.hint, self.own_commands):
            canvas.draw_text_right(width - 2, canvas.height - 1, f" {hint} ", palette.style("dim", "panel"))
        self.show(canvas)

    def _help(self, entry: ChoiceOption[T], width: int) -> str:
        """Return the help of an entry; none that only repeats a label which can be read whole."""
        return "" if entry.help == entry.label and cell_width(entry.label) <= width - 7 else entry.help

    def _heading(self) -> str:
        return self._title


class SearchDialog(ChoiceDialog[T]):
    """A list to choose from by typing a part of an entry. A character after which nothing would match is ignored."""

    own_commands = commands.SEARCH_DIALOG
    is_typed_into = True
    numbered = False
    _longest = 30

    def __init__(self, title: str, entries: Sequence[ChoiceOption[T]]) -> None:
        super().__init__(title, entries)
        self._query = ""

    def on_typed(self, character: str) -> bool:
        if not character.isprintable():
            return False
        self._search((self._query + character).lstrip()[: self._longest])
        return True

    def action_erase(self) -> None:
        self._search(self._query[:-1])

    def _search(self, sought: str) -> None:
        words = sought.lower().split()
        in_label = [entry for entry in self._offered if all(word in entry.label.lower() for word in words)]
        in_help = [entry for entry in self._offered if all(word in entry.help.lower() for word in words)]
        found = in_label + [entry for entry in in_help if entry not in in_label]
        if found:
            self._query, self._entries, self._at, self._top = sought, found, 0, 0
            self._paint()

    def _heading(self) -> str:
        return f"{self._title} {self._query}_"


class MessageDialog(Dialog[None]):
    """A text to read; any of the usual keys closes it. In a line with a tab, the part before the tab is a key."""

    own_commands = commands.MESSAGE_DIALOG

    def __init__(self, title: str, text: str) -> None:
        super().__init__()
        self._title = title
        self._text = text
        self._top = 0

    def action_scroll(self, by: int) -> None:
        self._top += by
        self._paint()

    def _lines(self, width: int) -> list[tuple[str, str]]:
        """Return the text as rows of a key (or nothing) and words."""
        parts = [part.rpartition("\t")[::2] for part in self._text.split("\n")]
        indent = max(cell_width(key) for key, _ in parts)
        room = width - (indent + 2 if indent else 0)
        rows = []
        for key, text in parts:
            first, *more = wrap(text, room) or [""]
            rows += [(key, first), *(("", line) for line in more)]
        return rows

    def _paint(self) -> None:
        palette = self.palette
        width = max(12, min(64, self.app.size.width - 4))
        lines = self._lines(width - 4)
        rows = max(1, min(len(lines), self.app.size.height - 4))
        self._top = min(max(0, self._top), len(lines) - rows)
        canvas = self.new_canvas(width, rows + 2, self._title)
        indent = max(cell_width(key) for key, _ in lines)
        for row, (key, text) in enumerate(lines[self._top : self._top + rows], 1):
            canvas.draw_text(2, row, key, palette.style("accent", "panel", "bold"))
            canvas.draw_text(2 + (indent + 2 if indent else 0), row, text, palette.style("ink", "panel"))
        more = " ↑↓ more " if rows < len(lines) else ""
        canvas.draw_text_right(width - 2, rows + 1, f"{more} Esc ", palette.style("dim", "panel"))
        self.show(canvas)

    def on_click(self) -> None:
        self.dismiss()


class PromptDialog(Dialog[str]):
    """A line to type."""

    is_typed_into = True
    # Textual's own handling copes with a dialog that is closed before it has been composed.
    AUTO_FOCUS = "Input"
    DEFAULT_CSS = """
    PromptDialog { align: center middle; }
    PromptDialog > VerticalScroll { width: 60; height: auto; padding: 0 1; background: $panel; border: round $border; }
    PromptDialog Input, PromptDialog Input:focus { border: none; height: 1; padding: 0; background: $background; }
    """

    def __init__(self, question: str, start: str = "", longest: int = 40) -> None:
        super().__init__()
        self._question = question
        self._start = start
        self._longest = longest

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            yield Static(escape(self._question))
            yield Input(self._start, max_length=self._longest, select_on_focus=False)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.dismiss(event.value.strip() or None)
