"""Foresee the turns of the opponents once in each world, because no seat can do much against another.

Offices never run out, so what one seat does changes little for another: only a price, an open mission, or who is the
first to earn a bonus card. All turns that are tried in a world meet the same opponents, who sail by the master's
policy as if the searching seat stayed in harbour.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import msgspec

from core.games.novgorod import scoring
from core.games.novgorod.bot.rollout_policy import quick_moves, take_turn
from core.games.novgorod.bot.value import MASTER
from core.games.novgorod.components import VARIETY
from core.games.novgorod.phases import CLOSE
from core.games.novgorod.rules.turn import next_turn
from core.games.novgorod.state import NovgorodState

#: The size of the cache; a few are enough, because all turns are tried in a world before the next one is.
_REMEMBERED = 64


class OpponentProgress(NamedTuple):
    """What a seat has after a foreseen turn."""

    made: int
    """Seals of this turn, those of bonus cards aside."""
    taken: int
    """Bonus cards ever taken, as a mask."""
    level: int
    speed: int
    ducats: int
    offices: int
    ship: int
    hand: int
    left: int
    under: int


@lru_cache(maxsize=_REMEMBERED)
def foreseen(position: bytes, seat: int, rounds: int) -> tuple[OpponentProgress, ...]:
    """Return the turns of all opponents in the next rounds, one after the other, from an encoded world."""
    world = msgspec.msgpack.decode(position, type=NovgorodState)
    found: list[OpponentProgress] = []
    while world.actor is not None and len(found) < rounds * (world.players - 1):
        if world.actor == seat:
            next_turn(world, None)
        else:
            found.append(_sail(world, world.actor))
    return tuple(found)


def _sail(world: NovgorodState, seat: int) -> OpponentProgress:
    """Play a seat's turn by the policy."""
    before = _earned(world, seat)
    take_turn(world, MASTER)
    if world.actor == seat and world.phase == CLOSE:
        world.play(quick_moves(world, MASTER)[0])
    return OpponentProgress(
        _earned(world, seat) - before,
        world.taken[seat],
        world.level[seat],
        world.speed[seat],
        world.ducats[seat],
        world.offices[seat],
        world.ship[seat],
        world.hand[seat],
        world.left[seat],
        world.under[seat],
    )


def _earned(world: NovgorodState, seat: int) -> int:
    """Return the seals of a seat without those of bonus cards, which depend on who comes first."""
    return world.seals[seat] - world.points[seat * len(scoring.SOURCES) + scoring.FROM_BONUS]


def follow(world: NovgorodState, progress: OpponentProgress) -> None:
    """Give the actor this progress; a bonus card brings what it gives in this world."""
    seat = world.actor
    assert seat is not None
    world.seals[seat] += progress.made
    for card in range(VARIETY):
        if progress.taken >> card & 1:
            scoring.award(world, seat, card, None)
    world.level[seat] = progress.level
    world.speed[seat] = progress.speed
    world.ducats[seat] = progress.ducats
    world.offices[seat] = progress.offices
    world.ship[seat] = progress.ship
    world.hand[seat] = progress.hand
    world.left[seat] = progress.left
    world.under[seat] = progress.under
    next_turn(world, None)
