"""What can be done where: the legal moves, sorted to the places of the table that they concern.

Moves that differ only in what is spent make one deed with several ways, which are listed on request.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from core.game import Move
from core.games.novgorod.components import BOTH_SEALS, CITY_NAMES, LUXURY_NAMES, SHIP_PRICE, STEP_COST, TOP_LEVEL
from core.games.novgorod.moves import (
    EXTRA_INCOME,
    FINISH,
    BuyMission,
    BuyOffice,
    BuyShip,
    Collect,
    End,
    ExtraIncome,
    Finish,
    Lay,
    LayArtisan,
    Line,
    Make,
    Pass,
    PickMission,
    PickOffice,
    Pirate,
    Sail,
    Sell,
    Side,
    Special,
    Step,
    Store,
    step,
)
from core.games.novgorod.phases import USE
from core.games.novgorod.rules.route import ARTISAN
from core.games.novgorod.rules.use import to_come
from core.games.novgorod.text import DUCATS, SEALS, SIDE_NAMES
from core.games.novgorod.view import targets as places
from core.games.novgorod.view.gains import gain
from core.view import Place

if TYPE_CHECKING:
    from core.games.novgorod.state import Novgorod

#: Moves of one choice, made one after the other.
Way = tuple[Move, ...]


class Deed(NamedTuple):
    """Something that can be done at a place, in one way or several; a way is one move, or two in a row."""

    label: str
    ways: list[Way]

    @property
    def first(self) -> Move:
        return self.ways[0][0]

    @property
    def is_rare(self) -> bool:
        """Whether Tab need not stop for it."""
        return isinstance(self.first, Pirate)

    @property
    def is_idle(self) -> bool:
        """Whether it can wait for the end of the phase, where it may come by itself."""
        return isinstance(self.first, (Sell, Collect, ExtraIncome, Store, Pirate)) or self.first == step(0, 0)

    @property
    def is_goal(self) -> bool:
        """Whether it is what goods and luxuries are gathered for."""
        last = self.ways[0][-1]
        return isinstance(last, (Line, Special)) or (isinstance(last, Step) and last != step(0, 0))

    @property
    def leads_on(self) -> bool:
        """Whether it is the plain way on: to sail, finish, pass."""
        return isinstance(self.first, (Sail, Finish, Pass, End))

    @property
    def key(self) -> str:
        """The way on has a key of its own, wherever the cursor is."""
        return "e" if self.leads_on else ""


#: By place; under None what can be done wherever the cursor is.
Deeds = dict[Place | None, list[Deed]]


def deeds(s: Novgorod, legal: Sequence[Move]) -> Deeds:
    """Everything that the actor can do now, by place, the likeliest first."""
    found: dict[Place | None, dict[str, list[Way]]] = {}
    for move in sorted(legal, key=_order):
        place, label = _where(s, move)
        found.setdefault(place, {}).setdefault(label, []).append((move,))
    table = {place: [Deed(*item) for item in by_label.items()] for place, by_label in found.items()}
    for place, there in table.items():
        if place is not None and place.kind == places.MISSION and (both := _both_lines(there)):
            there.insert(0, both)
    if dear := _collect_and_climb(s, legal):
        table.setdefault(places.CAREER, []).append(dear)
    if EXTRA_INCOME in legal and (with_privilege := _finish_with_income(s)):
        table.setdefault(None, []).insert(FINISH in legal, with_privilege)
    return table


def _order(move: Move) -> tuple[int, int]:
    """Luxuries of many goods first; what happens by itself at the end of the phase last."""
    rank = _RANKS.get(type(move), 5)
    return rank, -move.units.bit_count() if isinstance(move, Make) else 0


_RANKS: dict[type[Move], int] = {Make: 0, Sell: 1, Line: 2, ExtraIncome: 6, Collect: 6, Store: 7, Pirate: 8}


def _both_lines(there: list[Deed]) -> Deed | None:
    """Both lines of a mission in one go, if what they need does not overlap."""
    lines = [move for deed in there for way in deed.ways for move in way if isinstance(move, Line)]
    tops = [move for move in lines if not move.bottom and not move.under]
    bottoms = [move for move in lines if move.bottom]
    ways: list[Way] = [
        (top, bottom)
        for top in tops
        for bottom in bottoms
        if not top.units & bottom.units and not top.luxuries & bottom.luxuries
    ]
    return Deed(f"both {BOTH_SEALS}{SEALS}", ways) if ways else None


def _collect_and_climb(s: Novgorod, legal: Sequence[Move]) -> Deed | None:
    """All that is left collected and sold, and a step paid with it, if it can be paid only so."""
    seat = s.actor
    assert seat is not None
    if s.phase != USE or s.level[seat] == TOP_LEVEL:
        return None
    price = STEP_COST[s.careers[seat]][s.level[seat]].ducats
    if not price or s.ducats[seat] >= price or s.ducats[seat] + to_come(s, seat) < price + s.fee:
        return None
    cash = [move for kind in (Collect, Sell) for move in legal if isinstance(move, kind)]
    return Deed("collect all and climb", [(*cash, step(0, 0))])


def _finish_with_income(s: Novgorod) -> Deed | None:
    """Income +2 and the end of the route in one go, if that pays the fees."""
    assert s.actor is not None
    if s.ducats[s.actor] + to_come(s, s.actor) + gain(s, EXTRA_INCOME).ducats < s.fee:
        return None
    return Deed("with Income +2", [(EXTRA_INCOME, FINISH)])


def _where(s: Novgorod, move: Move) -> tuple[Place | None, str]:
    """The place that a move concerns, and its label there."""
    match move:
        case PickOffice(city=city) | BuyOffice(city=city):
            return places.city(city), f"office {_price(s, move)}"
        case PickMission(card=card):
            return Place(places.OPEN, card), "take it" if card >= 0 else "draw unseen"
        case BuyMission(card=card, discount=discount):
            return Place(places.OPEN, card), f"buy {_price(s, move)}" + (" by Mission -3" if discount else "")
        case ExtraIncome():
            return places.CAREER, "Income +2"
        case Side(side=side):
            return places.CAREER, f"{SIDE_NAMES[side]} side"
        case Lay(city=city):
            return places.city(city), CITY_NAMES[city]
        case LayArtisan():
            return places.city(s.route[-1]), "artisan"
        case Pirate(city=city):
            return places.city(city), f"pirate here {_price(s, move)}" if gain(s, move).ducats else "pirate here"
        case Line() | Special() | Step() | Make() | Sell() | Collect() | Store():
            return _where_used(s, move)
    return None, _label_anywhere(s, move)


def _where_used(s: Novgorod, move: Move) -> tuple[Place, str]:
    """The same for the uses of a route."""
    match move:
        case Make(city=city):
            return _artisan_card(s, city), f"make {LUXURY_NAMES[s.artisans[city]]}"
        case Sell(city=city):
            worth = gain(s, move)
            return _artisan_card(s, city), f"sell {worth.seals}{SEALS} {worth.ducats}{DUCATS}"
        case Collect(city=city):
            return _city_card(s, city), f"income {gain(s, move).ducats}{DUCATS}"
        case Store(city=city):
            return _city_card(s, city), "store"
        case Line(card=card, bottom=bottom, under=under):
            name = "bottom" if bottom else "top only" if under else "top"
            return Place(places.MISSION, card), f"{name} {gain(s, move).seals}{SEALS}"
        case Special(card=card, discount=discount):
            return Place(places.SPECIAL, card), f"do it {_price(s, move)}" + (" by Mission -3" if discount else "")
    return places.CAREER, "climb"


def _label_anywhere(s: Novgorod, move: Move) -> str:
    match move:
        case Sail():
            return "sail" if s.route else "stay"
        case Finish():
            assert s.actor is not None
            coming = to_come(s, s.actor)
            return f"finish +{coming}{DUCATS}" if coming else "finish"
        case BuyShip():
            assert s.actor is not None
            speed = s.speed[s.actor]
            return f"ship speed {speed + 1}: {SHIP_PRICE[speed]}{DUCATS}"
        case Pass():
            return "pass"
        case End():
            return "end turn"
    raise TypeError(f"{move!r} has no place on the table")


def _price(s: Novgorod, move: Move) -> str:
    return f"{-gain(s, move).ducats}{DUCATS}"


def _city_card(s: Novgorod, city: int) -> Place:
    """The card of a city on the route."""
    return Place(places.SLOT, s.route.index(city))


def _artisan_card(s: Novgorod, city: int) -> Place:
    """The card that a city's artisan sits on, or would."""
    return Place(places.SLOT, s.route.index(ARTISAN + city if ARTISAN + city in s.route else city))


def spent(way: Way) -> tuple[int, int]:
    """The units and the luxuries that these moves use up, as masks."""
    units = luxuries = 0
    for move in way:
        if isinstance(move, (Make, Line, Step, Special)):
            units |= move.units
        if isinstance(move, (Line, Step, Special)):
            luxuries |= move.luxuries
        if isinstance(move, (Store, Collect)):
            units |= 1 << move.city
        if isinstance(move, Sell):
            luxuries |= 1 << move.city
    return units, luxuries
