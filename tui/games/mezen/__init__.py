"""Mezen on the screen."""

from tui.games.mezen.screen import MezenScreen as SCREEN

__all__ = ["SCREEN"]
