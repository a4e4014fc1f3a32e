"""The keys of Mezo alone, beside those of every match."""

from tui.commands import KeyCommand, KeyCommands

KEYS: KeyCommands = (KeyCommand("shortcut('c')", "c", "c", "Call first", "Use your god's Call before it moves"),)
