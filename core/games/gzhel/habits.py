"""The automatic moves of Gzhel, which a seat's habits give by themselves."""

from core.game import Move, OptionValue
from core.games.gzhel.moves import DONE, LIFT
from core.games.gzhel.phases import BEFORE, PAINT
from core.games.gzhel.state import GzhelState


def auto_move(state: GzhelState, habits: dict[str, OptionValue]) -> Move | None:
    """Return the answer that the actor's habits give to this decision, if any."""
    if habits.get("lift") and state.phase == BEFORE:
        return LIFT
    if habits.get("finish") and state.phase == PAINT and len(state.legal_moves()) == 1:
        return DONE
    return None
