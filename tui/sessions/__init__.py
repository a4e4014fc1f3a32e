"""A match from the player's side, without Textual: bots, news and the game's own words."""
