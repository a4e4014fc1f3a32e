"""The route as it is shown: the state of its cards, what it costs and what it pays."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from core.games.novgorod.components import CITY_COUNT, FEE_OF
from core.games.novgorod.phases import ROUTE
from core.games.novgorod.rules.route import ARTISAN, RoutePlan, cities_laid
from core.games.novgorod.rules.use import office_income, to_come

if TYPE_CHECKING:
    from core.games.novgorod.state import NovgorodState

#: What has become of a card of the route.
OPEN, TURNED, COVERED, STORED = "open", "turned", "covered", "stored"


class Slot(NamedTuple):
    """One card of the route as it is shown."""

    city: int
    artisan: bool
    """A face-down card that keeps a place for the artisan of the city."""
    own: bool
    status: str
    income: int
    fee: int


class RouteCash(NamedTuple):
    """The ducats of the seat that uses a route: now, after finishing it, and the fees that are then paid."""

    now: int
    then: int
    fees: int = 0


def slots(s: NovgorodState) -> list[Slot]:
    """Return the actor's route from the ship on, each card with its state."""
    return [] if s.actor is None else [_slot(s, s.actor, slot) for slot in s.route]


def _slot(s: NovgorodState, seat: int, slot: int) -> Slot:
    city = slot % CITY_COUNT
    if slot >= ARTISAN:
        return Slot(city, True, True, COVERED if s.worked >> city & 1 else OPEN, 0, 0)
    own = bool(s.offices[seat] >> city & 1)
    income = office_income(s, city) if own else 0
    return Slot(city, False, own, _status(s, seat, city), income, 0 if own else FEE_OF[city])


def _status(s: NovgorodState, seat: int, city: int) -> str:
    if s.phase == ROUTE or s.units >> city & 1:
        return OPEN
    if s.worked >> city & 1 and ARTISAN + city not in s.route:
        return COVERED
    return STORED if s.stored and s.ship[seat] == city else TURNED


def fees(s: NovgorodState) -> int:
    """Return the harbour fees of the route laid so far."""
    return sum(slot.fee for slot in slots(s))


def slots_left(s: NovgorodState) -> tuple[int, int]:
    """Return how many cards the actor may still lay, without and with the privilege Speed +1."""
    assert s.actor is not None
    plan = RoutePlan(s, s.actor)
    left = plan.limit(cities_laid(s.route)) - len(s.route)
    return max(0, left), max(0, left + plan.haste)


def can_sail(s: NovgorodState) -> bool:
    """Whether the fees of the route laid so far can be paid."""
    assert s.actor is not None
    return RoutePlan(s, s.actor).pays(tuple(s.route), cities_laid(s.route))


def cash_before_fees(s: NovgorodState) -> int:
    """Return the most ducats the actor could have in hand during the route."""
    assert s.actor is not None
    if s.phase == ROUTE:
        return s.ducats[s.actor] + sum(slot.income for slot in slots(s))
    return s.ducats[s.actor] + to_come(s, s.actor)


def purse(s: NovgorodState) -> RouteCash:
    """Return the actor's purse if the route were finished now."""
    assert s.actor is not None
    due = fees(s) if s.phase == ROUTE else s.fee
    return RouteCash(s.ducats[s.actor], cash_before_fees(s) - due, due)


def after_laying(s: NovgorodState, city: int) -> NovgorodState:
    """Return the state with one card more on the route; nothing hidden is used."""
    then = s.copy()
    then.route.append(city)
    return then
