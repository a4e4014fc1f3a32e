"""What can be done, where, and what it would bring."""

from collections.abc import Sequence

from core.game import Move
from core.offers import Offer, Offers, Place
from tests.core.pebbles.moves import ONE, TWO
from tests.core.pebbles.phases import TAKING
from tests.core.pebbles.state import Pebbles

HEAP = Place("heap")


class PebblesOffers(Offers[Pebbles]):
    """Pebbles are taken from the heap; everything else can be done anywhere."""

    def places(self) -> Sequence[Place]:
        return (HEAP,)

    def at(self, place: Place) -> list[Offer]:
        return [self.offer(move.notation, move) for move in self.legal] if self.state.phase == TAKING else []

    def anywhere(self) -> list[Offer]:
        return [] if self.state.phase == TAKING else super().anywhere()

    def words(self, move: Move) -> str:
        text = self.state.describe(move)
        left = self.state.heap - {ONE: 1, TWO: 2}.get(move, 0)
        return f"{text}: {left} left then" if self.state.phase == TAKING else text

    def says(self, place: Place) -> str:
        return f"The heap: {self.state.heap} pebbles"


OFFERS = PebblesOffers
