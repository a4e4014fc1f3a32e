"""A match from the player's side, without Textual."""
