"""Gzhel: painting porcelain. Five figurines on two pads, three orders a round, eight rounds."""

from core.game import Game, GameOption
from core.starting_player import starter_option


class GzhelGame(Game):
    """The description of Gzhel: one to four players, eight rounds."""

    name = "gzhel"
    title = "Gzhel"
    tagline = "Move painted flowers around figurines on porcelain"
    credits = "by Nikita Sorokin, published by Hobby World"
    player_counts = range(1, 5)
    minutes = 20
    edition = 1
    options = (
        GameOption(
            "icon",
            "the set of twelve goal cards",
            "random",
            ("random", "spiral", "drop", "star", "wave", "ring", "fan"),
        ),
        GameOption("beginners", "for a first game: nobody can use another figurine"),
        starter_option(player_counts),
    )
    habits = (
        GameOption("lift", "lift at once, without placing a stamp first"),
        GameOption("finish", "end the turn automatically when everything is placed"),
    )
    notation = r"pad[1-8]|hedgehog|horse|swan|fox|fish|lift|\*?[oprtb][a-h][1-4]|[a-h][1-4]|-|done"

    def titles(self) -> tuple[tuple[int, str], ...]:
        # The rules and their components are not loaded before a game starts.
        from core.games.gzhel.components import TITLES

        return TITLES


GAME = GzhelGame()
