"""Pebbles: a tiny game with everything that the contract asks for.

In turn, take `one` or `two` pebbles from the heap; then comes a plain `end` of the turn, which is no choice. When an
even number has been taken, the turn goes on with `peek` at the next omen, which is hidden, or `pass`. When seven are
gone every player must see the `bell`, though it is the only move. The last pebble ends the game.
"""

from typing import ClassVar

from core.game import Game, GameOption


class PebblesGame(Game):
    name = "pebbles"
    title = "Pebbles"
    tagline = "Take one or two, and never the last but one"
    credits = "by nobody, published by nobody"
    player_counts = range(1, 5)
    minutes = 1
    edition = 1
    options: ClassVar[tuple[GameOption, ...]] = (GameOption("heap", "How many pebbles", 12, (12, 200)),)
    habits: ClassVar[tuple[GameOption, ...]] = (GameOption("incurious", "Never peek"),)
    notation = "one|two|end|peek|pass|bell"


GAME = PebblesGame()
