"""The early state of Mezo: a seat can choose its card for a conflict before its place in the order comes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.games.mezo.phases import CARDS

if TYPE_CHECKING:
    from core.games.mezo.state import MezoState


def early_state(state: MezoState, seat: int) -> MezoState | None:
    """Return the state as if this seat came before the others who have yet to lay a card."""
    if state.actor is None or state.stack[-1][0] != CARDS:
        return None
    laid = state.stack[-1][1]
    if seat not in state.order[laid + 1 :]:
        return None
    view = state.copy()
    others = [other for other in state.order[laid:] if other != seat]
    view.order = (*state.order[:laid], seat, *others)
    view.actor = seat
    return view
