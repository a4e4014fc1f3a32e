"""Learning a game: the list of lessons, a lesson on the game's own screen, and the same in plain lines."""
