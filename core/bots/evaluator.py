"""What a game tells its bots: the one part of their thinking that is the game's own.

A game's `judge.py` has a `JUDGE`, an object of a subclass. The search (`core.bots.search`) is shared by all games.
"""

import math
import tomllib
from collections.abc import Sequence
from importlib import resources
from typing import Any

from core.game import Move, State
from core.rng import Rng

#: A chain of moves of one seat: a turn, or the part of it that can be foreseen.
Plan = tuple[Move, ...]


def load_weights(package: str) -> dict[str, float]:
    """The weights of a game's features, from its `weights.toml`."""
    text = resources.files(package).joinpath("weights.toml").read_text("utf-8")
    return {name: float(weight) for name, weight in tomllib.loads(text)["weights"].items()}


class Evaluator:
    """How a game looks to its bots. Every position given to it is an imagined one."""

    #: What each feature counts, in points, by the id for which the game has a label: hints speak of them.
    weights: dict[str, float] = {"points": 1.0}
    #: How far a novice strays from what looks best, in points.
    novice_temperature = 1.0
    #: How many whole turns the adept and the master consider.
    adept_candidates = 12
    master_candidates = 24
    #: How much the mean of the others counts against one's own value, where there are several.
    opponent_weight = 0.5
    #: From so many points on a turn that is clearly worse than the best is a mistake; a quarter is not worth a word.
    mistake_threshold = 2.0
    #: A rollout ends after this many moves at the latest.
    max_rollout_moves = 400

    def for_adept(self) -> "Evaluator":
        """The judge as an adept has it; a game may let its adepts look less far ahead."""
        return self

    def variants(self) -> "Sequence[Evaluator]":
        """Judges that look differently far ahead: what they do not agree on is not clear, however often it is tried."""
        return (self,)

    def reviewers(self) -> "Sequence[Evaluator]":
        """Who looks at a turn in a review: what they do not agree on is not called a mistake."""
        return self.variants()

    def rate_moves(self, state: Any, moves: Sequence[Move]) -> list[float]:
        """The cheap rule: how good each legal move looks to the actor, in points or so."""
        return [0.0] * len(moves)

    def rate_for_hint(self, state: Any, moves: Sequence[Move]) -> list[float]:
        """How good each legal move looks to whoever gives tips where nothing can be tried: by the cheap rule."""
        return self.rate_moves(state, moves)

    def features(self, state: Any, seat: int) -> dict[str, float]:
        """What matters about a position to a seat, by the names in `weights`."""
        return {"points": float(state.scores()[seat])}

    def value(self, state: Any, seat: int) -> float:
        """What a position is worth to a seat, in points: the features by their weights."""
        weights = self.weights
        return sum(weights[name] * amount for name, amount in self.features(state, seat).items())

    def time_share(self, state: Any) -> float:
        """What part of a turn's time this decision gets, where a turn has several that are thought about."""
        return 1.0

    def is_rollout_done(self, state: Any, seat: int, began: int) -> bool:
        """Whether a rollout that began in round `began` has come far enough to be valued: that round is over."""
        return bool(state.round > began)

    def rollout(self, world: Any, plan: Plan, seat: int, rng: Rng) -> Any:
        """Play a turn in this world, then let the policy go on to where it settles; returns the world."""
        began = world.round
        for move in plan:
            if world.actor != seat or move not in world.legal_moves():
                break  # this world turned out otherwise: the policy goes on from here
            world.play(move)
        moves = 0
        while (
            world.actor is not None and moves < self.max_rollout_moves and not self.is_rollout_done(world, seat, began)
        ):
            for move in self.policy(world, rng):
                world.play(move)
                moves += 1
        return world

    def repeated_rollout(self, world: Any, plan: Plan, seat: int, rng: Rng, tried: int) -> Any:
        """A trial of a turn that was tried so often before: a game may look closer at turns still in the race."""
        return self.rollout(world, plan, seat, rng)

    def policy(self, state: Any, rng: Rng) -> Sequence[Move]:
        """How rollouts go on: one move or several, quickly. The best of a few random ones by the cheap rule."""
        moves = state.legal_moves()
        if len(moves) > 8:
            moves = [moves[rng.randrange(len(moves))] for _ in range(8)]
        return (best_move(moves, self.rate_moves(state, moves)),)

    def playout_policy(self, state: Any, rng: Rng) -> Sequence[Move]:
        """How a whole game is played to its end for a look at what is to be expected: sensibly, and quickly."""
        return self.policy(state, rng)

    def can_search(self, state: Any) -> bool:
        """Whether trials can tell the choices of this decision apart; otherwise a rule or a whim makes it."""
        return True

    def turn_continues(self, before: Any, after: Any) -> bool:
        """Whether the actor's turn goes on after a move, or the next decision is thought about anew.

        Asked only where the same seat decides in the same round, and nothing hidden came to light.
        """
        return True

    def propose_turns(self, world: Any, rng: Rng, count: int) -> list[Plan]:
        """Up to `count` different turns worth thinking about, the likeliest first, made of legal moves.

        This one samples: the greedy turn first, then turns that stray from it more and more.
        """
        plans: dict[tuple[str, ...], Plan] = {}
        for attempt in range(2 * count):
            temperature = self.novice_temperature * attempt / count
            plan = self.sample_turn(world.copy(), rng, temperature)
            plans.setdefault(tuple(move.notation for move in plan), plan)
            if len(plans) == count:
                break
        return list(plans.values())

    def sample_turn(self, world: State, rng: Rng, temperature: float) -> Plan:
        """One turn of the actor, by the cheap rule with some straying; the world is played along."""
        seat, round_ = world.actor, world.round
        plan: list[Move] = []
        while world.actor == seat and world.round == round_ and len(plan) < 60:
            moves = world.legal_moves()
            move = softmax_move(moves, self.rate_moves(world, moves), rng, temperature) if len(moves) > 1 else moves[0]
            plan.append(move)
            world.play(move)
        return tuple(plan)


def best_move(moves: Sequence[Move], ratings: Sequence[float]) -> Move:
    """The first of the moves that are rated highest."""
    return moves[max(range(len(moves)), key=ratings.__getitem__)]


def softmax_move(moves: Sequence[Move], ratings: Sequence[float], rng: Rng, temperature: float) -> Move:
    """A move drawn with odds by its rating: the higher the temperature, the further from the best."""
    if temperature <= 0:
        return best_move(moves, ratings)
    best = max(ratings)
    weights = [math.exp((rating - best) / temperature) for rating in ratings]
    mark = rng.random() * sum(weights)
    for move, weight in zip(moves, weights, strict=True):
        mark -= weight
        if mark < 0:
            return move
    return moves[-1]
