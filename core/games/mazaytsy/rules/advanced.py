"""The advanced rules, each an option of its own."""

from typing import Final

#: Bits of `MazaytsyState.advanced`, in the order of the rulebook.
BARE, CHOICE, WEIGHT, STEALING = 1, 2, 4, 8

#: The names of their options.
ADVANCED: Final = (("barren", BARE), ("choice", CHOICE), ("weight", WEIGHT), ("stealing", STEALING))
