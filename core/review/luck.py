"""Estimate the luck of a seat after a turn, separately from the quality of the turn.

Between two turns of a seat cards are opened and others move. The worth of the seat's next state is compared with its
average worth when the same turn is followed by anything else that might have come: the same rollout of the same kind
on both sides, so that only what came makes a difference.
"""

from core.bots.evaluator import Evaluator, Plan
from core.bots.search import Candidate, try_candidate
from core.game import State
from core.review.comparison import Estimate
from core.review.continuation import play_to_next_choice
from core.review.turns import legal_prefix
from core.rng import Rng

_WORLDS = 12


def estimate_luck(evaluator: Evaluator, state: State, played: Plan, following: State, rng: Rng) -> Estimate | None:
    """Return the luck in points against the average; None where the game might as well have ended before the next turn.

    `state` and `following` are the true states at this turn and the next one of the same seat; only worlds that are
    determinized from them for the seat are used.
    """
    seat = state.actor
    assert seat is not None and following.actor == seat
    views = evaluator.variants()
    differences: list[float] = []
    for number in range(_WORLDS):
        view = views[number % len(views)]
        world, own = state.determinize(seat, rng.spawn()), rng.spawn()
        if _next_turn(view, world, played, seat, own):
            there = following.determinize(seat, rng.spawn())
            differences.append(_worth(view, there, seat, own.copy()) - _worth(view, world, seat, own.copy()))
    return Estimate.of(differences) if 2 * len(differences) > _WORLDS else None


def _next_turn(evaluator: Evaluator, world: State, played: Plan, seat: int, rng: Rng) -> bool:
    """Play a turn and what follows, up to the seat's next choice; False when the game ends first."""
    for move in legal_prefix(world, played, seat):
        world.play(move)
    return play_to_next_choice(evaluator, world, seat, rng)


def _worth(evaluator: Evaluator, world: State, seat: int, rng: Rng) -> float:
    """Return the worth of a world to the seat that decides there, by a rollout of the first turn proposed."""
    candidate = Candidate(evaluator.propose_turns(world.copy(), rng, 1)[0])
    try_candidate(evaluator, candidate, world, seat, rng)
    return candidate.total
