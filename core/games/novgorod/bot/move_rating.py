"""Quick ratings of moves, each seen to the end of the turn; novices play by them.

A route is rated by giving its goods and artisans to the most rewarding needs first, without trying all the ways there
are. All values are in seals.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.game import Move
from core.games.novgorod.bot.purchases import purchases
from core.games.novgorod.bot.routes import RouteSearch
from core.games.novgorod.bot.value import ADEPT_PARAMETERS, BotParameters, Values, wanted_goods
from core.games.novgorod.components import SEAL, UNCOVERED
from core.games.novgorod.moves import EXTRA_INCOME, FINISH, LAY_ARTISAN, SAIL, ChooseSide, LayOffice, MovePirate
from core.games.novgorod.phases import BUY, CLOSE, FRONT, INTRO, SIDES, USE
from core.games.novgorod.phases import ROUTE as ROUTE_PHASE
from core.games.novgorod.rules.route import ARTISAN
from core.games.novgorod.rules.turn import pirate_price
from core.games.novgorod.state import NovgorodState

#: The size of a tie-break.
_CONTENT = 0.01
#: How many of the most promising courses are tried for each city to sail to next.
_COURSES = 8


def rate(s: NovgorodState, moves: Sequence[Move], mind: BotParameters = ADEPT_PARAMETERS) -> list[float]:
    """Return a rating for each legal move of the actor; the state is a world."""
    seat = s.actor
    assert seat is not None
    if s.phase == SIDES:
        return [1.0 if isinstance(move, ChooseSide) and not move.side else 0.0 for move in moves]
    values = Values(s, seat, mind)
    if s.phase == ROUTE_PHASE:
        return _rate_routes(values, s, moves)
    if s.phase == BUY:
        gains = {move: gain for gain, move in purchases(values, s)}
        return [gains[move] if move in gains else _rate_pirate(values, s, move) for move in moves]
    if s.phase == INTRO:
        return [_rate_pick(values, s, move) for move in moves]
    if s.phase == CLOSE:
        return [_rate_pirate(values, s, move) for move in moves]
    return [_after(values, s, move) for move in moves]


def _after(values: Values, s: NovgorodState, move: Move) -> float:
    """Return the value of what the seat has after this move of phase 2, with what the route should still bring."""
    if isinstance(move, MovePirate):
        return _rate_pirate(values, s, move)
    seat = values.seat
    after = s.copy()
    after.play(move)
    worth = values.belongings(after)
    if after.phase == USE:
        worth += RouteSearch(values, after).best().worth
        if move is EXTRA_INCOME and s.ducats[seat] > 2:
            worth -= _CONTENT
    elif move is FINISH:
        if after.ship[seat] >= 0 and not after.stored:
            worth += values.stored()
        worth += _CONTENT
    return worth


def _rate_pick(values: Values, s: NovgorodState, move: Move) -> float:
    """Rate a card of the introduction by its value less its price."""
    seat = values.seat
    after = s.copy()
    offices, owed = s.offices[seat], s.owed[seat]
    after.play(move)
    gained = after.offices[seat] & ~offices
    # The ducats may already have been paid: what counts is the price of this card.
    price = after.owed[seat] - owed if after.owed[seat] else 0
    if gained:
        return values.office(gained.bit_length() - 1, offices, wanted_goods(s, seat)) - price * values.ducat
    return values.fit(getattr(move, "card", -1)) - 1.0


def _rate_pirate(values: Values, s: NovgorodState, move: Move) -> float:
    """Rate a pirate move by how much it hurts the others more than the seat; only at the end, and only when cheap."""
    seat = values.seat
    if not isinstance(move, MovePirate):
        return 0.5 + (1.0 if UNCOVERED[s.careers[seat]][s.level[seat]] & SEAL and not s.privilege else 0.0)
    if s.phase != CLOSE:
        return -1000.0
    hurt = sum(0.3 for other in range(s.players) if other != seat and s.offices[other] >> move.city & 1)
    mine = 0.6 if s.offices[seat] >> move.city & 1 else 0.0
    price = pirate_price(s, seat) if s.pirate_side == FRONT else 0
    return hurt - mine - price * values.ducat


def _rate_routes(values: Values, s: NovgorodState, moves: Sequence[Move]) -> list[float]:
    """Rate each step by the best route that begins so."""
    at = len(s.route)
    best: dict[int, float] = {}
    looked: dict[int, int] = {}
    search = RouteSearch(values, s)
    for _, voyage in search.voyages():
        for course in search.courses(voyage):
            first = course.route[at] if len(course.route) > at else -1
            seen = looked.get(first, 0)
            if seen >= _COURSES:
                continue
            looked[first] = seen + 1
            use = search.use(course, voyage.cities, search.projects) or search.use(course, voyage.cities, ())
            if use is not None and use.worth > best.get(first, -1000.0):
                best[first] = use.worth
    ratings = []
    for move in moves:
        if move is SAIL:
            ratings.append(best.get(-1, -1000.0) + _CONTENT)
        elif move is LAY_ARTISAN:
            ratings.append(best.get(ARTISAN + s.route[-1], -1000.0))
        elif isinstance(move, LayOffice):
            ratings.append(best.get(move.city, -1000.0))
        else:
            ratings.append(-2000.0)
    return ratings
