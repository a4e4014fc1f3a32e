"""The tray below the pads: lifted flowers and stamps to take from, and a button to go on."""

from collections.abc import Sequence

from textual.geometry import Region

from core.games.gzhel.components import FLOWERS
from core.games.gzhel.view.targets import BUTTON, TOKEN
from core.games.gzhel.view.tray import TrayItem
from core.view import Target
from themes import Palette
from tui.widgets.canvas import Canvas

#: Columns at the left for what each row holds.
_TITLE = 9


def short_names(items: Sequence[TrayItem], width: int, around: int, counted: bool) -> list[str]:
    """Return names for the items, as long as all of them fit into the width; each needs `around` columns more."""
    found: list[str] = []
    for length in (12, 4, 3, 2, 1):
        found = [_short_name(item, length, counted) for item in items]
        if sum(len(label) + around for label in found) <= width:
            break
    return found


def _short_name(item: TrayItem, length: int, counted: bool) -> str:
    name = FLOWERS[item.kind][:length]
    many = f"×{item.many}" if counted and item.many > 1 else ""
    return f"{name.upper() if item.stamp else name}{many}"


class Tray:
    """The layout and painter of the tray: flowers in the first row, stamps and the button in the second."""

    def __init__(self, items: Sequence[TrayItem], area: Region, button: str) -> None:
        self.items = items
        self.area = area
        self.button = button
        self.names: dict[Target, str] = {}
        self.areas: dict[Target, Region] = {}
        for stamp in (False, True):
            self._lay_out([number for number, item in enumerate(items) if item.stamp == stamp], stamp)
        if button:
            width = len(button) + 2
            self.areas[BUTTON] = Region(area.right - width, area.y + 1, width, 1)

    def _lay_out(self, numbers: Sequence[int], row: int) -> None:
        """Lay out one row of tokens, with names as long as there is room for."""
        width = self.area.width - _TITLE - (len(self.button) + 3 if row and self.button else 0)
        names = short_names([self.items[number] for number in numbers], width, 5, counted=True)
        x = self.area.x + _TITLE
        for number, name in zip(numbers, names, strict=True):
            target = Target(TOKEN, number)
            self.names[target] = name
            self.areas[target] = Region(x, self.area.y + row, len(name) + 4, 1)
            x += len(name) + 5

    def paint(self, canvas: Canvas, palette: Palette, cursor: Target | None, held: int, numbered: bool) -> None:
        """Draw the tray. `held` is the item that would be placed; digits are shown when they work."""
        for row, title in enumerate(("flowers", "STAMPS")):
            if any(item.stamp == bool(row) for item in self.items):
                canvas.draw_text(self.area.x, self.area.y + row, title, palette.style("dim"))
        for target, name in self.names.items():
            area, number = self.areas[target], target.number
            item = self.items[number]
            on = f"dark_{FLOWERS[item.kind]}" if item.stamp else "cell"
            style = palette.style("stamp_ink" if item.stamp else FLOWERS[item.kind], on, "bold")
            if cursor == target:
                style = palette.style("cursor_ink", "cursor", "bold")
            digit = str((number + 1) % 10) if numbered and number < 10 else " "
            canvas.draw_text(area.x, area.y, f" {digit} {name} ", style)
            if number == held:
                canvas.draw_text(area.x - 1, area.y, "▸", palette.style("accent", attributes="bold"))
        if self.button:
            area, here = self.areas[BUTTON], cursor == BUTTON
            style = palette.style("cursor_ink", "cursor", "bold") if here else palette.style("ink", "bar")
            canvas.draw_text(area.x, area.y, f" {self.button} ", style)
