"""Phase 3: buy one office, one ship level or one mission; and a cheap mission besides by privilege."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.game import EventSink, GameEvent, Move
from core.games.novgorod import scoring
from core.games.novgorod.components import (
    CITY_COUNT,
    IN_PROGRESS,
    MISSION,
    MISSION_DISCOUNT,
    MISSION_PRICE,
    OFFICES,
    SHIP_PRICE,
    STACKS,
)
from core.games.novgorod.moves import (
    BUY_MISSION,
    BUY_MISSION_CHEAP,
    BUY_OFFICE,
    BUY_SHIP,
    PASS,
    BuyMission,
    BuyNothing,
    BuyOffice,
    BuyShip,
)
from core.games.novgorod.phases import FRONT
from core.games.novgorod.rules.setup import office_price, refill, take_mission
from core.games.novgorod.rules.turn import can_use, pirate_moves, take_seals

if TYPE_CHECKING:
    from core.games.novgorod.state import NovgorodState

_ALL_OFFICES = (1 << CITY_COUNT) - 1
_CHEAP_PRICE = MISSION_PRICE - MISSION_DISCOUNT
_SHIP_PRICE = tuple(SHIP_PRICE.get(speed, 0) for speed in range(max(SHIP_PRICE) + 2))


def buy_moves(s: NovgorodState) -> list[Move]:
    seat = s.actor
    assert seat is not None
    moves: list[Move] = [PASS, *_purchases(s, seat)]
    if s.pirate_side == FRONT:
        moves += pirate_moves(s, seat)
    return moves


def _purchases(s: NovgorodState, seat: int) -> list[Move]:
    moves: list[Move] = []
    ducats = s.ducats[seat]
    width = (s.hand[seat] | s.left[seat]).bit_count() < IN_PROGRESS
    if not s.bought:
        owned = s.offices[seat]
        prices = STACKS[len(s.ducats)]
        for city, height in enumerate(s.stacks):
            if height and not owned >> city & 1 and prices[city][height - 1] <= ducats:
                moves.append(BUY_OFFICE[city])
        price = _SHIP_PRICE[s.speed[seat]]
        if price and price <= ducats:
            moves.append(BUY_SHIP)
        if width and ducats >= MISSION_PRICE:
            moves += [BUY_MISSION[card] for card in s.display]
            if s.deck:
                moves.append(BUY_MISSION[-1])
    if width and ducats >= _CHEAP_PRICE and can_use(s, seat, MISSION):
        moves += [BUY_MISSION_CHEAP[card] for card in s.display]
        if s.deck:
            moves.append(BUY_MISSION_CHEAP[-1])
    return moves


def buy_office(s: NovgorodState, move: BuyOffice, emit: EventSink | None) -> None:
    seat = s.actor
    assert seat is not None
    price = office_price(s, move.city)
    s.ducats[seat] -= price
    s.stacks[move.city] -= 1
    s.offices[seat] |= 1 << move.city
    s.bought = True
    if emit:
        emit(GameEvent("buys_office", seat, (move.city, price)))
    if s.offices[seat] == _ALL_OFFICES:
        scoring.award(s, seat, OFFICES, emit)
    _go_on(s, seat, emit)


def buy_ship(s: NovgorodState, move: BuyShip, emit: EventSink | None) -> None:
    seat = s.actor
    assert seat is not None
    price = _SHIP_PRICE[s.speed[seat]]
    s.ducats[seat] -= price
    s.speed[seat] += 1
    s.bought = True
    if emit:
        emit(GameEvent("buys_ship", seat, (s.speed[seat], price)))
    _go_on(s, seat, emit)


def buy_mission(s: NovgorodState, move: BuyMission, emit: EventSink | None) -> None:
    seat = s.actor
    assert seat is not None
    if move.discount:
        price = _CHEAP_PRICE
        s.privilege = MISSION
    else:
        price = MISSION_PRICE
        s.bought = True
    s.ducats[seat] -= price
    if emit:
        emit(GameEvent("buys_mission", seat, (price,)))
    take_mission(s, seat, move.card, emit)
    refill(s, emit)
    _go_on(s, seat, emit)


def _go_on(s: NovgorodState, seat: int, emit: EventSink | None) -> None:
    if not _purchases(s, seat):
        take_seals(s, emit)


def buy_nothing(s: NovgorodState, move: BuyNothing, emit: EventSink | None) -> None:
    take_seals(s, emit)
