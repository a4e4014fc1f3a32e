"""Short sentences on why nothing can be done at a target."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from core.games.novgorod import text
from core.games.novgorod.components import (
    CITY_NAMES,
    DEALT,
    FEE_OF,
    IN_PROGRESS,
    LINKS,
    MISSION_PRICE,
    MISSIONS,
    MISSIONS_PICKED,
    OFFICES_PICKED,
    SPECIALS,
    STEP_COST,
    TOP_LEVEL,
    Need,
)
from core.games.novgorod.phases import BACK, BUY, CLOSE, FRONT, INTRO, ROUTE, SIDES, USE
from core.games.novgorod.rules.route import ARTISAN, RoutePlan, cities_laid
from core.games.novgorod.rules.setup import office_price
from core.games.novgorod.rules.use import place_of, special_price
from core.games.novgorod.view import targets
from core.games.novgorod.view.goods_uses import can_meet, lacking
from core.games.novgorod.view.route import COVERED, OPEN, STORED, TURNED, slots
from core.games.novgorod.view.targets import CAREER, SHIP
from core.text import list_text
from core.view import Target

if TYPE_CHECKING:
    from core.games.novgorod.state import NovgorodState

_Why = Callable[["NovgorodState", int, int], str]

#: What can be done nowhere on the table while something else is asked.
_OTHERWISE = {
    SIDES: "first choose a side of your career card",
    INTRO: "first the draft: offices and a mission",
    ROUTE: "first lay your route",
    USE: "first use your route",
    BUY: "your route is finished",
    CLOSE: "only the pirate can still be moved",
}


def unavailable_reason(s: NovgorodState, seat: int, target: Target) -> str:
    """Return why the actor can do nothing at this target."""
    if target.kind == targets.BONUS:
        return "you get a bonus card by doing what it asks"
    why = _WHYS.get((s.phase, target.kind))
    return why(s, seat, target.number) if why else _OTHERWISE[s.phase]


# Cities


def _city_to_pick(s: NovgorodState, seat: int, city: int) -> str:
    if s.offices[seat].bit_count() == OFFICES_PICKED:
        return "you have two offices; take a mission"
    if why := _no_office(s, seat, city):
        return why
    missions = MISSIONS_PICKED + DEALT - s.hand[seat].bit_count()
    still = list_text(["another office"] * (s.offices[seat] == 0) + ["a mission"] * missions)
    return f"the office costs {text.ducats(office_price(s, city))}: too much, you still need {still}"


def _no_office(s: NovgorodState, seat: int, city: int) -> str:
    """Why there is no office to be had in a city for anybody's money."""
    if s.offices[seat] >> city & 1:
        return f"you already have an office in {CITY_NAMES[city]}"
    return "" if s.stacks[city] else f"all offices of {CITY_NAMES[city]} are sold"


def _city_to_buy_in(s: NovgorodState, seat: int, city: int) -> str:
    return _bought(s) or _no_office(s, seat, city) or _too_dear(s, seat, office_price(s, city), "the office")


def _bought(s: NovgorodState) -> str:
    return "one purchase a turn, and you have made it" if s.bought else ""


def _too_dear(s: NovgorodState, seat: int, price: int, what: str = "it") -> str:
    return f"{what} costs {text.ducats(price)}, you have {s.ducats[seat]}"


def _city_to_sail_to(s: NovgorodState, seat: int, city: int) -> str:
    name = CITY_NAMES[city]
    plan = RoutePlan(s, seat)
    if s.pirate_side == BACK and s.pirate == city:
        return f"the pirate has closed {name}"
    cities = cities_laid(s.route)
    if cities >> city & 1:
        return f"{name} is already on your route"
    if s.route and city not in LINKS[plan.closed][s.route[-1] % ARTISAN]:
        return f"{name} does not border {CITY_NAMES[s.route[-1] % ARTISAN]}"
    more = cities | 1 << city
    if not plan.fits(more, len(s.route) + 1, len(s.route) - cities.bit_count()):
        return _too_long(s, seat, city, plan)
    return f"you could not pay the fee of {FEE_OF[city]} in {name}"


def _too_long(s: NovgorodState, seat: int, city: int, plan: RoutePlan) -> str:
    """The ship is too slow, perhaps because of the pirate; or cards kept for artisans would be missing."""
    cities = cities_laid(s.route) | 1 << city
    if len(s.route) + 1 <= plan.limit(cities) + plan.haste:
        return f"your office in {CITY_NAMES[city]} is the face-down card for an artisan"
    if s.pirate_side == FRONT and s.pirate == city and len(s.route) + 1 <= plan.speed + plan.haste:
        return "with the pirate there the route would be too long"
    return f"your ship allows {plan.limit(cities) + plan.haste} cards"


def _city_at_the_end(s: NovgorodState, seat: int, city: int) -> str:
    return "the pirate is already here"


# Cards of the route


_USED = {
    TURNED: "its good has been used",
    COVERED: "its artisan has worked",
    STORED: "its good is stored in the ship",
}


def _city_in_use(s: NovgorodState, seat: int, city: int) -> str:
    slot = next((slot for slot in slots(s) if slot.city == city and not slot.artisan), None)
    if slot is None:
        return f"{CITY_NAMES[city]} is not on your route"
    if slot.status != OPEN:
        return _USED[slot.status]
    if slot.own:
        return "its income is needed for the fees"
    return "you have no office here, but its good can go to missions, steps and artisans"


# Missions


def _mission_in_use(s: NovgorodState, seat: int, card: int) -> str:
    top, bottom = MISSIONS[card]
    needs = [bottom] if s.left[seat] >> card & 1 else [top, bottom]
    return _cannot_meet(s, needs)


def _cannot_meet(s: NovgorodState, needs: list[Need]) -> str:
    """What is missing for each of these, or why it may not be used."""
    if any(can_meet(s, need) and not (need.luxuries or need.any_luxuries) for need in needs):
        return "you need its income for the fees"
    if any(can_meet(s, need) for need in needs):
        return "first make the luxury it needs"
    return " · ".join(dict.fromkeys(lacking(s, need) for need in needs))


def _step_in_use(s: NovgorodState, seat: int, _: int) -> str:
    if s.level[seat] == TOP_LEVEL:
        return "you are on the top row"
    need = STEP_COST[s.careers[seat]][s.level[seat]]
    if need.ducats:
        if s.ducats[seat] < need.ducats:
            return _too_dear(s, seat, need.ducats, "the step")
        return f"the step costs {text.ducats(need.ducats)}, and the fees must be paid"
    return f"the step: {_cannot_meet(s, [need])}"


def _special_in_use(s: NovgorodState, seat: int, card: int) -> str:
    at = place_of(s, card)
    if s.done >> at & 1:
        return "done this turn; its next half comes at the end of the phase"
    price = special_price(s, at, False)
    if price > s.ducats[seat]:
        return _too_dear(s, seat, price)
    return _cannot_meet(s, [SPECIALS[card][s.row[at] & 3].need])


def _mission_to_pick(s: NovgorodState, seat: int, card: int) -> str:
    return "you have your mission; take offices" if s.hand[seat].bit_count() > DEALT else _NO_CARDS


_NO_CARDS = "the deck is empty"


def _mission_to_buy(s: NovgorodState, seat: int, card: int) -> str:
    if card < 0 and not s.deck:
        return _NO_CARDS
    if (s.hand[seat] | s.left[seat]).bit_count() == IN_PROGRESS:
        return f"you have {IN_PROGRESS} missions in progress, the most allowed"
    return _bought(s) or _too_dear(s, seat, MISSION_PRICE, "a mission")


def _mission_after_sailing(s: NovgorodState, seat: int, card: int) -> str:
    return "you buy missions after your route"


def _goods_after_sailing(s: NovgorodState, seat: int, card: int) -> str:
    return "you use goods after setting sail"


_WHYS: dict[tuple[int, str], _Why] = {
    (INTRO, targets.CITY): _city_to_pick,
    (INTRO, targets.OPEN): _mission_to_pick,
    (ROUTE, targets.CITY): _city_to_sail_to,
    (ROUTE, targets.OPEN): _mission_after_sailing,
    (ROUTE, targets.MISSION): _goods_after_sailing,
    (ROUTE, targets.SPECIAL): _goods_after_sailing,
    (ROUTE, CAREER.kind): _goods_after_sailing,
    (USE, targets.CITY): _city_in_use,
    (USE, targets.MISSION): _mission_in_use,
    (USE, targets.SPECIAL): _special_in_use,
    (USE, targets.OPEN): _mission_after_sailing,
    (USE, CAREER.kind): _step_in_use,
    (BUY, targets.CITY): _city_to_buy_in,
    (BUY, targets.OPEN): _mission_to_buy,
    (CLOSE, targets.CITY): _city_at_the_end,
    (INTRO, SHIP.kind): lambda s, seat, _: "your ship waits for your first route",
}
