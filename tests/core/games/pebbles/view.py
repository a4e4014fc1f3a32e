"""What can be done, where, and what it would bring."""

from collections.abc import Sequence

from core.game import Event, Move
from core.view import Moment, Offer, Offers, Place
from tests.core.games.pebbles.moves import ONE, TWO
from tests.core.games.pebbles.phases import TAKING
from tests.core.games.pebbles.state import Pebbles

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

    def why_not(self, place: Place) -> str:
        return "pebbles are taken when your turn begins"

    def chapter(self) -> str:
        return "Pebbles" if self.state.phase == TAKING else "Omens"

    def altered(self, before: Pebbles) -> frozenset[Place]:
        return frozenset({HEAP}) if before.heap != self.state.heap else frozenset()

    def changed(self, before: Pebbles) -> list[str]:
        return [f"{before.heap - self.state.heap} pebbles are gone."] if before.heap != self.state.heap else []

    def moments(self, before: Pebbles, events: Sequence[Event]) -> list[Moment]:
        taken = [now - then for now, then in zip(self.state.taken, before.taken, strict=True)]
        return [Moment(f"+{count}: pebbles", (HEAP,)) for count in taken if count]


OFFERS = PebblesOffers
