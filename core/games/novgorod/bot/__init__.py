"""What Novgorod's bots think: whole turns, tried out over one's own next turns while the others sail on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy

import msgspec

from core.bots.evaluator import Judge, Plan
from core.game import Move
from core.games.novgorod.bot.move_rating import rate
from core.games.novgorod.bot.opponents import Progress, follow, foreseen
from core.games.novgorod.bot.proposals import propose
from core.games.novgorod.bot.rollout_policy import quick_moves, take_turn
from core.games.novgorod.bot.value import MASTER, MIND, Mind, Values
from core.games.novgorod.components import ROW_SEALS
from core.games.novgorod.phases import CLOSE, INTRO, ROUTE, SIDES
from core.games.novgorod.rules.turn import next_turn
from core.games.novgorod.state import Novgorod
from core.rng import Chance

#: What another seat gains in a round by its ship, the career row aside: by speed, and by round at most.
_PACE = (0, 0, 1, 2, 3, 4)


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
    #: Whether a trial knows how the others go on, or lets them pass by at the pace of their ships.
    foresees = True
    #: Looking back, a turn is seen from all of these: a voyage more or less can turn everything around.
    horizons = (4, 5, 6, 7, 8, 9)

    def __init__(self, mind: Mind = MASTER) -> None:
        #: What is sailed by. What a position is worth in the end is the same to all: a rule learns what to strive
        #: for, not what it comes to.
        self.mind = mind
        self.weights = MIND.weights

    def adept(self) -> NovgorodJudge:
        """An adept looks less far ahead, and has not learned what a master has."""
        other = NovgorodJudge(MIND)._seeing(self.adept_horizon)
        other.foresees = False
        return other

    def views(self) -> Sequence[NovgorodJudge]:
        return [self._seeing(horizon) for horizon in self.horizons]

    def critics(self) -> Sequence[NovgorodJudge]:
        """By a master's mind alone everybody else would always err: what only a master makes of it is no error."""
        return [*self.views(), *NovgorodJudge(MIND).views()]

    def _seeing(self, horizon: int) -> NovgorodJudge:
        other = copy(self)
        other.horizon = horizon
        return other

    def rate(self, state: Novgorod, moves: Sequence[Move]) -> list[float]:
        """The cheap rule, as novices have it: without what masters have learned."""
        return rate(state, moves, MIND)

    def features(self, state: Novgorod, seat: int) -> dict[str, float]:
        return Values(state, seat, MIND).features()

    def policy(self, state: Novgorod, rng: Chance) -> Sequence[Move]:
        """The rest of a phase or two, by the rule."""
        return quick_moves(state, self.mind)

    def trial(self, world: Novgorod, plan: Plan, seat: int, rng: Chance) -> Novgorod:
        """Play a turn, then one's own next turns by the rule; the others do as was foreseen."""
        others = self._others(world, seat)
        for move in plan:
            if world.actor != seat:
                break
            world.play(move)
        turns = self.horizon
        while world.actor is not None:
            if world.phase in (SIDES, INTRO, CLOSE):
                world.play(quick_moves(world, self.mind)[0])
            elif world.actor != seat:
                if ahead := next(others, None):
                    follow(world, ahead)
                else:
                    _pass_by(world)
            else:
                if world.phase == ROUTE and not world.route:
                    if not turns:
                        break
                    turns -= 1
                take_turn(world, self.mind)
        return world

    def _others(self, world: Novgorod, seat: int) -> Iterator[Progress]:
        """The others' next turns as they are foreseen; not before the first voyage, when much is still open."""
        if not self.foresees or world.phase in (SIDES, INTRO):
            return iter(())
        return iter(foreseen(msgspec.msgpack.encode(world), seat, self.horizon + 1))

    def goes_on(self, before: Novgorod, after: Novgorod) -> bool:
        """What comes before the first voyage, and after the last, is decided one by one."""
        return before.phase not in (SIDES, INTRO, CLOSE)

    def propose(self, world: Novgorod, rng: Chance, count: int) -> list[Plan]:
        return propose(world, self.mind, count)


def _pass_by(world: Novgorod) -> None:
    """Another seat's turn, not looked at closely: seals by its ship and its row."""
    seat = world.actor
    assert seat is not None
    world.seals[seat] += _PACE[world.speed[seat]] + ROW_SEALS[world.level[seat]]
    next_turn(world, None)


JUDGE = NovgorodJudge()
