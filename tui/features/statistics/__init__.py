"""Statistics of a player's games."""
