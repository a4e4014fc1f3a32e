"""The most ducats that a route can bring in before its harbour fees are due, at the end of phase 2.

Offices pay their income, and luxuries made on this very route can be sold. Which of the two a card is used for, and
which goods go to which artisan, is the player's choice, so the maximum is searched for.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from core.games.novgorod.components import CITY_COUNT, INCOMES, INGREDIENTS, MERCHANT_DUCATS, WORTH
from core.games.novgorod.moves import ARTISAN, SHIP_UNIT
from core.games.novgorod.phases import FRONT
from core.games.novgorod.rules.payments import makes

if TYPE_CHECKING:
    from core.games.novgorod.state import NovgorodState


class PriceContext(NamedTuple):
    """What prices depend on: the artisans, the offices owned, the good at the ship, where the merchant pays."""

    artisans: tuple[int, ...]
    offices: int
    cargo: int
    merchant: int


def trade(s: NovgorodState, seat: int) -> PriceContext:
    merchant = s.merchant if s.merchant_side == FRONT else -1
    return PriceContext(s.artisans, s.offices[seat], s.ship[seat], merchant)


def _most_by_sales(goods: int) -> int:
    """Return the ducats for these goods if there were artisans for all: a luxury of all its goods is the dearest."""
    return sum(worth[(goods & fitting).bit_count()] for fitting, worth in zip(INGREDIENTS, WORTH, strict=True))


_SALES = tuple(_most_by_sales(goods) for goods in range(1 << CITY_COUNT))


def at_best(cities: int, prices: PriceContext) -> int:
    """Return a quick upper bound of the ducats of any route through these cities, seldom reached."""
    ducats = INCOMES[cities & prices.offices]
    cargo, merchant = prices.cargo, prices.merchant
    if cargo < 0:
        ducats += _SALES[cities]
    elif cities >> cargo & 1:
        # Twice the same good: the second goes into a luxury of its own.
        ducats += _SALES[cities] + 1
    else:
        ducats += _SALES[cities | 1 << cargo]
    return ducats + 2 * MERCHANT_DUCATS if merchant >= 0 and cities >> merchant & 1 else ducats


@lru_cache(maxsize=1 << 10)
def route_income(route: tuple[int, ...], units: int, worked: int, prices: PriceContext) -> int:
    """Return the most ducats that the units left on a route can bring."""
    return _from_slot(0, route, units & SHIP_UNIT, units, worked, prices)


def _from_slot(at: int, route: tuple[int, ...], before: int, units: int, worked: int, prices: PriceContext) -> int:
    """Return the most from this slot on; `before` are the units that lie in front of it and are still free."""
    artisans, _, cargo, merchant = prices
    best = 0
    for slot in route[at:]:
        at += 1
        city = slot % CITY_COUNT
        if slot < ARTISAN:
            own = units & 1 << city
            seated = own and route[at : at + 1] != (ARTISAN + city,)
        else:
            own = 0
            seated = not worked >> city & 1
        if seated and before:
            luxury = artisans[city]
            gift = MERCHANT_DUCATS if city == merchant else 0
            for move in makes(city, luxury, before, cargo):
                rest = _from_slot(at, route, before & ~move.units, units, worked, prices)
                best = max(best, WORTH[luxury][move.units.bit_count()] + gift + rest)
        before |= own
    return max(best, _income(before & prices.offices, merchant))


def _income(cities: int, merchant: int) -> int:
    gift = MERCHANT_DUCATS if merchant >= 0 and cities >> merchant & 1 else 0
    return INCOMES[cities] + gift
