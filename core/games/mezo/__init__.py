"""Mezo: gods walk among four tribes for three Ages."""

from collections.abc import Sequence

from core.game import Event, Game, Option, Setup, State
from core.labels import Labels
from core.starting_player import starter_option


class Mezo(Game):
    name = "mezo"
    title = "Mezo"
    tagline = "Gods and tribes struggle for regions in three Ages"
    credits = "by John Clowdus, published by Kolossal Games"
    seats = range(2, 5)
    minutes = 45
    edition = 1
    options = (
        Option(
            "gods",
            "Gods are chosen, from the fewest points up, or dealt at random.",
            "chosen",
            ("chosen", "dealt"),
        ),
        Option("blessed_cards", "Action cards are played in the Blessed conflict too."),
        starter_option(seats),
    )
    notation = r"[a-z0-9]+(?:[-=][a-z0-9]+)*"

    def start(self, setup: Setup) -> State:
        from core.games.mezo.rules import start

        return start(setup)

    def state_type(self) -> type[State]:
        from core.games.mezo.state import MezoState

        return MezoState

    def sentence(self, event: Event, names: Sequence[str]) -> str:
        from core.games.mezo.text import sentence

        return sentence(event, names)

    def labels(self) -> Labels:
        from core.games.mezo.labels import LABELS

        return LABELS

    def starter(self, setup: Setup) -> int | None:
        from core.games.mezo.rules.setup import table

        return table(setup).vp_order()[0]

    def things(self) -> dict[str, str]:
        from core.games.mezo.text.explanations import things

        return things()


GAME = Mezo()
