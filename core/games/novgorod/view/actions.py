"""The legal moves, grouped by the targets that they concern.

Moves that differ only in what is spent make one action with several ways, which are listed on request.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from core.game import Move
from core.games.novgorod.components import BOTH_SEALS, CITY_NAMES, GOOD_NAMES, LUXURY_NAMES, STEP_COST, TOP_LEVEL
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
    #: What it brings or costs, in signs.
    worth: str = ""

    @property
    def full_label(self) -> str:
        return f"{self.label} {self.worth}" if self.worth else self.label

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
    def leads_on(self) -> bool:
        """Whether it just goes on: sail, finish, pass."""
        return isinstance(self.first, (Sail, Finish, BuyNothing, EndTurn))


#: By target; under None those that are possible wherever the cursor is.
ActionsByTarget = dict[Target | None, list[TargetAction]]


def actions_by_target(s: NovgorodState, legal: Sequence[Move]) -> ActionsByTarget:
    """Return all actions of the actor by target, the likeliest first."""
    found: dict[Target | None, dict[str, list[ActionMoves]]] = {}
    for move in sorted(legal, key=_order):
        target, label = _where(s, move)
        found.setdefault(target, {}).setdefault(label, []).append((move,))
    table = {
        target: [TargetAction(label, ways, _worth(s, ways[0][0])) for label, ways in by_label.items()]
        for target, by_label in found.items()
    }
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
    return TargetAction("both, card done", ways, f"{BOTH_SEALS}{SEALS}") if ways else None


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
    return TargetAction("collect, step up", [(*cash, step(0, 0))], f"-{price}{DUCATS}")


def _finish_with_income(s: NovgorodState) -> TargetAction | None:
    """Income +2 and the end of the route in one go, if that pays the fees."""
    assert s.actor is not None
    if s.ducats[s.actor] + to_come(s, s.actor) + gain(s, EXTRA_INCOME).ducats < s.fee:
        return None
    return TargetAction("finish with Income +2", [(EXTRA_INCOME, FINISH)])


def _where(s: NovgorodState, move: Move) -> tuple[Target | None, str]:
    """Return the target that a move concerns, and its label there."""
    match move:
        case PickOffice(city=city) | BuyOffice(city=city):
            return targets.city(city), CITY_NAMES[city]
        case PickMission(card=card):
            return Target(targets.OPEN, card), "take it" if card >= 0 else "draw unseen"
        case BuyMission(card=card, discount=discount):
            return Target(targets.OPEN, card), "with Mission -3" if discount else "buy it"
        case UseExtraIncome():
            return targets.CAREER, "use Income +2"
        case ChooseSide(side=side):
            return targets.CAREER, f"{SIDE_NAMES[side]} side"
        case LayOffice(city=city):
            return targets.city(city), CITY_NAMES[city]
        case LayArtisan():
            return targets.city(s.route[-1]), "artisan"
        case MovePirate(city=city):
            return targets.city(city), "pirate here"
        case FulfilLine() | CompleteSpecial() | ClimbStep() | Make() | Sell() | Collect() | StoreGood():
            return _where_used(s, move)
    return None, _label_anywhere(s, move)


def _where_used(s: NovgorodState, move: Move) -> tuple[Target, str]:
    """The same for the uses of a route."""
    match move:
        case Make(city=city):
            return targets.city(city), f"make {LUXURY_NAMES[s.artisans[city]]}"
        case Sell(city=city):
            return targets.city(city), f"sell {LUXURY_NAMES[s.artisans[city]]}"
        case Collect(city=city):
            return targets.city(city), f"income of {CITY_NAMES[city]}"
        case StoreGood(city=city):
            return targets.city(city), f"store {GOOD_NAMES[city]}"
        case FulfilLine(card=card, bottom=bottom, under=under):
            line = "bottom, card done" if bottom else "top, card done" if under else "top, card stays"
            return Target(targets.MISSION, card), line
        case CompleteSpecial(card=card, discount=discount):
            return Target(targets.SPECIAL, card), "special, Mission -3" if discount else "special mission"
    return targets.CAREER, "career step"


def _label_anywhere(s: NovgorodState, move: Move) -> str:
    match move:
        case Sail():
            return "set sail" if s.route else "stay"
        case Finish():
            return "finish"
        case BuyShip():
            assert s.actor is not None
            return f"speed {s.speed[s.actor] + 1}"
        case BuyNothing():
            return "pass"
        case EndTurn():
            return "end turn"
    raise TypeError(f"{move!r} has no place on the table")


def _worth(s: NovgorodState, move: Move) -> str:
    """Return what a move brings or costs, in signs: seals, then ducats; a luxury that is made brings only seals."""
    if isinstance(move, (StoreGood, LayOffice, PickMission)):
        return ""
    worth = gain(s, move)
    ducats = 0 if isinstance(move, Make) else worth.ducats
    if isinstance(move, (PickOffice, BuyOffice, BuyMission, BuyShip, MovePirate)):
        return f"{-ducats}{DUCATS}" if ducats else ""
    parts = [f"{worth.seals}{SEALS}"] if worth.seals else []
    parts += [f"{ducats:+}{DUCATS}"] if ducats else []
    return " ".join(parts)


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
