"""Find a good arrangement for a player who asks for one, using only what that player can know."""

from __future__ import annotations

from collections.abc import Sequence

from core.games.mezen.bot.bitboards import ACROSS, Bitboards, to_bitboards
from core.games.mezen.bot.planner import FREE, RoundsAhead, expected_value, placements
from core.games.mezen.components import EMPTY, ROUNDS
from core.games.mezen.state import MezenState, deal_backs
from core.rng import Rng

#: From how many arrangements the best is chosen.
_ARRANGED = 4
#: The seed with which unseen backs are dealt for it.
_ARRANGING = 25


def arrange(state: MezenState, painting: list[int], hand: Sequence[int]) -> list[int]:
    """Return the painting with these tiles in its empty cells: good for this goal, and for a lift of the next round."""
    table = _known(state)

    def judged(sketch: Bitboards) -> float:
        return expected_value(sketch, table, state.round, 0)

    best = placements(_determinized(state, painting), list(hand), table, state.round, _ARRANGED, judged)[0]
    return [code if code != EMPTY else best[ACROSS[cell]] for cell, code in enumerate(painting)]


def _determinized(state: MezenState, painting: list[int]) -> Bitboards:
    """Return a painting with its unseen backs dealt anew, always in the same way, so that nothing hidden is used."""
    imagined = painting[:]
    if not state.open_backs:
        deal_backs(imagined, state.seen[state.actor or 0], Rng(_ARRANGING))
    return to_bitboards(imagined)


def _known(state: MezenState) -> RoundsAhead:
    """Return the rounds with the open goals; every animal may be lifted next."""
    return RoundsAhead(state.deck[: state.opened], (FREE,) * ROUNDS, state.players == 1)
