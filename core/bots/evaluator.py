"""What a game tells its bots: move ratings, features, values, rollouts and proposals.

A game's `bot` package has an `EVALUATOR`, an object of a subclass. The search (`core.bots.search`) is shared by all
games.
"""

import math
import tomllib
from collections.abc import Sequence
from importlib import resources
from typing import Any, TypeVar

from core.game import Move, State
from core.rng import Rng

#: The moves of one turn, or of the part of it that can be foreseen.
Plan = tuple[Move, ...]
Option = TypeVar("Option")


def load_weights(package: str) -> dict[str, float]:
    """Read the weights of a game's features from its `weights.toml`."""
    text = resources.files(package).joinpath("weights.toml").read_text("utf-8")
    return {name: float(weight) for name, weight in tomllib.loads(text)["weights"].items()}


class Evaluator:
    """What a game tells its bots. Every state that it is given is determinized."""

    #: The worth of each feature in points, by its id; the game has a label for each, because hints name them.
    weights: dict[str, float] = {"points": 1.0}
    #: How far a novice strays from the move that is rated highest, in points.
    novice_temperature = 1.0
    #: How many turns an apprentice and a journeyman choose from; 0: as many as the adept.
    straying_candidates = 0
    #: How far an apprentice and a journeyman stray from the turn that an adept would make, in points.
    apprentice_temperature = 3.0
    journeyman_temperature = 1.0
    #: How many whole turns the adept and the master consider.
    adept_candidates = 12
    master_candidates = 24
    #: How many the master considers in less than 0.15 s, where finding them takes much of that; 0: as many.
    brief_candidates = 0
    #: How much the mean value of the others counts against a seat's own, where there are several.
    opponent_weight = 0.5
    #: From so many points on, a turn that is clearly worse than the best is a mistake; a quarter is not mentioned.
    mistake_threshold = 2.0
    #: Whether a rollout is valued by the points that come in it, without those that a seat had before.
    values_what_comes = False
    #: A rollout ends after this many moves at the latest.
    max_rollout_moves = 400

    def for_adept(self) -> "Evaluator":
        """Return the evaluator for adepts; a game may let them look less far ahead."""
        return self

    def variants(self) -> "Sequence[Evaluator]":
        """Return evaluators with different horizons.

        A difference on which they disagree is not significant, however many rollouts confirm it.
        """
        return (self,)

    def reviewers(self) -> "Sequence[Evaluator]":
        """Return the evaluators of a review; a turn on which they disagree is not called a mistake."""
        return self.variants()

    def rate_moves(self, state: Any, moves: Sequence[Move]) -> list[float]:
        """Rate each legal move for the actor by a cheap rule, roughly in points."""
        return [0.0] * len(moves)

    def rate_for_hint(self, state: Any, moves: Sequence[Move]) -> list[float]:
        """Rate each legal move for a hint where nothing can be searched; by default as `rate_moves`."""
        return self.rate_moves(state, moves)

    def features(self, state: Any, seat: int) -> dict[str, float]:
        """Return the amounts of what matters about a state to a seat, by the names in `weights`."""
        return {"points": float(state.scores()[seat])}

    def is_reason(self, feature: str, plans: Sequence[Plan]) -> bool:
        """Whether a feature can be a reason for one of these turns, and not only for what follows it later."""
        return True

    def value(self, state: Any, seat: int) -> float:
        """Return the worth of a state to a seat in points: the weighted sum of its features."""
        weights = self.weights
        return sum(weights[name] * amount for name, amount in self.features(state, seat).items())

    def time_share(self, state: Any) -> float:
        """Return the share of a turn's time for this decision, where a turn has several that are searched."""
        return 1.0

    def is_rollout_done(self, state: Any, seat: int, began: int) -> bool:
        """Whether a rollout that began in round `began` can be valued; by default, when that round is over."""
        return bool(state.round > began)

    def rollout(self, world: Any, plan: Plan, seat: int, rng: Rng) -> Any:
        """Play a turn in this world, then moves of the policy to where it is valued; return the world."""
        began = world.round
        for move in plan:
            if world.actor != seat or move not in world.legal_moves():
                break  # the plan does not fit this world: the policy goes on from here
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
        """Roll out a turn that has `tried` rollouts already; a game may spend more on turns that are still compared."""
        return self.rollout(world, plan, seat, rng)

    def policy(self, state: Any, rng: Rng) -> Sequence[Move]:
        """Choose the next move or moves of a rollout, quickly; by default the best rated of eight random ones."""
        moves = state.legal_moves()
        if len(moves) > 8:
            moves = [moves[rng.randrange(len(moves))] for _ in range(8)]
        return (best_move(moves, self.rate_moves(state, moves)),)

    def playout_policy(self, state: Any, rng: Rng) -> Sequence[Move]:
        """Choose the next moves when a whole game is played to its end for an estimate: sensibly, and quickly."""
        return self.policy(state, rng)

    def can_search(self, state: Any) -> bool:
        """Whether rollouts can tell the choices of this decision apart; otherwise a rule or chance decides."""
        return True

    def turn_continues(self, before: Any, after: Any) -> bool:
        """Whether the actor's turn goes on after a move; otherwise the next decision is searched anew.

        Called only where the same seat decides in the same round and nothing hidden was shown.
        """
        return True

    def propose_turns(self, world: Any, rng: Rng, count: int) -> list[Plan]:
        """Return up to `count` different turns worth a search, the likeliest first, made of legal moves.

        By default they are sampled: the greedy turn first, then turns that stray from it more and more.
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
        """Sample one turn of the actor by the move ratings and a temperature, and play it in the world."""
        seat, round_ = world.actor, world.round
        plan: list[Move] = []
        while world.actor == seat and world.round == round_ and len(plan) < 60:
            moves = world.legal_moves()
            move = (
                softmax_choice(moves, self.rate_moves(world, moves), rng, temperature) if len(moves) > 1 else moves[0]
            )
            plan.append(move)
            world.play(move)
        return tuple(plan)


def best_move(moves: Sequence[Move], ratings: Sequence[float]) -> Move:
    """Return the first of the moves that are rated highest."""
    return moves[max(range(len(moves)), key=ratings.__getitem__)]


def softmax_choice(options: Sequence[Option], ratings: Sequence[float], rng: Rng, temperature: float) -> Option:
    """Draw an option with odds by its rating: the higher the temperature, the further from the best."""
    if temperature <= 0 or len(options) == 1:
        return options[max(range(len(options)), key=ratings.__getitem__)]
    best = max(ratings)
    weights = [math.exp((rating - best) / temperature) for rating in ratings]
    mark = rng.random() * sum(weights)
    for option, weight in zip(options, weights, strict=True):
        mark -= weight
        if mark < 0:
            return option
    return options[-1]
