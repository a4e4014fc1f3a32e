"""How the table would look right after a choice, to be shown before it is made.

Only what the choice itself moves is moved: nothing that follows from it, nothing that is drawn or turned up.
"""

from core.game import Move
from core.mezo import moves as m
from core.mezo.rules import REPLY
from core.mezo.state import MezoState

#: Moves that touch open pieces alone: units, stone, gods, Champions and tokens.
_OPEN = (m.ToRegion, m.Station, m.ToVertex, m.PickUnit, m.PickPiece, m.PickUnits)


def table_after(state: MezoState, move: Move | None) -> MezoState:
    """The position with the pieces of this move in their new places; the position itself if it moves none."""
    if state.actor is None or not isinstance(move, _OPEN):
        return state
    frame = state.stack[-1]
    reply = REPLY[frame[0]]
    assert reply is not None
    view = state.copy()
    reply(view, view.stack, frame, move, None)
    return view
