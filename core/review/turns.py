"""Split a match into turns: chains of decisions that are made, and reviewed, as one.

A turn goes on as long as the same seat decides in the same round and nothing hidden is revealed, because a plan beyond
that would use what cannot be known yet. A game may cut more finely, where its bots do.
"""

from collections.abc import Container, Iterator, Sequence

import msgspec

from core.bots.evaluator import Evaluator, Plan
from core.game import Game, State
from core.match import LogEntry, Match, find_move


class Turn(msgspec.Struct, frozen=True):
    """One turn of a seat from its first choice on: the log entries from `at` up to, not including, `until`."""

    seat: int
    at: int
    until: int
    moves: tuple[str, ...]


def split_turns(match: Match, seats: Container[int]) -> list[Turn]:
    """Return every turn of these seats with a choice that a search can compare."""
    weighs = match.game.evaluator().can_search
    found = (_turn(match, first, until) for first, until in _chains(match) if match.log[first].seat in seats)
    return [turn for turn in found if turn is not None and weighs(match.state_at(turn.at))]


def plan_of(match: Match, turn: Turn) -> Plan:
    """Return the moves of a turn as they were made."""
    return read_plan(match.game, match.state_at(turn.at), turn.moves)


def read_plan(game: Game, state: State, notations: Sequence[str]) -> Plan:
    """Return the moves with these notations, one after the other from this state."""
    state = state.copy()
    plan = []
    for notation in notations:
        plan.append(find_move(game, state, notation))
        state.play(plan[-1])
    return tuple(plan)


def _turn(match: Match, first: int, until: int) -> Turn | None:
    """Return the chain from its first choice on; None when there was none."""
    log = match.log
    for at in range(first, until):
        if log[at].origin == "chosen":
            return Turn(log[at].seat, at, until, tuple(entry.notation for entry in log[at:until]))
    return None


def _chains(match: Match) -> Iterator[tuple[int, int]]:
    """Yield where each chain of the log begins and ends."""
    evaluator, log = match.game.evaluator(), match.log
    state = match.state_at(0)
    first = 0
    for at, entry in enumerate(log):
        before = state.copy()
        state.play(find_move(match.game, state, entry.notation))
        if at + 1 == len(log) or _ends(evaluator, entry, before, state):
            yield first, at + 1
            first = at + 1


def _ends(evaluator: Evaluator, entry: LogEntry, before: State, after: State) -> bool:
    """Whether a turn ends with this entry of the log."""
    same = after.actor == entry.seat and after.round == entry.round and not entry.reveals
    return not same or not evaluator.turn_continues(before, after)


def end_of_turn(match: Match, at: int) -> int | None:
    """Return where the turn that begins with entry `at` of the log ends (exclusive); None while it goes on."""
    evaluator = match.game.evaluator()
    state = match.state_at(at)
    for until, entry in enumerate(match.log[at:], at + 1):
        before = state.copy()
        state.play(find_move(match.game, state, entry.notation))
        if _ends(evaluator, entry, before, state):
            return until
    return None


def legal_prefix(world: State, plan: Plan, seat: int) -> Plan:
    """Return as much of a turn as can be played in this world, which is not changed."""
    world = world.copy()
    for number, move in enumerate(plan):
        if world.actor != seat or move not in world.legal_moves():
            return plan[:number]
        world.play(move)
    return plan
