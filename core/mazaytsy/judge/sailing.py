"""Turns played quickly: where a boat can get to, and how the game goes on when nobody thinks long about it."""

from typing import TYPE_CHECKING

from core.chance import Chance
from core.mazaytsy.components import ADDABLE, FLOW, FUNNEL, LOG, THICKET
from core.mazaytsy.field import WATERS
from core.mazaytsy.judge.outlook import FADE, berths, hope, loaded, prizes, room, turns_left
from core.mazaytsy.judge.rule import rate, turns_to
from core.mazaytsy.moves import ADDS, SPINS, SPOTS
from core.mazaytsy.phases import ACT, ADD, BEGUN, CELL, HERE, SPIN, TURN
from core.mazaytsy.rules import carry_out, legal
from core.mazaytsy.rules.advanced import WEIGHT
from core.mazaytsy.rules.cards import replace

if TYPE_CHECKING:
    from core.mazaytsy.state import Flood

#: A way that a boat can go in one turn: the cells it touches, and where it ends (`cell * 4 + bow`).
Way = tuple[tuple[int, ...], int]

#: What an opponent's chance at a hare is worth, against one's own.
SPITE = 0.6

#: Ways found before: the next boats meet the same water in trial after trial of one thought, but hardly in the next.
_known: dict[tuple[bytes, int], list[Way]] = {}
_MOST_KNOWN = 8000


def ways(field: list[int], side: int, place: int) -> list[Way]:
    """Every way that a boat can go in one turn, without landing. Depends on nothing but the cards."""
    key = (bytes(field), place)
    found = _known.get(key)
    if found is None:
        if len(_known) >= _MOST_KNOWN:
            _known.clear()
        found = _known[key] = _ways(field, side, place)
    return found


def _ways(field: list[int], side: int, place: int) -> list[Way]:
    water = WATERS[side]
    step, around = water.step, water.around
    found: dict[Way, None] = {}

    def drift(path: tuple[int, ...], spent: int, came: bool) -> tuple[tuple[int, ...], int, bool]:
        """Let the water have the boat; tells its path, the currents that acted, and whether it can go on."""
        cell = path[-1]
        while True:
            face = field[cell]
            way = FLOW[face]
            if way < 0:
                return path, spent, not (came and face >> 3 == LOG)
            if spent >> cell & 1:
                return path, spent, True
            spent |= 1 << cell
            target = step[cell][way]
            if target < 0 or field[target] >> 3 == THICKET:
                return path, spent, False
            cell = target
            path = (*path, cell)
            came = True

    def end(path: tuple[int, ...], bow: int) -> None:
        cell = path[-1]
        if field[cell] >> 3 != FUNNEL:
            pulled = False
            for near in around[cell]:
                if field[near] >> 3 == FUNNEL:
                    found[(*path, near), near * 4 + bow] = None
                    pulled = True
            if pulled:
                return
        found[path, cell * 4 + bow] = None

    def second(path: tuple[int, ...], bow: int, spent: int, can: bool) -> None:
        end(path, bow)
        if not can:
            return
        cell = path[-1]
        target = step[cell][bow * 2]
        if target >= 0 and field[target] >> 3 != THICKET:
            end(drift((*path, target), spent, True)[0], bow)
        turned = drift(path, spent, False)[0] if FLOW[field[cell]] >= 0 else path
        end(turned, (bow + 1) % 4)
        end(turned, (bow + 3) % 4)

    cell, bow = divmod(place, 4)
    here = (cell,)
    ring = step[cell]
    target = ring[bow * 2]
    if target >= 0 and field[target] >> 3 != THICKET:
        path, spent, can = drift((cell, target), 0, True)
        second(path, bow, spent, can)
    path, spent, can = drift(here, 0, False) if FLOW[field[cell]] >= 0 else (here, 0, True)
    second(path, (bow + 1) % 4, spent, can)
    second(path, (bow + 3) % 4, spent, can)
    for way in (bow * 2 - 1, bow * 2 + 1):
        target = ring[way]
        if target >= 0 and field[target] >> 3 != THICKET:
            end(drift((cell, target), 0, True)[0], bow)
    return list(found)


def best_way(s: "Flood", seat: int, reach: float, space: float) -> tuple[float, Way | None]:
    """The way that promises this seat most, and what it promises; no way at all means landing everything."""
    side, hares, hold = s.side, s.hares, s.holds[seat]
    by_points = s.advanced & WEIGHT > 0
    place = s.boats[seat] * 4 + s.bows[seat]
    wanted = prizes(s, seat)
    turns = turns_left(s, seat) - 1
    best, chosen = -1.0, None
    for way in ways(s.field, side, place):
        touched, end = way
        bunch = 0
        for cell in set(touched):
            bunch += hares[cell]
        if bunch:
            taken, gained = loaded(bunch, hold, by_points)
            free = berths(hold + taken, by_points)
            rest = [prize for prize in wanted if prize[0] not in touched]
            value = gained + reach * hope(side, end, rest, turns, free) + space * room(free, turns)
        else:
            free = berths(hold, by_points)
            value = reach * hope(side, end, wanted, turns, free) + space * room(free, turns)
        if value > best:
            best, chosen = value, way
    if hold and turns > 0 and WATERS[side].edge[place >> 2]:
        here = hares[place >> 2]
        before, gained = loaded(here, hold, by_points)
        taken, more = loaded(here - before, 0, by_points)
        free = berths(taken, by_points)
        rest = [prize for prize in wanted if prize[0] != place >> 2]
        value = gained + more + reach * hope(side, place, rest, turns, free) + space * room(free, turns)
        if value > best:
            best, chosen = value, None
    return best, chosen


def sail(s: "Flood", seat: int, reach: float, space: float) -> None:
    """Move a boat the way that promises most, picking up as it goes; the cards are left alone."""
    _, way = best_way(s, seat, reach, space)
    by_points = s.advanced & WEIGHT > 0
    hares = s.hares
    if way is None:
        cell = s.boats[seat]
        before, _ = loaded(hares[cell], s.holds[seat], by_points)
        s.ashore[seat] += s.holds[seat] + before
        taken, _ = loaded(hares[cell] - before, 0, by_points)
        s.holds[seat] = taken
        hares[cell] -= before + taken
        s.acts = 3
        return
    touched, end = way
    bunch = 0
    for cell in set(touched):
        bunch += hares[cell]
    if bunch:
        rest, _ = loaded(bunch, s.holds[seat], by_points)
        s.holds[seat] += rest
        for cell in touched:
            if hares[cell] and rest:
                rest -= _move_out(hares, cell, rest)
    s.boats[seat], s.bows[seat] = end >> 2, end & 3
    s.acts = 2


def _move_out(hares: list[int], cell: int, wanted: int) -> int:
    """Take from a cell what is wanted and there."""
    taken = 0
    for shift in range(0, 56, 8):
        number = min(hares[cell] >> shift & 255, wanted >> shift & 255)
        taken += number << shift
    hares[cell] -= taken
    return taken


def quick_turn(s: "Flood", rng: Chance, reach: float, space: float) -> None:
    """One whole turn of the actor, by the seat of the pants. The world must be at the start of a turn."""
    seat = s.actor
    assert seat is not None
    sail(s, seat, reach, space)
    mire = s.mires[seat]
    if mire >= 0:
        s.mires[seat] = -1
        s.pool += s.hares[mire]
        s.hares[mire] = 0
    turn = s.turn
    replace(s, None)
    while s.actor == seat and s.turn == turn:
        phase = s.phase
        if phase == CELL:
            carry_out(s, SPOTS[s.side][_spot(s, seat, rng)], None)
        elif phase == TURN:
            moves = legal(s)
            carry_out(s, moves[rng.below(len(moves))], None)
        elif phase == SPIN:
            carry_out(s, SPINS[rng.below(2)], None)
        elif phase == ADD:
            carry_out(s, ADDS[_kind(s, seat)], None)
        else:
            moves = legal(s)
            ratings = rate(s, moves)
            carry_out(s, moves[ratings.index(max(ratings))], None)


def charms(s: "Flood", seat: int) -> list[float]:
    """By cell, what a point lying there is worth to the actor: near to it is good, near to others bad."""
    table = turns_to(s.side)
    mate = (seat + 2) % 4 if s.teams else seat
    mine = table[s.boats[seat] * 4 + s.bows[seat]]
    theirs = [table[s.boats[o] * 4 + s.bows[o]] for o in range(s.players) if o not in (seat, mate)]
    if len(theirs) == 1:
        return [FADE[m + 1] - SPITE * FADE[t] for m, t in zip(mine, theirs[0], strict=True)]
    return [FADE[m + 1] - SPITE * FADE[min(t)] for m, t in zip(mine, zip(*theirs, strict=True), strict=True)]


def _spot(s: "Flood", seat: int, rng: Chance) -> int:
    """Where the card in hand goes: a hare near to us, a thicket or a log near to the others, the rest anywhere."""
    boats = s.boats
    free = [cell for cell, bunch in enumerate(s.hares) if not bunch and cell not in boats]
    kind = s.row[s.hand] >> 1
    if s.row_hares[s.hand]:
        return max(free, key=charms(s, seat).__getitem__)
    if kind in (THICKET, LOG):
        return min(free, key=charms(s, seat).__getitem__)
    return free[rng.below(len(free))]


def _kind(s: "Flood", seat: int) -> int:
    """The kind of card whose hares would lie best for us."""
    charm = charms(s, seat)
    totals = [0.0] * 9
    for cell, face in enumerate(s.field):
        totals[face >> 3] += charm[cell]
    kinds = {face >> 3 for face in s.field}
    return max((kind for kind in ADDABLE if kind in kinds), key=totals.__getitem__)


def at_turn_start(s: "Flood") -> bool:
    """Whether the actor's turn has just begun."""
    return (s.phase == ACT and not s.acts) or (s.phase == HERE and s.then == BEGUN)
