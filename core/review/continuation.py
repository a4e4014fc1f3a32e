"""How an adept goes on after a turn: a judge of turns that is not the master who proposed the better one.

The turn is played in a world, then the moves of the others by the playout policy, and the seat's next turn as an adept
makes it. What came of that is valued as any turn is.
"""

from typing import Any

from core.bots.evaluator import Evaluator, Plan
from core.bots.search import Budget, Candidate, search, try_candidate
from core.game import State
from core.rng import Rng

#: The most moves that are played between two turns of a seat.
_LONGEST = 400


def play_to_next_choice(evaluator: Evaluator, world: State, seat: int, rng: Rng) -> bool:
    """Play by the playout policy up to the seat's next choice; False when the game ends first."""
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


def continued_value(evaluator: Evaluator, plan: Plan, world: State, seat: int, rng: Rng) -> float:
    """Return the worth of a legal turn in this world when an adept makes the seat's next one."""
    world = world.copy()
    before = world.scores()
    for move in plan:
        world.play(move)
    goes_on = play_to_next_choice(evaluator, world, seat, rng)
    came = _margin(evaluator, world.scores(), seat) - _margin(evaluator, before, seat)
    if not goes_on:
        return came + (0.0 if evaluator.values_what_comes else _margin(evaluator, before, seat))
    adept = evaluator.for_adept()
    found = search(adept, world, rng.spawn(), adept.adept_candidates, Budget(steps=adept.adept_candidates))
    candidate = Candidate(found[0].plan)
    try_candidate(evaluator, candidate, world, seat, rng)
    return candidate.total + (came if evaluator.values_what_comes else 0.0)


def _margin(evaluator: Evaluator, scores: Any, seat: int) -> float:
    """Return the points of a seat, less those of the others as a rollout counts them."""
    others = [points for other, points in enumerate(scores) if other != seat]
    if not others:
        return float(scores[seat])
    weight = 1.0 if len(others) == 1 else evaluator.opponent_weight / len(others)
    return float(scores[seat] - weight * sum(others))
