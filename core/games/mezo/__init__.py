"""Mezo: gods walk among four tribes for three Ages."""

from collections.abc import Sequence

from core.game import Game, GameEvent, GameOption, Setup, State
from core.labels import Labels
from core.starting_player import starter_option


class MezoGame(Game):
    """The description of Mezo: names, options, player counts and how to start."""

    name = "mezo"
    title = "Mezo"
    tagline = "Gods and tribes struggle for regions in three Ages"
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

    def start(self, setup: Setup) -> State:
        from core.games.mezo.rules import start

        return start(setup)

    def state_type(self) -> type[State]:
        from core.games.mezo.state import MezoState

        return MezoState

    def describe_event(self, event: GameEvent, names: Sequence[str]) -> str:
        from core.games.mezo.text import describe_event

        return describe_event(event, names)

    def labels(self) -> Labels:
        from core.games.mezo.labels import LABELS

        return LABELS

    def starter(self, setup: Setup) -> int | None:
        from core.games.mezo.rules.setup import initial_state

        return initial_state(setup).vp_order()[0]

    def named_components(self) -> dict[str, str]:
        from core.games.mezo.text.explanations import things

        return things()


GAME = MezoGame()
