"""Mazaytsy: row through the spring flood and bring the hares ashore."""

from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING, ClassVar

from core.game import Game, GameEvent, GameOption, Move, OptionValue, Setup, State
from core.labels import Labels
from core.starting_player import starter_option

if TYPE_CHECKING:
    from core.games.mazaytsy.state import MazaytsyState


class MazaytsyGame(Game):
    """The description of Mazaytsy: names, options, player counts and how to start."""

    name = "mazaytsy"
    title = "Mazaytsy"
    tagline = "Row through the flood and bring the hares ashore"
    credits = "by Sergey Golubkin, Yevgeny Maslovsky and Pavel Ovchinnikov, published by Gemenot"
    player_counts = range(2, 5)
    minutes = 25
    edition = 3
    edition_days: ClassVar[dict[int, date]] = {3: date(2026, 11, 20)}
    options = (
        GameOption("teams", "Two against two: partners sit opposite and add up their points"),
        GameOption("rounds", "Rounds with three or four players; longer games keep a tally", 3, tuple(range(3, 16))),
        GameOption("barren", "Advanced 1: a card that lacks its hare clears all cards of its kind"),
        GameOption("choice", "Advanced 2: who moves only once may lay any open card"),
        GameOption("weight", "Advanced 3: a boat carries 9 points of hares instead of 4 hares"),
        GameOption("stealing", "Advanced 4: come upon a boat and pull one hare over"),
        GameOption("face_down", "Landed hares lie face down until the end, as printed: a matter of memory"),
        starter_option(player_counts, before={3: 1}),
    )
    habits = (GameOption("pickup", "Always pick up hares that fit, the best first"),)
    notation = (
        r"[a-f][1-6][nesw]?|\+\d|[RBGY]-\d|keep\d+|f|l|r|fl|fr|land|stop|leave|share|\d(\+\d)*"
        r"|row[1-4]|top|n|e|s|w|ne|se|sw|nw|cw|ccw|fish|plain|log|whirlpool|funnel|straight|side"
    )

    def start(self, setup: Setup) -> "MazaytsyState":
        from core.games.mazaytsy.rules.deal import start

        return start(setup)

    def state_type(self) -> type[State]:
        from core.games.mazaytsy.state import MazaytsyState

        return MazaytsyState

    def describe_event(self, event: GameEvent, names: Sequence[str]) -> str:
        from core.games.mazaytsy.text import describe_event

        return describe_event(event, names)

    def labels(self) -> Labels:
        from core.games.mazaytsy.labels import LABELS

        return LABELS

    def setup_conflict(self, players: int, options: dict[str, OptionValue]) -> str | None:
        if options.get("teams") and players != 4:
            return "Two against two needs four players."
        if players == 2 and options.get("rounds") != 3:
            return "Two players play through the stack once; rounds are for three or four."
        return super().setup_conflict(players, options)

    def starter(self, setup: Setup) -> int | None:
        return self.start(setup).first

    def auto_move(self, state: State, habits: dict[str, OptionValue]) -> Move | None:
        if not habits.get("pickup"):
            return None
        from core.games.mazaytsy.rules.auto_moves import auto_pick_up
        from core.games.mazaytsy.state import MazaytsyState

        assert isinstance(state, MazaytsyState)
        return auto_pick_up(state)


GAME = MazaytsyGame()
