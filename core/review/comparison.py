"""Compare a turn that was played with the one that the master would have played.

The master searches first. Then its choice and the turn that was played are tried in new worlds, the same for both, so
that neither is ahead by luck: the mean of the differences is the cost of the turn, and their spread gives its standard
error. Where a game has evaluators with different horizons, all of them are used.

A master who is judged by itself looks better than it is. So an adept judges, too: by how it would go on from both
turns. How far the judges are apart counts as uncertainty.
"""

import math
import time
from collections.abc import Callable, Sequence

import msgspec

from core.bots.evaluator import Evaluator, Plan
from core.bots.hints import reason
from core.bots.search import Budget, Candidate, try_candidate
from core.bots.search import search as think
from core.game import State
from core.review.continuation import continued_value
from core.review.turns import legal_prefix
from core.rng import Rng
from core.turn_reasons import Reason

#: Worlds are tried in batches of at least `_BATCH`, as many for each evaluator; the comparison ends when the mean is
#: `_PLAIN_TO_SEE` times its standard error away from 0.
_BATCH = 8
_PLAIN_TO_SEE = 4.0
_MOST_WORLDS = 512
#: An interval of 95 % is so many standard errors to either side.
CONFIDENCE = 1.96
#: Keeps the worlds of a comparison apart from those of the search before it.
_APART = 0x0DD5_EED5


class Depth(Budget, frozen=True):
    """How deep a review goes: in rollouts and worlds, the same on every machine, or in seconds a turn."""

    steps: int = 96
    worlds: int = 48

    @property
    def search(self) -> Budget:
        return Budget(self.seconds / 2) if self.seconds else Budget(steps=self.steps)


class Estimate(msgspec.Struct, frozen=True):
    """A mean and its standard error, in points."""

    mean: float = 0.0
    error: float = 0.0

    @classmethod
    def of(cls, values: Sequence[float]) -> "Estimate":
        mean = sum(values) / len(values)
        spread = sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1)
        return cls(mean, math.sqrt(spread / len(values)))


class Comparison(msgspec.Struct, frozen=True):
    """The turn that the master would have made, how many points more it would have brought, and why."""

    best: tuple[str, ...]
    cost: Estimate = Estimate()
    reason: Reason = ()


def compare_turn(evaluator: Evaluator, state: State, played: Plan, depth: Depth, rng: Rng) -> Comparison:
    """Compare a turn with the master's. `state` is the true state; only worlds determinized from it are used."""
    master = think(evaluator, state, rng.spawn(), evaluator.master_candidates, depth.search)[0].plan
    best = tuple(move.notation for move in master)
    if master == played:
        return Comparison(best)
    ours, theirs = Candidate(master), Candidate(played)
    cost = _cost(evaluator, state, ours, theirs, depth, rng.next_uint64() ^ _APART)
    return Comparison(best, cost, reason(evaluator, ours, [theirs]))


def _cost(evaluator: Evaluator, state: State, ours: Candidate, theirs: Candidate, depth: Depth, luck: int) -> Estimate:
    """Return by how many points one turn is better than the other, in worlds that all judges get in turn.

    The judges are the reviewers of the game, and the adept who goes on.
    """
    seat = state.actor
    assert seat is not None
    views = evaluator.reviewers()
    by_view: list[list[float]] = [[] for _ in range(len(views) + 1)]
    worlds, more, batch = 0, _clock(depth), math.ceil(_BATCH / len(by_view)) * len(by_view)
    while more(worlds):
        world, own = state.determinize(seat, Rng(luck + worlds)), luck ^ worlds
        number = worlds % len(by_view)
        if number < len(views):
            worth = [rollout_value(views[number], each, world, seat, Rng(own)) for each in (ours, theirs)]
        else:
            plans = [legal_prefix(world, each.plan, seat) for each in (ours, theirs)]
            worth = [continued_value(evaluator, plan, world, seat, Rng(own)) for plan in plans]
        by_view[number].append(worth[0] - worth[1])
        worlds += 1
        if worlds % batch == 0 and _settled(estimate(by_view)):
            break
    return estimate(by_view)


def estimate(by_view: Sequence[Sequence[float]]) -> Estimate:
    """Return the mean over all evaluators. Its error is how far they are apart, and how little each of them knows."""
    told = [Estimate.of(values) for values in by_view if values]
    means = [each.mean for each in told]
    own = math.sqrt(sum(each.error**2 for each in told)) / len(told)
    return Estimate(sum(means) / len(means), math.hypot(_apart(means), own))


def _apart(means: Sequence[float]) -> float:
    """Return the standard error that comes of judges who disagree."""
    if len(means) == 2:  # anything between the two is as likely
        return abs(means[0] - means[1]) / math.sqrt(12)
    return Estimate.of(means).error


def rollout_value(evaluator: Evaluator, candidate: Candidate, world: State, seat: int, rng: Rng) -> float:
    """Return the value of a rollout of a turn in this world; it is added to the candidate, too."""
    before, whole = candidate.total, candidate.plan
    candidate.plan = legal_prefix(world, whole, seat)
    try_candidate(evaluator, candidate, world.copy(), seat, rng)
    candidate.plan = whole
    return candidate.total - before


def _clock(depth: Depth) -> Callable[[int], bool]:
    """Return a function that says whether there is time for another world, after so many."""
    if not depth.seconds:
        return lambda worlds: worlds < depth.worlds
    end = time.thread_time() + depth.seconds / 2
    return lambda worlds: worlds < 2 * _BATCH or (worlds < _MOST_WORLDS and time.thread_time() < end)


def _settled(found: Estimate) -> bool:
    """Whether more worlds would hardly change the result: both turns are worth the same, or one is clearly better."""
    return abs(found.mean) >= _PLAIN_TO_SEE * found.error
