"""Mezo on the screen."""
