"""Phase 1: lay out a route, one card at a time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from core.game import EventSink, GameEvent, Move
from core.games.novgorod import scoring
from core.games.novgorod.components import (
    CITY_COUNT,
    EXTRA_INCOME,
    FEES,
    FIVE_CITIES,
    INCOME,
    INCOMES,
    LINKS,
    MERCHANT_DUCATS,
    ROUTE,
    SPEED,
    UNCOVERED,
)
from core.games.novgorod.moves import ARTISAN as ARTISAN
from core.games.novgorod.moves import LAY, LAY_ARTISAN, SAIL, SHIP_UNIT, LayArtisan, LayOffice, Sail
from core.games.novgorod.phases import BACK, FRONT, USE
from core.games.novgorod.rules.income import at_best, route_income, trade
from core.games.novgorod.rules.turn import pirate_moves, pirate_price

if TYPE_CHECKING:
    from core.games.novgorod.state import NovgorodState

_ALL = tuple(range(CITY_COUNT))


class RoutePlan:
    """A route being laid, with all that decides how it can go on; made anew for each decision."""

    __slots__ = (
        "closed",
        "ducats",
        "extra",
        "haste",
        "links",
        "merchant",
        "offices",
        "pirate",
        "ship",
        "spare",
        "speed",
        "trade",
    )

    def __init__(self, s: NovgorodState, seat: int) -> None:
        privileges = 0 if s.privilege else UNCOVERED[s.careers[seat]][s.level[seat]]
        self.speed = s.speed[seat]
        #: One more slot, by the privilege Speed +1.
        self.haste = 1 if privileges & SPEED else 0
        #: Ducats that the privilege Income +2 would still bring.
        self.extra = EXTRA_INCOME if privileges & INCOME else 0
        self.ducats = s.ducats[seat]
        self.offices = s.offices[seat]
        ship = s.ship[seat]
        #: The unit of the good at the ship, if there is one.
        self.ship = SHIP_UNIT if ship >= 0 else 0
        #: Offices in hand, which may lie face down for artisans.
        self.spare = self.offices & ~(1 << ship) if ship >= 0 else self.offices
        self.merchant = s.merchant if s.merchant_side == FRONT else -1
        self.pirate = s.pirate if s.pirate_side == FRONT else -1
        self.closed = s.pirate if s.pirate_side == BACK else CITY_COUNT
        self.links = LINKS[self.closed]
        self.trade = trade(s, seat)

    def limit(self, cities: int) -> int:
        """Return how many slots the ship can reach without the privilege."""
        return self.speed - 1 if self.pirate >= 0 and cities >> self.pirate & 1 else self.speed

    def fits(self, cities: int, length: int, artisans: int) -> bool:
        """Whether the ship is fast enough, and cards are left in hand to lie face down for the artisans."""
        if length > self.limit(cities) + self.haste:
            return False
        return not artisans or (self.spare & ~cities).bit_count() >= artisans

    def balance(self, cities: int, length: int) -> int:
        """Return the ducats left after the harbour fees, if all the offices on the route were used for income."""
        own = cities & self.offices
        ducats = self.ducats + INCOMES[own] - FEES[cities ^ own]
        if self.merchant >= 0 and own >> self.merchant & 1:
            ducats += MERCHANT_DUCATS
        return ducats + self.extra if length <= self.limit(cities) else ducats

    def purse(self, cities: int, length: int) -> int:
        """Return the ducats towards the fees that need no work: those owned, and Income +2 unless Speed +1 is used."""
        return self.ducats + self.extra if length <= self.limit(cities) else self.ducats

    def pays(self, route: tuple[int, ...], cities: int) -> bool:
        """Whether there is a way to handle this route that pays its fees."""
        length = len(route)
        if self.balance(cities, length) >= 0:
            return True
        missing = FEES[cities & ~self.offices] - self.purse(cities, length)
        if at_best(cities, self.trade) < missing:
            return False
        return route_income(route, cities | self.ship, 0, self.trade) >= missing

    def can_pay(self, route: tuple[int, ...], cities: int) -> bool:
        """Whether the fees can be paid by this route or by one that goes on from it."""
        length = len(route)
        if self.balance(cities, length) >= 0:
            return True
        # By income alone it is found more quickly.
        by_income = self._with_offices(cities, route[-1] % CITY_COUNT, length, length - cities.bit_count())
        return by_income or self.paying(route, cities) is not None

    def _with_offices(self, cities: int, last: int, length: int, artisans: int) -> bool:
        """Whether incomes alone pay the fees, here or further on."""
        if self.balance(cities, length) >= 0:
            return True
        for city in self.links[last]:
            more = cities | 1 << city
            if (
                more != cities
                and self.fits(more, length + 1, artisans)
                and self._with_offices(more, city, length + 1, artisans)
            ):
                return True
        return False

    def paying(self, route: tuple[int, ...], cities: int) -> tuple[int, ...] | None:
        """Return this route, or the first that goes on from it, if it can pay its fees."""
        if self.pays(route, cities):
            return route
        for longer, more in self.onward(route, cities):
            found = self.paying(longer, more)
            if found is not None:
                return found
        return None

    def onward(self, route: tuple[int, ...], cities: int) -> Iterator[tuple[tuple[int, ...], int]]:
        """Return every route that is longer by one card, with its cities; fees are not considered."""
        length = len(route) + 1
        artisans = len(route) - cities.bit_count()
        last = route[-1]
        if last < ARTISAN and self.fits(cities, length, artisans + 1):
            yield (*route, ARTISAN + last), cities
        for city in self.links[last % CITY_COUNT]:
            more = cities | 1 << city
            if more != cities and self.fits(more, length, artisans):
                yield (*route, city), more


def cities_laid(route: list[int]) -> int:
    """Return the cities of a route as a mask."""
    mask = 0
    for slot in route:
        if slot < ARTISAN:
            mask |= 1 << slot
    return mask


def ship_speed(s: NovgorodState, seat: int, cities: int) -> int:
    """Return the speed of a ship on a route through these cities: the pirate's front slows it by 1."""
    slowed = s.pirate_side == FRONT and cities >> s.pirate & 1
    return s.speed[seat] - 1 if slowed else s.speed[seat]


def route_moves(s: NovgorodState) -> list[Move]:
    """Return the moves: sail, go on to a neighbouring city, keep a place for the artisan here, or move the pirate."""
    seat = s.actor
    assert seat is not None
    route = tuple(s.route)
    plan = RoutePlan(s, seat)
    cities = cities_laid(s.route)
    moves: list[Move] = []
    if plan.pays(route, cities):
        moves.append(SAIL)
    if route:
        for longer, more in plan.onward(route, cities):
            if plan.can_pay(longer, more):
                last = longer[-1]
                moves.append(LAY[last] if last < ARTISAN else LAY_ARTISAN)
    else:
        moves += [LAY[city] for city in _ALL if city != plan.closed and plan.can_pay((city,), 1 << city)]
    if s.pirate_side == FRONT:
        moves += _pirate_away(s, seat, plan, route, cities)
    elif s.pirate_side == BACK and not route:
        moves += pirate_moves(s, seat)
    return moves


def _pirate_away(s: NovgorodState, seat: int, plan: RoutePlan, route: tuple[int, ...], cities: int) -> list[Move]:
    """The pirate moves after which the route laid so far can still be sailed."""
    possible = pirate_moves(s, seat)
    if not route or not possible:
        return possible
    plan.ducats -= pirate_price(s, seat)
    artisans = len(route) - cities.bit_count()
    fine: list[Move] = []
    for move in possible:
        plan.pirate = move.city  # type: ignore[attr-defined]
        if plan.fits(cities, len(route), artisans) and plan.can_pay(route, cities):
            fine.append(move)
    return fine


def lay(s: NovgorodState, move: LayOffice, emit: EventSink | None) -> None:
    s.route.append(move.city)
    if emit:
        assert s.actor is not None
        own = bool(s.offices[s.actor] >> move.city & 1)
        emit(GameEvent("lays", s.actor, (move.city, own)))


def lay_artisan(s: NovgorodState, move: LayArtisan, emit: EventSink | None) -> None:
    city = s.route[-1]
    s.route.append(ARTISAN + city)
    if emit:
        emit(GameEvent("lays_artisan", s.actor, (city,)))


def sail(s: NovgorodState, move: Sail, emit: EventSink | None) -> None:
    """Fix the route: its goods can be used, its harbour fees are known."""
    seat = s.actor
    assert seat is not None
    cities = cities_laid(s.route)
    length = len(s.route)
    if length > ship_speed(s, seat, cities):
        s.privilege = SPEED
    s.units = cities | SHIP_UNIT if s.ship[seat] >= 0 else cities
    s.fee = FEES[cities & ~s.offices[seat]]
    s.phase = USE
    if emit:
        emit(GameEvent("sails", seat, (tuple(s.route), s.fee, s.privilege == SPEED)))
    if length >= FIVE_CITIES and cities.bit_count() >= FIVE_CITIES:
        scoring.award(s, seat, ROUTE, emit)
