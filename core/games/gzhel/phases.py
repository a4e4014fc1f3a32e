"""The phases of a game, in the order in which a turn runs through them."""

TURN_PADS, CHOOSE, BEFORE, CHANGE, PAINT, PICK, SHIFT, OVER = range(8)
