"""A package for each game, with its screen, board, side and drawings."""
