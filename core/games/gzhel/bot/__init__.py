"""The evaluator of Gzhel.

`move_rating` rates single moves cheaply, for the novice. For adepts and masters, `value` evaluates two pads,
`card_values` one pad by one card, `painting` lays flowers by these values, `proposals` makes whole turns of that, and
`forecast` estimates their outcomes. `tune` fits the adept's weights, `learn` the master's.
"""

from collections.abc import Sequence

from core.bots.evaluator import Evaluator, Plan, best_move, load_weights
from core.game import Move
from core.games.gzhel.bot.forecast import TurnForecast, trial
from core.games.gzhel.bot.move_rating import rate
from core.games.gzhel.bot.painting import paint
from core.games.gzhel.bot.proposals import BRIEF, FEW, propose
from core.games.gzhel.bot.value import ADEPT, MASTER, view_now
from core.games.gzhel.moves import LIFT
from core.games.gzhel.phases import BEFORE, PAINT, TURN_PADS
from core.games.gzhel.state import GzhelState
from core.rng import Rng


class GzhelEvaluator(Evaluator):
    """What Gzhel tells its bots."""

    weights = load_weights(__package__)
    novice_temperature = 0.35
    apprentice_temperature = 9.0
    journeyman_temperature = 3.6
    adept_candidates = 10
    master_candidates = 60
    brief_candidates = BRIEF
    values_what_comes = True
    lore = MASTER

    def for_adept(self) -> Evaluator:
        return _ADEPT

    def rate_moves(self, state: GzhelState, moves: Sequence[Move]) -> list[float]:
        return rate(state, moves)

    def propose_turns(self, world: GzhelState, rng: Rng, count: int) -> list[Plan]:
        """Return whole turns; before the tokens are dealt any one, as neither side of a pad is better."""
        if world.phase == TURN_PADS:
            return [(world.legal_moves()[0],)]
        plans = propose(world, rng, count, self.lore)
        if FEW < count <= BRIEF:
            return plans
        greedy = self.sample_turn(world.copy(), rng, 0.0)
        return plans if greedy in plans else [*plans[: max(1, count - 1)], greedy]

    def can_search(self, state: GzhelState) -> bool:
        return state.phase != TURN_PADS

    def turn_continues(self, before: GzhelState, after: GzhelState) -> bool:
        return self.can_search(before)

    def playout_policy(self, state: GzhelState, rng: Rng) -> Sequence[Move]:
        """Return a figurine by the move ratings, then a quick painting."""
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
    """The evaluator of adepts: its weights were made by hand, and shifts count the same without a search for them."""

    lore = ADEPT


_ADEPT = GzhelAdeptEvaluator()
EVALUATOR = GzhelEvaluator()
