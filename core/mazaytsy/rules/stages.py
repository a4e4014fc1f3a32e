"""The decisions of a turn, and what may lie behind a boat that stops on a card."""

from typing import Final

#: The decisions.
PLACE, HERE, ACT, LANDING, SHARING, PULL, CARD, CELL, TURN, SPIN, ADD, OVER = range(12)

#: What a boat has just done when it is asked about the card it lies on; the four in the middle belong
#: to the movement stage, in which partners share and thieves steal.
PLACED, BEGUN, ENTERED, LANDED, PULLED, LAID, ADDED = range(7)

#: The advanced rules as bits of `Flood.advanced`, in the order of the rulebook.
BARE, CHOICE, WEIGHT, STEALING = 1, 2, 4, 8

#: How they are called among the options.
ADVANCED: Final = (("barren", BARE), ("choice", CHOICE), ("weight", WEIGHT), ("stealing", STEALING))
