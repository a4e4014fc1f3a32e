"""Phase 2: use the route, one thing at a time and in any order."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from core.game import EventSink, GameEvent, Move
from core.games.novgorod import scoring
from core.games.novgorod.components import (
    BONUS_LEVEL,
    BOTH_SEALS,
    CAREER,
    CITY_COUNT,
    EXTRA_INCOME,
    INCOME,
    INCOME_OF,
    INCOMES,
    LINE_SEALS,
    LUXURY,
    MERCHANT_DUCATS,
    MERCHANT_SEALS,
    MISSION,
    MISSION_DISCOUNT,
    MISSIONS,
    MISSIONS_DONE,
    ROW_PRIVILEGE,
    SPECIALS,
    STEP_COST,
    THREE_MISSIONS,
    TOP_LEVEL,
    WORTH,
    Half,
)
from core.games.novgorod.moves import (
    COLLECT,
    FINISH,
    SELL,
    SHIP_UNIT,
    STORE,
    ClimbStep,
    Collect,
    CompleteSpecial,
    Finish,
    FulfilLine,
    Make,
    MovePirate,
    Sell,
    StoreGood,
    UseExtraIncome,
    line,
    special,
    step,
)
from core.games.novgorod.moves import EXTRA_INCOME as EXTRA_INCOME_MOVE
from core.games.novgorod.phases import BUY, FRONT
from core.games.novgorod.rules.income import route_income, trade
from core.games.novgorod.rules.payments import makes, payment_options
from core.games.novgorod.rules.route import ARTISAN, cities_laid, ship_speed
from core.games.novgorod.rules.turn import can_use, pirate_moves, pirate_price

if TYPE_CHECKING:
    from core.games.novgorod.state import NovgorodState

_ALL = (1 << CITY_COUNT) - 1

# Gains


def office_income(s: NovgorodState, city: int) -> int:
    """Return what an own office pays, the merchant's gift counted in."""
    income = INCOME_OF[city]
    if s.merchant == city and s.merchant_side == FRONT:
        income += MERCHANT_DUCATS
    return income


def incomes(s: NovgorodState, cities: int) -> int:
    """Return what several own offices pay."""
    ducats = INCOMES[cities]
    if s.merchant_side == FRONT and cities >> s.merchant & 1:
        ducats += MERCHANT_DUCATS
    return ducats


def sale(s: NovgorodState, city: int, goods: int) -> tuple[int, int]:
    """Return seals and ducats for a luxury made from so many goods by the artisan of a city."""
    seals = ducats = WORTH[s.artisans[city]][goods]
    if s.merchant == city:
        if s.merchant_side == FRONT:
            ducats += MERCHANT_DUCATS
        else:
            seals += MERCHANT_SEALS
    return seals, ducats


def to_come(s: NovgorodState, seat: int) -> int:
    """Return the ducats that finishing now would bring, before the fees: open offices and unsold luxuries."""
    return _in_cash(s, seat, s.units, _ALL if s.stock else 0)


def in_reach(s: NovgorodState, seat: int) -> int:
    """Return the ducats that the player could have for the fees without another luxury made."""
    return s.ducats[seat] + to_come(s, seat) + _extra(s, seat)


def most_in_reach(s: NovgorodState, seat: int) -> int:
    """Return the most ducats that the player could still have for the fees."""
    from_route = route_income(tuple(s.route), s.units, s.worked, trade(s, seat))
    return s.ducats[seat] + from_route + _in_cash(s, seat, 0, _ALL if s.stock else 0) + _extra(s, seat)


def _extra(s: NovgorodState, seat: int) -> int:
    return EXTRA_INCOME if can_use(s, seat, INCOME) else 0


def special_price(s: NovgorodState, place: int, discount: bool) -> int:
    """Return what one more special mission of the row costs now: all of this turn share one bill."""
    used = s.privilege == MISSION
    return _due(_bill_with(s, place), discount or used) - _due(s.bill, used)


def _bill_with(s: NovgorodState, place: int) -> int:
    done = s.done | 1 << place
    skipped = done.bit_length() - done.bit_count()
    return sum(_half(code).price for p, code in enumerate(s.row) if done >> p & 1) + skipped


def _due(bill: int, discount: bool) -> int:
    return max(0, bill - MISSION_DISCOUNT) if discount else bill


def _half(code: int) -> Half:
    return SPECIALS[code >> 2][code & 3]


# Legal moves


def use_moves(s: NovgorodState) -> list[Move]:
    """Return everything the route can still be used for, as long as the harbour fees can be paid in the end."""
    seat = s.actor
    assert seat is not None
    units = s.units
    stock = s.stock
    cargo = s.ship[seat]
    moves: list[Move] = [FINISH]
    if units:
        _artisans(s, units, cargo, moves)
    if stock:
        moves += [SELL[c] for c in range(CITY_COUNT) if stock >> 2 * c & 3]
    if units or stock:
        _missions(s, seat, units, cargo, moves)
    _career(s, seat, units, cargo, moves)
    if s.row and (units or stock):
        _specials(s, seat, units, cargo, moves)
    own = units & s.offices[seat]
    if own:
        mine = [c for c in range(CITY_COUNT) if own >> c & 1]
        if not s.stored:
            moves += [STORE[c] for c in mine]
        moves += [COLLECT[c] for c in mine]
    if can_use(s, seat, INCOME):
        moves.append(EXTRA_INCOME_MOVE)
    if s.pirate_side == FRONT:
        moves += pirate_moves(s, seat)
    if s.fee:
        moves = _affordable(s, seat, moves)
    return moves


def _artisans(s: NovgorodState, units: int, cargo: int, moves: list[Move]) -> None:
    route = s.route
    worked = s.worked
    artisans = s.artisans
    before = units & SHIP_UNIT
    for at, slot in enumerate(route):
        if slot >= ARTISAN:
            city = slot - ARTISAN
            if before and not worked >> city & 1:
                moves += makes(city, artisans[city], before, cargo)
            continue
        bit = 1 << slot
        if units & bit:
            if before and route[at + 1 : at + 2] != [ARTISAN + slot]:
                moves += makes(slot, artisans[slot], before, cargo)
            before |= bit


def _missions(s: NovgorodState, seat: int, units: int, cargo: int, moves: list[Move]) -> None:
    stock = s.stock
    artisans = s.artisans
    for mask, in_hand in ((s.hand[seat], True), (s.left[seat], False)):
        while mask:
            bit = mask & -mask
            mask ^= bit
            card = bit.bit_length() - 1
            top, bottom = MISSIONS[card]
            if in_hand and (stock or not top.luxuries):
                for used, luxuries in payment_options(top, units, cargo, stock, artisans):
                    moves.append(line(card, False, False, used, luxuries))
                    moves.append(line(card, False, True, used, luxuries))
            if stock or not bottom.luxuries:
                for used, luxuries in payment_options(bottom, units, cargo, stock, artisans):
                    moves.append(line(card, True, True, used, luxuries))


def step_units(s: NovgorodState, units: int) -> int:
    """Return those of the units that a career step may take: the stored good only where the option allows it."""
    return units if s.stored_steps else units & ~SHIP_UNIT


def _career(s: NovgorodState, seat: int, units: int, cargo: int, moves: list[Move]) -> None:
    level = s.level[seat]
    if level == TOP_LEVEL:
        return
    need = STEP_COST[s.careers[seat]][level]
    if s.ducats[seat] >= need.ducats:
        for used, luxuries in payment_options(need, step_units(s, units), cargo, s.stock, s.artisans):
            moves.append(step(used, luxuries))


def _specials(s: NovgorodState, seat: int, units: int, cargo: int, moves: list[Move]) -> None:
    ducats = s.ducats[seat]
    cheap = can_use(s, seat, MISSION)
    for place, code in enumerate(s.row):
        if s.done >> place & 1:
            continue
        found = payment_options(_half(code).need, units, cargo, s.stock, s.artisans)
        if not found:
            continue
        if special_price(s, place, False) <= ducats:
            moves += [special(code >> 2, used, luxuries, False) for used, luxuries in found]
        if cheap and special_price(s, place, True) <= ducats:
            moves += [special(code >> 2, used, luxuries, True) for used, luxuries in found]


def _affordable(s: NovgorodState, seat: int, moves: list[Move]) -> list[Move]:
    """Only what leaves a way to pay the harbour fees; finishing makes nothing more, so it must pay by itself."""
    slack = in_reach(s, seat) - s.fee
    fine = [move for move in moves if forgone(s, seat, move) <= slack or _can_pay_after(s, seat, move)]
    if FINISH in fine and s.ducats[seat] + to_come(s, seat) < s.fee:
        fine.remove(FINISH)
    return fine


def _can_pay_after(s: NovgorodState, seat: int, move: Move) -> bool:
    """Whether luxuries still to be made could pay the fees after this use."""
    if move is FINISH:
        return False
    after = s.copy()
    after.play(move)
    return most_in_reach(after, seat) >= after.fee


def forgone(s: NovgorodState, seat: int, move: Move) -> int:
    """Return by how many ducats a use lowers what could still be paid at the end of the phase."""
    count = _FORGONE.get(type(move))
    return count(s, seat, move) if count else 0


def _in_cash(s: NovgorodState, seat: int, units: int, luxuries: int) -> int:
    """What these bring at the end of the phase if they are not used."""
    ducats = incomes(s, units & s.offices[seat])
    if luxuries:
        for city in range(CITY_COUNT):
            goods = s.stock >> 2 * city & 3
            if luxuries >> city & 1 and goods:
                ducats += sale(s, city, goods)[1]
    return ducats


def _forgone_making(s: NovgorodState, seat: int, move: Make) -> int:
    """The goods and the card that is covered, less what the luxury sells for."""
    covered = 0 if ARTISAN + move.city in s.route else 1 << move.city
    return _in_cash(s, seat, move.units | covered, 0) - sale(s, move.city, move.units.bit_count())[1]


def _forgone_by_line(s: NovgorodState, seat: int, move: FulfilLine) -> int:
    return _in_cash(s, seat, move.units, move.luxuries)


def _forgone_climbing(s: NovgorodState, seat: int, move: ClimbStep) -> int:
    """The price of the step, and Income +2 if the step covers it."""
    career, level = s.careers[seat], s.level[seat]
    price = STEP_COST[career][level].ducats
    if ROW_PRIVILEGE[career][level] == INCOME and not s.privilege:
        price += EXTRA_INCOME
    return price + _in_cash(s, seat, move.units, move.luxuries)


def _forgone_by_special(s: NovgorodState, seat: int, move: CompleteSpecial) -> int:
    """The price of the mission, and Income +2 if Mission -3 is used in its stead."""
    price = special_price(s, place_of(s, move.card), move.discount)
    if move.discount and can_use(s, seat, INCOME):
        price += EXTRA_INCOME
    return price + _in_cash(s, seat, move.units, move.luxuries)


def _forgone_storing(s: NovgorodState, seat: int, move: StoreGood) -> int:
    return incomes(s, 1 << move.city & s.offices[seat])


def _forgone_by_pirate(s: NovgorodState, seat: int, move: MovePirate) -> int:
    return pirate_price(s, seat)


#: Other uses lower nothing: they bring what finishing would bring.
_FORGONE: dict[type[Move], Callable[[NovgorodState, int, Any], int]] = {
    Make: _forgone_making,
    FulfilLine: _forgone_by_line,
    ClimbStep: _forgone_climbing,
    CompleteSpecial: _forgone_by_special,
    StoreGood: _forgone_storing,
    MovePirate: _forgone_by_pirate,
}


def place_of(s: NovgorodState, card: int) -> int:
    """Return where in the row a special mission lies."""
    return next(place for place, code in enumerate(s.row) if code >> 2 == card)


# Effects of the moves


def _spend(s: NovgorodState, units: int, luxuries: int) -> None:
    s.units &= ~units
    while luxuries:
        bit = luxuries & -luxuries
        luxuries ^= bit
        s.stock &= ~(3 << 2 * (bit.bit_length() - 1))


def make_luxury(s: NovgorodState, move: Make, emit: EventSink | None) -> None:
    seat = s.actor
    assert seat is not None
    city = move.city
    goods = move.units.bit_count()
    spent = move.units
    if ARTISAN + city not in s.route:
        spent |= 1 << city
    s.units &= ~spent
    s.worked |= 1 << city
    s.stock |= goods << 2 * city
    if emit:
        emit(GameEvent("makes", seat, (s.artisans[city], city, move.units & 255, _cargo(s, seat, move.units))))
    if goods > 1:
        scoring.award(s, seat, LUXURY, emit)


def _cargo(s: NovgorodState, seat: int, units: int) -> int:
    """The good taken from the ship among these units, or -1."""
    return s.ship[seat] if units & SHIP_UNIT else -1


def sell_luxury(s: NovgorodState, move: Sell, emit: EventSink | None) -> None:
    assert s.actor is not None
    _sell(s, s.actor, move.city, emit)


def _sell(s: NovgorodState, seat: int, city: int, emit: EventSink | None) -> None:
    seals, ducats = sale(s, city, s.stock >> 2 * city & 3)
    s.stock &= ~(3 << 2 * city)
    s.ducats[seat] += ducats
    scoring.gain(s, seat, seals, scoring.FROM_ARTISANS)
    if emit:
        emit(GameEvent("sells", seat, (s.artisans[city], city, seals, ducats)))


def fulfil_line(s: NovgorodState, move: FulfilLine, emit: EventSink | None) -> None:
    seat = s.actor
    assert seat is not None
    bit = 1 << move.card
    _spend(s, move.units, move.luxuries)
    seals = LINE_SEALS
    if move.bottom and s.topped & bit:
        seals = BOTH_SEALS - LINE_SEALS
    s.hand[seat] &= ~bit
    s.hidden[seat] &= ~bit
    s.left[seat] &= ~bit
    scoring.gain(s, seat, seals, scoring.FROM_MISSIONS)
    if emit:
        emit(GameEvent("line", seat, (move.card, move.bottom, move.under, seals)))
    if move.under:
        s.under[seat] |= bit
        three_missions(s, seat, emit)
    else:
        s.left[seat] |= bit
        s.topped |= bit


def three_missions(s: NovgorodState, seat: int, emit: EventSink | None) -> None:
    if scoring.completed(s, seat) >= THREE_MISSIONS:
        scoring.award(s, seat, MISSIONS_DONE, emit)


def climb(s: NovgorodState, move: ClimbStep, emit: EventSink | None) -> None:
    seat = s.actor
    assert seat is not None
    _spend(s, move.units, move.luxuries)
    s.ducats[seat] -= STEP_COST[s.careers[seat]][s.level[seat]].ducats
    covered = ROW_PRIVILEGE[s.careers[seat]][s.level[seat]]
    s.level[seat] += 1
    if emit:
        emit(GameEvent("climbs", seat, (s.level[seat], covered)))
    if s.level[seat] == BONUS_LEVEL:
        scoring.award(s, seat, CAREER, emit)


def complete_special(s: NovgorodState, move: CompleteSpecial, emit: EventSink | None) -> None:
    seat = s.actor
    assert seat is not None
    place = place_of(s, move.card)
    price = special_price(s, place, move.discount)
    half = _half(s.row[place])
    _spend(s, move.units, move.luxuries)
    s.bill = _bill_with(s, place)
    s.done |= 1 << place
    s.ducats[seat] -= price
    if move.discount:
        s.privilege = MISSION
    scoring.gain(s, seat, half.seals, scoring.FROM_SPECIALS)
    if emit:
        emit(GameEvent("special", seat, (s.row[place], price, half.seals)))


def store(s: NovgorodState, move: StoreGood, emit: EventSink | None) -> None:
    """Put the card under the ship; the one that lay there before comes back to hand, its good lost."""
    seat = s.actor
    assert seat is not None
    lost = s.ship[seat] if s.units & SHIP_UNIT else -1
    s.units &= ~(1 << move.city | SHIP_UNIT)
    s.ship[seat] = move.city
    s.stored = True
    if emit:
        emit(GameEvent("stores", seat, (move.city, lost)))


def collect(s: NovgorodState, move: Collect, emit: EventSink | None) -> None:
    assert s.actor is not None
    _collect(s, s.actor, move.city, emit)


def _collect(s: NovgorodState, seat: int, city: int, emit: EventSink | None) -> None:
    income = office_income(s, city)
    s.units &= ~(1 << city)
    s.ducats[seat] += income
    if emit:
        emit(GameEvent("income", seat, (city, income)))


def extra_income(s: NovgorodState, move: UseExtraIncome, emit: EventSink | None) -> None:
    seat = s.actor
    assert seat is not None
    s.privilege = INCOME
    s.ducats[seat] += EXTRA_INCOME
    if emit:
        emit(GameEvent("extra_income", seat, (EXTRA_INCOME,)))


def finish(s: NovgorodState, move: Finish, emit: EventSink | None) -> None:
    """Sell and collect what is left, pay the fees, turn special missions, move the merchant."""
    seat = s.actor
    assert seat is not None
    if s.stock:
        for city in range(CITY_COUNT):
            if s.stock >> 2 * city & 3:
                _sell(s, seat, city, emit)
    own = s.units & s.offices[seat]
    if own:
        for city in range(CITY_COUNT):
            if own >> city & 1:
                _collect(s, seat, city, emit)
    if s.fee:
        s.ducats[seat] -= s.fee
        if emit:
            emit(GameEvent("fee", seat, (s.fee,)))
    if s.ship[seat] >= 0 and not s.stored:
        _settle_ship(s, seat, emit)
    if s.done:
        _turn_specials(s, seat, emit)
    if s.merchant >= 0:
        s.merchant = (s.merchant + _merchant_steps(s, seat)) % CITY_COUNT
        if emit:
            emit(GameEvent("merchant", None, (s.merchant,)))
    s.phase = BUY


def _merchant_steps(s: NovgorodState, seat: int) -> int:
    """The speed of the ship as it sails now; Speed +1 lengthens a route, not the merchant's way."""
    return ship_speed(s, seat, cities_laid(s.route)) if s.slow_merchant else s.speed[seat]


def _settle_ship(s: NovgorodState, seat: int, emit: EventSink | None) -> None:
    """A used card goes back to hand; so does one whose city was on the route, its good lost."""
    city = s.ship[seat]
    unused = s.units & SHIP_UNIT
    if not unused:
        s.ship[seat] = -1
    elif city in s.route:
        s.ship[seat] = -1
        if emit:
            emit(GameEvent("spoils", seat, (city,)))


def _turn_specials(s: NovgorodState, seat: int, emit: EventSink | None) -> None:
    """Completed cards go to the bottom of the row, the uppermost first, and show their next half."""
    done = [code for place, code in enumerate(s.row) if s.done >> place & 1]
    s.row = [code for place, code in enumerate(s.row) if not s.done >> place & 1]
    for code in done:
        s.row.append(code & ~3 | (code + 1) & 3)
        if s.deck:
            card = s.deck.pop()
            s.unseen[seat] |= 1 << card
            if emit:
                emit(GameEvent("tucks", seat, (), reveals=True))
                emit(GameEvent("tucked", seat, (card,), visible_to=seat))
        else:
            s.markers[seat] += 1
    three_missions(s, seat, emit)
