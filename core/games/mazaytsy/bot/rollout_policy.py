"""The rollout policy: quick turns without a search."""

from typing import TYPE_CHECKING

from core.bots.evaluator import best_move
from core.game import Move
from core.games.mazaytsy import phases
from core.games.mazaytsy.bot.distances import turns_to
from core.games.mazaytsy.bot.move_rating import rate
from core.games.mazaytsy.bot.reachability import BoatPath, boat_paths
from core.games.mazaytsy.bot.value import (
    FADE,
    ReachableHares,
    berths,
    expected_points,
    loaded,
    reachable_hares,
    room,
    turns_left,
)
from core.games.mazaytsy.components import ADDABLE, LOG, THICKET
from core.games.mazaytsy.moves import ADDS, SPINS, SPOTS
from core.games.mazaytsy.rules import carry_out, legal
from core.games.mazaytsy.rules.advanced import WEIGHT
from core.games.mazaytsy.rules.boat import sink
from core.games.mazaytsy.water import WATERS
from core.rng import Rng

if TYPE_CHECKING:
    from core.games.mazaytsy.state import MazaytsyState

#: The weight of an opponent's chance at a hare against the seat's own.
OPPONENT_WEIGHT = 0.6


def best_way(s: "MazaytsyState", seat: int, reach: float, space: float) -> tuple[float, BoatPath | None]:
    """Return the value of the most promising way of this seat's boat, and the way; None means landing everything."""
    side, hares, hold = s.side, s.hares, s.holds[seat]
    by_points = s.advanced & WEIGHT > 0
    place = s.boats[seat] * 4 + s.bows[seat]
    wanted = reachable_hares(s, seat)
    turns = turns_left(s, seat) - 1
    best, chosen = -1.0, None
    for way in boat_paths(s.field, side, place):
        touched, end = way
        bunch = 0
        for cell in set(touched):
            bunch += hares[cell]
        if bunch:
            taken, gained = loaded(bunch, hold, by_points)
            free = berths(hold + taken, by_points)
            rest = [prize for prize in wanted if prize[0] not in touched]
            value = gained + reach * expected_points(side, end, rest, turns, free) + space * room(free, turns)
        else:
            free = berths(hold, by_points)
            value = reach * expected_points(side, end, wanted, turns, free) + space * room(free, turns)
        if value > best:
            best, chosen = value, way
    if hold and turns > 0 and WATERS[side].edge[place >> 2]:
        value = _landing(s, seat, wanted, turns, reach, space)
        if value > best:
            best, chosen = value, None
    return best, chosen


def _landing(
    s: "MazaytsyState", seat: int, wanted: list[ReachableHares], turns: int, reach: float, space: float
) -> float:
    """Return the value of landing everything, with hares of the card taken aboard before it and after it."""
    cell = s.boats[seat]
    by_points = s.advanced & WEIGHT > 0
    before, gained = loaded(s.hares[cell], s.holds[seat], by_points)
    taken, more = loaded(s.hares[cell] - before, 0, by_points)
    free = berths(taken, by_points)
    rest = [prize for prize in wanted if prize[0] != cell]
    hoped = expected_points(s.side, cell * 4 + s.bows[seat], rest, turns, free)
    return gained + more + reach * hoped + space * room(free, turns)


def sail(s: "MazaytsyState", seat: int, reach: float, space: float) -> None:
    """Move a boat the most promising way, picking up as it goes; leave the cards alone."""
    go(s, seat, best_way(s, seat, reach, space)[1])


def go(s: "MazaytsyState", seat: int, way: BoatPath | None) -> None:
    """Move a boat this way, picking up as it goes; None means landing everything."""
    if way is None:
        _land(s, seat)
    else:
        _follow(s, seat, way)


def _land(s: "MazaytsyState", seat: int) -> None:
    """Put everything ashore, with what the card can add, and take aboard what it still has."""
    by_points = s.advanced & WEIGHT > 0
    cell, hares = s.boats[seat], s.hares
    before, _ = loaded(hares[cell], s.holds[seat], by_points)
    s.ashore[seat] += s.holds[seat] + before
    taken, _ = loaded(hares[cell] - before, 0, by_points)
    s.holds[seat] = taken
    hares[cell] -= before + taken
    s.acts = 3


def _follow(s: "MazaytsyState", seat: int, way: BoatPath) -> None:
    """Follow a way to its end, and take aboard the best of what lies on it."""
    touched, end = way
    hares = s.hares
    bunch = 0
    for cell in set(touched):
        bunch += hares[cell]
    if bunch:
        rest, _ = loaded(bunch, s.holds[seat], s.advanced & WEIGHT > 0)
        s.holds[seat] += rest
        for cell in touched:
            if hares[cell] and rest:
                rest -= _move_out(hares, cell, rest)
    s.boats[seat], s.bows[seat] = end >> 2, end & 3
    s.acts = 2


def _move_out(hares: list[int], cell: int, wanted: int) -> int:
    """Remove from a cell the wanted hares that are there."""
    taken = 0
    for shift in range(0, 56, 8):
        number = min(hares[cell] >> shift & 255, wanted >> shift & 255)
        taken += number << shift
    hares[cell] -= taken
    return taken


def rollout_turn(s: "MazaytsyState", rng: Rng, reach: float, space: float) -> None:
    """Play one whole turn of the actor quickly. The world must be at the start of a turn."""
    seat = s.actor
    assert seat is not None
    turn = s.turn
    sail(s, seat, reach, space)
    sink(s, None)
    while s.actor == seat and s.turn == turn:
        carry_out(s, at_a_guess(s, seat, rng), None)


def at_a_guess(s: "MazaytsyState", seat: int, rng: Rng) -> Move:
    """Return a quick choice for the actor's decision about the cards."""
    match s.phase:
        case phases.CELL:
            return SPOTS[s.side][_spot(s, seat, rng)]
        case phases.TURN:
            return rng.choice(list(legal(s)))
        case phases.SPIN:
            return SPINS[rng.randrange(2)]
        case phases.ADD:
            return ADDS[_kind(s, seat)]
    moves = legal(s)
    return best_move(moves, rate(s, moves))


def placement_bonus(s: "MazaytsyState", seat: int) -> list[float]:
    """By cell, what a point lying there is worth to the actor: near to it is good, near to others bad."""
    table = turns_to(s.side)
    mate = (seat + 2) % 4 if s.teams else seat
    mine = table[s.boats[seat] * 4 + s.bows[seat]]
    theirs = [table[s.boats[o] * 4 + s.bows[o]] for o in range(s.players) if o not in (seat, mate)]
    if len(theirs) == 1:
        return [FADE[m + 1] - OPPONENT_WEIGHT * FADE[t] for m, t in zip(mine, theirs[0], strict=True)]
    return [FADE[m + 1] - OPPONENT_WEIGHT * FADE[min(t)] for m, t in zip(mine, zip(*theirs, strict=True), strict=True)]


def _spot(s: "MazaytsyState", seat: int, rng: Rng) -> int:
    """Where the card in hand goes: a hare near to us, a thicket or a log near to the others, the rest anywhere."""
    boats = s.boats
    free = [cell for cell, bunch in enumerate(s.hares) if not bunch and cell not in boats]
    kind = s.row[s.hand] >> 1
    if s.row_hares[s.hand]:
        return max(free, key=placement_bonus(s, seat).__getitem__)
    if kind in (THICKET, LOG):
        return min(free, key=placement_bonus(s, seat).__getitem__)
    return free[rng.randrange(len(free))]


def _kind(s: "MazaytsyState", seat: int) -> int:
    """Return the kind of card whose hares would lie best for this seat."""
    charm = placement_bonus(s, seat)
    totals = [0.0] * 9
    for cell, face in enumerate(s.field):
        totals[face >> 3] += charm[cell]
    kinds = {face >> 3 for face in s.field}
    return max((kind for kind in ADDABLE if kind in kinds), key=totals.__getitem__)


def at_turn_start(s: "MazaytsyState") -> bool:
    """Whether the actor's turn has just begun."""
    return (s.phase == phases.ACT and not s.acts) or (s.phase == phases.HERE and s.then == phases.BEGUN)
