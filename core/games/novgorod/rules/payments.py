"""The ways in which goods and luxuries meet a need.

Units are a mask: bits 0 to 7 the cards of the route, bit 8 the good at the ship (`cargo` says which it is). The ship
may hold a good that lies on the route too; then which of the two is used is the player's choice.
"""

from functools import lru_cache
from itertools import combinations

from core.games.novgorod.components import CITY_COUNT, INGREDIENTS, Need
from core.games.novgorod.moves import SHIP_UNIT, Make, make


@lru_cache(maxsize=1 << 10)
def exactly(goods: int, units: int, cargo: int) -> tuple[int, ...]:
    """Return every set of units that is just these goods."""
    if not units & SHIP_UNIT or not goods >> cargo & 1:
        return (goods,) if goods & units == goods else ()
    others = goods & ~(1 << cargo)
    if others & units != others:
        return ()
    with_ship = others | SHIP_UNIT
    return (with_ship, goods) if units >> cargo & 1 else (with_ship,)


def kinds(units: int, cargo: int) -> int:
    """Return the different goods among the units, as a mask."""
    return (units & 255) | (1 << cargo) if units & SHIP_UNIT else units & 255


@lru_cache(maxsize=1 << 10)
def any_of(number: int, units: int, cargo: int) -> tuple[int, ...]:
    """Return every set of units that is so many different goods."""
    goods = [g for g in range(CITY_COUNT) if kinds(units, cargo) >> g & 1]
    chosen = [sum(1 << g for g in some) for some in combinations(goods, number)]
    return tuple(way for goods_mask in chosen for way in exactly(goods_mask, units, cargo))


@lru_cache(maxsize=1 << 10)
def makes(city: int, luxury: int, units: int, cargo: int) -> tuple[Make, ...]:
    """Return every way in which the artisan of a city can make his luxury from the units that reach him."""
    fitting = units & (INGREDIENTS[luxury] | SHIP_UNIT)
    if units & SHIP_UNIT and not INGREDIENTS[luxury] >> cargo & 1:
        fitting &= ~SHIP_UNIT
    return tuple(make(city, way) for n in (1, 2, 3) for way in any_of(n, fitting, cargo))


def luxury_sets(need: Need, stock: int, artisans: tuple[int, ...]) -> list[int]:
    """Return every set of cities whose luxuries are the needed ones."""
    sets = [0]
    for kind, boxes in need.luxuries:
        fitting = [c for c in range(CITY_COUNT) if artisans[c] == kind and stock >> 2 * c & 3 >= boxes]
        sets = [some | 1 << c for some in sets for c in fitting]
    if need.any_luxuries:
        ready = [c for c in range(CITY_COUNT) if stock >> 2 * c & 3]
        sets = [
            sum(1 << c for c in some)
            for some in combinations(ready, need.any_luxuries)
            if len({artisans[c] for c in some}) == need.any_luxuries
        ]
    return sets


def payment_options(need: Need, units: int, cargo: int, stock: int, artisans: tuple[int, ...]) -> list[tuple[int, int]]:
    """Return every way to meet a need, as units used and luxuries used; ducats are not considered."""
    wants_luxuries = need.any_luxuries or need.luxuries
    if wants_luxuries and not stock:
        return []
    if need.goods:
        goods = exactly(need.goods, units, cargo)
    elif need.any_goods:
        goods = any_of(need.any_goods, units, cargo)
    else:
        goods = (0,)
    if not goods:
        return []
    if not wants_luxuries:
        return [(g, 0) for g in goods]
    return [(g, x) for x in luxury_sets(need, stock, artisans) for g in goods]
