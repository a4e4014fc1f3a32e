"""What Novgorod's bots think: whole turns, tried out over one's own next turns while the others sail on."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy

from core.bots.judge import Judge, Plan, best_move
from core.chance import Chance
from core.game import Move
from core.novgorod.components import CITY_COUNT, INCOME, ROW_SEALS
from core.novgorod.judge.eyes import MIND, Eyes, Mind, wanted_goods
from core.novgorod.judge.rule import rate
from core.novgorod.judge.turns import Sight, purchases, take_turn
from core.novgorod.moves import (
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
from core.novgorod.phases import BUY, CLOSE, INTRO, SIDES, USE
from core.novgorod.phases import ROUTE as ROUTE_PHASE
from core.novgorod.rules.turn import can_use, next_turn
from core.novgorod.state import Novgorod

#: What another seat gains in a round by its ship, the career row aside: by speed, and by round at most.
_PACE = (0, 0, 1, 2, 3, 4)
#: So many of the best uses are also tried with an afterthought, and so many purchases with each use.
_SECOND_THOUGHTS = 5
_PURCHASES = 4
#: The policy asks for luck and needs none.
_NO_LUCK = Chance(0)
_NUMBER: dict[Move, int] = {
    move: number for number, move in enumerate([PASS, BUY_SHIP, *BUY_OFFICE, *BUY_MISSION, *BUY_MISSION_CHEAP])
}


class NovgorodJudge(Judge):
    """How Novgorod looks to its bots."""

    novice_temperature = 0.4
    adept_plans = 10
    master_plans = 24
    #: Some trials end the game and some do not: they compare only against all that the others have.
    rivalry = 1.0
    #: So many own turns are played in a trial after the one that is tried; by an adept, fewer.
    horizon = 5
    adept_horizon = 1

    def __init__(self, mind: Mind = MIND) -> None:
        self.mind = mind
        self.weights = mind.weights

    def adept(self) -> NovgorodJudge:
        """An adept looks less far ahead."""
        near = copy(self)
        near.horizon = self.adept_horizon
        return near

    def rate(self, state: Novgorod, moves: Sequence[Move]) -> list[float]:
        return rate(state, moves, self.mind)

    def features(self, state: Novgorod, seat: int) -> dict[str, float]:
        return Eyes(state, seat, self.mind).features()

    def policy(self, state: Novgorod, rng: Chance) -> Sequence[Move]:
        """The rest of a phase or two, by the rule."""
        seat = state.actor
        assert seat is not None
        if state.phase in (ROUTE_PHASE, USE):
            return Sight(Eyes(state, seat, self.mind), state).best().moves
        if state.phase == BUY:
            return (purchases(Eyes(state, seat, self.mind), state)[0][1],)
        moves = state.moves()
        return (best_move(moves, self.rate(state, moves)),)

    def trial(self, world: Novgorod, plan: Plan, seat: int, rng: Chance) -> Novgorod:
        """Play a turn, then one's own next turns by the rule; the others gain what ships like theirs gain."""
        for move in plan:
            if world.actor != seat:
                break
            world.play(move)
        turns = self.horizon
        while world.actor is not None:
            if world.phase in (SIDES, INTRO, CLOSE):
                moves = world.moves()
                world.play(best_move(moves, self.rate(world, moves)))
            elif world.actor != seat:
                self._pass_by(world)
            elif world.phase == ROUTE_PHASE and not world.route:
                if not turns:
                    break
                turns -= 1
                take_turn(world, self.mind)
            else:
                take_turn(world, self.mind)
        return world

    @staticmethod
    def _pass_by(world: Novgorod) -> None:
        """Another seat's turn, not looked at closely: seals by its ship and its row."""
        seat = world.actor
        assert seat is not None
        world.seals[seat] += _PACE[world.speed[seat]] + ROW_SEALS[world.level[seat]]
        next_turn(world, None)

    def propose(self, world: Novgorod, rng: Chance, count: int) -> list[Plan]:
        """Whole turns as far as they can be foreseen, the likeliest first, the greedy one among them."""
        seat = world.actor
        assert seat is not None
        greedy = self._greedy(world)
        plans: dict[tuple[str, ...], Plan] = {tuple(m.notation for m in greedy): greedy}
        if world.phase in (SIDES, INTRO, CLOSE):
            moves = world.moves()
            order = sorted(zip(self.rate(world, moves), range(len(moves)), strict=True), reverse=True)
            for _, number in order:
                plans.setdefault((moves[number].notation,), (moves[number],))
            return list(plans.values())[:count]
        for _, plan in self._turns(world, seat, count):
            if len(plans) == count:
                break
            plans.setdefault(tuple(m.notation for m in plan), plan)
        return list(plans.values())

    def _turns(self, world: Novgorod, seat: int, count: int) -> list[tuple[float, Plan]]:
        """Uses of good routes, each with the purchases that go best with it; of turns that come to the same, one."""
        if world.phase == BUY:
            return [(gain, (move,)) for gain, move in purchases(Eyes(world, seat, self.mind), world)]
        best: dict[tuple[int, ...], tuple[float, Plan]] = {}
        for number, use in enumerate(Sight(Eyes(world, seat, self.mind), world).many(count)):
            before = world.copy()
            if not _playable(before, use.moves[:-1]):
                continue
            for change in ((), *(_afterthoughts(before, seat) if number < _SECOND_THOUGHTS else ())):
                after = before.copy()
                if not _playable(after, (*change, FINISH)):
                    continue
                worth = use.worth - 0.2 * len(change)
                for gain, plan, mark in self._purchases(after, seat):
                    found = worth + gain, (*use.moves[:-1], *change, FINISH, *plan)
                    if mark not in best or found[0] > best[mark][0]:
                        best[mark] = found
        return sorted(best.values(), key=lambda pair: -pair[0])

    def _purchases(self, after: Novgorod, seat: int) -> list[tuple[float, Plan, tuple[int, ...]]]:
        """The best purchases after a route: what they gain, the moves, and what tells such turns apart."""
        mine = (
            after.seals[seat],
            after.level[seat],
            after.hand[seat],
            after.left[seat],
            after.under[seat],
            after.ship[seat],
            after.taken[seat],
        )
        found: list[tuple[float, Plan, tuple[int, ...]]] = []
        for rank, (gain, move) in enumerate(purchases(Eyes(after, seat, self.mind), after)[:_PURCHASES]):
            plan: list[Move] = [move]
            then = after.copy()
            # A cheap mission may come beside the purchase, and the pirate last; a new card is worth a new thought.
            while not isinstance(plan[-1], BuyMission):
                then.play(plan[-1])
                if then.actor != seat or then.phase not in (BUY, CLOSE):
                    break
                plan.append(self.policy(then, _NO_LUCK)[0])
            # Alternatives to the best purchase are worth a look, but after other routes.
            found.append((gain - 0.3 * rank, tuple(plan), (*mine, *(_NUMBER.get(m, -1) for m in plan))))
        return found

    def _greedy(self, world: Novgorod) -> Plan:
        """The turn by the cheap rule, up to where something hidden is revealed."""
        seat, round_ = world.actor, world.round
        after = world.copy()
        plan: list[Move] = []
        while after.actor == seat and after.round == round_ and len(plan) < 60:
            moves = after.moves()
            move = best_move(moves, self.rate(after, moves)) if len(moves) > 1 else moves[0]
            plan.append(move)
            if isinstance(move, BuyMission) or after.phase in (SIDES, INTRO):
                break
            after.play(move)
        return tuple(plan)


def _afterthoughts(s: Novgorod, seat: int) -> list[tuple[Move, ...]]:
    """What else could be done before the route is finished: keep a good, or use Income +2."""
    changes: list[tuple[Move, ...]] = []
    if can_use(s, seat, INCOME):
        changes.append((EXTRA_INCOME,))
    if not s.stored:
        wanted = wanted_goods(s, seat)
        own = s.units & s.offices[seat]
        changes += [(STORE[city],) for city in range(CITY_COUNT) if own & wanted & 1 << city]
    return changes


def _playable(world: Novgorod, moves: Sequence[Move]) -> bool:
    """Whether these moves are legal one after the other; the world is played along."""
    for move in moves:
        if move not in world.moves():
            return False
        world.play(move)
    return True


JUDGE = NovgorodJudge()
