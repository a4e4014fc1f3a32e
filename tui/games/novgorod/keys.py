"""The keys of Novgorod alone, beside those of every match."""

from tui.commands import KeyCommand, KeyCommands

KEYS: KeyCommands = (
    KeyCommand("shortcut('m')", "m", "m", "missions", "Go to the next mission where you can act"),
    KeyCommand("shortcut('x')", "x", "x", "second choice", "Do the second thing that is possible under the cursor"),
)
