"""Quick ratings of the actor's legal moves in a world, in points or nearly so.

Hares aboard count as much as hares ashore, so a boat is worth its load and what it can still reach: each hare by its
value, fading with the turns it takes to get there, and fading more once the boat is full and must first call at the
shore.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from core.game import Move
from core.games.mazaytsy import phases
from core.games.mazaytsy.bot.distances import turns_to, turns_to_shore
from core.games.mazaytsy.components import BARREN, BOX, SWAMP, WHIRLPOOL
from core.games.mazaytsy.hares import VALUES, count, points, room, sorts
from core.games.mazaytsy.moves import SHARE, TOP, Add, ChooseCell, GiveOrder, PickUpHare, Spin, Steal
from core.games.mazaytsy.rules import carry_out, legal
from core.games.mazaytsy.rules.advanced import BARE, WEIGHT
from core.games.mazaytsy.rules.legal import card_in_hand
from core.games.mazaytsy.rules.prediction import predict_card

if TYPE_CHECKING:
    from core.games.mazaytsy.state import MazaytsyState

#: The share of a hare's value that is left after so many turns on the way to it.
FADE = tuple(0.72**turns for turns in range(40))

#: A second hare in reach counts less than the first, since a boat cannot go two ways.
NEXT = (1.0, 0.6, 0.4, 0.25, 0.15)

#: The weight of an opponent's loss against the seat's own gain.
OPPONENT_WEIGHT = 0.5

#: The approximate mean points of a hare drawn from the pool.
USUAL = 2.25


def rate(s: "MazaytsyState", moves: Sequence[Any]) -> list[float]:
    """Return a rating for each of these legal moves."""
    seat = s.actor
    assert seat is not None
    if len(moves) == 1:
        return [0.0]
    match s.phase:
        case phases.ACT | phases.PULL | phases.LAUNCH:
            return [_after(s, move, seat) for move in moves]
        case phases.HERE:
            return [_here(s, move, seat) for move in moves]
        case phases.CELL:
            return _rate_cells(s, moves, cell_value(s, seat))
        case phases.SPIN:
            return _rate_spins(s, moves, cell_value(s, seat))
        case phases.ADD:
            return _rate_kinds(s, moves, cell_value(s, seat))
        case phases.CARD:
            return [_open_card(s, move) for move in moves]
        case phases.LANDING:
            return [float(count(move.bunch)) for move in moves]
        case phases.SHARING:
            # Sharing is good for making room for what lies here.
            return [-float(move.number) for move in moves]
    return [0.0] * len(moves)


def _here(s: "MazaytsyState", move: Any, seat: int) -> float:
    if type(move) is PickUpHare:
        return float(VALUES[move.sort])
    if type(move) is Steal:
        return VALUES[move.sort] * (1 + OPPONENT_WEIGHT)
    assert isinstance(move, GiveOrder)
    if move.code == SHARE:
        mate = (seat + 2) % 4
        full = not room(s.holds[seat], s.advanced & WEIGHT > 0)
        crowded = count(s.holds[mate]) >= count(s.holds[seat])
        return 0.5 if full and s.hares[s.boats[seat]] and not crowded else -1.0
    return 0.0


def _open_card(s: "MazaytsyState", move: Any) -> float:
    if move.index == TOP:
        return USUAL if s.stack[-1] & 1 else 0.0
    return float(points(s.row_hares[move.index]))


# The boat


def _after(s: "MazaytsyState", move: Move, seat: int) -> float:
    """Return the value of the boat once its movement has gone on from this move as well as it can."""
    other = s.copy()
    carry_out(other, move, None)
    return _at_best(other, seat)


def _at_best(s: "MazaytsyState", seat: int) -> float:
    while s.actor == seat:
        if s.phase == phases.HERE:
            ways = legal(s)
            best = max(ways, key=lambda way: _here(s, way, seat) if not _is_share(way) else -1.0)
            carry_out(s, best, None)
        elif s.phase == phases.LANDING:
            carry_out(s, legal(s)[0], None)
        elif s.phase == phases.PULL or (s.phase == phases.ACT and s.acts):
            return max(_after(s, way, seat) for way in legal(s))
        else:
            break
    return value(s, seat)


def _is_share(move: Move) -> bool:
    return isinstance(move, GiveOrder) and move.code == SHARE


def value(s: "MazaytsyState", seat: int) -> float:
    """Return what a seat has and can expect."""
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


def cell_value(s: "MazaytsyState", seat: int) -> list[float]:
    """Return, by cell, the value of one point there for the actor: positive near its boat, negative near others."""
    table = turns_to(s.side)
    crew = (seat, (seat + 2) % 4) if s.teams else (seat,)
    mine = [table[s.boats[mate] * 4 + s.bows[mate]] for mate in crew]
    theirs = [table[s.boats[o] * 4 + s.bows[o]] for o in range(s.players) if o not in crew and s.boats[o] >= 0]
    # The others move first.
    return [
        FADE[min(d[cell] for d in mine) + 1] - OPPONENT_WEIGHT * max(FADE[d[cell]] for d in theirs)
        for cell in range(s.side * s.side)
    ]


def _rate_kinds(s: "MazaytsyState", moves: Sequence[Add], charm: list[float]) -> list[float]:
    totals = [0.0] * 9
    for cell, face in enumerate(s.field):
        totals[face >> 3] += charm[cell] * USUAL
    return [totals[move.kind] for move in moves]


def _rate_spins(s: "MazaytsyState", moves: Sequence[Spin], charm: list[float]) -> list[float]:
    effect = predict_card(s, s.spot)
    return [stirred(effect.swept(move.clockwise), charm) for move in moves]


def _rate_cells(s: "MazaytsyState", moves: Sequence[ChooseCell], charm: list[float]) -> list[float]:
    """Rate the cells for a card by the hare that lies on it, and by what the card does to the hares around."""
    card = card_in_hand(s)
    bunch = points(s.row_hares[s.hand]) if s.hand != TOP else USUAL * (card & 1)
    return [bunch * charm[move.cell] + _upheaval(s, card, move.cell, charm) for move in moves]


def _upheaval(s: "MazaytsyState", card: int, cell: int, charm: list[float]) -> float:
    """Return the value of what the card in hand would move or take away."""
    kind = card >> 1
    if kind == WHIRLPOOL:
        effect = predict_card(s, cell)
        return max(stirred(effect.clockwise, charm), stirred(effect.counter, charm))
    if kind == SWAMP:
        return sucked(s, cell, predict_card(s, cell).drawn_in, charm)
    if s.advanced & BARE and BARREN[card]:
        return -sum(points(s.hares[near]) * charm[near] for near in predict_card(s, cell).cleared)
    return 0.0


def stirred(moved: Sequence[tuple[int, int, int]], charm: list[float]) -> float:
    """Return the value of moving hares so."""
    return sum(points(bunch) * ((charm[end] if end >= 0 else 0.0) - charm[start]) for start, end, bunch in moved)


def sucked(s: "MazaytsyState", cell: int, around: Sequence[int], charm: list[float]) -> float:
    """Return the value of drawing hares into a swamp, where they last one lap: the others reach them first.

    After the others the layer may reach them, and then nobody.
    """
    seat = s.actor
    assert seat is not None
    table = turns_to(s.side)
    near = [table[s.boats[o] * 4 + s.bows[o]][cell] <= 1 for o in range(s.players)]
    theirs = any(near[o] for o in range(s.players) if o != seat)
    kept = -OPPONENT_WEIGHT if theirs else (FADE[1] if near[seat] else 0.0)
    return sum(points(s.hares[c]) * (kept - charm[c]) for c in around)
