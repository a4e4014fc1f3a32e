"""Gzhel: painting porcelain. Five figurines on two pads, three orders a round, eight rounds."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from core.game import Game, GameEvent, GameOption, Move, OptionValue, Setup, State
from core.labels import Labels
from core.starting_player import starter_option

if TYPE_CHECKING:
    from core.games.gzhel.state import GzhelState


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
        GameOption("beginners", "for a first game: nobody changes the figurine that was named"),
        starter_option(player_counts),
    )
    habits = (
        GameOption("lift", "lift at once, without laying a stamp before"),
        GameOption("finish", "end the turn by itself when all is laid, also if a card comes to light"),
    )
    notation = r"pad[1-8]|hedgehog|horse|swan|fox|fish|lift|\*?[oprtb][a-h][1-4]|[a-h][1-4]|-|done"

    def start(self, setup: Setup) -> "GzhelState":
        from core.games.gzhel.state import GzhelState

        return GzhelState.begin(setup)

    def state_type(self) -> type[State]:
        from core.games.gzhel.state import GzhelState

        return GzhelState

    def describe_event(self, event: GameEvent, names: Sequence[str]) -> str:
        from core.games.gzhel.text import describe_event

        return describe_event(event, names)

    def auto_move(self, state: State, habits: dict[str, OptionValue]) -> Move | None:
        from core.games.gzhel.moves import DONE, LIFT
        from core.games.gzhel.phases import BEFORE, PAINT

        position = cast("GzhelState", state)
        if habits.get("lift") and position.phase == BEFORE:
            return LIFT
        if habits.get("finish") and position.phase == PAINT and len(position.legal_moves()) == 1:
            return DONE
        return None

    def labels(self) -> Labels:
        from core.games.gzhel.labels import LABELS

        return LABELS

    def starter(self, setup: Setup) -> int | None:
        return self.start(setup).active if setup.players > 1 else None

    def titles(self) -> tuple[tuple[int, str], ...]:
        from core.games.gzhel.components import TITLES

        return TITLES


GAME = GzhelGame()
