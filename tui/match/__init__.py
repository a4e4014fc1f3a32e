"""The screens that show, play and replay a match."""
