"""The value of a state for a seat: its hares, the turns it has left, what it can reach, the room in its boat."""

from functools import lru_cache
from operator import mul
from typing import TYPE_CHECKING

from core.games.mazaytsy.bot.distances import turns_to, turns_to_shore
from core.games.mazaytsy.components import BOX, CARDS
from core.games.mazaytsy.hares import VALUES, count, points, sorts
from core.games.mazaytsy.rules.advanced import WEIGHT

if TYPE_CHECKING:
    from core.games.mazaytsy.state import MazaytsyState

#: The share of a hare's value that is left after so many turns on the way to it.
FADE = (*(0.75**turns for turns in range(64)), 0.0)
#: More turns than a game has.
NEVER = 64

#: A second hare in reach counts less than the first, since a boat cannot go two ways.
NEXT = (1.0, 0.75, 0.55, 0.4, 0.3, 0.2)

#: The share of a hare's value when a rival reaches it no later than this seat.
CONTESTED = 0.55

#: The approximate mean points of an unseen hare.
USUAL = sum(value * number for value, number in zip(VALUES, BOX.counts, strict=True)) / sum(BOX.counts)

#: A hare to reach: its cell, its points, its points if a rival is there as soon as we are, and how near a rival is.
ReachableHares = tuple[int, float, float, float]


@lru_cache(maxsize=1 << 11)
def worth(bunch: int) -> int:
    """Return the points of a bunch, from a cache."""
    return points(bunch)


@lru_cache(maxsize=1 << 12)
def loaded(bunch: int, hold: int, by_points: bool) -> tuple[int, int]:
    """Return the best of these hares that fit into a boat with this load, and their points."""
    taken = gained = 0
    free = BOX.points - points(hold) if by_points else BOX.tokens - count(hold)
    for sort in reversed(sorts(bunch)):
        size = VALUES[sort] if by_points else 1
        number = min(bunch >> 8 * sort & 255, free // size)
        taken += number << 8 * sort
        gained += number * VALUES[sort]
        free -= number * size
    return taken, gained


@lru_cache(maxsize=1 << 10)
def berths(hold: int, by_points: bool) -> int:
    """Return how many more hares a boat can take; with capacity in points, hares of the usual weight."""
    if by_points:
        return int((BOX.points - points(hold)) / USUAL + 0.5)
    return BOX.tokens - count(hold)


def turns_left(s: "MazaytsyState", seat: int) -> int:
    """Return how many turns this seat still has, the current one included; an estimate if Mazay's place is one."""
    actor = s.actor
    if actor is None:
        return 0
    players = s.players
    if s.ending:
        return 1 if (seat - s.first) % players >= (actor - s.first) % players else 0
    turns = _turns_to_mazay(s, actor)
    if left := s.visits - s.seen - 1:
        turns += left * (1 + (s.under if players == 2 and s.due < 0 else _usual_round(players)))
    # The lap in which Mazay comes for the last time is played to its end.
    last = (actor - s.first + turns - 1) % players
    turns += players - 1 - last
    return (turns - 1 - (seat - actor) % players) // players + 1


def _turns_to_mazay(s: "MazaytsyState", actor: int) -> int:
    """Return the turns until Mazay comes; while he is due, also those until he has been and comes again."""
    if s.due < 0:
        return max(1, len(s.stack) - s.under)
    return (s.due - actor) % s.players + 1 + (len(s.stack) if s.players == 2 else _usual_round(s.players))


def _usual_round(players: int) -> int:
    """Return the usual turns between two visits of Mazay with three or four players."""
    return len(CARDS) - 36 - players - BOX.lowest // 2


@lru_cache(maxsize=1 << 4)
def nearness(side: int) -> tuple[tuple[float, ...], ...]:
    """Return the share of a point that distance leaves, by place (`cell * 4 + bow`) and cell.

    A boat reaches nothing before its turn.
    """
    return tuple(tuple(FADE[away or 1] for away in row) for row in turns_to(side))


@lru_cache(maxsize=1 << 10)
def _shares(free: int, landing: int) -> tuple[float, ...]:
    """Return the weights of the hares in reach, the best first: what does not fit waits until after a landing."""
    return tuple(share if rank < free else share * FADE[landing] for rank, share in enumerate(NEXT))


def reachable_hares(s: "MazaytsyState", seat: int) -> list[ReachableHares]:
    """Return the hares on the water, as this seat values them."""
    table = nearness(s.side)
    mate = (seat + 2) % 4 if s.teams else seat
    boats, bows = s.boats, s.bows
    theirs = [table[boats[o] * 4 + bows[o]] for o in range(s.players) if o not in (seat, mate) and boats[o] >= 0]
    if len(theirs) == 1:
        rival = theirs[0]
    else:
        rival = tuple(map(max, zip(*theirs, strict=True))) if theirs else (0.0,) * len(s.hares)
    return [(cell, worth(bunch), CONTESTED * worth(bunch), rival[cell]) for cell, bunch in enumerate(s.hares) if bunch]


def expected_points(side: int, place: int, wanted: list[ReachableHares], turns: int, free: int) -> float:
    """Return the points that a boat at this place (`cell * 4 + bow`) may bring in with these turns and free berths."""
    if turns <= 0:
        return 0.0
    near = nearness(side)[place]
    last = FADE[turns]
    hopes = [
        (contested if rival >= here else amount) * here
        for cell, amount, contested, rival in wanted
        if (here := near[cell]) >= last
    ]
    hopes.sort(reverse=True)
    if len(hopes) > free:
        landing = turns_to_shore(side)[place] + 1
        return float(sum(map(mul, hopes, _shares(free, landing if turns > landing else NEVER))))
    return float(sum(map(mul, hopes, NEXT)))


def room(free: int, turns: int) -> float:
    """Return the value of the free berths: nothing when there is no time left to fill them."""
    return float(min(free, turns))


def features(s: "MazaytsyState", seat: int) -> dict[str, float]:
    """Return the features of a state for a seat."""
    crew = (seat, (seat + 2) % 4) if s.teams else (seat,)
    saved = sum(worth(s.holds[one] + s.ashore[one]) + s.booked_points[one] for one in crew)
    if s.actor is None or s.boats[seat] < 0:
        return {"points-saved": float(saved), "hares-in-reach": 0.0, "room-aboard": 0.0}
    reach = space = 0.0
    for one in crew:
        turns = turns_left(s, one)
        free = berths(s.holds[one], s.advanced & WEIGHT > 0)
        reach += expected_points(s.side, s.boats[one] * 4 + s.bows[one], reachable_hares(s, one), turns, free)
        space += room(free, turns)
    return {"points-saved": float(saved), "hares-in-reach": reach, "room-aboard": space}
