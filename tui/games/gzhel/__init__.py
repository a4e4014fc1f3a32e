"""Gzhel on the screen."""

from tui.games.gzhel.screen import GzhelScreen

SCREEN = GzhelScreen
