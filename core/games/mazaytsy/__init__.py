"""Mazaytsy: row through the spring flood and bring the hares ashore."""

from datetime import date
from typing import ClassVar

from core.game import Game, GameOption, OptionValue
from core.starting_player import starter_option


class MazaytsyGame(Game):
    """The description of Mazaytsy: names, options and player counts."""

    name = "mazaytsy"
    title = "Mazaytsy"
    tagline = "Row through the flood and bring the hares ashore"
    # The rulebook's rounds, from one visit of Mazay to the next, are two or three: too few for a chart.
    setup_rounds = 1
    credits = "by Sergey Golubkin, Yevgeny Maslovsky and Pavel Ovchinnikov, published by Gemenot"
    player_counts = range(2, 5)
    minutes = 25
    edition = 3
    edition_days: ClassVar[dict[int, date]] = {3: date(2026, 11, 20)}
    options = (
        GameOption("teams", "Two against two: partners sit opposite and add their points"),
        GameOption("rounds", "Rounds with three or four players; longer games keep a tally", 3, tuple(range(3, 16))),
        GameOption("barren", "Advanced 1: a card without hare symbol removes hares from its kind"),
        GameOption("choice", "Advanced 2: if you move only once, place any open card"),
        GameOption("weight", "Advanced 3: a boat carries hares worth 9 instead of 4 hares"),
        GameOption("stealing", "Advanced 4: steal one hare from a boat you come onto"),
        GameOption("face_down", "Landed hares stay face down until the end, as printed"),
        starter_option(player_counts, before={3: 1}),
    )
    habits = (GameOption("pickup", "Always pick up hares that fit, the best first"),)
    notation = (
        r"[a-f][1-6][nesw]?|\+\d|[RBGY]-\d|keep\d+|f|l|r|fl|fr|land|stop|leave|share|\d(\+\d)*"
        r"|row[1-4]|top|n|e|s|w|ne|se|sw|nw|cw|ccw|fish|plain|log|whirlpool|funnel|straight|side"
    )

    def setup_conflict(self, players: int, options: dict[str, OptionValue]) -> str | None:
        if options.get("teams") and players != 4:
            return "Two against two needs four players."
        if players == 2 and options.get("rounds") != 3:
            return "Two players play through the stack once; rounds are for three or four."
        return super().setup_conflict(players, options)


GAME = MazaytsyGame()
