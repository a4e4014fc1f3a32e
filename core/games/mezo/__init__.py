"""Mezo: gods walk among four tribes for three Ages."""

from core.game import Game, GameOption
from core.starting_player import starter_option


class MezoGame(Game):
    """The description of Mezo: names, options and player counts."""

    name = "mezo"
    title = "Mezo"
    tagline = "Gods and tribes struggle for regions in three Ages"
    unit = "VP"
    round_name = "Age"
    credits = "by John Clowdus, published by Kolossal Games"
    player_counts = range(2, 5)
    minutes = 45
    edition = 1
    options = (
        GameOption(
            "gods",
            "Gods are chosen, from the fewest points up, or dealt at random.",
            "chosen",
            ("chosen", "dealt"),
        ),
        GameOption("blessed_cards", "Action cards are played in the Blessed conflict too."),
        starter_option(player_counts),
    )
    notation = r"[a-z0-9]+(?:[-=][a-z0-9]+)*"

    def named_components(self) -> dict[str, str]:
        # The rules and their components are not loaded before a game starts.
        from core.games.mezo.text.explanations import things

        return things()


GAME = MezoGame()
