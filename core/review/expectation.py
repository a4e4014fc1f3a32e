"""The result that a seat could expect when a turn began: its final points, or its lead over the best of the others.

From what the seat knew, the game is played on to its end by the evaluator's playout policy, in a few worlds.
"""

from collections.abc import Sequence

from core.bots.evaluator import Evaluator
from core.game import State
from core.review.comparison import Estimate
from core.rng import Rng

#: In how many worlds the game is played to its end.
_PLAYOUTS = 10


def estimate_score(evaluator: Evaluator, state: State, rng: Rng) -> Estimate:
    """Estimate the final points (solo) or the lead. `state` is the true state; only worlds from it are used."""
    seat = state.actor
    assert seat is not None
    ends = []
    for _ in range(_PLAYOUTS):
        world = state.determinize(seat, rng.spawn())
        own = rng.spawn()
        while world.actor is not None:
            for move in evaluator.playout_policy(world, own):
                world.play(move)
        ends.append(float(lead(world.scores(), seat)))
    return Estimate.of(ends)


def lead(scores: Sequence[int], seat: int) -> int:
    """Return how far a seat is ahead of the best of the others; in a solo game, its points."""
    others = [points for other, points in enumerate(scores) if other != seat]
    return scores[seat] - max(others, default=0)
