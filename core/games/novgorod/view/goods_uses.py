"""What the goods of a route could be used for: lines of missions, a step of the career, special missions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from core.games.novgorod import text
from core.games.novgorod.components import (
    BOTH_SEALS,
    CITY_COUNT,
    LINE_SEALS,
    LUXURY_NAMES,
    MISSIONS,
    SPECIALS,
    STEP_COST,
    TOP_LEVEL,
    Need,
)
from core.games.novgorod.moves import SHIP_UNIT
from core.games.novgorod.phases import ROUTE
from core.games.novgorod.rules.payments import kinds, makes, payment_options
from core.games.novgorod.rules.route import ARTISAN, cities_laid
from core.games.novgorod.rules.use import special_price, step_units
from core.games.novgorod.view.route import cash_before_fees
from core.text import list_text

if TYPE_CHECKING:
    from core.games.novgorod.state import NovgorodState

TOP, BOTTOM, BOTH, STEP, SPECIAL = "top", "bottom", "both", "step", "special"


class GoodsUse(NamedTuple):
    """Something that goods can be used for: which line of which mission, the step (-1), a special mission."""

    kind: str
    card: int


class PossibleUse(NamedTuple):
    """Something that the goods of a route could be used for, and whether they suffice."""

    aim: GoodsUse
    seals: int
    possible: bool


def in_reach(s: NovgorodState) -> list[GoodsUse]:
    """Return what the route laid so far could meet."""
    return [prospect.aim for prospect in possible_uses(s) if prospect.possible]


def possible_uses(s: NovgorodState) -> list[PossibleUse]:
    """Return the lines, steps and special missions that the route laid so far could meet, each taken by itself."""
    return [*_missions(s), *_step(s), *_specials(s)]


def _missions(s: NovgorodState) -> Iterator[PossibleUse]:
    seat = s.actor
    assert seat is not None
    for card, (top, bottom) in enumerate(MISSIONS):
        if s.hand[seat] >> card & 1:
            yield PossibleUse(GoodsUse(TOP, card), LINE_SEALS, can_meet(s, top))
            yield PossibleUse(GoodsUse(BOTTOM, card), LINE_SEALS, can_meet(s, bottom))
            yield PossibleUse(GoodsUse(BOTH, card), BOTH_SEALS, can_meet(s, top, bottom))
        elif s.left[seat] >> card & 1:
            seals = BOTH_SEALS - LINE_SEALS if s.topped >> card & 1 else LINE_SEALS
            yield PossibleUse(GoodsUse(BOTTOM, card), seals, can_meet(s, bottom))


def _step(s: NovgorodState) -> Iterator[PossibleUse]:
    seat = s.actor
    assert seat is not None
    level = s.level[seat]
    if level < TOP_LEVEL:
        need = STEP_COST[s.careers[seat]][level]
        possible = cash_before_fees(s) >= need.ducats if need.ducats else can_meet(s, need)
        yield PossibleUse(GoodsUse(STEP, -1), 0, possible)


def _specials(s: NovgorodState) -> Iterator[PossibleUse]:
    for place, code in enumerate(s.row):
        if not s.done >> place & 1:
            half = SPECIALS[code >> 2][code & 3]
            affordable = special_price(s, place, False) <= cash_before_fees(s)
            yield PossibleUse(GoodsUse(SPECIAL, code >> 2), half.seals, affordable and can_meet(s, half.need))


def can_meet(s: NovgorodState, *needs: Need) -> bool:
    """Whether the route could meet these needs together, making luxuries on the way; fees left aside."""
    seat = s.actor
    assert seat is not None
    return _meets(s, needs, _units(s), s.ship[seat], s.stock, s.worked)


def _units(s: NovgorodState) -> int:
    """The goods at hand, or those that the route laid so far will bring."""
    assert s.actor is not None
    if s.phase != ROUTE:
        return s.units
    return cities_laid(s.route) | (SHIP_UNIT if s.ship[s.actor] >= 0 else 0)


def lacking(s: NovgorodState, need: Need) -> str:
    """Return what the route lacks for a need that it cannot meet."""
    assert s.actor is not None
    missing = need.goods & ~kinds(_units(s), s.ship[s.actor])
    names = text.goods(missing)
    for kind, boxes in need.luxuries:
        if not can_meet(s, Need(luxuries=((kind, boxes),))):
            names.append(LUXURY_NAMES[kind] + (" of 2 goods" if boxes > 1 else ""))
    if names:
        return f"your route has no {list_text(names)}"
    units = _units(s)
    if step_units(s, units).bit_count() < need.any_goods <= kinds(units, s.ship[s.actor]).bit_count():
        return "a stored good cannot pay for a career step"
    return f"your route does not have {text.need(need)} together"


def _meets(s: NovgorodState, needs: tuple[Need, ...], units: int, cargo: int, stock: int, worked: int) -> bool:
    if not needs:
        return True
    # Only career steps ask for goods of any kind.
    goods = step_units(s, units) if needs[0].any_goods else units
    for used, luxuries in payment_options(needs[0], goods, cargo, stock, s.artisans):
        rest = stock
        for city in range(CITY_COUNT):
            if luxuries >> city & 1:
                rest &= ~(3 << 2 * city)
        if _meets(s, needs[1:], units & ~used, cargo, rest, worked):
            return True
    if not any(need.luxuries or need.any_luxuries for need in needs):
        return False
    return any(
        _meets(s, needs, more_units, cargo, more_stock, worked | 1 << city)
        for city, more_units, more_stock in _workshops(s, units, cargo, stock, worked)
    )


def _workshops(s: NovgorodState, units: int, cargo: int, stock: int, worked: int) -> Iterator[tuple[int, int, int]]:
    """Every luxury that could be made next: the city, the units left, the luxuries then at hand."""
    before = units & SHIP_UNIT
    for slot in s.route:
        city = slot % CITY_COUNT
        covers = 0 if slot >= ARTISAN else 1 << city
        sits = not covers or (units & covers and ARTISAN + city not in s.route)
        if sits and before and not worked >> city & 1:
            for move in makes(city, s.artisans[city], before, cargo):
                goods = move.units.bit_count()
                yield city, units & ~(move.units | covers), stock | goods << 2 * city
        before |= units & covers
