"""Mezen on the screen."""
