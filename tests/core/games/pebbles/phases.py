"""How far a turn has come."""

TAKING, AFTER, BELL = range(3)
