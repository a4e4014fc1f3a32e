"""How Mazaytsy looks to its bots.

`cheap_rule` rates single moves, `value` a whole position, and `proposals` thinks of whole turns; `quick_turns` plays on
from there in thought. They stand on `distances` in turns and on the `ways` that a boat can go in one.
"""

from collections.abc import Sequence
from copy import copy
from typing import TYPE_CHECKING

from core.bots.judge import Judge, Plan, best_move, load_weights
from core.chance import Chance
from core.game import Move
from core.mazaytsy.judge.cheap_rule import rate
from core.mazaytsy.judge.proposals import propose
from core.mazaytsy.judge.quick_turns import at_turn_start, quick_turn, sail
from core.mazaytsy.judge.value import features

if TYPE_CHECKING:
    from core.mazaytsy.state import Flood


class MazaytsyJudge(Judge):
    """Rows ahead in thought: to the end of a turn, then so many laps of everybody else."""

    weights = load_weights("core.mazaytsy.judge")
    novice_temperature = 0.4
    adept_plans = 8
    master_plans = 40
    #: Points are few here.
    mistake = 1.0
    #: How many laps a trial looks ahead after the turn it tries; the adept thinks of its own turn.
    laps = 2
    adept_laps = 0

    def adept(self) -> "MazaytsyJudge":
        return self._seeing(self.adept_laps)

    def views(self) -> "Sequence[MazaytsyJudge]":
        return [self._seeing(laps) for laps in (self.laps - 1, self.laps, self.laps + 1)]

    def _seeing(self, laps: int) -> "MazaytsyJudge":
        other = copy(self)
        other.laps = laps
        return other

    def rate(self, state: "Flood", moves: Sequence[Move]) -> list[float]:
        return rate(state, moves)

    def features(self, state: "Flood", seat: int) -> dict[str, float]:
        return features(state, seat)

    def trial(self, world: "Flood", plan: Plan, seat: int, rng: Chance) -> "Flood":
        """Play a turn in this world, then let everybody row on as it comes."""
        for move in plan:
            world.play(move)
        reach, space = self.weights["hares in reach"], self.weights["room aboard"]
        while world.actor is not None and not at_turn_start(world):
            moves = world.moves()
            world.play(best_move(moves, rate(world, moves)))
        last = world.turn + self.laps * world.players
        while world.actor is not None and world.turn < last:
            quick_turn(world, rng, reach, space)
        return world

    def propose(self, world: "Flood", rng: Chance, count: int) -> list[Plan]:
        return propose(world, count, self.sift)

    def sift(self, world: "Flood", seat: int) -> float:
        """A first guess at what a turn was worth that led here: everybody's boat moves once more."""
        reach, space = self.weights["hares in reach"], self.weights["room aboard"]
        if world.actor is not None and world.turn >= 0 and min(world.boats) >= 0:
            last = (seat - world.actor) % world.players
            for after in range(last + 1):
                sail(world, (world.actor + after) % world.players, reach, space)
        own = self.value(world, seat)
        mate = (seat + 2) % 4 if world.teams else seat
        others = [self.value(world, other) for other in range(world.players) if other not in (seat, mate)]
        return own - sum(others) * (1.0 if world.players == 2 else 0.5 / len(others))


JUDGE = MazaytsyJudge()
