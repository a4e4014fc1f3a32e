"""One screen a game."""
