"""Mazaytsy on the screen.

`screen` knows what can be done, `steering` which order leads to a card, `glimpse` what a choice would touch; `water`
draws the flood, `side` what stands beside it, both with the drawings of `art`.
"""

from tui.games.mazaytsy.screen import MazaytsyScreen

SCREEN = MazaytsyScreen
