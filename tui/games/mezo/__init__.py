"""Mezo on the screen."""

from tui.games.mezo.screen import MezoScreen

SCREEN = MezoScreen
