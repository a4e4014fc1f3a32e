"""The moves of Novgorod and their notation, made once and shared.

Goods on the route are written by name, the good at the ship as "ship", a luxury by the city of its artisan:
"luebeck!amber" makes jewelry in Lübeck, "m13:top=luebeck" uses it for a mission.
"""

from functools import lru_cache

from core.game import Move
from core.games.novgorod.components import CITY_COUNT, CITY_IDS, GOOD_NAMES, MISSION_COUNT, cities_of

#: A slot of a route is a city, or ARTISAN + city: a card that lies face down for the artisan there.
ARTISAN = CITY_COUNT
#: The bit of the good at the ship in a mask of units; bits 0 to 7 are the cards of the route.
SHIP_UNIT = 1 << CITY_COUNT


class ChooseSide(Move, frozen=True, gc=False):
    """Play this side of the career card."""

    side: int


class PickOffice(Move, frozen=True, gc=False):
    """Before the first turn: take the top office of a city."""

    city: int


class PickMission(Move, frozen=True, gc=False):
    """Before the first turn: take an open mission, or (-1) the top of the deck unseen."""

    card: int


class LayOffice(Move, frozen=True, gc=False):
    """Lay the office of a city at the end of the route."""

    city: int


class LayArtisan(Move, frozen=True, gc=False):
    """Lay an office face down for the artisan of the last city."""


class Sail(Move, frozen=True, gc=False):
    """End the laying of the route and sail."""


class MovePirate(Move, frozen=True, gc=False):
    """Send the pirate to a city."""

    city: int


class Make(Move, frozen=True, gc=False):
    """Let the artisan of a city make a luxury from these units."""

    city: int
    units: int


class Sell(Move, frozen=True, gc=False):
    """Sell the luxury made in a city for seals and ducats."""

    city: int


class FulfilLine(Move, frozen=True, gc=False):
    """Fulfil one line of a mission with these units and the luxuries of these cities."""

    card: int
    bottom: bool
    under: bool
    units: int
    luxuries: int


class ClimbStep(Move, frozen=True, gc=False):
    """Climb one step of the career with these units and luxuries, or for ducats."""

    units: int
    luxuries: int


class CompleteSpecial(Move, frozen=True, gc=False):
    """Complete a special mission, perhaps with the privilege Mission -3."""

    card: int
    units: int
    luxuries: int
    discount: bool


class StoreGood(Move, frozen=True, gc=False):
    """Put a card of the route under the ship for a later turn."""

    city: int


class Collect(Move, frozen=True, gc=False):
    """Take the income of an office."""

    city: int


class UseExtraIncome(Move, frozen=True, gc=False):
    """Use the privilege Income +2."""


class Finish(Move, frozen=True, gc=False):
    """Finish the route: sell and collect what is left, pay the fees."""


class BuyOffice(Move, frozen=True, gc=False):
    """Buy the top office of a city."""

    city: int


class BuyShip(Move, frozen=True, gc=False):
    """Make the ship faster by one."""


class BuyMission(Move, frozen=True, gc=False):
    """Buy an open mission, or (-1) the top of the deck, perhaps with the privilege Mission -3."""

    card: int
    discount: bool


class BuyNothing(Move, frozen=True, gc=False):
    """Buy nothing (more)."""


class EndTurn(Move, frozen=True, gc=False):
    """End the turn, leaving the pirate where he is."""


SIDES = (ChooseSide("light", 0), ChooseSide("silver", 1))
PICK_OFFICE = tuple(PickOffice(c, i) for i, c in enumerate(CITY_IDS))
#: By card; the last (index -1) draws from the deck.
PICK_MISSION = (*(PickMission(f"m{i + 1}", i) for i in range(MISSION_COUNT)), PickMission("deck", -1))
LAY = tuple(LayOffice(f"+{c}", i) for i, c in enumerate(CITY_IDS))
LAY_ARTISAN = LayArtisan("+artisan")
SAIL = Sail("sail")
PIRATE = tuple(MovePirate(f"pirate={c}", i) for i, c in enumerate(CITY_IDS))
SELL = tuple(Sell(f"sell={c}", i) for i, c in enumerate(CITY_IDS))
STORE = tuple(StoreGood(f"store={c}", i) for i, c in enumerate(CITY_IDS))
COLLECT = tuple(Collect(f"income={c}", i) for i, c in enumerate(CITY_IDS))
EXTRA_INCOME = UseExtraIncome("income+2")
FINISH = Finish("finish")
BUY_OFFICE = tuple(BuyOffice(f"office={c}", i) for i, c in enumerate(CITY_IDS))
BUY_SHIP = BuyShip("ship")
BUY_MISSION = (
    *(BuyMission(f"m{i + 1}", i, False) for i in range(MISSION_COUNT)),
    BuyMission("deck", -1, False),
)
BUY_MISSION_CHEAP = (
    *(BuyMission(f"m{i + 1}-3", i, True) for i in range(MISSION_COUNT)),
    BuyMission("deck-3", -1, True),
)
PASS = BuyNothing("pass")
END = EndTurn("end")


def _used(units: int, luxuries: int) -> str:
    words = [GOOD_NAMES[g] for g in cities_of(units)]
    if units & SHIP_UNIT:
        words.append("ship")
    words += [CITY_IDS[c] for c in cities_of(luxuries)]
    return "+".join(words)


@lru_cache(maxsize=1 << 11)
def make(city: int, units: int) -> Make:
    return Make(f"{CITY_IDS[city]}!{_used(units, 0)}", city, units)


@lru_cache(maxsize=1 << 10)
def line(card: int, bottom: bool, under: bool, units: int, luxuries: int) -> FulfilLine:
    which = "bottom" if bottom else "top/under" if under else "top"
    return FulfilLine(f"m{card + 1}:{which}={_used(units, luxuries)}", card, bottom, under, units, luxuries)


@lru_cache(maxsize=1 << 10)
def step(units: int, luxuries: int) -> ClimbStep:
    return ClimbStep(f"career={_used(units, luxuries) or 'ducats'}", units, luxuries)


@lru_cache(maxsize=1 << 10)
def special(card: int, units: int, luxuries: int, discount: bool) -> CompleteSpecial:
    cheap = "-3" if discount else ""
    return CompleteSpecial(f"s{card + 1}{cheap}={_used(units, luxuries)}", card, units, luxuries, discount)
