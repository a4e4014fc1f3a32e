"""The screen of Mezen: the painting, the goals and the other paintings."""

from tui.games.mezen.screen import MezenScreen as SCREEN

__all__ = ["SCREEN"]
