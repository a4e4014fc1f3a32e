"""What can be done, in words, with what it would bring."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from core.game import Move
from core.games.novgorod import text as words
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
from core.games.novgorod.moves import EXTRA_INCOME, FINISH, LAY, SHIP_UNIT, Finish, Line, Make, Pass, Special
from core.games.novgorod.rules.route import ARTISAN
from core.games.novgorod.rules.use import to_come
from core.games.novgorod.text import SEALS
from core.games.novgorod.view.actions import Way, spent
from core.games.novgorod.view.gains import Gain, gain
from core.games.novgorod.view.goods_uses import BOTH, BOTTOM, STEP, TOP, Aim
from core.games.novgorod.view.route import Purse, purse
from core.text import listed

if TYPE_CHECKING:
    from core.games.novgorod.state import Novgorod


def move_words(s: Novgorod, move: Move) -> str:
    """A legal move, with what it would bring."""
    text = s.describe(move)
    match move:
        case Make():
            return _make_words(s, move)
        case Line() | Special():
            return f"{text}: +{words.seals(gain(s, move).seals)}"
        case Finish():
            return f"{text}; then {words.ducats(purse(s).then)} in the purse"
        case Pass():
            assert s.actor is not None
            row = ROW_SEALS[s.level[s.actor]]
            return f"{text}; the career gives {words.seals(row)}" if row else text
    return text


def _make_words(s: Novgorod, move: Make) -> str:
    """What is made from what, what it would sell for, and what it costs besides."""
    assert s.actor is not None
    cargo = s.ship[s.actor] if move.units & SHIP_UNIT else -1
    used = listed(words.goods(move.units & 255, cargo))
    worth = gain(s, move)
    text = f"make {LUXURY_NAMES[s.artisans[move.city]]} from {used}"
    text += f": {words.seals(worth.seals)}, {words.ducats(worth.ducats)} if sold"
    return text if ARTISAN + move.city in s.route else f"{text}; covers {CITY_NAMES[move.city]}"


def lay_words(s: Novgorod, city: int, new: Sequence[Aim]) -> str:
    """A card laid: its income, and what the route could then do that it could not before."""
    text = s.describe(LAY[city])
    ducats = gain(s, LAY[city]).ducats
    if ducats > 0:
        text += f", income {ducats}"
    aims = [aim_words(aim) for aim in new if aim.kind != BOTH]
    return f"{text}; could then do {listed(aims)}" if aims else text


def aim_words(aim: Aim) -> str:
    if aim.kind in (TOP, BOTTOM):
        return words.need(MISSIONS[aim.card][aim.kind == BOTTOM])
    return "the career step" if aim.kind == STEP else "a special mission"


def purse_words(purse: Purse) -> str:
    """What comes in on a route, what goes out, and what is then in the purse."""
    coming = purse.then + purse.fees - purse.now
    sums = (f" + {coming}" if coming else "") + (f" - {purse.fees} fees" if purse.fees else "")
    return f"{words.ducats(purse.now)}{sums} = {purse.then}" if sums else words.ducats(purse.now)


def both_words(card: int) -> str:
    """Both lines of a mission in one go."""
    return f"fulfil both lines of {words.mission(card)}: +{BOTH_SEALS} seals"


def climb_words(s: Novgorod) -> str:
    """All that is left turned into ducats, and a step paid with them."""
    assert s.actor is not None
    price = STEP_COST[s.careers[s.actor]][s.level[s.actor]].ducats
    return f"take {words.ducats(to_come(s, s.actor))}, pay {price} and rise to row {s.level[s.actor] + 1} of the career"


def finish_with_income_words(s: Novgorod) -> str:
    """The privilege and the end of the route in one go."""
    after = s.copy()
    after.play(EXTRA_INCOME)
    return f"use Income +2 and {move_words(after, FINISH)}"


def spent_words(s: Novgorod, way: Way) -> str:
    """What a way uses up: goods, the ship's good, luxuries with their cities; and the seals it brings."""
    assert s.actor is not None
    units, luxuries = spent(way)
    names = [GOOD_NAMES[good] for good in cities_of(units & 255)]
    if units & SHIP_UNIT:
        names.append(f"{GOOD_NAMES[s.ship[s.actor]]} (ship)")
    names += [f"{LUXURY_NAMES[s.artisans[city]]} ({CITY_NAMES[city]})" for city in cities_of(luxuries)]
    worth = gain(s, way[0]) if len(way) == 1 else Gain(BOTH_SEALS)
    seals = f" {worth.seals}{SEALS}" if worth.seals else ""
    return f"{' + '.join(names)}{seals}"
