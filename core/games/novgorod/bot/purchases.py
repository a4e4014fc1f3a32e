"""The purchases after a route, and the gain of each."""

from __future__ import annotations

from collections.abc import Sequence

from core.game import Move
from core.games.novgorod.bot.value import Values, wanted_goods
from core.games.novgorod.components import (
    CITY_COUNT,
    DISPLAY,
    FULL_SPEED,
    IN_PROGRESS,
    MISSION,
    MISSION_DISCOUNT,
    MISSION_PRICE,
    OFFICES,
    SEAL,
    SHIP_PRICE,
    UNCOVERED,
)
from core.games.novgorod.moves import BUY_MISSION, BUY_MISSION_CHEAP, BUY_OFFICE, BUY_SHIP, PASS, BuyMission
from core.games.novgorod.rules.setup import office_price
from core.games.novgorod.rules.turn import can_use
from core.games.novgorod.state import NovgorodState

_ALL_OFFICES = (1 << CITY_COUNT) - 1


def purchases(values: Values, s: NovgorodState) -> list[tuple[float, Move]]:
    """Return what can be bought, with its gain, the best first; buying nothing gains nothing."""
    found: list[tuple[float, Move]] = [(0.0, PASS)]
    if not s.bought:
        found += _offices(values, s)
        found += _faster_ship(values, s)
        found += _missions(values, s, MISSION_PRICE, BUY_MISSION)
    if can_use(s, values.seat, MISSION):
        # The privilege that is used for it would have brought a seal.
        seal = 1.0 if UNCOVERED[s.careers[values.seat]][s.level[values.seat]] & SEAL else 0.0
        cheap = _missions(values, s, MISSION_PRICE - MISSION_DISCOUNT, BUY_MISSION_CHEAP)
        found += [(worth - seal, move) for worth, move in cheap]
    found.sort(key=lambda pair: -pair[0])
    return found


def _offices(values: Values, s: NovgorodState) -> list[tuple[float, Move]]:
    seat = values.seat
    offices, wanted = s.offices[seat], wanted_goods(s, seat)
    found: list[tuple[float, Move]] = []
    for city, height in enumerate(s.stacks):
        price = office_price(s, city)
        if height and not offices >> city & 1 and price <= s.ducats[seat]:
            worth = values.office(city, offices, wanted) - values.spent(price)
            if offices | 1 << city == _ALL_OFFICES and not s.taken[seat] >> OFFICES & 1:
                worth += s.bonus[OFFICES]
            found.append((worth, BUY_OFFICE[city]))
    return found


def _faster_ship(values: Values, s: NovgorodState) -> list[tuple[float, Move]]:
    speed = s.speed[values.seat]
    if speed == FULL_SPEED or SHIP_PRICE[speed] > s.ducats[values.seat]:
        return []
    return [(values.ship(speed + 1) - values.ship(speed) - values.spent(SHIP_PRICE[speed]), BUY_SHIP)]


def _missions(values: Values, s: NovgorodState, price: int, moves: Sequence[BuyMission]) -> list[tuple[float, Move]]:
    """The missions that can be had at this price."""
    seat = values.seat
    hand, left = s.hand[seat], s.left[seat]
    if s.ducats[seat] < price or (hand | left).bit_count() >= IN_PROGRESS:
        return []
    more = values.rule.missions[hand.bit_count()] * values.later - values.spent(price)
    cards = [*s.display[: DISPLAY + 2], -1] if s.deck else s.display
    return [(more + values.fit(card) * values.later, moves[card]) for card in cards]
