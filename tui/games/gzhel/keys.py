"""The keys of Gzhel alone, beside those of every match."""

from tui.commands import KeyCommand, KeyCommands

KEYS: KeyCommands = (KeyCommand("shortcut('e')", "e", "e", "go on", "Lift, end the turn, or move nothing"),)
