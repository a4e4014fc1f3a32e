"""The state right after a choice, to be shown before it is made; and the state when a conflict was decided.

Only what the choice itself moves is moved: nothing that follows from it, nothing that is drawn or turned up.
"""

from collections.abc import Sequence

from core.game import Move
from core.games.mezo import moves as m
from core.games.mezo import phases
from core.games.mezo.rules import REPLY, RUN
from core.games.mezo.state import MezoState

#: Moves that touch open pieces alone: units, stone, gods, Champions and tokens.
_OPEN = (m.PickRegion, m.Station, m.PickVertex, m.PickUnit, m.PickPiece, m.PickUnits)


def state_after_choice(state: MezoState, moves: Sequence[Move]) -> MezoState:
    """Return the state with the pieces of these moves in their new places; the state itself if they move none.

    Of several moves each answers the same question again; those that are forced by then have been played already.
    """
    if state.actor is None or not moves or not isinstance(moves[0], _OPEN):
        return state
    view = state.copy()
    stack = view.stack
    asked = stack[-1][:2]
    reply = REPLY[asked[0]]
    assert reply is not None
    for move in moves:
        reply(view, stack, stack[-1], move, None)
        if not stack or stack[-1][:2] != asked or not RUN[asked[0]](view, stack, stack[-1], None):
            break
    return view


def state_when_decided(before: MezoState, move: Move) -> MezoState:
    """Return the state when this move decided a conflict: all actions done, no seat rewarded yet."""
    view = before.copy()
    stack = view.stack
    if stack[-1][0] == phases.WINNER:
        return view
    reply = REPLY[stack[-1][0]]
    assert reply is not None
    reply(view, stack, stack[-1], move, None)
    while stack and stack[-1][0] != phases.WINNER and not RUN[stack[-1][0]](view, stack, stack[-1], None):
        pass
    return view
