"""The base of every screen: a palette, a minimum size, panels to draw on, and a clickable bar of keys."""

from typing import TYPE_CHECKING, ClassVar, NamedTuple, cast

from textual import events
from textual.geometry import Region, Size

import themes
from tui.terminal.direct_paint import DirectPaintScreen
from tui.widgets import ascii_fallback
from tui.widgets.canvas import Canvas
from tui.widgets.canvas_view import CanvasView
from tui.widgets.text_layout import cell_width, wrap

if TYPE_CHECKING:
    from tui.app import SamovarApp

MIN_SIZE = Size(80, 24)


class KeyLabel(NamedTuple):
    """A key in the bar: what is shown, and the action that the key or a click on it runs."""

    key_text: str
    label: str
    action: str


class BaseScreen(DirectPaintScreen):
    """A screen that paints its panels itself; below 80x24 it asks for a larger window and waits."""

    DEFAULT_CSS = """
    BaseScreen { layout: vertical; overflow: hidden; background: $background; }
    BaseScreen > #too-small { display: none; }
    BaseScreen.small > * { display: none; }
    BaseScreen.small > #too-small { display: block; }
    """

    #: The scope of this screen's palette: the app or a game.
    palette_scope: ClassVar[str] = "samovar"

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
        return bool(self.children) and not self._pruning

    def paint(self) -> None:
        """Draw the screen's panels."""

    def show(self, panel: str, canvas: Canvas) -> None:
        """Show a canvas in the panel with that id."""
        self.put(self.query_one(f"#{panel}", CanvasView), canvas.ascii() if self.samovar_app.ascii else canvas)

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
        canvas = self.new_canvas(panel, "bar")
        if self.samovar_app.ascii:
            keys = [key._replace(key_text=ascii_fallback.ascii_key(key.key_text)) for key in keys]
        x = self.draw_keys(panel, canvas, 1, _fitting(keys, canvas.width - 1))
        if right and x + cell_width(right) < canvas.width:
            canvas.draw_text_right(canvas.width - 1, 0, right, self.palette.style("dim", "bar"))
        self.show(panel, canvas)

    def draw_keys(self, panel: str, canvas: Canvas, x: int, keys: list[KeyLabel]) -> int:
        """Draw keys into the bar of a panel from a column on; return the column behind them."""
        self._key_places: dict[str, list[tuple[int, int, str]]] = getattr(self, "_key_places", {})
        places = self._key_places[panel] = []
        for key in keys:
            start = x
            x = canvas.draw_text(x, 0, key.key_text, self.palette.style("accent", "bar", "bold"))
            x = canvas.draw_text(x, 0, f" {key.label}", self.palette.style("ink", "bar"))
            places.append((start, x, key.action))
            x += 2
        return x

    async def click_key(self, panel: str, x: int) -> None:
        for start, end, action in getattr(self, "_key_places", {}).get(panel, []):
            if start <= x < end:
                await self.run_action(action)

    def centre(self, width: int, height: int) -> Region:
        """Return a region of this size in the middle of the screen."""
        return Region((self.size.width - width) // 2, (self.size.height - height) // 2, width, height)


def _is_too_small(size: Size) -> bool:
    return size.width < MIN_SIZE.width or size.height < MIN_SIZE.height


def _fitting(keys: list[KeyLabel], width: int) -> list[KeyLabel]:
    """Return as many keys as there is room for. The last one leaves the screen, so it is never left out."""
    kept = list(keys)
    while len(kept) > 1 and sum(cell_width(f"{key.key_text} {key.label}  ") for key in kept) - 2 > width:
        del kept[-2]
    return kept
