"""Mazaytsy: row through the spring flood and bring the hares ashore."""

from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING, ClassVar

from core.game import Event, Game, Move, Option, OptionValue, Setup, State
from core.labels import Labels
from core.starting_player import starter_option

if TYPE_CHECKING:
    from core.games.mazaytsy.state import Flood


class MazaytsyGame(Game):
    name = "mazaytsy"
    title = "Mazaytsy"
    tagline = "Row through the flood and bring the hares ashore"
    credits = "by Sergey Golubkin, Yevgeny Maslovsky and Pavel Ovchinnikov, published by Gemenot"
    seats = range(2, 5)
    minutes = 25
    edition = 3
    edition_days: ClassVar[dict[int, date]] = {3: date(2026, 11, 20)}
    options = (
        Option("teams", "Two against two: partners sit opposite and add up their points"),
        Option("rounds", "Rounds with three or four players; longer games keep a tally", 3, tuple(range(3, 16))),
        Option("barren", "Advanced 1: a card that lacks its hare clears all cards of its kind"),
        Option("choice", "Advanced 2: who moves only once may lay any open card"),
        Option("weight", "Advanced 3: a boat carries 9 points of hares instead of 4 hares"),
        Option("stealing", "Advanced 4: come upon a boat and pull one hare over"),
        Option("face_down", "Landed hares lie face down until the end, as printed: a matter of memory"),
        starter_option(seats, before={3: 1}),
    )
    habits = (Option("pickup", "Always pick up hares that fit, the best first"),)
    notation = (
        r"[a-f][1-6][nesw]?|\+\d|[RBGY]-\d|keep\d+|f|l|r|fl|fr|land|stop|leave|share|\d(\+\d)*"
        r"|row[1-4]|top|n|e|s|w|ne|se|sw|nw|cw|ccw|fish|plain|log|whirlpool|funnel|straight|side"
    )

    def start(self, setup: Setup) -> "Flood":
        from core.games.mazaytsy.rules.deal import start

        return start(setup)

    def state_type(self) -> type[State]:
        from core.games.mazaytsy.state import Flood

        return Flood

    def sentence(self, event: Event, names: Sequence[str]) -> str:
        from core.games.mazaytsy.text import sentence

        return sentence(event, names)

    def labels(self) -> Labels:
        from core.games.mazaytsy.labels import LABELS

        return LABELS

    def objection(self, players: int, options: dict[str, OptionValue]) -> str | None:
        if options.get("teams") and players != 4:
            return "Two against two needs four players."
        if players == 2 and options.get("rounds") != 3:
            return "Two players play through the stack once; rounds are for three or four."
        return super().objection(players, options)

    def starter(self, setup: Setup) -> int | None:
        return self.start(setup).first

    def habit(self, state: State, habits: dict[str, OptionValue]) -> Move | None:
        if not habits.get("pickup"):
            return None
        from core.games.mazaytsy.rules.auto_moves import pick_up
        from core.games.mazaytsy.state import Flood

        assert isinstance(state, Flood)
        return pick_up(state)


GAME = MazaytsyGame()
