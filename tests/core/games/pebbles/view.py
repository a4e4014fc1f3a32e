"""What one seat sees of a state and can choose there."""

from collections.abc import Sequence

from core.game import GameEvent, Move
from core.view import Choice, Moment, SeatView, Target
from tests.core.games.pebbles.moves import ONE, TWO
from tests.core.games.pebbles.phases import TAKING
from tests.core.games.pebbles.state import PebblesState

HEAP = Target("heap")


class PebblesView(SeatView[PebblesState]):
    """The view of a seat: pebbles are taken at the heap; everything else can be done anywhere."""

    def targets(self) -> Sequence[Target]:
        return (HEAP,)

    def choices_at(self, target: Target) -> list[Choice]:
        return [self.choice_for(move.notation, move) for move in self.legal_moves] if self.state.phase == TAKING else []

    def global_choices(self) -> list[Choice]:
        return [] if self.state.phase == TAKING else super().global_choices()

    def describe_move(self, move: Move) -> str:
        text = self.state.describe(move)
        left = self.state.heap - {ONE: 1, TWO: 2}.get(move, 0)
        return f"{text}: {left} left then" if self.state.phase == TAKING else text

    def caption(self, target: Target) -> str:
        return f"The heap: {self.state.heap} pebbles"

    def unavailable_reason(self, target: Target) -> str:
        return "pebbles are taken when your turn begins"

    def rules_heading(self) -> str:
        return "Pebbles" if self.state.phase == TAKING else "Omens"

    def changed_targets(self, before: PebblesState) -> frozenset[Target]:
        return frozenset({HEAP}) if before.heap != self.state.heap else frozenset()

    def change_texts(self, before: PebblesState) -> list[str]:
        return [f"{before.heap - self.state.heap} pebbles are gone."] if before.heap != self.state.heap else []

    def moments(self, before: PebblesState, events: Sequence[GameEvent]) -> list[Moment]:
        taken = [now - then for now, then in zip(self.state.taken, before.taken, strict=True)]
        return [Moment(f"+{count}: pebbles", (HEAP,)) for count in taken if count]


VIEW = PebblesView
