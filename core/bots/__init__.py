"""The bots: three levels that people can choose (novice, adept, master), and two to measure them (greedy, random).

A bot sees only determinized states, never the true one: everything that its seat cannot know is dealt anew first.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec

from core.bots.evaluator import Evaluator, Plan, best_move, softmax_move
from core.bots.search import Budget, Candidate, search
from core.game import Game, Move, State
from core.rng import Rng

#: How long a master thinks about a turn unless a budget is given.
MASTER_SECONDS = 2.0
#: In less time a master considers fewer turns in a game in which finding them takes long.
_BRIEF = 0.15
#: In how many worlds the adept tries each turn that it considers: a fixed number, well under 0.3 seconds.
ADEPT_TRIALS = 3


class SearchResult(NamedTuple):
    """What a bot means to do: the moves of its turn as far as it can foresee them, and the candidates it compared."""

    plan: tuple[str, ...]
    candidates: Sequence[Candidate] = ()


Level = Callable[[Evaluator, State, Rng, Budget], SearchResult]
#: How a bot plans its turn, as `plan_turn` does: the game, the state, the level, the generator, and the budget if any.
PlanTurn = Callable[[Game, State, str, Rng, Budget | None], tuple[str, ...]]


def _notations(plan: Plan) -> tuple[str, ...]:
    return tuple(move.notation for move in plan)


def _determinized(state: State, rng: Rng) -> State:
    """Return the state determinized for its actor."""
    assert state.actor is not None
    return state.determinize(state.actor, rng)


def random_bot(evaluator: Evaluator, state: State, rng: Rng, budget: Budget) -> SearchResult:
    """Choose any legal move."""
    return SearchResult((rng.choice(list(state.legal_moves())).notation,))


def greedy_bot(evaluator: Evaluator, state: State, rng: Rng, budget: Budget) -> SearchResult:
    """Choose the move that the evaluator rates highest."""
    view = _determinized(state, rng)
    moves = view.legal_moves()
    return SearchResult((best_move(moves, evaluator.rate_moves(view, moves)).notation,))


def novice_bot(evaluator: Evaluator, state: State, rng: Rng, budget: Budget) -> SearchResult:
    """Choose a move that is rated high, most often the highest, as somebody in a first game plays."""
    view = _determinized(state, rng)
    moves: Sequence[Move] = view.legal_moves()
    ratings = evaluator.rate_moves(view, moves)
    return SearchResult((softmax_move(moves, ratings, rng, evaluator.novice_temperature).notation,))


def adept_bot(evaluator: Evaluator, state: State, rng: Rng, budget: Budget) -> SearchResult:
    """Plan the turn: compare a few whole turns, each in a few worlds."""
    evaluator = evaluator.for_adept()
    trials = evaluator.adept_candidates * ADEPT_TRIALS
    steps = min(trials, budget.steps) if budget.steps else trials
    lines = search(evaluator, state, rng, evaluator.adept_candidates, Budget(steps=steps))
    return SearchResult(_notations(lines[0].plan), lines)


def master_bot(evaluator: Evaluator, state: State, rng: Rng, budget: Budget) -> SearchResult:
    """Search for the best turn as long as the budget allows."""
    mine = msgspec.structs.replace(budget, seconds=budget.seconds * evaluator.time_share(state))
    is_brief = not budget.steps and mine.seconds < _BRIEF
    candidates = (evaluator.brief_candidates if is_brief else 0) or evaluator.master_candidates
    lines = search(evaluator, state, rng, candidates, mine)
    return SearchResult(_notations(lines[0].plan), lines)


LEVELS: dict[str, Level] = {
    "novice": novice_bot,
    "adept": adept_bot,
    "master": master_bot,
    "greedy": greedy_bot,
    "random": random_bot,
}
#: The levels that people can choose; the others measure them.
PLAYABLE_LEVELS = ("novice", "adept", "master")
#: The levels that search, which takes long; the others decide at once.
SEARCHING_LEVELS = ("adept", "master")
#: Which level plays on when one fails: one that does not search, because it is the search that hung or failed.
FALLBACK_LEVEL = {"master": "novice", "adept": "novice", "novice": "random", "greedy": "random"}


def bot_name(level: str) -> str:
    """Return the default name of a bot of this level."""
    return level.capitalize()


def think(game: Game, state: State, level: str, rng: Rng, budget: Budget | None = None) -> SearchResult:
    """Return what a bot of this level means to do in a state; a single legal move is returned without a search."""
    moves = state.legal_moves()
    if len(moves) == 1:
        return SearchResult((moves[0].notation,))
    return LEVELS[level](game.evaluator(), state, rng, budget or Budget(MASTER_SECONDS))


def plan_turn(game: Game, state: State, level: str, rng: Rng, budget: Budget | None = None) -> tuple[str, ...]:
    """Return the notations of the moves that a bot of this level means to make."""
    return think(game, state, level, rng, budget).plan


def choose(game: Game, state: State, level: str, rng: Rng, budget: Budget | None = None) -> str:
    """Return the notation of the move that a bot of this level makes for the actor."""
    return plan_turn(game, state, level, rng, budget)[0]
