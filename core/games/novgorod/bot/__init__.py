"""The evaluator of Novgorod for its bots: try whole turns over the seat's own next turns while the others sail on."""

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
from core.games.novgorod.moves import (
    BuyMission,
    BuyOffice,
    BuyShip,
    ClimbStep,
    FulfilLine,
    PickMission,
    PickOffice,
    StoreGood,
)
from core.games.novgorod.phases import CLOSE, INTRO, ROUTE, SIDES
from core.games.novgorod.rules.turn import next_turn
from core.games.novgorod.state import NovgorodState
from core.rng import Rng

#: What another seat gains in a round by its ship, the career row aside: by speed, and by round at most.
_PACE = (0, 0, 1, 2, 3, 4)


#: By feature: the moves that change what it counts.
_CAUSES: dict[str, tuple[type[Move], ...]] = {
    "career-row-seals": (ClimbStep,),
    "career-steps": (ClimbStep,),
    "steps-below-x": (ClimbStep,),
    "missions-in-hand": (PickMission, BuyMission, FulfilLine),
    "ship-speed": (BuyShip,),
    "offices": (PickOffice, BuyOffice),
    "stored-good": (StoreGood,),
}


class NovgorodEvaluator(Evaluator):
    """Evaluate a turn by playing it and the seat's next turns by the rollout policy, with foreseen opponents."""

    novice_temperature = 0.4
    apprentice_temperature = 1.35
    journeyman_temperature = 0.65
    adept_candidates = 10
    master_candidates = 24
    #: Some rollouts end the game and some do not: they compare only when all that the others have counts in full.
    opponent_weight = 1.0
    #: The seat's own turns in a rollout after the one that is tried; an adept's has fewer.
    horizon = 5
    adept_horizon = 1
    #: Whether a rollout uses the foreseen turns of the others, or gives them seals by the speed of their ships.
    foresees = True
    #: The horizons of a review, because one voyage more or less can reverse a comparison.
    horizons = (4, 5, 6, 7, 8, 9)

    def __init__(self, mind: BotParameters = MASTER) -> None:
        #: The parameters of the policy. The value at the end is the same for all levels, because tuning learns what to
        #: strive for and not what a state is worth.
        self.mind = mind
        self.weights = ADEPT_PARAMETERS.weights

    def for_adept(self) -> NovgorodEvaluator:
        """Return an evaluator with a shorter horizon and without the learned parameters of the master."""
        other = NovgorodEvaluator(ADEPT_PARAMETERS)._seeing(self.adept_horizon)
        other.foresees = False
        return other

    def variants(self) -> Sequence[NovgorodEvaluator]:
        return [self._seeing(horizon) for horizon in self.horizons]

    def reviewers(self) -> Sequence[NovgorodEvaluator]:
        """Return the master's and the adept's variants: what only the master's parameters call a mistake is none."""
        return [*self.variants(), *NovgorodEvaluator(ADEPT_PARAMETERS).variants()]

    def _seeing(self, horizon: int) -> NovgorodEvaluator:
        other = copy(self)
        other.horizon = horizon
        return other

    def rate_moves(self, state: NovgorodState, moves: Sequence[Move]) -> list[float]:
        """Rate the moves with the parameters of novices and adepts, without what masters have learned."""
        return rate(state, moves, ADEPT_PARAMETERS)

    def features(self, state: NovgorodState, seat: int) -> dict[str, float]:
        return Values(state, seat, ADEPT_PARAMETERS).features()

    def is_reason(self, feature: str, plans: Sequence[Plan]) -> bool:
        """Whether these turns themselves change what a feature counts; seals and ducats all do."""
        kinds = _CAUSES.get(feature)
        return kinds is None or any(isinstance(move, kinds) for plan in plans for move in plan)

    def policy(self, state: NovgorodState, rng: Rng) -> Sequence[Move]:
        """Return the rest of a phase or two, by the rollout policy."""
        return quick_moves(state, self.mind)

    def rollout(self, world: NovgorodState, plan: Plan, seat: int, rng: Rng) -> NovgorodState:
        """Play a turn, then the seat's own next turns by the policy; the others do as foreseen."""
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
        """Return the foreseen next turns of the others; none before the first voyage, when much is still open."""
        if not self.foresees or world.phase in (SIDES, INTRO):
            return iter(())
        return iter(foreseen(msgspec.msgpack.encode(world), seat, self.horizon + 1))

    def turn_continues(self, before: NovgorodState, after: NovgorodState) -> bool:
        """Whether the decisions form one plan: those before the first voyage and at the close of a turn are single."""
        return before.phase not in (SIDES, INTRO, CLOSE)

    def propose_turns(self, world: NovgorodState, rng: Rng, count: int) -> list[Plan]:
        return propose(world, self.mind, count)


def _pass_by(world: NovgorodState) -> None:
    """Give another seat its seals by its ship and its career row, instead of playing its turn."""
    seat = world.actor
    assert seat is not None
    world.seals[seat] += _PACE[world.speed[seat]] + ROW_SEALS[world.level[seat]]
    next_turn(world, None)


EVALUATOR = NovgorodEvaluator()
