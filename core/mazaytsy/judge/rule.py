"""The cheap rule: what looks good to the actor of an imagined position, in points or so.

Hares aboard count as much as hares ashore, so a boat is worth its load and what it can still reach:
each hare by its value, fading with the turns it takes to get there, and fading more once the boat is
full and must first call at the shore.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from core.game import Move
from core.mazaytsy.components import BARREN, BOX, SWAMP, WHIRLPOOL
from core.mazaytsy.field import WATERS
from core.mazaytsy.hares import VALUES, count, points, room, sorts
from core.mazaytsy.moves import SHARE, TOP, Act, Steal, Take
from core.mazaytsy.preview import laying
from core.mazaytsy.rules import carry_out, legal
from core.mazaytsy.rules.legal import card_in_hand
from core.mazaytsy.rules.stages import (
    ACT,
    ADD,
    BARE,
    CARD,
    CELL,
    HERE,
    LANDING,
    PLACE,
    PULL,
    SHARING,
    SPIN,
    WEIGHT,
)

if TYPE_CHECKING:
    from core.mazaytsy.state import Flood

#: What a hare is still worth after so many turns on the way to it.
FADE = tuple(0.72**turns for turns in range(40))

#: A second hare in reach counts less than the first, since a boat cannot go two ways.
NEXT = (1.0, 0.6, 0.4, 0.25, 0.15)

#: What an opponent's loss is worth, against one's own gain.
SPITE = 0.5

#: The points that a hare drawn from the pool has, near enough.
USUAL = 2.25


@lru_cache(maxsize=1 << 4)
def turns_to(side: int) -> tuple[tuple[int, ...], ...]:
    """Turns that a boat needs on open water, by `cell * 4 + bow` and by the cell it wants to touch."""
    step = WATERS[side].step
    cells = side * side

    def ahead(place: int) -> list[int]:
        cell, bow = divmod(place, 4)
        target = step[cell][bow * 2]
        turned = [cell * 4 + (bow + 1) % 4, cell * 4 + (bow + 3) % 4]
        return [target * 4 + bow, *turned] if target >= 0 else turned

    def turn(place: int) -> set[int]:
        cell, bow = divmod(place, 4)
        reached = set(ahead(place))
        for once in tuple(reached):
            reached.update(ahead(once))
        slips = (step[cell][bow * 2 - 1], step[cell][bow * 2 + 1])
        reached.update(slip * 4 + bow for slip in slips if slip >= 0)
        return reached

    onward = [turn(place) for place in range(cells * 4)]
    table = []
    for place in range(cells * 4):
        distance = [-1] * cells
        distance[place // 4] = 0
        seen = {place}
        edge = {place}
        turns = 0
        while edge:
            turns += 1
            edge = set().union(*(onward[p] for p in edge)) - seen
            seen |= edge
            for p in edge:
                if distance[p // 4] < 0:
                    distance[p // 4] = turns
        table.append(tuple(distance))
    return tuple(table)


@lru_cache(maxsize=1 << 4)
def turns_to_shore(side: int) -> tuple[int, ...]:
    edge = WATERS[side].edge
    return tuple(min(d for cell, d in enumerate(row) if edge[cell]) for row in turns_to(side))


def rate(s: "Flood", moves: Sequence[Move]) -> list[float]:
    """How good each of these legal moves looks to the actor."""
    seat = s.actor
    assert seat is not None
    phase = s.phase
    if len(moves) == 1:
        return [0.0]
    if phase in (ACT, PULL, PLACE):
        return [_after(s, move, seat) for move in moves]
    if phase == HERE:
        return [_here(s, move, seat) for move in moves]
    if phase in (CELL, SPIN, ADD):
        return _rate_card(s, moves, phase, appeal(s, seat))
    if phase == CARD:
        return [_open_card(s, move) for move in moves]
    if phase == LANDING:
        return [float(count(move.bunch)) for move in moves]  # type: ignore[attr-defined]
    if phase == SHARING:
        # Whoever shares does so to make room for what lies here.
        return [-float(move.number) for move in moves]  # type: ignore[attr-defined]
    return [0.0] * len(moves)


def _here(s: "Flood", move: Any, seat: int) -> float:
    if type(move) is Take:
        return float(VALUES[move.sort])
    if type(move) is Steal:
        return VALUES[move.sort] * (1 + SPITE)
    assert isinstance(move, Act)
    if move.code == SHARE:
        mate = (seat + 2) % 4
        full = not room(s.holds[seat], s.advanced & WEIGHT > 0)
        crowded = count(s.holds[mate]) >= count(s.holds[seat])
        return 0.5 if full and s.hares[s.boats[seat]] and not crowded else -1.0
    return 0.0


def _open_card(s: "Flood", move: Any) -> float:
    if move.index == TOP:
        return USUAL if s.stack[-1] & 1 else 0.0
    return float(points(s.row_hares[move.index]))


# The boat


def _after(s: "Flood", move: Move, seat: int) -> float:
    """What the boat is worth once its movement has gone on from this move as well as it can."""
    other = s.copy()
    carry_out(other, move, None)
    return _at_best(other, seat)


def _at_best(s: "Flood", seat: int) -> float:
    while s.actor == seat:
        if s.phase == HERE:
            ways = legal(s)
            best = max(ways, key=lambda way: _here(s, way, seat) if not _is_share(way) else -1.0)
            carry_out(s, best, None)
        elif s.phase == LANDING:
            carry_out(s, legal(s)[0], None)
        elif s.phase == PULL or (s.phase == ACT and s.acts):
            return max(_after(s, way, seat) for way in legal(s))
        else:
            break
    return value(s, seat)


def _is_share(move: Move) -> bool:
    return isinstance(move, Act) and move.code == SHARE


def value(s: "Flood", seat: int) -> float:
    """What a seat has and can hope for."""
    hold = s.holds[seat]
    have = points(hold + s.ashore[seat]) + s.booked_points[seat] - 0.02 * count(hold)
    if s.actor is None or s.ending:
        return have
    place = s.boats[seat] * 4 + s.bows[seat]
    distance = turns_to(s.side)[place]
    by_points = s.advanced & WEIGHT > 0
    fitting = room(hold, by_points)
    hopes = sorted(
        (VALUES[sort] * FADE[distance[cell]] for cell, bunch in enumerate(s.hares) if bunch for sort in sorts(bunch)),
        reverse=True,
    )[:5]
    free = min(len(fitting), 2) if by_points else BOX.tokens - count(hold)
    later = FADE[turns_to_shore(s.side)[place] + 1]
    hope = 0.0
    for rank, hoped in enumerate(hopes):
        hope += hoped * NEXT[rank] * (1.0 if rank < free else later)
    return have + hope


# The cards


def appeal(s: "Flood", seat: int) -> list[float]:
    """By cell, what one point lying there is worth to the actor: near to it is good, near to others bad."""
    table = turns_to(s.side)
    crew = (seat, (seat + 2) % 4) if s.teams else (seat,)
    mine = [table[s.boats[mate] * 4 + s.bows[mate]] for mate in crew]
    theirs = [table[s.boats[o] * 4 + s.bows[o]] for o in range(s.players) if o not in crew and s.boats[o] >= 0]
    # The others move first.
    return [
        FADE[min(d[cell] for d in mine) + 1] - SPITE * max(FADE[d[cell]] for d in theirs)
        for cell in range(s.side * s.side)
    ]


def _rate_card(s: "Flood", moves: Sequence[Any], phase: int, charm: list[float]) -> list[float]:
    if phase == ADD:
        totals = [0.0] * 9
        for cell, face in enumerate(s.field):
            totals[face >> 3] += charm[cell] * USUAL
        return [totals[move.kind] for move in moves]
    if phase == SPIN:
        effect = laying(s, s.spot)
        return [_stirred(effect.clockwise if move.clockwise else effect.counter, charm) for move in moves]
    card = card_in_hand(s)
    kind = card >> 1
    bunch = points(s.row_hares[s.hand]) if s.hand != TOP else USUAL * (card & 1)
    ratings = []
    for move in moves:
        cell = move.cell
        rating = bunch * charm[cell]
        if kind == WHIRLPOOL:
            effect = laying(s, cell)
            rating += max(_stirred(effect.clockwise, charm), _stirred(effect.counter, charm))
        elif kind == SWAMP:
            around = laying(s, cell).drawn_in
            rating += _sucked(s, cell, around, charm)
        elif s.advanced & BARE and BARREN[card]:
            rating -= sum(points(s.hares[near]) * charm[near] for near in laying(s, cell).cleared)
        ratings.append(rating)
    return ratings


def _stirred(moved: Sequence[tuple[int, int, int]], charm: list[float]) -> float:
    return sum(points(bunch) * ((charm[end] if end >= 0 else 0.0) - charm[start]) for start, end, bunch in moved)


def _sucked(s: "Flood", cell: int, around: Sequence[int], charm: list[float]) -> float:
    """Hares in a swamp last one lap: the others reach them first, then the layer, then nobody."""
    seat = s.actor
    assert seat is not None
    table = turns_to(s.side)
    near = [table[s.boats[o] * 4 + s.bows[o]][cell] <= 1 for o in range(s.players)]
    theirs = any(near[o] for o in range(s.players) if o != seat)
    kept = -SPITE if theirs else (FADE[1] if near[seat] else 0.0)
    return sum(points(s.hares[c]) * (kept - charm[c]) for c in around)
