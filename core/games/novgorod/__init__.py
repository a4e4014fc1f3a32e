"""Novgorod: sail the ring of Hanseatic harbours, trade goods and rise to honour."""

from datetime import date
from typing import ClassVar

from core.game import Game, GameOption
from core.starting_player import starter_option


class NovgorodGame(Game):
    """The description of Novgorod: names, options and player counts."""

    name = "novgorod"
    title = "Novgorod"
    tagline = "Plan routes, fulfil missions, build a career"
    unit = "seals"
    credits = "by Stefan Risthaus, published by OSTIA-Spiele"
    player_counts = range(2, 5)
    minutes = 40
    edition = 3
    edition_days: ClassVar[dict[int, date]] = {3: date(2026, 11, 20)}
    options = (
        GameOption("bonus", "Bonus cards: the pair for a first game, or two at random", "first", ("first", "random")),
        GameOption(
            "careers",
            "Career cards: light side, silver side, or each player chooses",
            "light",
            ("light", "silver", "choose"),
        ),
        GameOption("stored_steps", "A stored good may pay for career steps, too", before={3: True}),
        GameOption(
            "merchant",
            "Expert game: the merchant pays 3 ducats (front) or 1 seal (back)",
            "off",
            ("off", "front", "back"),
        ),
        GameOption(
            "pirate",
            "Expert game: the pirate slows ships (front) or closes his city (back)",
            "off",
            ("off", "front", "back"),
        ),
        GameOption(
            "slow_merchant",
            "The front of the pirate slows the merchant with the ship",
            True,
            before={3: False},
            is_offered=False,
        ),
        GameOption("places", "Where merchant and pirate begin", "fixed", ("fixed", "random")),
        GameOption(
            "apart",
            "Random places of merchant and pirate are never the same city",
            True,
            before={3: False},
            is_offered=False,
        ),
        GameOption("special", "Expert game: special missions for everyone"),
        starter_option(player_counts),
    )
    notation = r"\+?[a-z][a-z0-9]*([:!/=+-][a-z0-9]+)*"


GAME = NovgorodGame()
