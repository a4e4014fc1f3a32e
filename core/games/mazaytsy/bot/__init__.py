"""The evaluators of Mazaytsy for its bots.

`move_rating` rates single moves, `value` a whole state, and `proposals` proposes whole turns; `rollout_policy` plays
on from there. They use `distances` (in turns) and `reachability` (where a boat can go in one turn). For the master
with two players, `careful_policy` lays the cards better, and `learned_value` values a state with what `tune` has
learned.
"""

from collections.abc import Sequence
from copy import copy
from typing import TYPE_CHECKING

from core.bots.evaluator import Evaluator, Plan, best_move, load_weights
from core.game import Move
from core.games.mazaytsy.bot import learned_value
from core.games.mazaytsy.bot.careful_policy import careful_turn, forget
from core.games.mazaytsy.bot.learned_value import NAMES
from core.games.mazaytsy.bot.move_rating import rate
from core.games.mazaytsy.bot.proposals import propose
from core.games.mazaytsy.bot.rollout_policy import at_turn_start, rollout_turn, sail
from core.games.mazaytsy.bot.value import features
from core.rng import Rng

if TYPE_CHECKING:
    from core.games.mazaytsy.state import MazaytsyState


class MazaytsyEvaluator(Evaluator):
    """Evaluate a turn by playing it to its end and then a number of laps of all players."""

    weights = load_weights("core.games.mazaytsy.bot")
    novice_temperature = 0.4
    adept_candidates = 8
    master_candidates = 40
    #: The adept's own few are all good.
    straying_candidates = 24
    apprentice_temperature = 1.9
    journeyman_temperature = 0.4
    #: Points are few here.
    mistake_threshold = 1.0
    #: The laps of a rollout after the turn that it tries; the adept considers only its own turn.
    laps = 2
    adept_laps = 0

    def for_adept(self) -> "MazaytsyEvaluator":
        return self.with_laps(self.adept_laps)

    def variants(self) -> "Sequence[MazaytsyEvaluator]":
        return [self.with_laps(laps) for laps in (self.laps - 1, self.laps, self.laps + 1)]

    def with_laps(self, laps: int) -> "MazaytsyEvaluator":
        """Return the same evaluator with rollouts of so many laps."""
        other = copy(self)
        other.laps = laps
        return other

    def rate_moves(self, state: "MazaytsyState", moves: Sequence[Move]) -> list[float]:
        return rate(state, moves)

    def features(self, state: "MazaytsyState", seat: int) -> dict[str, float]:
        return features(state, seat)

    def rollout(self, world: "MazaytsyState", plan: Plan, seat: int, rng: Rng) -> "MazaytsyState":
        """Play a turn in this world, then the laps by the rollout policy."""
        _finish(world, plan)
        reach, space = self.weights["hares-in-reach"], self.weights["room-aboard"]
        last = world.turn + self.laps * world.players
        while world.actor is not None and world.turn < last:
            rollout_turn(world, rng, reach, space)
        return world

    def propose_turns(self, world: "MazaytsyState", rng: Rng, count: int) -> list[Plan]:
        return propose(world, count, self.shortlist)

    def shortlist(self, world: "MazaytsyState", seat: int) -> float:
        """Estimate the value of the turn that led here: every boat moves once more."""
        reach, space = self.weights["hares-in-reach"], self.weights["room-aboard"]
        if world.actor is not None and world.turn >= 0 and min(world.boats) >= 0:
            last = (seat - world.actor) % world.players
            for after in range(last + 1):
                sail(world, (world.actor + after) % world.players, reach, space)
        own = self.value(world, seat)
        mate = (seat + 2) % 4 if world.teams else seat
        others = [self.value(world, other) for other in range(world.players) if other not in (seat, mate)]
        return own - sum(others) * (1.0 if world.players == 2 else 0.5 / len(others))


class MazaytsyMasterEvaluator(MazaytsyEvaluator):
    """With two players, roll out one lap by the careful policy, and value the state with learned weights.

    With more players, roll out like MazaytsyEvaluator, only further.
    """

    weights = dict.fromkeys(NAMES, 1.0)
    #: The evaluator without learned weights.
    plain = MazaytsyEvaluator()
    learned = True

    def for_adept(self) -> MazaytsyEvaluator:
        return self.plain.for_adept()

    def variants(self) -> "Sequence[MazaytsyEvaluator]":
        """Return evaluators with different horizons, without the learned value, because that has only one horizon."""
        other = copy(self)
        other.learned = False
        return super(MazaytsyMasterEvaluator, other).variants()

    def features(self, state: "MazaytsyState", seat: int) -> dict[str, float]:
        if self.learned and state.players == 2:
            return learned_value.features(state, seat)
        weights = self.plain.weights
        seen = self.plain.features(state, seat)
        return {name: weights[name] * seen[name] if name in seen else 0.0 for name in NAMES}

    def rollout(self, world: "MazaytsyState", plan: Plan, seat: int, rng: Rng) -> "MazaytsyState":
        if not self.learned or world.players > 2:
            return self.plain.with_laps(self.laps).rollout(world, plan, seat, rng)
        _finish(world, plan)
        last = world.turn + 2
        while world.actor is not None and world.turn < last:
            careful_turn(world, rng)
        return world

    def propose_turns(self, world: "MazaytsyState", rng: Rng, count: int) -> list[Plan]:
        """Propose turns after clearing the cache of the careful policy, because every search begins here."""
        forget()
        return super().propose_turns(world, rng, count)

    def shortlist(self, world: "MazaytsyState", seat: int) -> float:
        return self.plain.shortlist(world, seat)


def _finish(world: "MazaytsyState", plan: Plan) -> None:
    """Play a turn to its end, by the move ratings where the plan has no move."""
    for move in plan:
        world.play(move)
    while world.actor is not None and not at_turn_start(world):
        moves = world.legal_moves()
        world.play(best_move(moves, rate(world, moves)))


EVALUATOR = MazaytsyMasterEvaluator()
