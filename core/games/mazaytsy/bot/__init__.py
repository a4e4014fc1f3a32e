"""How Mazaytsy looks to its bots.

`cheap_rule` rates single moves, `value` a whole position, and `proposals` thinks of whole turns; `quick_turns` plays on
from there in thought. They stand on `distances` in turns and on the `ways` that a boat can go in one. For masters of
two `careful_turns` lays the cards better, and `outlook` values a position by what `tune` has learned.
"""

from collections.abc import Sequence
from copy import copy
from typing import TYPE_CHECKING

from core.bots.evaluator import Judge, Plan, best_move, load_weights
from core.game import Move
from core.games.mazaytsy.bot import learned_value as outlook
from core.games.mazaytsy.bot.careful_policy import careful_turn, forget
from core.games.mazaytsy.bot.learned_value import NAMES
from core.games.mazaytsy.bot.move_rating import rate
from core.games.mazaytsy.bot.proposals import propose
from core.games.mazaytsy.bot.rollout_policy import at_turn_start, quick_turn, sail
from core.games.mazaytsy.bot.value import features
from core.rng import Chance

if TYPE_CHECKING:
    from core.games.mazaytsy.state import Flood


class MazaytsyJudge(Judge):
    """Rows ahead in thought: to the end of a turn, then so many laps of everybody else."""

    weights = load_weights("core.games.mazaytsy.bot")
    novice_temperature = 0.4
    adept_plans = 8
    master_plans = 40
    #: Points are few here.
    mistake = 1.0
    #: How many laps a trial looks ahead after the turn it tries; the adept thinks of its own turn.
    laps = 2
    adept_laps = 0

    def adept(self) -> "MazaytsyJudge":
        return self.seeing(self.adept_laps)

    def views(self) -> "Sequence[MazaytsyJudge]":
        return [self.seeing(laps) for laps in (self.laps - 1, self.laps, self.laps + 1)]

    def seeing(self, laps: int) -> "MazaytsyJudge":
        """The same judge, looking so many laps ahead."""
        other = copy(self)
        other.laps = laps
        return other

    def rate(self, state: "Flood", moves: Sequence[Move]) -> list[float]:
        return rate(state, moves)

    def features(self, state: "Flood", seat: int) -> dict[str, float]:
        return features(state, seat)

    def trial(self, world: "Flood", plan: Plan, seat: int, rng: Chance) -> "Flood":
        """Play a turn in this world, then let everybody row on as it comes."""
        _finish(world, plan)
        reach, space = self.weights["hares-in-reach"], self.weights["room-aboard"]
        last = world.turn + self.laps * world.players
        while world.actor is not None and world.turn < last:
            quick_turn(world, rng, reach, space)
        return world

    def propose(self, world: "Flood", rng: Chance, count: int) -> list[Plan]:
        return propose(world, count, self.sift)

    def sift(self, world: "Flood", seat: int) -> float:
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


class MasterJudge(MazaytsyJudge):
    """Two players: lets a lap be played with care, and values the position by what was learned from games.

    With more at the table a master rows ahead like everybody else, only further.
    """

    weights = dict.fromkeys(NAMES, 1.0)
    #: How the game looks without what was learned.
    plain = MazaytsyJudge()
    learned = True

    def adept(self) -> MazaytsyJudge:
        return self.plain.adept()

    def views(self) -> "Sequence[MazaytsyJudge]":
        """Reviews and puzzles compare turns without what was learned, which always looks equally far."""
        other = copy(self)
        other.learned = False
        return super(MasterJudge, other).views()

    def features(self, state: "Flood", seat: int) -> dict[str, float]:
        if self.learned and state.players == 2:
            return outlook.features(state, seat)
        weights = self.plain.weights
        seen = self.plain.features(state, seat)
        return {name: weights[name] * seen[name] if name in seen else 0.0 for name in NAMES}

    def trial(self, world: "Flood", plan: Plan, seat: int, rng: Chance) -> "Flood":
        if not self.learned or world.players > 2:
            return self.plain.seeing(self.laps).trial(world, plan, seat, rng)
        _finish(world, plan)
        last = world.turn + 2
        while world.actor is not None and world.turn < last:
            careful_turn(world, rng)
        return world

    def propose(self, world: "Flood", rng: Chance, count: int) -> list[Plan]:
        """Every thought begins here."""
        forget()
        return super().propose(world, rng, count)

    def sift(self, world: "Flood", seat: int) -> float:
        return self.plain.sift(world, seat)


def _finish(world: "Flood", plan: Plan) -> None:
    """Play a turn to its end, by the cheap rule where the plan does not tell."""
    for move in plan:
        world.play(move)
    while world.actor is not None and not at_turn_start(world):
        moves = world.moves()
        world.play(best_move(moves, rate(world, moves)))


JUDGE = MasterJudge()
