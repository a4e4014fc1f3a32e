"""Gzhel: painting porcelain. Five figurines on two pads, three orders a round, eight rounds."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from core.game import Event, Game, Move, Option, OptionValue, Setup, State
from core.labels import Labels
from core.starting_player import starter_option

if TYPE_CHECKING:
    from core.games.gzhel.state import Position


class Gzhel(Game):
    """One to four players, eight rounds."""

    name = "gzhel"
    title = "Gzhel"
    tagline = "Move painted flowers around figurines on porcelain"
    credits = "by Nikita Sorokin, published by Hobby World"
    seats = range(1, 5)
    minutes = 20
    edition = 1
    options = (
        Option(
            "icon",
            "the set of twelve goal cards",
            "random",
            ("random", "spiral", "drop", "star", "wave", "ring", "fan"),
        ),
        Option("beginners", "for a first game: nobody changes the figurine that was named"),
        starter_option(seats),
    )
    habits = (
        Option("lift", "lift at once, without laying a stamp before"),
        Option("finish", "end the turn by itself when all is laid, also if a card comes to light"),
    )
    notation = r"pad[1-8]|hedgehog|horse|swan|fox|fish|lift|\*?[oprtb][a-h][1-4]|[a-h][1-4]|-|done"

    def start(self, setup: Setup) -> "Position":
        from core.games.gzhel.state import Position

        return Position.begin(setup)

    def state_type(self) -> type[State]:
        from core.games.gzhel.state import Position

        return Position

    def sentence(self, event: Event, names: Sequence[str]) -> str:
        from core.games.gzhel.text import sentence

        return sentence(event, names)

    def habit(self, state: State, habits: dict[str, OptionValue]) -> Move | None:
        from core.games.gzhel.moves import DONE, LIFT
        from core.games.gzhel.phases import BEFORE, PAINT

        position = cast("Position", state)
        if habits.get("lift") and position.phase == BEFORE:
            return LIFT
        if habits.get("finish") and position.phase == PAINT and len(position.moves()) == 1:
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


GAME = Gzhel()
