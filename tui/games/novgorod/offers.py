"""What can be done where: the legal moves, sorted to the places of the table that they concern.

Moves that differ only in what is spent make one offer with several ways; the screen lists those on request.
"""

from __future__ import annotations

from typing import NamedTuple

from core.game import Move
from core.novgorod import outlook, words
from core.novgorod.components import BOTH_SEALS, CITY_NAMES, LUXURY_NAMES, MISSIONS, SHIP_PRICE
from core.novgorod.moves import (
    LAY,
    SHIP_UNIT,
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
)
from core.novgorod.rules.route import ARTISAN
from core.novgorod.state import Novgorod
from tui.games.novgorod.art import DUCATS, LUXURY_SIGNS, SEALS

#: A place of the table: its kind and a number.
Place = tuple[str, int]

SHIP: Place = ("ship", 0)
CAREER: Place = ("career", 0)
LOOSE: Place = ("loose", 0)


class Offer(NamedTuple):
    """Something that can be done at a place, in one way or several; a way is one move, or two in a row."""

    label: str
    ways: list[tuple[Move, ...]]

    @property
    def rare(self) -> bool:
        """Whether Tab need not stop for it."""
        return isinstance(self.ways[0][0], Pirate)

    @property
    def idle(self) -> bool:
        """Whether it can wait for the end of the phase."""
        return isinstance(self.ways[0][0], (Collect, Store, Pirate))


Offers = dict[Place, list[Offer]]


def offers(s: Novgorod) -> Offers:
    """Everything that the actor can do now, by place, the likeliest first."""
    found: dict[Place, dict[str, list[tuple[Move, ...]]]] = {}
    for move in sorted(s.moves(), key=_order):
        place, label = where(s, move)
        found.setdefault(place, {}).setdefault(label, []).append((move,))
    table = {place: [Offer(*item) for item in by_label.items()] for place, by_label in found.items()}
    for place, there in table.items():
        if place[0] == "mission" and (both := _both_lines(there)):
            there.insert(0, both)
    return table


def _order(move: Move) -> tuple[int, int]:
    """Luxuries of many goods first; what happens by itself at the end of the phase last."""
    rank = _RANKS.get(type(move), 5)
    return rank, -move.units.bit_count() if isinstance(move, Make) else 0


_RANKS: dict[type[Move], int] = {Make: 0, Sell: 1, Line: 2, Collect: 6, Store: 7, Pirate: 8}


def _both_lines(there: list[Offer]) -> Offer | None:
    """Both lines of a mission in one go, if what they need does not overlap."""
    lines = [move for offer in there for way in offer.ways for move in way if isinstance(move, Line)]
    tops = [move for move in lines if not move.bottom and not move.under]
    bottoms = [move for move in lines if move.bottom]
    ways: list[tuple[Move, ...]] = [
        (top, bottom)
        for top in tops
        for bottom in bottoms
        if not top.units & bottom.units and not top.luxuries & bottom.luxuries
    ]
    return Offer(f"both {BOTH_SEALS}{SEALS}", ways) if ways else None


def where(s: Novgorod, move: Move) -> tuple[Place, str]:
    """The place that a move concerns, and its label there."""
    match move:
        case PickOffice(city=city) | BuyOffice(city=city):
            return ("city", city), f"office {-outlook.gain(s, move).ducats}{DUCATS}"
        case PickMission(card=card):
            return ("open", card), "take it" if card >= 0 else "draw unseen"
        case BuyMission(card=card, discount=discount):
            price = -outlook.gain(s, move).ducats
            return ("open", card), f"buy {price}{DUCATS}" + (" by m-3" if discount else "")
        case Lay(city=city):
            return ("city", city), "lay"
        case LayArtisan():
            return ("city", s.route[-1]), "keep a place for the artisan"
        case Pirate(city=city):
            price = -outlook.gain(s, move).ducats
            return ("city", city), f"pirate here {price}{DUCATS}" if price else "pirate here"
        case Make(city=city):
            kind = s.artisans[city]
            return artisan_place(s, city), f"make {LUXURY_SIGNS[kind]}{LUXURY_NAMES[kind]}"
        case Sell(city=city):
            gain = outlook.gain(s, move)
            return artisan_place(s, city), f"sell {gain.seals}{SEALS} {gain.ducats}{DUCATS}"
        case Collect(city=city):
            return slot_place(s, city), f"income {outlook.gain(s, move).ducats}{DUCATS}"
        case Store(city=city):
            return slot_place(s, city), "store"
        case Line(card=card, bottom=bottom, under=under):
            seals = outlook.gain(s, move).seals
            name = "bottom" if bottom else "top only" if under else "top"
            return ("mission", card), f"{name} {seals}{SEALS}"
        case Special(card=card, discount=discount):
            price = -outlook.gain(s, move).ducats
            return ("special", card), f"do it {price}{DUCATS}" + (" by m-3" if discount else "")
        case Step():
            return CAREER, "climb"
    return _loose(s, move)


def _loose(s: Novgorod, move: Move) -> tuple[Place, str]:
    match move:
        case Side(side=side):
            return LOOSE, f"{words.SIDE_NAMES[side]} side"
        case Sail():
            return LOOSE, "sail" if s.route else "stay in harbour"
        case Finish():
            return LOOSE, "finish"
        case ExtraIncome():
            return LOOSE, f"+2{DUCATS}"
        case BuyShip():
            assert s.actor is not None
            speed = s.speed[s.actor]
            return LOOSE, f"ship speed {speed + 1}: {SHIP_PRICE[speed]}{DUCATS}"
        case Pass():
            return LOOSE, "pass"
        case End():
            return LOOSE, "end turn"
    raise TypeError(f"{move!r} has no place on the screen")


def slot_place(s: Novgorod, city: int) -> Place:
    """The card of a city on the route."""
    return "slot", s.route.index(city)


def artisan_place(s: Novgorod, city: int) -> Place:
    """The card that a city's artisan sits on, or would."""
    return "slot", s.route.index(ARTISAN + city if ARTISAN + city in s.route else city)


def spent(moves: tuple[Move, ...]) -> tuple[int, int]:
    """The units and the luxuries that these moves use up, as masks."""
    units = luxuries = 0
    for move in moves:
        if isinstance(move, (Make, Line, Step, Special)):
            units |= move.units
        if isinstance(move, (Line, Step, Special)):
            luxuries |= move.luxuries
        if isinstance(move, (Store, Collect)):
            units |= 1 << move.city
        if isinstance(move, Sell):
            luxuries |= 1 << move.city
    return units, luxuries


# In words


def says(s: Novgorod, offer: Offer) -> str:
    """What an offer would bring, in the first of its ways."""
    text = way_says(s, offer.ways[0])
    return f"{text} ({len(offer.ways)} ways to choose from)" if len(offer.ways) > 1 else text


def way_says(s: Novgorod, way: tuple[Move, ...]) -> str:
    move = way[0]
    if len(way) > 1 and isinstance(move, Line):
        return f"fulfil both lines of {words.mission(move.card)}: +{BOTH_SEALS} seals"
    text = s.describe(move)
    match move:
        case Lay(city=city):
            return f"{text}{_lay_brings(s, city)}"
        case Make():
            return _make_says(s, move)
        case Line() | Special():
            return f"{text}: +{words.seals(outlook.gain(s, move).seals)}"
        case Store(city=city):
            return f"{text} for later turns, without its income"
        case Finish():
            return f"{text}; then {words.ducats(outlook.cash_at_finish(s))} in the purse"
        case Pass():
            row = outlook.seals_this_turn(s)
            return f"{text}; the career gives {words.seals(row)}" if row else text
    return text


def _make_says(s: Novgorod, move: Make) -> str:
    """What is made from what, what it would sell for, and what it costs besides."""
    assert s.actor is not None
    cargo = s.ship[s.actor] if move.units & SHIP_UNIT else -1
    used = words.listed(words.goods(move.units & 255, cargo))
    gain = outlook.gain(s, move)
    text = f"make {LUXURY_NAMES[s.artisans[move.city]]} from {used}: {gain.seals}{SEALS} {gain.ducats}{DUCATS} if sold"
    return text if ARTISAN + move.city in s.route else f"{text}; covers {CITY_NAMES[move.city]}"


def _lay_brings(s: Novgorod, city: int) -> str:
    """Income, and what the route could then do that it could not before."""
    gain = outlook.gain(s, LAY[city]).ducats
    income = f", income {gain}" if gain > 0 else ""
    new = news(s, city)
    return f"{income}; could then do {words.listed(new)}" if new else income


def after_laying(s: Novgorod, city: int) -> Novgorod:
    """The table with one card more on the route; nothing hidden is touched."""
    then = s.copy()
    then.route.append(city)
    return then


def news(s: Novgorod, city: int) -> list[str]:
    """What the route could meet with this city laid and cannot without."""
    before = {p[:2] for p in outlook.prospects(s) if p.possible}
    then = [p for p in outlook.prospects(after_laying(s, city)) if p.possible]
    return [_prospect_words(p) for p in then if p[:2] not in before and p.kind != "both"]


def _prospect_words(prospect: outlook.Prospect) -> str:
    match prospect.kind:
        case "top":
            return words.need(MISSIONS[prospect.card][0])
        case "bottom":
            return words.need(MISSIONS[prospect.card][1])
        case "step":
            return "the career step"
    return "a special mission"
