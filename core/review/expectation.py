"""What a seat could expect when a turn began: the points it would end with, or its lead over the best of the others.

From what the seat knew, the game is played on to its end by the quick rule of its bots, in a few worlds.
"""

from collections.abc import Sequence

from core.bots.evaluator import Evaluator
from core.game import State
from core.review.comparison import Estimate
from core.rng import Rng

#: In so many worlds the game is played to its end.
_PLAYOUTS = 10


def estimate_score(evaluator: Evaluator, state: State, rng: Rng) -> Estimate:
    """Points at the end (alone), or the lead. `state` is the true position; only imagined ones are used."""
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
    """How far a seat is ahead of the best of the others; alone, its points."""
    others = [points for other, points in enumerate(scores) if other != seat]
    return scores[seat] - max(others, default=0)
