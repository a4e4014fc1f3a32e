"""The advanced rules, which a table agrees on one by one."""

from typing import Final

#: As bits of `Flood.advanced`, in the order of the rulebook.
BARE, CHOICE, WEIGHT, STEALING = 1, 2, 4, 8

#: How they are called among the options.
ADVANCED: Final = (("barren", BARE), ("choice", CHOICE), ("weight", WEIGHT), ("stealing", STEALING))
