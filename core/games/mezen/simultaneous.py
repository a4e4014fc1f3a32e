"""The early states of Mezen: a seat may choose its payment, its lift and its placing before its turn in the order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.games.mezen.components import EMPTY
from core.games.mezen.phases import LIFTING, PAYING, PLACING
from core.games.mezen.rules import kept_animal

if TYPE_CHECKING:
    from core.games.mezen.state import MezenState


def early_state(state: MezenState, seat: int) -> MezenState | None:
    """Return the state as if the seats before this one had kept the announced animal, or placed the tiles they hold."""
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
    """Return the seats from the actor on that come before this one in the round; none when its turn has passed."""
    if state.actor is None:
        return []
    order = [(state.active + step) % state.players for step in range(state.players)]
    return order[order.index(state.actor) : order.index(seat)]


def _put_down(view: MezenState) -> None:
    """Return the actor's amulets on tiles to the pool, and put the tiles in hand into the gaps in their order."""
    assert view.actor is not None
    view.pool += (view.bridges | view.excluded).bit_count()
    view.bridges = view.excluded = 0
    painting, hand = view.paintings[view.actor], iter(view.hand)
    view.paintings[view.actor] = [next(hand) if code == EMPTY else code for code in painting]
    view.hand = []
