"""Propose whole turns: uses of good routes, each with the purchases that go best with it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from core.bots.evaluator import Plan, best_move
from core.game import Move
from core.games.novgorod.bot.move_rating import rate
from core.games.novgorod.bot.purchases import purchases
from core.games.novgorod.bot.rollout_policy import quick_moves
from core.games.novgorod.bot.routes import RouteSearch
from core.games.novgorod.bot.value import BotParameters, Values, wanted_goods
from core.games.novgorod.components import CITY_COUNT, INCOME
from core.games.novgorod.moves import (
    BUY_MISSION,
    BUY_MISSION_CHEAP,
    BUY_OFFICE,
    BUY_SHIP,
    EXTRA_INCOME,
    FINISH,
    PASS,
    STORE,
    BuyMission,
)
from core.games.novgorod.phases import BUY, CLOSE, INTRO, SIDES
from core.games.novgorod.rules.turn import can_use
from core.games.novgorod.state import NovgorodState

#: How many of the best uses are also tried with an afterthought, and how many purchases with each use.
_SECOND_THOUGHTS = 5
_PURCHASES = 4
#: A turn longer than this is cut.
_LONGEST = 60
_NUMBER: dict[Move, int] = {
    move: number for number, move in enumerate([PASS, BUY_SHIP, *BUY_OFFICE, *BUY_MISSION, *BUY_MISSION_CHEAP])
}


class _Turn(NamedTuple):
    """A turn, or the end of one, and its gain by the values."""

    gain: float
    plan: Plan


def propose(world: NovgorodState, mind: BotParameters, count: int) -> list[Plan]:
    """Return whole turns as far as they can be foreseen, the most promising first, the greedy one among them."""
    plans: dict[tuple[str, ...], Plan] = {}
    for plan in _candidates(world, mind, count):
        plans.setdefault(tuple(move.notation for move in plan), plan)
        if len(plans) == count:
            break
    return list(plans.values())


def _candidates(world: NovgorodState, mind: BotParameters, count: int) -> Iterator[Plan]:
    yield _greedy(world, mind)
    if world.phase in (SIDES, INTRO, CLOSE):
        moves = world.legal_moves()
        order = sorted(zip(rate(world, moves, mind), range(len(moves)), strict=True), reverse=True)
        yield from ((moves[number],) for _, number in order)
    else:
        yield from (turn.plan for turn in _turns(world, mind, count))


def _greedy(world: NovgorodState, mind: BotParameters) -> Plan:
    """Return the turn of the move ratings, up to where something hidden is revealed."""
    seat, round_ = world.actor, world.round
    after = world.copy()
    plan: list[Move] = []
    while after.actor == seat and after.round == round_ and len(plan) < _LONGEST:
        moves = after.legal_moves()
        move = best_move(moves, rate(after, moves, mind)) if len(moves) > 1 else moves[0]
        plan.append(move)
        if isinstance(move, BuyMission) or after.phase in (SIDES, INTRO):
            break
        after.play(move)
    return tuple(plan)


def _turns(world: NovgorodState, mind: BotParameters, count: int) -> list[_Turn]:
    """Return uses of good routes, each with the purchases that go best with it; of equivalent turns only one."""
    seat = world.actor
    assert seat is not None
    if world.phase == BUY:
        return [_Turn(gain, (move,)) for gain, move in purchases(Values(world, seat, mind), world)]
    best: dict[tuple[int, ...], _Turn] = {}
    for use, after in _uses(world, seat, mind, count):
        for purchase, mark in _purchases(after, seat, mind):
            turn = _Turn(use.gain + purchase.gain, (*use.plan, *purchase.plan))
            if mark not in best or turn.gain > best[mark].gain:
                best[mark] = turn
    return sorted(best.values(), key=lambda turn: -turn.gain)


def _uses(world: NovgorodState, seat: int, mind: BotParameters, count: int) -> Iterator[tuple[_Turn, NovgorodState]]:
    """Return routes with their uses, the best also with an afterthought, and the state after each."""
    for number, use in enumerate(RouteSearch(Values(world, seat, mind), world).many(count)):
        before = world.copy()
        if not _playable(before, use.moves[:-1]):
            continue
        for change in ((), *(_afterthoughts(before, seat) if number < _SECOND_THOUGHTS else ())):
            after = before.copy()
            if _playable(after, (*change, FINISH)):
                yield _Turn(use.worth - 0.2 * len(change), (*use.moves[:-1], *change, FINISH)), after


def _afterthoughts(s: NovgorodState, seat: int) -> list[tuple[Move, ...]]:
    """What else could be done before the route is finished: keep a good, or use Income +2."""
    changes: list[tuple[Move, ...]] = []
    if can_use(s, seat, INCOME):
        changes.append((EXTRA_INCOME,))
    if not s.stored:
        wanted = wanted_goods(s, seat)
        own = s.units & s.offices[seat]
        changes += [(STORE[city],) for city in range(CITY_COUNT) if own & wanted & 1 << city]
    return changes


def _playable(world: NovgorodState, moves: Sequence[Move]) -> bool:
    """Whether these moves are legal one after the other; the world is played along."""
    for move in moves:
        if move not in world.legal_moves():
            return False
        world.play(move)
    return True


def _purchases(after: NovgorodState, seat: int, mind: BotParameters) -> Iterator[tuple[_Turn, tuple[int, ...]]]:
    """Return the best purchases after a route, and a key that distinguishes the turns that end so."""
    mine = (
        after.seals[seat],
        after.level[seat],
        after.hand[seat],
        after.left[seat],
        after.under[seat],
        after.ship[seat],
        after.taken[seat],
    )
    for rank, (gain, move) in enumerate(purchases(Values(after, seat, mind), after)[:_PURCHASES]):
        plan = _with_the_rest(after.copy(), seat, move, mind)
        # Alternatives to the best purchase are worth a look, but after other routes.
        yield _Turn(gain - 0.3 * rank, plan), (*mine, *(_NUMBER.get(each, -1) for each in plan))


def _with_the_rest(world: NovgorodState, seat: int, purchase: Move, mind: BotParameters) -> Plan:
    """Return a purchase with what comes after it; the world is played along.

    A cheap mission may come beside the purchase, and the pirate last; a new card ends the plan, for a new search.
    """
    plan = [purchase]
    while not isinstance(plan[-1], BuyMission):
        world.play(plan[-1])
        if world.actor != seat or world.phase not in (BUY, CLOSE):
            break
        plan.append(quick_moves(world, mind)[0])
    return tuple(plan)
