"""Mezo: gods walk among four tribes for three Ages."""

from collections.abc import Sequence
from typing import ClassVar

from core.game import Event, Game, Option, Setup, State


class Mezo(Game):
    name: ClassVar[str] = "mezo"
    title: ClassVar[str] = "Mezo"
    tagline: ClassVar[str] = "Lead a tribe and its god through three Ages of conflict and stone."
    credits: ClassVar[str] = "John Clowdus, Kolossal Games"
    seats: ClassVar[range] = range(2, 5)
    minutes: ClassVar[int] = 90
    edition: ClassVar[int] = 1
    options: ClassVar[tuple[Option, ...]] = (
        Option(
            "gods",
            "Gods are chosen, from the fewest points up, or dealt at random.",
            "chosen",
            ("chosen", "dealt"),
        ),
        Option("blessed_cards", "Action cards are played in the Blessed conflict too."),
    )
    notation: ClassVar[str] = r"[a-z0-9]+(?:[-=][a-z0-9]+)*"

    def start(self, setup: Setup) -> State:
        from core.mezo.rules import start

        return start(setup)

    def state_type(self) -> type[State]:
        from core.mezo.rules import MezoState

        return MezoState

    def sentence(self, event: Event, names: Sequence[str]) -> str:
        from core.mezo.words import sentence

        return sentence(event, names)



GAME = Mezo()
