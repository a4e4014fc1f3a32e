"""The phases of a turn: which decision is asked, and what a boat had done when it came to lie on its card."""

#: The decisions.
LAUNCH, HERE, ACT, LANDING, SHARING, PULL, CARD, CELL, TURN, SPIN, ADD, OVER = range(12)

#: What a boat has just done when it is asked about the card it lies on; the four in the middle belong
#: to the movement stage, in which partners share and thieves steal.
LAUNCHED, BEGUN, ENTERED, LANDED, PULLED, LAID, ADDED = range(7)
