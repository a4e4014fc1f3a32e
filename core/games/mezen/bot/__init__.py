"""The evaluator of Mezen: ratings of single moves, and the value of whole turns.

proposals.py       turns worth a search
rollout.py         the outcome of a turn
painting_value.py  the worth of a painting at the start of a round
planner.py         which tiles to lift and where to place them, for one painting
lift_estimates.py  what a lift promises for a goal, without placing its tiles
bitboards.py       paintings as columns of bits, on which all of this works
arrangement.py     a good arrangement for a player who asks for one
tune.py            fits the weights to games
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import Any

from core.bots.evaluator import Evaluator, Plan, best_move, load_weights
from core.game import Move
from core.games.mezen.bot.bitboards import ACROSS, across, to_bitboards
from core.games.mezen.bot.planner import AMULET, LiftEstimator, aim_for, climb
from core.games.mezen.bot.proposals import arrangements, lifting
from core.games.mezen.bot.rollout import Forecast, forecast, standing
from core.games.mezen.components import EMPTY, REFUSAL, ROUNDS, SPRUCE, flood
from core.games.mezen.groups import takeable
from core.games.mezen.moves import Announce, BridgeTile, Exclude, KeepAnimal, LiftGroup, Pay, PlaceTile, TakePoints
from core.games.mezen.phases import ANNOUNCING, LIFTING, PAYING, PLACING, SCORING
from core.games.mezen.rules import kept_animal
from core.games.mezen.scoring import codes_of, goal_points
from core.games.mezen.state import MezenState
from core.rng import Rng

#: When taking points and taking amulets differ by so many points, only the better one is searched.
_CLEAR = 2.5


class MezenEvaluator(Evaluator):
    """What Mezen tells its bots."""

    weights = load_weights("core.games.mezen.bot")
    novice_temperature = 0.9
    apprentice_temperature = 0.7
    journeyman_temperature = 0.33
    adept_candidates = 12
    master_candidates = 20
    values_what_comes = True
    #: Whether rollouts play whole rounds after this one, or only estimate the next goal.
    far = True
    #: The weight of the next goal for an adept.
    adept_foresight = 0.25

    def for_adept(self) -> MezenEvaluator:
        """Return an evaluator for this goal, and a little for the next one."""
        near = copy(self)
        near.far = False
        near.weights = {**self.weights, "points-next-round": self.adept_foresight}
        return near

    # Move ratings

    def rate_moves(self, state: MezenState, moves: Sequence[Move]) -> list[float]:
        """Rate each move in points. The backs in this state are determinized."""
        seat = state.actor
        assert seat is not None
        if isinstance(moves[0], PlaceTile):
            return _rate_places(state, seat, moves)
        glance = _glance(state, seat)
        return [_rating(state, seat, move, glance) for move in moves]

    # Whole turns

    def propose_turns(self, world: MezenState, rng: Rng, count: int) -> list[Plan]:
        """Return lifts with their amulets, or arrangements with what they score, the likeliest first."""
        seat = world.actor
        assert seat is not None
        if world.phase in (LIFTING, PLACING) or (world.players == 1 and world.phase == ANNOUNCING):
            if world.phase == PLACING:
                plans = arrangements(world, seat, rng, count, self.far)
            else:
                plans = lifting(world, seat, rng, count, self.far)
            greedy = self._greedy(world, seat)
            if count > 1 and greedy not in plans:
                plans[count - 1 :] = [greedy]
            return plans
        moves = world.legal_moves()
        ratings = self.rate_moves(world, moves)
        ranked = sorted(range(len(moves)), key=lambda i: -ratings[i])
        if world.phase == SCORING and ratings[ranked[0]] > ratings[ranked[-1]] + _CLEAR:
            ranked = ranked[:1]
        return [(moves[i],) for i in ranked]

    def _greedy(self, world: MezenState, seat: int) -> Plan:
        """Return the turn of the highest rated moves, up to where backs are revealed or others decide."""
        world, plan = world.copy(), list[Move]()
        round_ = world.round
        while world.actor == seat and world.round == round_ and (world.players == 1 or world.phase != SCORING):
            moves = world.legal_moves()
            plan.append(best_move(moves, self.rate_moves(world, moves)))
            world.play(plan[-1])
            if isinstance(plan[-1], LiftGroup):
                break
        return tuple(plan)

    def time_share(self, state: MezenState) -> float:
        """Return the share of time: most for the lift, which a solo game plans when announcing, less for placing."""
        alone = state.players == 1
        return {ANNOUNCING: 0.6 if alone else 0.25, PLACING: 0.4 if alone else 0.3, LIFTING: 0.4}.get(
            state.phase, 0.25 if state.phase == PAYING else 0.05
        )

    def rollout(self, world: MezenState, plan: Plan, seat: int, rng: Rng) -> Forecast:
        """Return the forecast of a turn in this world, which follows the seat's own painting only."""
        return forecast(world, plan, seat, rng, self.far)

    def features(self, state: Any, seat: int) -> dict[str, float]:
        """Return the features of a forecast; of a state, the points so far and what the painting promises."""
        if isinstance(state, Forecast):
            return state.features
        return standing(state, seat)

    def policy(self, state: MezenState, rng: Rng) -> Sequence[Move]:
        """Return the first turn proposed, or the part of it that can be foreseen."""
        return self.propose_turns(state, rng, 1)[0]

    def playout_policy(self, state: MezenState, rng: Rng) -> Sequence[Move]:
        """Return the highest rated move; the ratings consider the whole hand anyway."""
        moves = state.legal_moves()
        return (best_move(moves, self.rate_moves(state, moves)),)

    def turn_continues(self, before: MezenState, after: MezenState) -> bool:
        """Whether a turn goes on: placing is searched anew after lifting, even when all backs were known before."""
        return not (before.phase == LIFTING and after.phase == PLACING)


def _glance(state: MezenState, seat: int) -> LiftEstimator:
    next_goal = state.deck[state.round] if state.round < ROUNDS else -1
    return LiftEstimator(to_bitboards(state.paintings[seat]), state.deck[state.round - 1], next_goal, state.round)


def _best_lift(glance: LiftEstimator, animal: int, bridges: int = 0, excluded: int = 0) -> float:
    """Return what the best group of an animal promises with these amulets."""
    groups = takeable(glance.shown[animal], glance.shown[SPRUCE], bridges, excluded)
    return max((glance.estimate(group & ~bridges) for group in groups), default=0.0)


def _rating(state: MezenState, seat: int, move: Move, glance: LiftEstimator) -> float:
    price = AMULET[state.round]
    bridges, excluded = across(state.bridges), across(state.excluded)
    match move:
        case Announce(symbol=symbol):
            return _best_lift(glance, symbol)
        case KeepAnimal():
            animal = kept_animal(state, seat)
            return _best_lift(glance, animal) if animal >= 0 else glance.estimate(0)
        case Pay(symbol=symbol):
            return _best_lift(glance, symbol) - price
        case LiftGroup(cell=cell):
            tiles = glance.shown[state.animals[seat]] | glance.shown[SPRUCE] | bridges
            group = flood(1 << ACROSS[cell], tiles & ~excluded)
            return glance.estimate(group & ~bridges)
        case BridgeTile(cell=cell):
            return _best_lift(glance, state.animals[seat], bridges | 1 << ACROSS[cell], excluded) - price
        case Exclude(cell=cell):
            return _best_lift(glance, state.animals[seat], bridges, excluded | 1 << ACROSS[cell]) - price
        case TakePoints():
            return float(goal_points(codes_of(state.paintings[seat]), state.goal))
    return min(REFUSAL, state.pool) * AMULET[state.round]


def _rate_places(state: MezenState, seat: int, moves: Sequence[Move]) -> list[float]:
    """Rate cells by the value of the painting with the next tile there and the others arranged around it."""
    next_goal = state.deck[state.round] if state.round < ROUNDS else -1
    aim = aim_for(state.deck[state.round - 1], next_goal, state.round)
    fallen = to_bitboards(state.paintings[seat])
    ratings = []
    for move in moves:
        assert isinstance(move, PlaceTile)
        cell = ACROSS[move.cell]
        fallen[cell] = state.hand[0]
        ratings.append(climb(fallen, state.hand[1:], aim)[0])
        fallen[cell] = EMPTY
    return ratings


EVALUATOR = MezenEvaluator()
