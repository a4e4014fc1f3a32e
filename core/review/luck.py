"""What came after a turn, told apart from what was made of it.

Between two turns of a seat cards are opened and others move. What the seat's next position is worth is compared with
what it is worth on average, when the same turn is followed by whatever else might have come: the same trial of the
same kind on both sides, so that only what came makes a difference.
"""

from core.bots.evaluator import Evaluator, Plan
from core.bots.search import Candidate, try_candidate
from core.game import State
from core.review.comparison import Estimate
from core.review.turns import legal_prefix
from core.rng import Rng

_WORLDS = 12
#: No more moves than this lie between two turns of a seat.
_LONGEST = 400


def estimate_luck(evaluator: Evaluator, state: State, played: Plan, following: State, rng: Rng) -> Estimate | None:
    """What came, in points against the average; None where the game might as well have ended before the next turn.

    `state` and `following` are the true positions at this turn and the next one of the same seat; only what the seat
    could imagine at each of them is used.
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
    moves = 0
    while world.actor is not None and moves < _LONGEST:
        if world.actor == seat and len(world.legal_moves()) > 1:
            return True
        for move in evaluator.playout_policy(world, rng):
            world.play(move)
            moves += 1
            if world.actor == seat:
                break
    return False


def _worth(evaluator: Evaluator, world: State, seat: int, rng: Rng) -> float:
    """What a position is worth to the seat that decides there, going on with the first turn that comes to mind."""
    candidate = Candidate(evaluator.propose_turns(world.copy(), rng, 1)[0])
    try_candidate(evaluator, candidate, world, seat, rng)
    return candidate.total
