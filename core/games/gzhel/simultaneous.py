"""The early states of Gzhel: a seat may choose the sides of its pads and paint before its turn in the order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.games.gzhel.components import KINDS
from core.games.gzhel.phases import BEFORE, CHANGE, PAINT, PICK, SHIFT, TURN_PADS
from core.games.gzhel.rules import begin_turn

if TYPE_CHECKING:
    from core.games.gzhel.state import GzhelState

_PAINTING = (BEFORE, CHANGE, PAINT, PICK, SHIFT)


def early_state(state: GzhelState, seat: int) -> GzhelState | None:
    """Return the state as if the actor had ended the turn as it is, and it were this seat's turn."""
    if not _is_yet_to_come(state, seat):
        return None
    if state.phase == TURN_PADS:
        view = state.copy()
        view.actor = seat
        return view
    if state.phase in _PAINTING:
        view = state.copy()
        _lay_aside_what_is_lifted(view)
        begin_turn(view, seat, None)
        return view
    return None


def _is_yet_to_come(state: GzhelState, seat: int) -> bool:
    """Whether this seat's turn comes later in the round than the actor's."""
    if state.actor is None:
        return False
    return (seat - state.active) % state.players > (state.actor - state.active) % state.players


def _lay_aside_what_is_lifted(view: GzhelState) -> None:
    assert view.actor is not None
    for kind in KINDS:
        view.hand[5 * view.actor + kind] += view.lifted[kind]
    view.lifted = [0] * len(view.lifted)
    view.held = -1
