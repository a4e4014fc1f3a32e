"""Gzhel on the screen."""
