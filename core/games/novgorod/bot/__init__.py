"""What Novgorod's bots think: whole turns, tried out over one's own next turns while the others sail on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy

import msgspec

from core.bots.evaluator import Evaluator, Plan
from core.game import Move
from core.games.novgorod.bot.move_rating import rate
from core.games.novgorod.bot.opponents import OpponentProgress, follow, foreseen
from core.games.novgorod.bot.proposals import propose
from core.games.novgorod.bot.rollout_policy import quick_moves, take_turn
from core.games.novgorod.bot.value import ADEPT_PARAMETERS, MASTER, BotParameters, Values
from core.games.novgorod.components import ROW_SEALS
from core.games.novgorod.phases import CLOSE, INTRO, ROUTE, SIDES
from core.games.novgorod.rules.turn import next_turn
from core.games.novgorod.state import NovgorodState
from core.rng import Rng

#: What another seat gains in a round by its ship, the career row aside: by speed, and by round at most.
_PACE = (0, 0, 1, 2, 3, 4)


class NovgorodEvaluator(Evaluator):
    """How Novgorod looks to its bots."""

    novice_temperature = 0.4
    adept_candidates = 10
    master_candidates = 24
    #: Some trials end the game and some do not: they compare only against all that the others have.
    opponent_weight = 1.0
    #: So many own turns are played in a trial after the one that is tried; by an adept, fewer.
    horizon = 5
    adept_horizon = 1
    #: Whether a trial knows how the others go on, or lets them pass by at the pace of their ships.
    foresees = True
    #: Looking back, a turn is seen from all of these: a voyage more or less can turn everything around.
    horizons = (4, 5, 6, 7, 8, 9)

    def __init__(self, mind: BotParameters = MASTER) -> None:
        #: What is sailed by. What a position is worth in the end is the same to all: a rule learns what to strive
        #: for, not what it comes to.
        self.mind = mind
        self.weights = ADEPT_PARAMETERS.weights

    def for_adept(self) -> NovgorodEvaluator:
        """An adept looks less far ahead, and has not learned what a master has."""
        other = NovgorodEvaluator(ADEPT_PARAMETERS)._seeing(self.adept_horizon)
        other.foresees = False
        return other

    def variants(self) -> Sequence[NovgorodEvaluator]:
        return [self._seeing(horizon) for horizon in self.horizons]

    def reviewers(self) -> Sequence[NovgorodEvaluator]:
        """By a master's mind alone everybody else would always err: what only a master makes of it is no error."""
        return [*self.variants(), *NovgorodEvaluator(ADEPT_PARAMETERS).variants()]

    def _seeing(self, horizon: int) -> NovgorodEvaluator:
        other = copy(self)
        other.horizon = horizon
        return other

    def rate_moves(self, state: NovgorodState, moves: Sequence[Move]) -> list[float]:
        """The cheap rule, as novices have it: without what masters have learned."""
        return rate(state, moves, ADEPT_PARAMETERS)

    def features(self, state: NovgorodState, seat: int) -> dict[str, float]:
        return Values(state, seat, ADEPT_PARAMETERS).features()

    def policy(self, state: NovgorodState, rng: Rng) -> Sequence[Move]:
        """The rest of a phase or two, by the rule."""
        return quick_moves(state, self.mind)

    def rollout(self, world: NovgorodState, plan: Plan, seat: int, rng: Rng) -> NovgorodState:
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

    def _others(self, world: NovgorodState, seat: int) -> Iterator[OpponentProgress]:
        """The others' next turns as they are foreseen; not before the first voyage, when much is still open."""
        if not self.foresees or world.phase in (SIDES, INTRO):
            return iter(())
        return iter(foreseen(msgspec.msgpack.encode(world), seat, self.horizon + 1))

    def turn_continues(self, before: NovgorodState, after: NovgorodState) -> bool:
        """What comes before the first voyage, and after the last, is decided one by one."""
        return before.phase not in (SIDES, INTRO, CLOSE)

    def propose_turns(self, world: NovgorodState, rng: Rng, count: int) -> list[Plan]:
        return propose(world, self.mind, count)


def _pass_by(world: NovgorodState) -> None:
    """Another seat's turn, not looked at closely: seals by its ship and its row."""
    seat = world.actor
    assert seat is not None
    world.seals[seat] += _PACE[world.speed[seat]] + ROW_SEALS[world.level[seat]]
    next_turn(world, None)


EVALUATOR = NovgorodEvaluator()
