"""What all screens share: a look, enough room, panels to draw on, and a bar of keys that can be clicked."""

from typing import TYPE_CHECKING, ClassVar, NamedTuple, cast

from textual import events
from textual.geometry import Region, Size

import themes
from tui.terminal.direct_paint import PanelScreen
from tui.widgets import ascii_fallback as letters
from tui.widgets.canvas import Panel, Picture, cell_width, wrap

if TYPE_CHECKING:
    from tui.app import SamovarApp

SMALLEST = Size(80, 24)


class Key(NamedTuple):
    """A key in the bar: what is shown, and the action that it (or a click on it) runs."""

    shown: str
    label: str
    action: str


class Room(PanelScreen):
    """A screen that paints itself into panels; below 80x24 it asks for more room and waits."""

    DEFAULT_CSS = """
    Room { layout: vertical; overflow: hidden; background: $background; }
    Room > #too-small { display: none; }
    Room.small > * { display: none; }
    Room.small > #too-small { display: block; }
    """

    #: Whose look this screen wears.
    place: ClassVar[str] = "samovar"

    @property
    def house(self) -> "SamovarApp":
        return cast("SamovarApp", self.app)

    @property
    def size(self) -> Size:
        """The whole terminal: a screen of ours has no edges, which Textual would add up each time."""
        return self.app.size

    @property
    def look(self) -> themes.Look:
        return themes.look(self.place, self.house.mode)

    def on_screen_resume(self) -> None:
        self.house.wear(self.look)
        self.repaint()

    def on_resize(self, event: events.Resize) -> None:
        self.set_class(_is_too_small(event.size), "small")
        self.call_after_refresh(self.repaint)

    def repaint(self) -> None:
        """Draw everything anew, or the plea for room."""
        if not self._stands:
            return
        if self.has_class("small"):
            self._plead()
        elif self.is_mounted and not _is_too_small(self.size):  # else Textual is about to tell us so
            self.paint()

    @property
    def _stands(self) -> bool:
        """Whether its panels are there: a screen that is closed at once may never get them."""
        return bool(self.children) and not self._pruning

    def paint(self) -> None:
        """Draw the screen's panels."""

    def show(self, panel: str, picture: Picture) -> None:
        """Put a picture onto the panel of that id."""
        self.put(self.query_one(f"#{panel}", Panel), picture.ascii() if self.house.ascii else picture)

    def picture_for(self, panel: str, on: str = "ground") -> Picture:
        """An empty picture of a panel's size."""
        size = self.room_for(panel)
        return Picture(size.width, size.height, self.look.style(on=on))

    def room_for(self, panel: str) -> Size:
        """How large a panel is."""
        return self.query_one(f"#{panel}", Panel).size

    def _plead(self) -> None:
        width, height = self.size
        picture = Picture(width, height, self.look.style())
        need = f"Samovar needs {SMALLEST.width}x{SMALLEST.height}; this window has {width}x{height}."
        lines = wrap(f"{need} Make it larger: the game is still here.", max(1, width - 2))
        for step, line in enumerate(lines):
            picture.text(1, max(0, (height - len(lines)) // 2) + step, line, self.look.style())
        self.show("too-small", picture)

    # The bar of keys

    def paint_keys(self, panel: str, keys: list[Key], right: str = "") -> None:
        """Draw the keys that work now; a click on one does what it does."""
        picture = self.picture_for(panel, "bar")
        if self.house.ascii:
            keys = [key._replace(shown=letters.key(key.shown)) for key in keys]
        x = self.draw_keys(panel, picture, 1, _fitting(keys, picture.width - 1))
        if right and x + cell_width(right) < picture.width:
            picture.right(picture.width - 1, 0, right, self.look.style("dim", "bar"))
        self.show(panel, picture)

    def draw_keys(self, panel: str, picture: Picture, x: int, keys: list[Key]) -> int:
        """Draw keys into the bar of a panel from a column on; returns the column behind them."""
        self._key_places: dict[str, list[tuple[int, int, str]]] = getattr(self, "_key_places", {})
        places = self._key_places[panel] = []
        for key in keys:
            start = x
            x = picture.text(x, 0, key.shown, self.look.style("accent", "bar", "bold"))
            x = picture.text(x, 0, f" {key.label}", self.look.style("ink", "bar"))
            places.append((start, x, key.action))
            x += 2
        return x

    async def click_key(self, panel: str, x: int) -> None:
        for start, end, action in getattr(self, "_key_places", {}).get(panel, []):
            if start <= x < end:
                await self.run_action(action)

    def centre(self, width: int, height: int) -> Region:
        """An area of this size in the middle of the screen."""
        return Region((self.size.width - width) // 2, (self.size.height - height) // 2, width, height)


def _is_too_small(size: Size) -> bool:
    return size.width < SMALLEST.width or size.height < SMALLEST.height


def _fitting(keys: list[Key], room: int) -> list[Key]:
    """As many keys as there is room for. The last leads out of the screen: it is never left out."""
    kept = list(keys)
    while len(kept) > 1 and sum(cell_width(f"{key.shown} {key.label}  ") for key in kept) - 2 > room:
        del kept[-2]
    return kept
