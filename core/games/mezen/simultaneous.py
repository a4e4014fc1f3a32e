"""What a seat of Mezen can decide before its place in the order comes: its payment, and its lifting and placing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.games.mezen.components import EMPTY
from core.games.mezen.phases import LIFTING, PAYING, PLACING
from core.games.mezen.rules import kept_animal

if TYPE_CHECKING:
    from core.games.mezen.state import MezenState


def early_state(state: MezenState, seat: int) -> MezenState | None:
    """The position as if those before this seat had kept the announced animal, or had put down what they hold."""
    before = _until(state, seat)
    if not before:
        return None
    if state.phase == PAYING:
        view = state.copy()
        for other in before:
            view.animals[other] = kept_animal(view, other)
    elif state.phase in (LIFTING, PLACING) and state.animals[seat] >= 0:
        view = state.copy()
        _put_down(view)
        view.phase = LIFTING
    else:
        return None
    view.actor = seat
    return view


def _until(state: MezenState, seat: int) -> list[int]:
    """The seats from the actor on that come before this one in the round; none when its place has passed."""
    if state.actor is None:
        return []
    order = [(state.active + step) % state.players for step in range(state.players)]
    return order[order.index(state.actor) : order.index(seat)]


def _put_down(view: MezenState) -> None:
    """The actor's amulets go where they will go, and what is left of the tiles into the gaps, as they come."""
    assert view.actor is not None
    view.pool += (view.bridges | view.excluded).bit_count()
    view.bridges = view.excluded = 0
    painting, hand = view.paintings[view.actor], iter(view.hand)
    view.paintings[view.actor] = [next(hand) if code == EMPTY else code for code in painting]
    view.hand = []
