"""The shortlist of moves that a bot compares: a few that represent all of them."""

from collections.abc import Sequence

from core.game import Move
from core.games.mezo import moves as m
from core.games.mezo import phases
from core.games.mezo.state import MezoState

#: How many of the moves inside an effect are compared: in the search, and in rollouts.
WIDTH, GLANCE = 10, 6


def by_quick_value(state: MezoState, moves: Sequence[Move]) -> Sequence[Move]:
    """Return the moves that a rollout tries."""
    phase = state.stack[-1][0]
    if phase == phases.ACT:
        acts = [move for move in moves if isinstance(move, m.ResolveAction)]
        passes = [move for move in moves if isinstance(move, m.PassAction)]
        return (*acts, *passes[-2:])
    if phase == phases.SACRIFICE:
        return even_gifts(state)
    if phase == phases.STATION:
        return full_stations(moves)
    return thin_out(moves, GLANCE)


def thin_out(moves: Sequence[Move], most: int) -> Sequence[Move]:
    """Return at most so many of the moves, from all over the list."""
    return moves if len(moves) <= most else moves[:: -(-len(moves) // most)]


def even_gifts(state: MezoState) -> Sequence[Move]:
    """Return gifts of every size, of the kind of unit of which more are left: which ones matters little."""
    seat = state.actor
    assert seat is not None
    warriors, shamans = state.reserves[seat * 2], state.reserves[seat * 2 + 1]
    gifts = []
    for total in range(warriors + shamans + 1):
        given = min(warriors, max(total - shamans, (total + warriors - shamans + 1) // 2, 0), total)
        gifts.append(m.UNITS[given][total - given])
    return gifts


def full_stations(moves: Sequence[Move]) -> Sequence[Move]:
    """Return the ways to send as many units as allowed, and to send none."""
    sizes = [move.warriors + move.shamans for move in moves if isinstance(move, m.Station)]
    most = max(sizes)
    return [move for move, size in zip(moves, sizes, strict=True) if size in (0, most)]
