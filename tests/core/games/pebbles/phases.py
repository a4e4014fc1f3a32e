"""The phases of a turn."""

TAKING, AFTER, BELL = range(3)
