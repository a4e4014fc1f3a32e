"""How Mazaytsy looks to its bots.

`cheap_rule` rates single moves, `value` a whole position, and `proposals` thinks of whole turns; `quick_turns` plays on
from there in thought. They stand on `distances` in turns and on the `ways` that a boat can go in one. For masters of
two `careful_turns` lays the cards better, and `outlook` values a position by what `tune` has learned.
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
    """Rows ahead in thought: to the end of a turn, then so many laps of everybody else."""

    weights = load_weights("core.games.mazaytsy.bot")
    novice_temperature = 0.4
    adept_candidates = 8
    master_candidates = 40
    #: Points are few here.
    mistake_threshold = 1.0
    #: How many laps a trial looks ahead after the turn it tries; the adept thinks of its own turn.
    laps = 2
    adept_laps = 0

    def for_adept(self) -> "MazaytsyEvaluator":
        return self.with_laps(self.adept_laps)

    def variants(self) -> "Sequence[MazaytsyEvaluator]":
        return [self.with_laps(laps) for laps in (self.laps - 1, self.laps, self.laps + 1)]

    def with_laps(self, laps: int) -> "MazaytsyEvaluator":
        """The same judge, looking so many laps ahead."""
        other = copy(self)
        other.laps = laps
        return other

    def rate_moves(self, state: "MazaytsyState", moves: Sequence[Move]) -> list[float]:
        return rate(state, moves)

    def features(self, state: "MazaytsyState", seat: int) -> dict[str, float]:
        return features(state, seat)

    def rollout(self, world: "MazaytsyState", plan: Plan, seat: int, rng: Rng) -> "MazaytsyState":
        """Play a turn in this world, then let everybody row on as it comes."""
        _finish(world, plan)
        reach, space = self.weights["hares-in-reach"], self.weights["room-aboard"]
        last = world.turn + self.laps * world.players
        while world.actor is not None and world.turn < last:
            rollout_turn(world, rng, reach, space)
        return world

    def propose_turns(self, world: "MazaytsyState", rng: Rng, count: int) -> list[Plan]:
        return propose(world, count, self.shortlist)

    def shortlist(self, world: "MazaytsyState", seat: int) -> float:
        """A first guess at what a turn was worth that led here: everybody's boat moves once more."""
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
    """Two players: lets a lap be played with care, and values the position by what was learned from games.

    With more at the table a master rows ahead like everybody else, only further.
    """

    weights = dict.fromkeys(NAMES, 1.0)
    #: How the game looks without what was learned.
    plain = MazaytsyEvaluator()
    learned = True

    def for_adept(self) -> MazaytsyEvaluator:
        return self.plain.for_adept()

    def variants(self) -> "Sequence[MazaytsyEvaluator]":
        """Reviews and puzzles compare turns without what was learned, which always looks equally far."""
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
        """Every thought begins here."""
        forget()
        return super().propose_turns(world, rng, count)

    def shortlist(self, world: "MazaytsyState", seat: int) -> float:
        return self.plain.shortlist(world, seat)


def _finish(world: "MazaytsyState", plan: Plan) -> None:
    """Play a turn to its end, by the cheap rule where the plan does not tell."""
    for move in plan:
        world.play(move)
    while world.actor is not None and not at_turn_start(world):
        moves = world.legal_moves()
        world.play(best_move(moves, rate(world, moves)))


EVALUATOR = MazaytsyMasterEvaluator()
