"""Descriptions of legal moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.game import Move
from core.games.novgorod.components import (
    BOTH_SEALS,
    CITY_COUNT,
    CITY_NAMES,
    EXTRA_INCOME,
    FEE_OF,
    GOOD_NAMES,
    INCOME,
    LINE_SEALS,
    LUXURY_NAMES,
    MISSION_DISCOUNT,
    MISSION_PRICE,
    SEAL,
    SHIP_PRICE,
    SPECIALS,
    STEP_COST,
    cities_of,
)
from core.games.novgorod.moves import (
    LAY,
    LAY_ARTISAN,
    SHIP_UNIT,
    BuyMission,
    BuyNothing,
    BuyOffice,
    BuyShip,
    ChooseSide,
    ClimbStep,
    Collect,
    CompleteSpecial,
    EndTurn,
    Finish,
    FulfilLine,
    LayArtisan,
    LayOffice,
    Make,
    MovePirate,
    PickMission,
    PickOffice,
    Sail,
    Sell,
    StoreGood,
    UseExtraIncome,
)
from core.games.novgorod.phases import BACK, ROUTE, USE
from core.games.novgorod.rules.route import RoutePlan, cities_laid
from core.games.novgorod.rules.setup import office_price
from core.games.novgorod.rules.turn import can_use, pirate_price
from core.games.novgorod.rules.use import office_income, place_of, sale, special_price, to_come
from core.games.novgorod.text.phrases import SIDE_NAMES, career_row, ducats, goods, mission, route, seals
from core.text import list_text

if TYPE_CHECKING:
    from core.games.novgorod.state import NovgorodState


def _used(s: NovgorodState, seat: int, units: int, luxuries: int) -> str:
    """What a use takes, each luxury with its city."""
    words = [f"{LUXURY_NAMES[s.artisans[c]]} of {CITY_NAMES[c]}" for c in cities_of(luxuries)]
    words += goods(units & 255, s.ship[seat] if units & SHIP_UNIT else -1)
    return list_text(words)


def describe(s: NovgorodState, move: Move) -> str:
    """Return a legal move in a few words."""
    seat = s.actor
    assert seat is not None
    match move:
        case ChooseSide(side=side):
            return f"play the {SIDE_NAMES[side]} side"
        case PickOffice(city=city) | BuyOffice(city=city):
            verb = "take" if isinstance(move, PickOffice) else "buy"
            return f"{verb} the office in {CITY_NAMES[city]} for {ducats(office_price(s, city))}"
        case PickMission(card=card):
            return f"take {_which_mission(card)}"
        case LayOffice(city=city):
            return _describe_lay(s, seat, city)
        case LayArtisan():
            return _describe_lay_artisan(s, seat)
        case Sail():
            return (f"set sail: {route(s.route)}" if s.route else "stay in harbour this turn") + _forced_text(s, move)
        case MovePirate(city=city):
            free = s.pirate_side == BACK
            how = "with the privilege ?" if free else f"for {ducats(pirate_price(s, seat))}"
            return f"send the pirate to {CITY_NAMES[city]} {how}"
        case Make(city=city, units=units):
            gained, paid = sale(s, city, units.bit_count())
            made = LUXURY_NAMES[s.artisans[city]]
            worth = f"sells for {seals(gained)} and {ducats(paid)}"
            return f"make {made} in {CITY_NAMES[city]} from {_used(s, seat, units, 0)}: {worth}"
        case Sell(city=city):
            gained, paid = sale(s, city, s.stock >> 2 * city & 3)
            made = LUXURY_NAMES[s.artisans[city]]
            return f"sell the {made} of {CITY_NAMES[city]} for {seals(gained)} and {ducats(paid)}"
        case FulfilLine():
            return _describe_line(s, seat, move)
        case ClimbStep(units=units, luxuries=luxuries):
            cost = STEP_COST[s.careers[seat]][s.level[seat]].ducats
            paid_with = ducats(cost) if cost else _used(s, seat, units, luxuries)
            return f"step up to {career_row(s.level[seat] + 1)} with {paid_with}"
        case CompleteSpecial():
            return _describe_special(s, seat, move)
        case StoreGood(city=city):
            return _describe_store(s, seat, city)
        case Collect(city=city):
            return f"collect {ducats(office_income(s, city))} in {CITY_NAMES[city]}"
        case UseExtraIncome():
            return f"use Income +2: {ducats(EXTRA_INCOME)}"
        case Finish():
            return _describe_finish(s, seat)
        case BuyShip():
            speed = s.speed[seat]
            return f"buy ship speed {speed + 1} for {ducats(SHIP_PRICE[speed])}"
        case BuyMission(card=card, discount=discount):
            price = MISSION_PRICE - MISSION_DISCOUNT if discount else MISSION_PRICE
            how = " with Mission -3" if discount else ""
            return f"buy {_which_mission(card)} for {ducats(price)}{how}"
        case BuyNothing():
            return "buy nothing more" if s.bought else "buy nothing"
        case EndTurn():
            gains = s.pirate_side == BACK and can_use(s, seat, SEAL)
            return "end the turn and get 1 seal" if gains else "end the turn"
    raise TypeError(f"{move!r} is no move of Novgorod")


def _which_mission(card: int) -> str:
    return "the top mission of the deck unseen" if card < 0 else f"the mission {mission(card)}"


def _describe_lay(s: NovgorodState, seat: int, city: int) -> str:
    text = f"add {CITY_NAMES[city]}" if s.route else f"begin in {CITY_NAMES[city]}"
    text += _haste_text(s, seat, cities_laid(s.route) | 1 << city)
    if not s.offices[seat] >> city & 1:
        text += f" for a fee of {FEE_OF[city]}"
    return text + _forced_text(s, LAY[city])


def _describe_lay_artisan(s: NovgorodState, seat: int) -> str:
    text = f"add a card for the artisan of {CITY_NAMES[s.route[-1]]}"
    return text + _haste_text(s, seat, cities_laid(s.route)) + _forced_text(s, LAY_ARTISAN)


def _haste_text(s: NovgorodState, seat: int, cities: int) -> str:
    """Whether one more card on the route, through these cities, takes the privilege."""
    return " with Speed +1" if len(s.route) + 1 > RoutePlan(s, seat).limit(cities) else ""


def _forced_text(s: NovgorodState, move: Move) -> str:
    """A privilege that would be spent without another question, because nothing else could follow this move."""
    then = s.copy()
    then.play(move)
    while then.phase in (ROUTE, USE) and then.privilege == s.privilege and not _hastens(then):
        legal = then.legal_moves()
        if len(legal) > 1:
            return ""
        then.play(legal[0])
        if _hastens(then):
            return "; to pay its fees you then need one more card, with Speed +1"
        if then.privilege == INCOME:
            return "; to pay its fees you then need Income +2"
    return ""


def _hastens(s: NovgorodState) -> bool:
    """Whether the route laid so far takes Speed +1."""
    assert s.actor is not None
    return s.phase == ROUTE and len(s.route) > RoutePlan(s, s.actor).limit(cities_laid(s.route))


def _describe_store(s: NovgorodState, seat: int, city: int) -> str:
    """What it costs: the income, and the good that lies in the ship unused."""
    lost = f"; the {GOOD_NAMES[s.ship[seat]]} there is discarded" if s.units & SHIP_UNIT else ""
    return f"store {GOOD_NAMES[city]} in the ship instead of collecting {ducats(office_income(s, city))}{lost}"


def _describe_line(s: NovgorodState, seat: int, move: FulfilLine) -> str:
    """Which line and what becomes of the card come first, because there the choices differ."""
    gained = BOTH_SEALS - LINE_SEALS if move.bottom and s.topped >> move.card & 1 else LINE_SEALS
    after = "the card is done" if move.bottom or move.under else "the card stays"
    if move.bottom and s.hand[seat] >> move.card & 1:
        after += ", its top line is lost"
    line = "bottom" if move.bottom else "top"
    used = _used(s, seat, move.units, move.luxuries)
    return f"{line} line: {seals(gained)}, {after}; {mission(move.card)} with {used}"


def _describe_special(s: NovgorodState, seat: int, move: CompleteSpecial) -> str:
    place = place_of(s, move.card)
    price = special_price(s, place, move.discount)
    gained = SPECIALS[move.card][s.row[place] & 3].seals
    how = " with Mission -3" if move.discount else ""
    paid = f"for {ducats(price)}" if price >= 0 else f"and get {ducats(-price)} back"
    used = _used(s, seat, move.units, move.luxuries)
    return f"special mission: {seals(gained)} {paid}{how}, using {used}"


def _describe_finish(s: NovgorodState, seat: int) -> str:
    """Income and luxuries left come in, the fees go out; a stored good may spoil."""
    words = ["finish the route"]
    gained = sum(sale(s, city, s.stock >> 2 * city & 3)[0] for city in range(CITY_COUNT) if s.stock >> 2 * city & 3)
    if gained:
        words.append(f"get {seals(gained)}")
    if coming := to_come(s, seat):
        words.append(f"collect {ducats(coming)}")
    if s.fee:
        words.append(f"pay {ducats(s.fee)}")
    spoils = s.units & SHIP_UNIT and not s.stored and s.ship[seat] in s.route
    lost = f"; the stored {GOOD_NAMES[s.ship[seat]]} is discarded" if spoils else ""
    return f"{list_text(words)}{lost}"
