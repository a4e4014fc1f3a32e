"""What looks good in Gzhel, to its bots.

`rating` has the cheap rule for single moves. Those who think ahead lay flowers by `painting`, going by what `value`
says two pads are worth; `proposals` makes whole turns of that, and `prospects` tells what each leads to.
"""

from collections.abc import Sequence

from core.bots.evaluator import Evaluator, Plan, best_move, load_weights
from core.game import Move
from core.games.gzhel.bot.forecast import TurnForecast, trial
from core.games.gzhel.bot.move_rating import rate
from core.games.gzhel.bot.painting import paint
from core.games.gzhel.bot.proposals import propose
from core.games.gzhel.bot.value import ADEPT, MASTER, view_now
from core.games.gzhel.moves import LIFT
from core.games.gzhel.phases import BEFORE, PAINT, TURN_PADS
from core.games.gzhel.state import GzhelState
from core.rng import Rng


class GzhelEvaluator(Evaluator):
    """How Gzhel looks to its bots."""

    weights = load_weights(__package__)
    novice_temperature = 0.35
    adept_candidates = 10
    master_candidates = 60
    lore = MASTER

    def for_adept(self) -> Evaluator:
        return _ADEPT

    def rate_moves(self, state: GzhelState, moves: Sequence[Move]) -> list[float]:
        return rate(state, moves)

    def propose_turns(self, world: GzhelState, rng: Rng, count: int) -> list[Plan]:
        """Whole turns; before the tokens are dealt, neither side of a pad is better than the other."""
        if world.phase == TURN_PADS:
            return [(world.legal_moves()[0],)]
        plans = propose(world, rng, count, self.lore)
        greedy = self.sample_turn(world.copy(), rng, 0.0)
        return plans if greedy in plans else [*plans[: max(1, count - 1)], greedy]

    def can_search(self, state: GzhelState) -> bool:
        return state.phase != TURN_PADS

    def turn_continues(self, before: GzhelState, after: GzhelState) -> bool:
        return self.can_search(before)

    def playout_policy(self, state: GzhelState, rng: Rng) -> Sequence[Move]:
        """A figurine by the cheap rule, then the painting that comes to mind."""
        if state.phase == PAINT:
            assert state.actor is not None
            return paint(state.copy(), view_now(state, state.actor, ADEPT), thorough=False)
        moves = state.legal_moves()
        return (LIFT,) if state.phase == BEFORE else (best_move(moves, rate(state, moves)),)

    def rollout(self, world: GzhelState, plan: Plan, seat: int, rng: Rng) -> TurnForecast:
        return trial(world, plan, seat, rng, self.lore)

    def features(self, state: GzhelState | TurnForecast, seat: int) -> dict[str, float]:
        if isinstance(state, TurnForecast):
            return state.mine
        return {"points-this-round": float(state.scores()[seat])}

    def value(self, state: GzhelState | TurnForecast, seat: int) -> float:
        if isinstance(state, TurnForecast) and seat != state.seat:
            return state.others[seat]
        return super().value(state, seat)


class GzhelAdeptEvaluator(GzhelEvaluator):
    """An adept goes by what was found by hand, and counts shifts without looking for them."""

    lore = ADEPT


_ADEPT = GzhelAdeptEvaluator()
EVALUATOR = GzhelEvaluator()
