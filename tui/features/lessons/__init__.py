"""Lessons: the list of them, a lesson on the game's own screen, and the same in plain mode."""
