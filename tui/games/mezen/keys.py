"""The keys of Mezen alone, beside those of every match."""

from tui.commands import KeyCommand, KeyCommands

KEYS: KeyCommands = (
    KeyCommand("shortcut('f')", "f", "f", "fill in", "Fill in a good arrangement", is_hint=True),
    KeyCommand("shortcut('backspace')", "backspace", "Backspace", "take back", "Take the tile under the cursor back"),
    KeyCommand("shortcut('b')", "b", "b", "bridge", "Put an amulet as a bridge"),
    KeyCommand("shortcut('x')", "x", "x", "keep out", "Keep the tile out with an amulet"),
)
