"""The one screen on which every match is shown, played and replayed, and a game's board as a widget."""
