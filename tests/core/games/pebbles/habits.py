"""The automatic moves, which a seat's habits give by themselves."""

from core.game import Move, OptionValue
from tests.core.games.pebbles.moves import PASS
from tests.core.games.pebbles.state import PebblesState


def auto_move(state: PebblesState, habits: dict[str, OptionValue]) -> Move | None:
    return PASS if habits.get("incurious") and PASS in state.legal_moves() else None
