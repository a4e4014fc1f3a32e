"""What a player can see coming: previews for the screen, made only from what the seat knows.

Nothing here looks at the deck or at another seat's secret missions, and nothing changes the position.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from core.game import Move
from core.novgorod.components import (
    BOTH_SEALS,
    CITY_COUNT,
    EXTRA_INCOME,
    FEE_OF,
    LINE_SEALS,
    MISSION_DISCOUNT,
    MISSION_PRICE,
    MISSIONS,
    ROW_SEALS,
    SHIP_PRICE,
    SPECIALS,
    STEP_COST,
    TOP_LEVEL,
    Need,
)
from core.novgorod.moves import (
    SHIP_UNIT,
    BuyMission,
    BuyOffice,
    BuyShip,
    Collect,
    ExtraIncome,
    Finish,
    Lay,
    Line,
    Make,
    PickMission,
    PickOffice,
    Pirate,
    Sell,
    Special,
    Step,
    Store,
)
from core.novgorod.phases import FRONT, ROUTE
from core.novgorod.rules.intro import office_price
from core.novgorod.rules.route import ARTISAN, Plan, cities_laid
from core.novgorod.rules.turn import pirate_price
from core.novgorod.rules.use import office_income, place_of, sale, special_price, to_come
from core.novgorod.rules.ways import makes, ways

if TYPE_CHECKING:
    from core.novgorod.state import Novgorod

#: What has become of a card of the route.
OPEN, TURNED, COVERED, STORED = "open", "turned", "covered", "stored"


class Slot(NamedTuple):
    """One card of the route as it lies there."""

    city: int
    artisan: bool
    """A face-down card that keeps a place for the artisan of the city."""
    own: bool
    status: str
    income: int
    fee: int


class Gain(NamedTuple):
    """What a move brings at once; bonus cards are not counted."""

    seals: int = 0
    ducats: int = 0


class Prospect(NamedTuple):
    """Something that the goods of a route could be used for."""

    kind: str
    """"top", "bottom", "both", "step" or "special"."""
    card: int
    """The mission or special mission; -1 for a career step."""
    seals: int
    possible: bool


def slots(s: Novgorod) -> list[Slot]:
    """The actor's route from the ship on, each card with what has become of it."""
    seat = s.actor
    if seat is None:
        return []
    laying = s.phase == ROUTE
    found = []
    for slot in s.route:
        city = slot % CITY_COUNT
        own = bool(s.offices[seat] >> city & 1)
        if slot >= ARTISAN:
            status = COVERED if s.worked >> city & 1 else OPEN
            found.append(Slot(city, True, True, status, 0, 0))
            continue
        if laying or s.units >> city & 1:
            status = OPEN
        elif s.worked >> city & 1 and ARTISAN + city not in s.route:
            status = COVERED
        elif s.stored and s.ship[seat] == city:
            status = STORED
        else:
            status = TURNED
        income = office_income(s, city) if own else 0
        found.append(Slot(city, False, own, status, income, 0 if own else FEE_OF[city]))
    return found


def fees(s: Novgorod) -> int:
    """The harbour fees of the route laid so far."""
    return sum(slot.fee for slot in slots(s))


def slots_left(s: Novgorod) -> tuple[int, int]:
    """How many cards the actor may still lay, without and with the privilege Speed +1."""
    assert s.actor is not None
    plan = Plan(s, s.actor)
    left = plan.limit(cities_laid(s.route)) - len(s.route)
    return max(0, left), max(0, left + plan.haste)


def cash_at_finish(s: Novgorod) -> int:
    """The ducats that the actor would have if the route were finished now."""
    assert s.actor is not None
    if s.phase == ROUTE:
        return s.ducats[s.actor] + sum(slot.income - slot.fee for slot in slots(s))
    return s.ducats[s.actor] + to_come(s, s.actor) - s.fee


def by_city(s: Novgorod) -> dict[int, list[Move]]:
    """The legal moves that a click on a city may mean: laying, picking or buying there, working, income."""
    found: dict[int, list[Move]] = {}
    for move in s.moves():
        city = getattr(move, "city", None)
        if city is not None:
            found.setdefault(city, []).append(move)
    return found


def by_mission(s: Novgorod) -> dict[int, list[Move]]:
    """The legal moves that concern a mission card: picking, buying, fulfilling a line; -1 is the deck."""
    found: dict[int, list[Move]] = {}
    for move in s.moves():
        if isinstance(move, (PickMission, BuyMission, Line)):
            found.setdefault(move.card, []).append(move)
    return found


def gain(s: Novgorod, move: Move) -> Gain:
    """What a legal move brings the actor at once, by what is printed on the cards."""
    seat = s.actor
    assert seat is not None
    match move:
        case Sell(city=city):
            return Gain(*sale(s, city, s.stock >> 2 * city & 3))
        case Make(city=city, units=units):
            return Gain(*sale(s, city, units.bit_count()))
        case Line(card=card, bottom=bottom):
            both = bottom and s.topped >> card & 1
            return Gain(BOTH_SEALS - LINE_SEALS if both else LINE_SEALS)
        case Step():
            return Gain(0, -STEP_COST[s.careers[seat]][s.level[seat]].ducats)
        case Special(card=card, discount=discount):
            place = place_of(s, card)
            return Gain(SPECIALS[card][s.row[place] & 3].seals, -special_price(s, place, discount))
        case Collect(city=city):
            return Gain(0, office_income(s, city))
        case ExtraIncome():
            return Gain(0, EXTRA_INCOME)
        case Finish():
            unsold = [c for c in range(CITY_COUNT) if s.stock >> 2 * c & 3]
            seals = sum(sale(s, c, s.stock >> 2 * c & 3)[0] for c in unsold)
            return Gain(seals, to_come(s, seat) - s.fee)
        case PickOffice(city=city) | BuyOffice(city=city):
            return Gain(0, -office_price(s, city))
        case BuyShip():
            return Gain(0, -SHIP_PRICE[s.speed[seat]])
        case PickMission():
            return Gain(0, -MISSION_PRICE)
        case BuyMission(discount=discount):
            return Gain(0, MISSION_DISCOUNT - MISSION_PRICE if discount else -MISSION_PRICE)
        case Pirate():
            return Gain(0, -pirate_price(s, seat) if s.pirate_side == FRONT else 0)
        case Lay(city=city):
            own = s.offices[seat] >> city & 1
            return Gain(0, office_income(s, city) if own else -FEE_OF[city])
        case Store(city=city):
            return Gain(0, -office_income(s, city))
    return Gain()


def seals_this_turn(s: Novgorod) -> int:
    """What phase 4 will give for the career row reached so far."""
    assert s.actor is not None
    return ROW_SEALS[s.level[s.actor]]


def prospects(s: Novgorod) -> list[Prospect]:
    """Which lines, steps and special missions the route laid so far could meet, each taken by itself."""
    seat = s.actor
    assert seat is not None
    found = []
    for card, (top, bottom) in enumerate(MISSIONS):
        if s.hand[seat] >> card & 1:
            found.append(Prospect("top", card, LINE_SEALS, can_meet(s, top)))
            found.append(Prospect("bottom", card, LINE_SEALS, can_meet(s, bottom)))
            found.append(Prospect("both", card, BOTH_SEALS, can_meet(s, top, bottom)))
        elif s.left[seat] >> card & 1:
            seals = BOTH_SEALS - LINE_SEALS if s.topped >> card & 1 else LINE_SEALS
            found.append(Prospect("bottom", card, seals, can_meet(s, bottom)))
    level = s.level[seat]
    if level < TOP_LEVEL:
        need = STEP_COST[s.careers[seat]][level]
        possible = cash_before_fees(s) >= need.ducats if need.ducats else can_meet(s, need)
        found.append(Prospect("step", -1, 0, possible))
    for place, code in enumerate(s.row):
        if not s.done >> place & 1:
            half = SPECIALS[code >> 2][code & 3]
            affordable = special_price(s, place, False) <= cash_before_fees(s)
            found.append(Prospect("special", code >> 2, half.seals, affordable and can_meet(s, half.need)))
    return found


def cash_before_fees(s: Novgorod) -> int:
    """The most ducats the actor could have in hand during the route."""
    assert s.actor is not None
    if s.phase == ROUTE:
        return s.ducats[s.actor] + sum(slot.income for slot in slots(s))
    return s.ducats[s.actor] + to_come(s, s.actor)


def can_meet(s: Novgorod, *needs: Need) -> bool:
    """Whether the route could meet these needs together, making luxuries on the way; fees left aside."""
    seat = s.actor
    assert seat is not None
    cargo = s.ship[seat]
    units = s.units
    if s.phase == ROUTE:
        units = cities_laid(s.route) | (SHIP_UNIT if cargo >= 0 else 0)
    return _meets(s, needs, units, cargo, s.stock, s.worked)


def _meets(s: Novgorod, needs: tuple[Need, ...], units: int, cargo: int, stock: int, worked: int) -> bool:
    if not needs:
        return True
    for used, luxuries in ways(needs[0], units, cargo, stock, s.artisans):
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


def _workshops(
    s: Novgorod, units: int, cargo: int, stock: int, worked: int
) -> Iterator[tuple[int, int, int]]:
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
