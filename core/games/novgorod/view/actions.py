"""The legal moves, grouped by the targets that they concern.

Moves that differ only in what is spent make one action with several ways, which are listed on request.
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
    BuyNothing,
    BuyOffice,
    BuyShip,
    ChooseSide,
    ClimbStep,
    Collect,
    CompleteSpecial,
    EndTurn,
    Finish,
    FulfilLine,
    LayArtisan,
    LayOffice,
    Make,
    MovePirate,
    PickMission,
    PickOffice,
    Sail,
    Sell,
    StoreGood,
    UseExtraIncome,
    step,
)
from core.games.novgorod.phases import USE
from core.games.novgorod.rules.route import ARTISAN
from core.games.novgorod.rules.use import to_come
from core.games.novgorod.text import DUCATS, SEALS, SIDE_NAMES
from core.games.novgorod.view import targets
from core.games.novgorod.view.gains import gain
from core.view import Target

if TYPE_CHECKING:
    from core.games.novgorod.state import NovgorodState

#: Moves of one choice, made one after the other.
ActionMoves = tuple[Move, ...]


class TargetAction(NamedTuple):
    """An action at a target, in one way or several; a way is one move, or two in a row."""

    label: str
    ways: list[ActionMoves]

    @property
    def first(self) -> Move:
        return self.ways[0][0]

    @property
    def is_rare(self) -> bool:
        """Whether Tab need not stop for it."""
        return isinstance(self.first, MovePirate)

    @property
    def is_idle(self) -> bool:
        """Whether it can wait for the end of the phase, where it may come by itself."""
        return isinstance(self.first, (Sell, Collect, UseExtraIncome, StoreGood, MovePirate)) or self.first == step(
            0, 0
        )

    @property
    def is_goal(self) -> bool:
        """Whether goods and luxuries are gathered for it."""
        last = self.ways[0][-1]
        return isinstance(last, (FulfilLine, CompleteSpecial)) or (isinstance(last, ClimbStep) and last != step(0, 0))

    @property
    def leads_on(self) -> bool:
        """Whether it just goes on: sail, finish, pass."""
        return isinstance(self.first, (Sail, Finish, BuyNothing, EndTurn))

    @property
    def key(self) -> str:
        """The key of the action that goes on, wherever the cursor is."""
        return "e" if self.leads_on else ""


#: By target; under None those that are possible wherever the cursor is.
ActionsByTarget = dict[Target | None, list[TargetAction]]


def actions_by_target(s: NovgorodState, legal: Sequence[Move]) -> ActionsByTarget:
    """Return all actions of the actor by target, the likeliest first."""
    found: dict[Target | None, dict[str, list[ActionMoves]]] = {}
    for move in sorted(legal, key=_order):
        target, label = _where(s, move)
        found.setdefault(target, {}).setdefault(label, []).append((move,))
    table = {target: [TargetAction(*item) for item in by_label.items()] for target, by_label in found.items()}
    for target, there in table.items():
        if target is not None and target.kind == targets.MISSION and (both := _both_lines(there)):
            there.insert(0, both)
    if dear := _collect_and_climb(s, legal):
        table.setdefault(targets.CAREER, []).append(dear)
    if EXTRA_INCOME in legal and (with_privilege := _finish_with_income(s)):
        table.setdefault(None, []).insert(FINISH in legal, with_privilege)
    return table


def _order(move: Move) -> tuple[int, int]:
    """Luxuries of many goods first; what happens by itself at the end of the phase last."""
    rank = _RANKS.get(type(move), 5)
    return rank, -move.units.bit_count() if isinstance(move, Make) else 0


_RANKS: dict[type[Move], int] = {
    Make: 0,
    Sell: 1,
    FulfilLine: 2,
    UseExtraIncome: 6,
    Collect: 6,
    StoreGood: 7,
    MovePirate: 8,
}


def _both_lines(there: list[TargetAction]) -> TargetAction | None:
    """Both lines of a mission in one go, if what they need does not overlap."""
    lines = [move for deed in there for way in deed.ways for move in way if isinstance(move, FulfilLine)]
    tops = [move for move in lines if not move.bottom and not move.under]
    bottoms = [move for move in lines if move.bottom]
    ways: list[ActionMoves] = [
        (top, bottom)
        for top in tops
        for bottom in bottoms
        if not top.units & bottom.units and not top.luxuries & bottom.luxuries
    ]
    return TargetAction(f"both {BOTH_SEALS}{SEALS}", ways) if ways else None


def _collect_and_climb(s: NovgorodState, legal: Sequence[Move]) -> TargetAction | None:
    """All that is left collected and sold, and a step paid with it, if it can be paid only so."""
    seat = s.actor
    assert seat is not None
    if s.phase != USE or s.level[seat] == TOP_LEVEL:
        return None
    price = STEP_COST[s.careers[seat]][s.level[seat]].ducats
    if not price or s.ducats[seat] >= price or s.ducats[seat] + to_come(s, seat) < price + s.fee:
        return None
    cash = [move for kind in (Collect, Sell) for move in legal if isinstance(move, kind)]
    return TargetAction("collect all and climb", [(*cash, step(0, 0))])


def _finish_with_income(s: NovgorodState) -> TargetAction | None:
    """Income +2 and the end of the route in one go, if that pays the fees."""
    assert s.actor is not None
    if s.ducats[s.actor] + to_come(s, s.actor) + gain(s, EXTRA_INCOME).ducats < s.fee:
        return None
    return TargetAction("with Income +2", [(EXTRA_INCOME, FINISH)])


def _where(s: NovgorodState, move: Move) -> tuple[Target | None, str]:
    """Return the target that a move concerns, and its label there."""
    match move:
        case PickOffice(city=city) | BuyOffice(city=city):
            return targets.city(city), f"office {_price(s, move)}"
        case PickMission(card=card):
            return Target(targets.OPEN, card), "take it" if card >= 0 else "draw unseen"
        case BuyMission(card=card, discount=discount):
            return Target(targets.OPEN, card), f"buy {_price(s, move)}" + (" by Mission -3" if discount else "")
        case UseExtraIncome():
            return targets.CAREER, "Income +2"
        case ChooseSide(side=side):
            return targets.CAREER, f"{SIDE_NAMES[side]} side"
        case LayOffice(city=city):
            return targets.city(city), CITY_NAMES[city]
        case LayArtisan():
            return targets.city(s.route[-1]), "artisan"
        case MovePirate(city=city):
            return targets.city(city), f"pirate here {_price(s, move)}" if gain(s, move).ducats else "pirate here"
        case FulfilLine() | CompleteSpecial() | ClimbStep() | Make() | Sell() | Collect() | StoreGood():
            return _where_used(s, move)
    return None, _label_anywhere(s, move)


def _where_used(s: NovgorodState, move: Move) -> tuple[Target, str]:
    """The same for the uses of a route."""
    match move:
        case Make(city=city):
            return _artisan_card(s, city), f"make {LUXURY_NAMES[s.artisans[city]]}"
        case Sell(city=city):
            worth = gain(s, move)
            return _artisan_card(s, city), f"sell {worth.seals}{SEALS} {worth.ducats}{DUCATS}"
        case Collect(city=city):
            return _city_card(s, city), f"income {gain(s, move).ducats}{DUCATS}"
        case StoreGood(city=city):
            return _city_card(s, city), "store"
        case FulfilLine(card=card, bottom=bottom, under=under):
            name = "bottom" if bottom else "top only" if under else "top"
            return Target(targets.MISSION, card), f"{name} {gain(s, move).seals}{SEALS}"
        case CompleteSpecial(card=card, discount=discount):
            return Target(targets.SPECIAL, card), f"do it {_price(s, move)}" + (" by Mission -3" if discount else "")
    return targets.CAREER, "climb"


def _label_anywhere(s: NovgorodState, move: Move) -> str:
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
        case BuyNothing():
            return "pass"
        case EndTurn():
            return "end turn"
    raise TypeError(f"{move!r} has no place on the table")


def _price(s: NovgorodState, move: Move) -> str:
    return f"{-gain(s, move).ducats}{DUCATS}"


def _city_card(s: NovgorodState, city: int) -> Target:
    """The card of a city on the route."""
    return Target(targets.SLOT, s.route.index(city))


def _artisan_card(s: NovgorodState, city: int) -> Target:
    """The card that a city's artisan sits on, or would."""
    return Target(targets.SLOT, s.route.index(ARTISAN + city if ARTISAN + city in s.route else city))


def spent(way: ActionMoves) -> tuple[int, int]:
    """Return the units and the luxuries that these moves use up, as masks."""
    units = luxuries = 0
    for move in way:
        if isinstance(move, (Make, FulfilLine, ClimbStep, CompleteSpecial)):
            units |= move.units
        if isinstance(move, (FulfilLine, ClimbStep, CompleteSpecial)):
            luxuries |= move.luxuries
        if isinstance(move, (StoreGood, Collect)):
            units |= 1 << move.city
        if isinstance(move, Sell):
            luxuries |= 1 << move.city
    return units, luxuries
