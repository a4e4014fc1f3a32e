"""Mezen: flip and drop tiles in a painting to meet a goal every round."""

from core.game import Game, GameOption
from core.starting_player import starter_option


class MezenGame(Game):
    """The description of Mezen: one to five players, ten rounds."""

    name = "mezen"
    title = "Mezen"
    tagline = "Flip and drop painted tiles to meet every goal"
    credits = "by Nikita Sorokin, published by Hobby World"
    player_counts = range(1, 6)
    minutes = 15
    edition = 1
    options = (
        GameOption(
            "cards",
            "The set of goal cards",
            "random",
            ("random", "sun", "moon", "star", "branch", "water", "earth"),
        ),
        GameOption("open_backs", "Show the backs of all tiles, for practice"),
        starter_option(player_counts),
    )
    notation = (
        r"horse|fish|bird|hedgehog|fox|keep|pay-(horse|fish|bird|hedgehog|fox)"
        r"|[-+x]?[a-e][1-5]|points|amulets"
    )

    def titles(self) -> tuple[tuple[int, str], ...]:
        # The rules and their components are not loaded before a game starts.
        from core.games.mezen.components import TITLES

        return TITLES


GAME = MezenGame()
