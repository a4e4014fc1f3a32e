"""Whether one turn stands out in a position, by how much, and which level finds it."""

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
#: Where fewer turns are possible there is little to find.
_FEWEST = 3
#: New worlds are not worth their time where the search itself sees less than this part of what is wanted.
_PROMISING = 0.4


class BestTurn(msgspec.Struct, frozen=True):
    """The turn that comes out best, and how far the next best lies behind."""

    best: Plan
    rival: Plan
    lead: Estimate
    reason: Reason

    def stands_out(self, ahead: float) -> bool:
        """Whether everything else is worth so many points less, and plainly so."""
        return self.lead.mean >= max(ahead, CLEAR * self.lead.error)


def find_best_turn(
    evaluator: Evaluator, state: State, palette: SearchSettings, ahead: float, rng: Rng
) -> tuple[BestTurn | None, list[Candidate]]:
    """What stands out in a position, if the search promises anything; and all that was considered, the best first."""
    candidates = search(
        evaluator, state, rng.spawn(), palette.breadth * evaluator.master_candidates, Budget(steps=palette.steps)
    )
    best = _different(state, candidates)[: 1 + palette.rivals]
    if len(best) < _FEWEST or best[0].mean - best[1].mean < _PROMISING * ahead:
        return None, candidates
    field = [Candidate(candidate.plan) for candidate in best]
    behind = estimate_leads(evaluator, state, field, palette.worlds, rng)
    nearest = min(range(len(behind)), key=lambda number: behind[number].mean)
    rival = field[1 + nearest]
    return BestTurn(field[0].plan, rival.plan, behind[nearest], reason(evaluator, field[0], [rival])), candidates


def _different(state: State, candidates: Sequence[Candidate]) -> list[Candidate]:
    """The lines that lead to different positions, as far as the seat can foresee."""
    assert state.actor is not None
    world = state.determinize(state.actor, Rng(0))
    found: dict[str, Candidate] = {}
    for candidate in candidates:
        if candidate.trials:
            found.setdefault(position_after(world, candidate.plan, state.actor), candidate)
    return list(found.values())


def position_after(world: State, plan: Plan, seat: int) -> str:
    """What tells where a turn leads in this world: two that lead to the same position are one."""
    after = world.copy()
    for move in legal_prefix(world, plan, seat):
        after.play(move)
    return after.digest()


def estimate_leads(
    evaluator: Evaluator, state: State, candidates: Sequence[Candidate], worlds: int, rng: Rng
) -> list[Estimate]:
    """By how many points the first line comes out better than each of the others, in the same worlds for all."""
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
