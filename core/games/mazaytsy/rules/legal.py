"""The legal moves of the current decision."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from core.game import Move
from core.games.mazaytsy.components import ADDABLE, FUNNEL, STRAIGHT, THICKET
from core.games.mazaytsy.hares import parts, room, splits
from core.games.mazaytsy.moves import (
    ACTS,
    ADDS,
    FORWARD,
    LAUNCHES,
    LEAVE,
    LEFT,
    PICKS,
    RIGHT,
    SHARE,
    SLIP_LEFT,
    SLIP_RIGHT,
    SPINS,
    SPOTS,
    STEALS,
    STOP,
    TAKES,
    TOP,
    TURNS_SIDE,
    TURNS_STRAIGHT,
    UNLOAD,
    keep,
    land,
)
from core.games.mazaytsy.phases import BEGUN, PULLED
from core.games.mazaytsy.rules.advanced import STEALING, WEIGHT
from core.games.mazaytsy.water import WATERS

if TYPE_CHECKING:
    from core.games.mazaytsy.state import MazaytsyState


def legal(s: "MazaytsyState") -> Sequence[Move]:
    """Return every legal move of the current decision."""
    return _LEGAL[s.phase](s)


def _launches(s: "MazaytsyState") -> Sequence[Move]:
    water = WATERS[s.side]
    launches = LAUNCHES[s.side]
    if s.players == 2:
        middle = water.start[0]
        # The last player launches first, and the other gets the opposite bow.
        bows = range(4) if s.boats[s.last] < 0 else ((s.bows[s.last] + 2) % 4,)
        return [launches[middle, bow] for bow in bows]
    free = [cell for cell in water.start if cell not in s.boats]
    return [launches[cell, bow] for cell in free for bow in water.bows[cell]]


def _here(s: "MazaytsyState") -> Sequence[Move]:
    return [*takes(s), *steals(s), *([ACTS[SHARE]] if may_share(s) else ()), ACTS[LEAVE]]


def takes(s: "MazaytsyState") -> list[Move]:
    """Return the hares under the active boat that fit into it."""
    a = s.actor
    assert a is not None
    bunch = s.hares[s.boats[a]]
    if not bunch:
        return []
    return [TAKES[sort] for sort in room(s.holds[a], s.advanced & WEIGHT > 0) if bunch >> 8 * sort & 255]


def steals(s: "MazaytsyState") -> list[Move]:
    """Return the hares that the active boat may steal from boats it has come upon."""
    if not s.advanced & STEALING or s.stolen or not BEGUN <= s.then <= PULLED:
        return []
    a = s.actor
    assert a is not None
    boats = s.boats
    cell = boats[a]
    if boats.count(cell) == 1:
        return []
    fitting = room(s.holds[a], s.advanced & WEIGHT > 0)
    mate = (a + 2) % 4 if s.teams else a
    return [
        STEALS[seat][sort]
        for seat in range(s.players)
        if boats[seat] == cell and seat not in (a, mate) and not s.shy >> seat & 1
        for sort in fitting
        if s.holds[seat] >> 8 * sort & 255
    ]


def may_share(s: "MazaytsyState") -> bool:
    """Whether the partners lie side by side with hares to share out in more ways than one."""
    if not s.teams or s.shared or not BEGUN <= s.then <= PULLED:
        return False
    a = s.actor
    assert a is not None
    mate = (a + 2) % 4
    together = s.holds[a] + s.holds[mate]
    if s.boats[a] != s.boats[mate] or not together:
        return False
    return len(splits(together, s.advanced & WEIGHT > 0)) > 1


def _keeps(s: "MazaytsyState") -> Sequence[Move]:
    return [keep(number) for number in keepable(s)]


def keepable(s: "MazaytsyState") -> list[int]:
    """Return how many hares of the current sort this boat may keep, so that the rest can still be shared out."""
    a = s.actor
    assert a is not None
    together = s.holds[a] + s.holds[(a + 2) % 4]
    shift = 8 * s.sort
    settled = s.kept >> shift + 8
    whole = splits(together, s.advanced & WEIGHT > 0)
    return sorted({part >> shift & 255 for part in whole if part >> shift + 8 == settled})


def _acts(s: "MazaytsyState") -> Sequence[Move]:
    a = s.actor
    assert a is not None
    cell = s.boats[a]
    ring = WATERS[s.side].step[cell]
    ahead = s.bows[a] * 2
    field = s.field
    legal: list[Move] = []
    target = ring[ahead]
    if target >= 0 and field[target] >> 3 != THICKET:
        legal.append(ACTS[FORWARD])
    legal += _BOTH_TURNS
    if s.acts:
        legal.append(ACTS[STOP])
        return legal
    target = ring[ahead - 1]
    if target >= 0 and field[target] >> 3 != THICKET:
        legal.append(ACTS[SLIP_LEFT])
    target = ring[ahead + 1]
    if target >= 0 and field[target] >> 3 != THICKET:
        legal.append(ACTS[SLIP_RIGHT])
    if may_land(s):
        legal.append(ACTS[UNLOAD])
    return legal


def may_land(s: "MazaytsyState") -> bool:
    """Whether the active boat lies at the shore with hares aboard; landing is a whole movement."""
    a = s.actor
    assert a is not None
    return s.holds[a] > 0 and WATERS[s.side].edge[s.boats[a]]


_BOTH_TURNS = (ACTS[LEFT], ACTS[RIGHT])


def _landings(s: "MazaytsyState") -> Sequence[Move]:
    a = s.actor
    assert a is not None
    return [land(part) for part in reversed(parts(s.holds[a])) if part]


def _pulls(s: "MazaytsyState") -> Sequence[Move]:
    a = s.actor
    assert a is not None
    return [SPOTS[s.side][cell] for cell in funnels_around(s, s.boats[a])]


def funnels_around(s: "MazaytsyState", cell: int) -> list[int]:
    """Return the funnels that would pull a boat which ends its movement here: none if it lies on one."""
    field = s.field
    if field[cell] >> 3 == FUNNEL:
        return []
    return [near for near in WATERS[s.side].around[cell] if field[near] >> 3 == FUNNEL]


def _cards(s: "MazaytsyState") -> Sequence[Move]:
    return [*PICKS[: len(s.row)], *(PICKS[TOP:] if s.stack else ())]


def cells(s: "MazaytsyState") -> Sequence[Move]:
    boats = s.boats
    return [spot for spot, bunch in zip(SPOTS[s.side], s.hares, strict=True) if not bunch and spot.cell not in boats]


def _turns(s: "MazaytsyState") -> Sequence[Move]:
    return TURNS_STRAIGHT if card_in_hand(s) >> 1 == STRAIGHT else TURNS_SIDE


def card_in_hand(s: "MazaytsyState") -> int:
    """Return the card that is being laid."""
    return s.stack[-1] if s.hand == TOP else s.row[s.hand]


def hares_in_hand(s: "MazaytsyState") -> int:
    """Return the hares that lie on the card that is being laid."""
    return 0 if s.hand == TOP else s.row_hares[s.hand]


def _adds(s: "MazaytsyState") -> Sequence[Move]:
    kinds = {face >> 3 for face in s.field}
    return [ADDS[kind] for kind in ADDABLE if kind in kinds]


_LEGAL: tuple[Callable[["MazaytsyState"], Sequence[Move]], ...] = (
    _launches,
    _here,
    _acts,
    _landings,
    _keeps,
    _pulls,
    _cards,
    cells,
    _turns,
    lambda s: SPINS,
    _adds,
    lambda s: (),
)
