"""Propose turns: whole effects, and whole Deploy Steps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from core.bots.evaluator import Plan, best_move, softmax_choice
from core.game import Move
from core.games.mezo import phases
from core.games.mezo.bot.shortlist import WIDTH, even_gifts, full_stations, thin_out
from core.games.mezo.state import MezoState
from core.rng import Rng

if TYPE_CHECKING:
    from core.games.mezo.bot import MezoEvaluator

#: How many of the best turns are varied when turns are proposed.
VARIED = 4
#: The size of the random deviation of the choice of a god from the best, in points.
GOD_TEMPERATURE = 2.0


def within_effect(state: MezoState, seat: int) -> bool:
    """Whether this seat is about to decide something inside an effect."""
    return state.actor == seat and state.stack[-1][0] >= phases.SCOPE


def deploying(state: MezoState, seat: int) -> bool:
    """Whether this seat is in its Deploy Step: Champions, units, and abilities that act before them."""
    return state.actor == seat and any(phases.REMINDERS <= frame[0] <= phases.STATION for frame in state.stack)


def propose(evaluator: MezoEvaluator, world: MezoState, rng: Rng, count: int) -> list[Plan]:
    """Return up to so many turns of the actor, the most promising first."""
    seat = world.actor
    assert seat is not None
    moves = world.legal_moves()
    phase = world.stack[-1][0]
    if phase == phases.GODS:
        # Vary the god, because players would tire of always the same one.
        return [(softmax_choice(moves, evaluator.rate_for_hint(world, moves), rng, GOD_TEMPERATURE),)]
    if phase == phases.CARDS:
        ratings = evaluator.rate_moves(world, moves)
        order = sorted(range(len(moves)), key=lambda at: -ratings[at])
        cards: list[Plan] = [(moves[at],) for at in order]
        return cards[:count]
    if phase == phases.ABILITIES:
        return [(best_move(moves, evaluator.rate_moves(world, moves)),)]
    if deploying(world, seat):
        return _deployments(evaluator, world, seat, rng, count)
    return _chains(evaluator, world, seat, moves, count)


def greedy_turn(evaluator: MezoEvaluator, world: MezoState, seat: int) -> Plan:
    """Return the turn of the move ratings, as far as it can be foreseen."""
    world = world.copy()
    deploy = deploying(world, seat)
    plan: list[Move] = []
    while not plan or (deploying(world, seat) if deploy else within_effect(world, seat)):
        moves = world.legal_moves()
        move = best_move(moves, evaluator.rate_moves(world, moves)) if len(moves) > 1 else moves[0]
        plan.append(move)
        world.play(move)
    return tuple(plan)


def _chains(evaluator: MezoEvaluator, world: MezoState, seat: int, moves: Sequence[Move], count: int) -> list[Plan]:
    """Return each move with the rest of its effect, then the best of these with one decision changed."""
    options = even_gifts(world) if world.stack[-1][0] == phases.SACRIFICE else moves
    firsts = sorted((evaluator.outcome(world, seat, move) for move in options), key=lambda found: -found[0])
    plans: dict[tuple[str, ...], tuple[float, Plan]] = {}

    def keep(worth: float, plan: Plan) -> None:
        plans.setdefault(tuple(move.notation for move in plan), (worth, plan))

    for worth, _, plan in firsts:
        keep(worth, plan)
    for _, _, plan in firsts[:VARIED]:
        for worth, varied in _varied(evaluator, world, seat, plan):
            keep(worth, varied)
    greedy = greedy_turn(evaluator, world, seat)
    plans.pop(tuple(move.notation for move in greedy), None)
    ranked = sorted(plans.values(), key=lambda found: -found[0])
    return [greedy, *(plan for _, plan in ranked[: count - 1])]


def _varied(evaluator: MezoEvaluator, world: MezoState, seat: int, plan: Plan) -> list[tuple[float, Plan]]:
    """Return this turn with one of its decisions inside the effect changed, and the best moves after it."""
    world = world.copy()
    world.play(plan[0])
    found = []
    for at in range(1, len(plan)):
        options = thin_out(world.legal_moves(), WIDTH)
        for move in options:
            if move != plan[at]:
                worth, _, chain = evaluator.outcome(world, seat, move)
                found.append((worth, (*plan[:at], *chain)))
        world.play(plan[at])
    return found


def _deployments(evaluator: MezoEvaluator, world: MezoState, seat: int, rng: Rng, count: int) -> list[Plan]:
    """Return the greedy Deploy Step, then others with random Champions and mixtures, improved region by region."""
    plans: dict[tuple[str, ...], tuple[float, Plan]] = {}
    greedy = greedy_turn(evaluator, world, seat)
    for _ in range(2 * count):
        worth, plan = _deployment(evaluator, world.copy(), seat, rng)
        plans.setdefault(tuple(move.notation for move in plan), (worth, plan))
    plans.pop(tuple(move.notation for move in greedy), None)
    ranked = sorted(plans.values(), key=lambda found: -found[0])
    return [greedy, *(plan for _, plan in ranked[: count - 1])]


def _deployment(evaluator: MezoEvaluator, world: MezoState, seat: int, rng: Rng) -> tuple[float, Plan]:
    """Return one randomized Deploy Step: Champions anywhere, units the best of a few mixtures."""
    plan: list[Move] = []
    while deploying(world, seat):
        moves = world.legal_moves()
        phase = world.stack[-1][0]
        if phase == phases.CHAMPION:
            chain: tuple[Move, ...] = (moves[rng.randrange(len(moves))],)
            world.play(chain[0])
        else:
            if phase == phases.STATION:
                moves = full_stations(moves)
            if len(moves) > 3:
                moves = [moves[rng.randrange(len(moves))] for _ in range(3)]
            _, world, chain = max((evaluator.outcome(world, seat, move) for move in moves), key=lambda found: found[0])
        plan += chain
    return evaluator.margin(world, seat), tuple(plan)
