"""What looks good in Mezen: the cheap rule for single moves, and how whole turns are judged.

proposals.py       turns worth thinking about
rollout.py         how a turn comes out
painting_value.py  what a painting is worth at the start of a round
plans.py           which tiles to lift and where to put them, for one painting
estimates.py       what a lift promises for a goal without placing its tiles
bitboards.py       paintings as columns of bits, on which all of this happens
arrangement.py     a good arrangement for a person who asks for one
tune.py            fits the weights to games
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import Any

from core.bots.evaluator import Judge, Plan, best_move, load_weights
from core.game import Move
from core.games.mezen.bot.bitboards import ACROSS, across, sketch_of
from core.games.mezen.bot.planner import AMULET, Glance, aim_for, climb
from core.games.mezen.bot.proposals import arrangements, lifting
from core.games.mezen.bot.rollout import Forecast, forecast, standing
from core.games.mezen.components import EMPTY, REFUSAL, ROUNDS, SPRUCE, flood
from core.games.mezen.groups import takeable
from core.games.mezen.moves import Announce, Bridge, Exclude, Keep, Pay, Place, Score, Take
from core.games.mezen.phases import ANNOUNCING, LIFTING, PAYING, PLACING, SCORING
from core.games.mezen.rules import kept_animal
from core.games.mezen.scoring import codes_of, goal_points
from core.games.mezen.state import Mezen
from core.rng import Chance

#: With so many points between points and amulets there is nothing to think about.
_CLEAR = 2.5


class MezenJudge(Judge):
    """How Mezen looks to its bots."""

    weights = load_weights("core.games.mezen.bot")
    novice_temperature = 0.9
    adept_plans = 12
    master_plans = 20
    #: Whether whole rounds after this one are imagined, or the next goal is only looked at.
    far = True
    #: What the next goal counts for an adept.
    adept_foresight = 0.25

    def adept(self) -> MezenJudge:
        """An adept thinks of this goal, and a little of the next one."""
        near = copy(self)
        near.far = False
        near.weights = {**self.weights, "points-next-round": self.adept_foresight}
        return near

    # The cheap rule

    def rate(self, state: Mezen, moves: Sequence[Move]) -> list[float]:
        """How good each move looks, in points. The backs in this position are imagined ones."""
        seat = state.actor
        assert seat is not None
        if isinstance(moves[0], Place):
            return _rate_places(state, seat, moves)
        glance = _glance(state, seat)
        return [_rating(state, seat, move, glance) for move in moves]

    # Whole turns

    def propose(self, world: Mezen, rng: Chance, count: int) -> list[Plan]:
        """Lifts with their amulets, or arrangements with what they score, the likeliest first."""
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
        moves = world.moves()
        ratings = self.rate(world, moves)
        ranked = sorted(range(len(moves)), key=lambda i: -ratings[i])
        if world.phase == SCORING and ratings[ranked[0]] > ratings[ranked[-1]] + _CLEAR:
            ranked = ranked[:1]
        return [(moves[i],) for i in ranked]

    def _greedy(self, world: Mezen, seat: int) -> Plan:
        """The turn by the cheap rule, up to where backs are turned up or others have their say."""
        world, plan = world.copy(), list[Move]()
        round_ = world.round
        while world.actor == seat and world.round == round_ and (world.players == 1 or world.phase != SCORING):
            moves = world.moves()
            plan.append(best_move(moves, self.rate(world, moves)))
            world.play(plan[-1])
            if isinstance(plan[-1], Take):
                break
        return tuple(plan)

    def share(self, state: Mezen) -> float:
        """Lifting deserves more time than placing; announcing to others, or paying them, takes a part of it."""
        alone = state.players == 1
        return {ANNOUNCING: 0.6 if alone else 0.25, PLACING: 0.4 if alone else 0.3, LIFTING: 0.4}.get(
            state.phase, 0.25 if state.phase == PAYING else 0.05
        )

    def trial(self, world: Mezen, plan: Plan, seat: int, rng: Chance) -> Forecast:
        """How a turn comes out in this world, as far as one's own painting tells."""
        return forecast(world, plan, seat, rng, self.far)

    def features(self, state: Any, seat: int) -> dict[str, float]:
        """How a turn came out; of a position, what it has brought so far and what lies on the table."""
        if isinstance(state, Forecast):
            return state.features
        return standing(state, seat)

    def policy(self, state: Mezen, rng: Chance) -> Sequence[Move]:
        """A whole turn, or what can be foreseen of it, without a second thought."""
        return self.propose(state, rng, 1)[0]

    def play_on(self, state: Mezen, rng: Chance) -> Sequence[Move]:
        """By the cheap rule, which looks at the whole hand anyway."""
        moves = state.moves()
        return (best_move(moves, self.rate(state, moves)),)

    def goes_on(self, before: Mezen, after: Mezen) -> bool:
        """Arranging is thought about anew, even when all backs were known before."""
        return not (before.phase == LIFTING and after.phase == PLACING)


def _glance(state: Mezen, seat: int) -> Glance:
    next_goal = state.deck[state.round] if state.round < ROUNDS else -1
    return Glance(sketch_of(state.paintings[seat]), state.deck[state.round - 1], next_goal, state.round)


def _best_lift(glance: Glance, animal: int, bridges: int = 0, excluded: int = 0) -> float:
    """What the best group of an animal promises with these amulets."""
    groups = takeable(glance.shown[animal], glance.shown[SPRUCE], bridges, excluded)
    return max((glance.promise(group & ~bridges) for group in groups), default=0.0)


def _rating(state: Mezen, seat: int, move: Move, glance: Glance) -> float:
    price = AMULET[state.round]
    bridges, excluded = across(state.bridges), across(state.excluded)
    match move:
        case Announce(symbol=symbol):
            return _best_lift(glance, symbol)
        case Keep():
            animal = kept_animal(state, seat)
            return _best_lift(glance, animal) if animal >= 0 else glance.promise(0)
        case Pay(symbol=symbol):
            return _best_lift(glance, symbol) - price
        case Take(cell=cell):
            tiles = glance.shown[state.animals[seat]] | glance.shown[SPRUCE] | bridges
            group = flood(1 << ACROSS[cell], tiles & ~excluded)
            return glance.promise(group & ~bridges)
        case Bridge(cell=cell):
            return _best_lift(glance, state.animals[seat], bridges | 1 << ACROSS[cell], excluded) - price
        case Exclude(cell=cell):
            return _best_lift(glance, state.animals[seat], bridges, excluded | 1 << ACROSS[cell]) - price
        case Score():
            return float(goal_points(codes_of(state.paintings[seat]), state.goal))
    return min(REFUSAL, state.pool) * AMULET[state.round]


def _rate_places(state: Mezen, seat: int, moves: Sequence[Move]) -> list[float]:
    """What the painting comes to with the next tile there and the others arranged around it."""
    next_goal = state.deck[state.round] if state.round < ROUNDS else -1
    aim = aim_for(state.deck[state.round - 1], next_goal, state.round)
    fallen = sketch_of(state.paintings[seat])
    ratings = []
    for move in moves:
        assert isinstance(move, Place)
        cell = ACROSS[move.cell]
        fallen[cell] = state.hand[0]
        ratings.append(climb(fallen, state.hand[1:], aim)[0])
        fallen[cell] = EMPTY
    return ratings


JUDGE = MezenJudge()
