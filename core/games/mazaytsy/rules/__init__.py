"""The rules of Mazaytsy: the legal moves, and what a move does.

A turn is a row of stages. The boat moves (ACT), and on every card it comes to it may pick up hares (HERE) before the
water does anything with it; funnels pull at the end. Then a card is replaced (CARD, CELL, and TURN or SPIN), or hares
are strewn for Mazay (ADD). Then a new card is opened.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from core.game import EventSink
from core.games.mazaytsy.rules import boat, cards
from core.games.mazaytsy.rules.legal import legal

if TYPE_CHECKING:
    from core.games.mazaytsy.state import MazaytsyState

__all__ = ["carry_out", "legal"]


def carry_out(s: "MazaytsyState", move: Any, emit: EventSink | None) -> None:
    """Carry out a legal move, and all that follows from it without a choice."""
    _CARRY[s.phase](s, move, emit)


#: The function that carries out each decision's moves, in the order of `phases`.
_CARRY: tuple[Callable[["MazaytsyState", Any, EventSink | None], None], ...] = (
    boat.launch,
    boat.do_here,
    boat.act,
    boat.put_ashore,
    boat.share_next,
    boat.pull,
    cards.pick,
    cards.choose_cell,
    cards.choose_turn,
    cards.choose_spin,
    cards.add,
)
