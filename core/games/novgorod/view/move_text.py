"""Texts of moves and actions, with what they would bring."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from core.game import Move
from core.games.novgorod import text as novgorod_text
from core.games.novgorod.components import (
    BOTH_SEALS,
    CITY_NAMES,
    GOOD_NAMES,
    LUXURY_NAMES,
    MISSIONS,
    ROW_SEALS,
    STEP_COST,
    cities_of,
)
from core.games.novgorod.moves import (
    EXTRA_INCOME,
    FINISH,
    LAY,
    SHIP_UNIT,
    BuyNothing,
    Finish,
    FulfilLine,
    Make,
)
from core.games.novgorod.rules.route import ARTISAN
from core.games.novgorod.rules.use import to_come
from core.games.novgorod.text import LUXURY_SIGNS
from core.games.novgorod.view.actions import ActionMoves, spent
from core.games.novgorod.view.gains import gain
from core.games.novgorod.view.goods_uses import BOTH, BOTTOM, STEP, TOP, GoodsUse
from core.games.novgorod.view.route import RouteCash, purse
from core.text import list_text

if TYPE_CHECKING:
    from core.games.novgorod.state import NovgorodState


def move_text(s: NovgorodState, move: Move) -> str:
    """Return a legal move in words, with what it would bring."""
    text = s.describe(move)
    match move:
        case Make():
            return _make_text(s, move)
        case FulfilLine(card=card):
            # The cursor is on the mission: it need not be named.
            return text.replace(f"{novgorod_text.mission(card)} with", "uses")
        case Finish():
            return f"{text}; leaves {novgorod_text.ducats(purse(s).then)}"
        case BuyNothing():
            assert s.actor is not None
            row = ROW_SEALS[s.level[s.actor]]
            return f"{text} and get {novgorod_text.seals(row)} from your career" if row else text
    return text


def _make_text(s: NovgorodState, move: Make) -> str:
    """What is made from what, what it would sell for, and what it costs besides."""
    assert s.actor is not None
    cargo = s.ship[s.actor] if move.units & SHIP_UNIT else -1
    used = list_text(novgorod_text.goods(move.units & 255, cargo))
    worth = gain(s, move)
    text = f"make {LUXURY_NAMES[s.artisans[move.city]]} from {used}"
    text += f": sells for {novgorod_text.seals(worth.seals)} and {novgorod_text.ducats(worth.ducats)}"
    if ARTISAN + move.city in s.route:
        return text
    return f"{text}; covers {CITY_NAMES[move.city]}"


#: How many new aims a preview names.
_AIMS = 3


def lay_text(s: NovgorodState, city: int, new: Sequence[GoodsUse]) -> str:
    """Return the text for laying a card: its income, and what the route could then do that it could not before."""
    text = s.describe(LAY[city])
    ducats = gain(s, LAY[city]).ducats
    if ducats > 0:
        text += f": earns {novgorod_text.ducats(ducats)}"
    aims = list(dict.fromkeys(aim_text(aim) for aim in new if aim.kind != BOTH))
    more = [f"{len(aims) - _AIMS} more"] if len(aims) > _AIMS else []
    return f"{text}. New with it: {' · '.join([*aims[:_AIMS], *more])}" if aims else text


def aim_text(aim: GoodsUse) -> str:
    if aim.kind in (TOP, BOTTOM):
        return novgorod_text.need(MISSIONS[aim.card][aim.kind == BOTTOM]).replace(" and ", "+")
    return "career step" if aim.kind == STEP else "special mission"


def purse_text(purse: RouteCash) -> str:
    """Return what comes in on a route, what goes out, and what is then in the purse."""
    coming = purse.then + purse.fees - purse.now
    sums = (f" + {coming}" if coming else "") + (f" - {purse.fees} (fees)" if purse.fees else "")
    return f"{novgorod_text.ducats(purse.now)}{sums} = {purse.then}" if sums else novgorod_text.ducats(purse.now)


def both_text(card: int) -> str:
    """Return the text for both lines of a mission at once."""
    return f"both lines: {BOTH_SEALS} seals, the card is done; {novgorod_text.mission(card)}"


def climb_text(s: NovgorodState) -> str:
    """Return the text for turning all that is left into ducats and paying a step with them."""
    assert s.actor is not None
    price = STEP_COST[s.careers[s.actor]][s.level[s.actor]].ducats
    income = novgorod_text.ducats(to_come(s, s.actor))
    return f"collect all ({income}), pay {price} and step up to {novgorod_text.career_row(s.level[s.actor] + 1)}"


def finish_with_income_text(s: NovgorodState) -> str:
    """Return the text for the privilege and the end of the route at once."""
    after = s.copy()
    after.play(EXTRA_INCOME)
    return f"use Income +2, {move_text(after, FINISH)}"


def spent_text(s: NovgorodState, way: ActionMoves, width: int) -> str:
    """Return what a way uses up: goods, the ship's good, luxuries with their cities; by signs if names are too long."""
    assert s.actor is not None
    units, luxuries = spent(way)
    names = [GOOD_NAMES[good] for good in cities_of(units & 255)]
    if units & SHIP_UNIT:
        names.append(f"{GOOD_NAMES[s.ship[s.actor]]} (ship)")
    made = cities_of(luxuries)
    told = " + ".join([*names, *(f"{LUXURY_NAMES[s.artisans[city]]} ({CITY_NAMES[city]})" for city in made)])
    if len(told) <= width:
        return told
    return " + ".join([*names, *(f"{LUXURY_SIGNS[s.artisans[city]]} {CITY_NAMES[city]}" for city in made)])
