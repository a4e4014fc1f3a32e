"""The keys of Novgorod alone, beside those of every match."""

from tui.commands import KeyCommand, KeyCommands

KEYS: KeyCommands = (KeyCommand("shortcut('e')", "e", "e", "go on", "Sail, finish or pass"),)
