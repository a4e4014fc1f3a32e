"""The immediate gain of a move, by what is printed on the cards."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from core.game import Move
from core.games.novgorod.components import (
    BOTH_SEALS,
    CITY_COUNT,
    EXTRA_INCOME,
    FEE_OF,
    LINE_SEALS,
    MISSION_DISCOUNT,
    MISSION_PRICE,
    SHIP_PRICE,
    SPECIALS,
    STEP_COST,
)
from core.games.novgorod.moves import (
    BuyMission,
    BuyOffice,
    BuyShip,
    ClimbStep,
    Collect,
    CompleteSpecial,
    Finish,
    FulfilLine,
    LayOffice,
    Make,
    MovePirate,
    PickMission,
    PickOffice,
    Sell,
    StoreGood,
    UseExtraIncome,
)
from core.games.novgorod.phases import FRONT
from core.games.novgorod.rules.setup import office_price
from core.games.novgorod.rules.turn import pirate_price
from core.games.novgorod.rules.use import office_income, place_of, sale, special_price, to_come

if TYPE_CHECKING:
    from core.games.novgorod.state import NovgorodState


class Gain(NamedTuple):
    """Seals and ducats; bonus cards are not counted."""

    seals: int = 0
    ducats: int = 0


def gain(s: NovgorodState, move: Move) -> Gain:
    """Return what a legal move brings the actor at once; of a luxury, what it would sell for."""
    assert s.actor is not None
    count = _GAINS.get(type(move))
    return count(s, s.actor, move) if count else Gain()


# Phase 1


def _laid(s: NovgorodState, seat: int, move: LayOffice) -> Gain:
    own = s.offices[seat] >> move.city & 1
    return Gain(0, office_income(s, move.city) if own else -FEE_OF[move.city])


# Phase 2


def _made(s: NovgorodState, seat: int, move: Make) -> Gain:
    return Gain(*sale(s, move.city, move.units.bit_count()))


def _sold(s: NovgorodState, seat: int, move: Sell) -> Gain:
    return Gain(*sale(s, move.city, s.stock >> 2 * move.city & 3))


def _line_done(s: NovgorodState, seat: int, move: FulfilLine) -> Gain:
    second = move.bottom and s.topped >> move.card & 1
    return Gain(BOTH_SEALS - LINE_SEALS if second else LINE_SEALS)


def _climbed(s: NovgorodState, seat: int, move: ClimbStep) -> Gain:
    return Gain(0, -STEP_COST[s.careers[seat]][s.level[seat]].ducats)


def _special_done(s: NovgorodState, seat: int, move: CompleteSpecial) -> Gain:
    place = place_of(s, move.card)
    return Gain(SPECIALS[move.card][s.row[place] & 3].seals, -special_price(s, place, move.discount))


def _stored(s: NovgorodState, seat: int, move: StoreGood) -> Gain:
    return Gain(0, -office_income(s, move.city))


def _collected(s: NovgorodState, seat: int, move: Collect) -> Gain:
    return Gain(0, office_income(s, move.city))


def _finished(s: NovgorodState, seat: int, move: Finish) -> Gain:
    """What is left is sold and collected, and the fees are paid."""
    unsold = [city for city in range(CITY_COUNT) if s.stock >> 2 * city & 3]
    seals = sum(sale(s, city, s.stock >> 2 * city & 3)[0] for city in unsold)
    return Gain(seals, to_come(s, seat) - s.fee)


# Phase 3, the introduction, and the pirate


def _office_taken(s: NovgorodState, seat: int, move: PickOffice | BuyOffice) -> Gain:
    return Gain(0, -office_price(s, move.city))


def _mission_bought(s: NovgorodState, seat: int, move: BuyMission) -> Gain:
    return Gain(0, MISSION_DISCOUNT - MISSION_PRICE if move.discount else -MISSION_PRICE)


def _ship_bought(s: NovgorodState, seat: int, move: BuyShip) -> Gain:
    return Gain(0, -SHIP_PRICE[s.speed[seat]])


def _pirate_sent(s: NovgorodState, seat: int, move: MovePirate) -> Gain:
    return Gain(0, -pirate_price(s, seat) if s.pirate_side == FRONT else 0)


#: Moves that are not named here bring nothing at once.
_GAINS: dict[type[Move], Callable[[NovgorodState, int, Any], Gain]] = {
    LayOffice: _laid,
    Make: _made,
    Sell: _sold,
    FulfilLine: _line_done,
    ClimbStep: _climbed,
    CompleteSpecial: _special_done,
    StoreGood: _stored,
    Collect: _collected,
    UseExtraIncome: lambda s, seat, move: Gain(0, EXTRA_INCOME),
    Finish: _finished,
    PickOffice: _office_taken,
    BuyOffice: _office_taken,
    PickMission: lambda s, seat, move: Gain(0, -MISSION_PRICE),
    BuyMission: _mission_bought,
    BuyShip: _ship_bought,
    MovePirate: _pirate_sent,
}
