"""The phases of a turn, and the sides of merchant and pirate."""

SIDES, INTRO, ROUTE, USE, BUY, CLOSE, OVER = range(7)

OFF, FRONT, BACK = range(3)
EXTRAS = {"off": OFF, "front": FRONT, "back": BACK}
