"""The base of every screen: a palette, a minimum size, panels to draw on, and a clickable bar of keys."""

from typing import TYPE_CHECKING, Any, cast

from textual import events, on
from textual.await_complete import AwaitComplete
from textual.geometry import Region, Size
from textual.screen import Screen

import themes
from tui.commands import APP, KeyCommands, bindings
from tui.screens.input_guard import accepts_input, as_bound, is_refused, run_bound_key
from tui.terminal.direct_paint import DirectPainter
from tui.widgets.canvas import Canvas
from tui.widgets.canvas_view import CanvasView
from tui.widgets.key_bar import KeyBar, KeyLabel
from tui.widgets.text_layout import wrap

if TYPE_CHECKING:
    from tui.app import SamovarApp

MIN_SIZE = Size(80, 24)


class BaseScreen(Screen[Any]):
    """A screen that paints its panels itself; below 80x24 it asks for a larger window and waits.

    It ignores keys, clicks and its own closing as soon as it is covered or closed.
    """

    DEFAULT_CSS = """
    BaseScreen { layout: vertical; overflow: hidden; background: $background; }
    BaseScreen > #too-small { display: none; }
    BaseScreen.small > * { display: none; }
    BaseScreen.small > #too-small { display: block; }
    """

    #: The commands of this screen, from which its bindings, its help and its part of the command palette are made.
    own_commands: KeyCommands = ()
    #: The scope of this screen's palette: the app or a game.
    palette_scope = "samovar"

    def __init_subclass__(cls, **kwargs: Any) -> None:
        if "own_commands" in vars(cls):
            cls.BINDINGS = [*bindings(cls.own_commands)]
        super().__init_subclass__(**kwargs)

    def __init__(self) -> None:
        super().__init__()
        self.painter = DirectPainter(self)
        self._key_bars: dict[str, KeyBar] = {}

    # Input

    async def on_event(self, event: events.Event) -> None:
        if not is_refused(self, event):
            await super().on_event(as_bound(event, self.own_commands, self.samovar_app.own_keys))

    @on(events.Key)
    async def handle_bound_key(self, event: events.Key) -> None:
        """Run at once what the key is bound to, here or in the app, unless a screen has prevented that."""
        await run_bound_key(self.samovar_app, event)

    def dismiss(self, result: Any = None) -> AwaitComplete:
        """Close this screen if it is on top; never close another one."""
        return super().dismiss(result) if accepts_input(self) else AwaitComplete()

    # Looks

    @property
    def samovar_app(self) -> "SamovarApp":
        return cast("SamovarApp", self.app)

    @property
    def size(self) -> Size:
        """The size of the terminal: our screens have no borders, which Textual would subtract each time."""
        return self.app.size

    @property
    def palette(self) -> themes.Palette:
        return themes.load_palette(self.palette_scope, self.samovar_app.mode)

    def on_screen_resume(self) -> None:
        self.samovar_app.apply_palette(self.palette)
        self.repaint()

    def on_resize(self, event: events.Resize) -> None:
        self.set_class(_is_too_small(event.size), "small")
        self.call_after_refresh(self.repaint)

    def repaint(self) -> None:
        """Draw everything anew, or the request for a larger window."""
        if not self._is_mounted_and_shown:
            return
        if self.has_class("small"):
            self._show_too_small()
        elif self.is_mounted and not _is_too_small(self.size):  # else Textual is about to send the resize event
            self.paint()

    @property
    def _is_mounted_and_shown(self) -> bool:
        """Whether the panels are mounted: a screen that is closed at once may never get them."""
        return bool(self.children) and self.display

    def paint(self) -> None:
        """Draw the screen's panels."""

    def show(self, panel: str, canvas: Canvas) -> None:
        """Show a canvas in the panel with that id."""
        canvas_view = self.query_one(f"#{panel}", CanvasView)
        canvas_view.painter = self.painter
        canvas_view.set_canvas(canvas.ascii() if self.samovar_app.ascii else canvas)

    def new_canvas(self, panel: str, on: str = "ground") -> Canvas:
        """Return an empty canvas of a panel's size."""
        size = self.size_of(panel)
        return Canvas(size.width, size.height, self.palette.style(on=on))

    def size_of(self, panel: str) -> Size:
        """Return the size of a panel."""
        return self.query_one(f"#{panel}", CanvasView).size

    def _show_too_small(self) -> None:
        width, height = self.size
        canvas = Canvas(width, height, self.palette.style())
        need = f"Samovar needs {MIN_SIZE.width}x{MIN_SIZE.height}; this window has {width}x{height}."
        lines = wrap(f"{need} Make it larger: the game is still here.", max(1, width - 2))
        for step, line in enumerate(lines):
            canvas.draw_text(1, max(0, (height - len(lines)) // 2) + step, line, self.palette.style())
        self.show("too-small", canvas)

    # The bar of keys

    def paint_keys(self, panel: str, keys: list[KeyLabel], right: str = "") -> None:
        """Draw the keys that work now; a click on one runs its action."""
        shown = self.with_own_keys(keys)
        bar = KeyBar.fitting(shown, self.size_of(panel).width, self.palette, self.samovar_app.ascii, right)
        self._key_bars[panel] = bar
        self.show(panel, bar.paint())

    def draw_keys(self, panel: str, canvas: Canvas, x: int, keys: list[KeyLabel], y: int = 0, on: str = "bar") -> None:
        """Draw keys into a row of a panel from a column on; they are clicked in this row alone."""
        shown = self.with_own_keys(keys)
        shown = [key.in_ascii() for key in shown] if self.samovar_app.ascii else shown
        bar = self._key_bars[panel] = KeyBar(tuple(shown), canvas.width, self.palette, left=x, on=on)
        bar.draw(canvas, y)

    def with_own_keys(self, keys: list[KeyLabel]) -> list[KeyLabel]:
        """Return keys of a bar as the player has set them."""
        own = self.samovar_app.own_keys
        if not own:
            return keys
        by_action = {command.name: command for command in self.own_commands}
        by_action |= {f"app.{command.name}": command for command in APP}
        return [
            key._replace(key_text=own.shown(command))
            if (command := by_action.get(key.action)) is not None and key.key_text == command.shown
            else key
            for key in keys
        ]

    def in_own_keys(self, text: str) -> str:
        """Return a sentence with the keys that the player has set in place of the usual ones."""
        return self.samovar_app.own_keys.in_text(text, self.own_commands)

    async def click_key(self, panel: str, x: int) -> None:
        bar = self._key_bars.get(panel)
        if bar is not None and (action := bar.action_at(x)) is not None:
            await self.run_action(action)

    def centre(self, width: int, height: int) -> Region:
        """Return a region of this size in the middle of the screen."""
        return Region((self.size.width - width) // 2, (self.size.height - height) // 2, width, height)


def _is_too_small(size: Size) -> bool:
    return size.width < MIN_SIZE.width or size.height < MIN_SIZE.height
