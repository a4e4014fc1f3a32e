"""The tray under the pads: lifted flowers and stamps to take from, and a button for going on."""

from typing import NamedTuple

from textual.geometry import Region

from core.gzhel.components import FLOWERS
from core.gzhel.rules import KINDS
from core.gzhel.state import Position
from themes import Look
from tui.widgets.picture import Picture, cell_width

#: The place of the cursor on the button.
BUTTON = "button"


class Slot(NamedTuple):
    """A place of the cursor on the tray, counted from 0."""

    number: int


class Item(NamedTuple):
    """Tokens of one kind on the tray: lifted flowers, or stamps."""

    kind: int
    stamp: bool
    many: int


def items_of(state: Position, seat: int) -> list[Item]:
    """What a seat can take from: lifted flowers first, then stamps."""
    lifted = state.lifted if seat == state.actor else [0] * len(FLOWERS)
    stamps = state.hand[5 * seat : 5 * seat + 5]
    return [Item(kind, False, lifted[kind]) for kind in KINDS if lifted[kind]] + [
        Item(kind, True, stamps[kind]) for kind in KINDS if stamps[kind]
    ]


def labels(items: list[Item], room: int, around: int, counted: bool) -> list[str]:
    """Names for the items, as long as all of them fit into the room; each needs `around` columns more."""
    found: list[str] = []
    for length in (12, 4, 3, 2, 1):
        found = [_label(item, length, counted) for item in items]
        if sum(cell_width(label) + around for label in found) <= room:
            break
    return found


def _label(item: Item, length: int, counted: bool) -> str:
    name = FLOWERS[item.kind][:length]
    many = f"×{item.many}" if counted and item.many > 1 else ""
    return f"{name.upper() if item.stamp else name}{many}"


class Tray:
    """Where everything on the tray lies: flowers in the first row, stamps and the button in the second."""

    def __init__(self, items: list[Item], area: Region, button: str) -> None:
        self.items = items
        self.area = area
        self.button = button
        self.slots: dict[int, tuple[Region, str]] = {}
        room = area.width - 9
        for stamp in (False, True):
            numbered = [(index, item) for index, item in enumerate(items) if item.stamp == stamp]
            left = room - (len(button) + 3 if stamp and button else 0)
            names = labels([item for _, item in numbered], left, 5, counted=True)
            x = area.x + 9
            for (index, _), name in zip(numbered, names, strict=True):
                width = cell_width(name) + 4
                self.slots[index] = (Region(x, area.y + stamp, width, 1), name)
                x += width + 1
        width = len(button) + 2
        self.button_place = Region(area.right - width, area.y + 1, width, 1)

    def spots(self) -> dict[object, Region]:
        found: dict[object, Region] = {Slot(index): region for index, (region, _) in self.slots.items()}
        if self.button:
            found[BUTTON] = self.button_place
        return found

    def paint(self, picture: Picture, look: Look, cursor: object, held: int, numbered: bool) -> None:
        """`held` is the item that would be laid; digits are shown when they work."""
        for row, (title, stamp) in enumerate((("flowers", False), ("STAMPS", True))):
            if any(item.stamp == stamp for item in self.items):
                picture.text(self.area.x, self.area.y + row, title, look.style("dim"))
        for index, (region, name) in self.slots.items():
            item = self.items[index]
            on = f"dark_{FLOWERS[item.kind]}" if item.stamp else "cell"
            style = look.style("stamp_ink" if item.stamp else FLOWERS[item.kind], on, "bold")
            if cursor == Slot(index):
                style = look.style("cursor_ink", "cursor", "bold")
            digit = str((index + 1) % 10) if numbered and index < 10 else " "
            picture.text(region.x, region.y, f" {digit} {name} ", style)
            if index == held:
                picture.text(region.x - 1, region.y, "▸", look.style("accent", attributes="bold"))
        if self.button:
            here = cursor == BUTTON
            style = look.style("cursor_ink", "cursor", "bold") if here else look.style("ink", "bar")
            picture.text(self.button_place.x, self.button_place.y, f" {self.button} ", style)
