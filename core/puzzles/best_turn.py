"""Find the turn that stands out in a state, and by how much."""

from collections.abc import Sequence

import msgspec

from core.bots.evaluator import Evaluator, Plan
from core.bots.hints import reason
from core.bots.search import Budget, Candidate, search
from core.game import State
from core.puzzles.book import SearchSettings
from core.review.comparison import Estimate, estimate, rollout_value
from core.review.record import CLEAR
from core.review.turns import legal_prefix
from core.rng import Rng
from core.turn_reasons import Reason

#: Keeps the worlds in which turns are compared apart from those of the search before.
_APART = 0x0DD5_EED5
#: The fewest different turns that a state of a puzzle must have.
_FEWEST = 3
#: New worlds are not worth their time where the search itself finds less than this part of the lead asked for.
_PROMISING = 0.4


class BestTurn(msgspec.Struct, frozen=True):
    """The turn that comes out best, and by how much it leads the next best."""

    best: Plan
    rival: Plan
    lead: Estimate
    reason: Reason

    def stands_out(self, ahead: float) -> bool:
        """Whether it leads by at least so many points, and significantly."""
        return self.lead.mean >= max(ahead, CLEAR * self.lead.error)


def find_best_turn(
    evaluator: Evaluator, state: State, settings: SearchSettings, ahead: float, rng: Rng
) -> tuple[BestTurn | None, list[Candidate]]:
    """Return the best turn of a state, None if the search finds no promising lead; and all candidates, best first."""
    candidates = search(
        evaluator, state, rng.spawn(), settings.breadth * evaluator.master_candidates, Budget(steps=settings.steps)
    )
    best = _different(state, candidates)[: 1 + settings.rivals]
    if len(best) < _FEWEST or best[0].mean - best[1].mean < _PROMISING * ahead:
        return None, candidates
    field = [Candidate(candidate.plan) for candidate in best]
    behind = estimate_leads(evaluator, state, field, settings.worlds, rng)
    nearest = min(range(len(behind)), key=lambda number: behind[number].mean)
    rival = field[1 + nearest]
    return BestTurn(field[0].plan, rival.plan, behind[nearest], reason(evaluator, field[0], [rival])), candidates


def _different(state: State, candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidates that lead to different states, as far as the seat can foresee."""
    assert state.actor is not None
    world = state.determinize(state.actor, Rng(0))
    found: dict[str, Candidate] = {}
    for candidate in candidates:
        if candidate.trials:
            found.setdefault(position_after(world, candidate.plan, state.actor), candidate)
    return list(found.values())


def position_after(world: State, plan: Plan, seat: int) -> str:
    """Return the digest of the state to which a turn leads in this world; turns with the same digest count as one."""
    after = world.copy()
    for move in legal_prefix(world, plan, seat):
        after.play(move)
    return after.digest()


def estimate_leads(
    evaluator: Evaluator, state: State, candidates: Sequence[Candidate], worlds: int, rng: Rng
) -> list[Estimate]:
    """Return by how many points the first candidate is better than each of the others, in the same worlds for all."""
    seat = state.actor
    assert seat is not None
    views, seed = evaluator.variants(), rng.next_uint64() ^ _APART
    behind: list[list[list[float]]] = [[[] for _ in views] for _ in candidates[1:]]
    for number in range(worlds):
        world, view = state.determinize(seat, Rng(seed + number)), number % len(views)
        came = [rollout_value(views[view], candidate, world, seat, Rng(seed ^ number)) for candidate in candidates]
        for rival, points in enumerate(came[1:]):
            behind[rival][view].append(came[0] - points)
    return [estimate(by_view) for by_view in behind]
