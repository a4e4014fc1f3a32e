"""The screen of Gzhel: the pads, the tray, the goals and the other players."""

from tui.games.gzhel.screen import GzhelScreen

SCREEN = GzhelScreen
