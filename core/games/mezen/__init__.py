"""Mezen: flip and drop tiles in a painting to meet a goal every round."""

from collections.abc import Sequence

from core.game import Game, GameEvent, GameOption, Setup, State
from core.labels import Labels
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

    def start(self, setup: Setup) -> State:
        from core.games.mezen.rules import deal

        return deal(setup)

    def state_type(self) -> type[State]:
        from core.games.mezen.state import MezenState

        return MezenState

    def describe_event(self, event: GameEvent, names: Sequence[str]) -> str:
        from core.games.mezen.text import describe_event

        return describe_event(event, names)

    def labels(self) -> Labels:
        from core.games.mezen.labels import LABELS

        return LABELS

    def starter(self, setup: Setup) -> int | None:
        from core.games.mezen.rules import deal

        return deal(setup).active if setup.players > 1 else None

    def titles(self) -> tuple[tuple[int, str], ...]:
        from core.games.mezen.components import TITLES

        return TITLES


GAME = MezenGame()
