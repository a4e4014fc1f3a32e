"""The keys of Mezen alone, beside those of every match."""

from tui.commands import KeyCommand, KeyCommands

KEYS: KeyCommands = (
    KeyCommand("shortcut('f')", "f", "f", "fill in", "Fill in a good arrangement", is_hint=True),
    KeyCommand("shortcut('backspace')", "backspace", "Backspace", "pick up", "Pick up the tile under the cursor"),
    KeyCommand("shortcut('b')", "b", "b", "bridge", "Hold an amulet as a bridge"),
    KeyCommand("shortcut('x')", "x", "x", "exclude", "Hold an amulet to exclude a tile"),
)
