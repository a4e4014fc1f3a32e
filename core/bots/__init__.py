"""The bots: five levels that people can choose, from novice to master, and two to measure them (greedy, random).

Between two neighbouring levels there are mixtures, such as `apprentice+35`: an apprentice who makes 35 of a hundred
turns as a journeyman does. A bot that fits a player (`saves/history/fitting.py`) is one of them.

A bot sees only determinized states, never the true one: everything that its seat cannot know is dealt anew first.
"""

from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import NamedTuple

import msgspec

from core.bots.evaluator import Evaluator, Plan, best_move, softmax_choice
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
    return SearchResult((softmax_choice(moves, ratings, rng, evaluator.novice_temperature).notation,))


def adept_bot(evaluator: Evaluator, state: State, rng: Rng, budget: Budget) -> SearchResult:
    """Plan the turn: compare a few whole turns, each in a few worlds."""
    lines = _adept_search(evaluator, state, rng, budget, evaluator.adept_candidates)
    return SearchResult(_notations(lines[0].plan), lines)


def _adept_search(evaluator: Evaluator, state: State, rng: Rng, budget: Budget, candidates: int) -> list[Candidate]:
    evaluator = evaluator.for_adept()
    trials = candidates * ADEPT_TRIALS
    steps = min(trials, budget.steps) if budget.steps else trials
    return search(evaluator, state, rng, candidates, Budget(steps=steps))


def apprentice_bot(evaluator: Evaluator, state: State, rng: Rng, budget: Budget) -> SearchResult:
    """Plan the turn as an adept, but stray from the best one far."""
    return _strayed(evaluator, state, rng, budget, evaluator.apprentice_temperature)


def journeyman_bot(evaluator: Evaluator, state: State, rng: Rng, budget: Budget) -> SearchResult:
    """Plan the turn as an adept, but stray from the best one a little."""
    return _strayed(evaluator, state, rng, budget, evaluator.journeyman_temperature)


def _strayed(evaluator: Evaluator, state: State, rng: Rng, budget: Budget, temperature: float) -> SearchResult:
    """Compare what an adept compares, and draw one of these turns with odds by its value."""
    candidates = evaluator.straying_candidates or evaluator.adept_candidates
    lines = _adept_search(evaluator, state, rng, budget, candidates)
    tried = [line for line in lines if line.trials] or lines[:1]
    # A turn that was dropped early may have been lucky: it counts no more than those that were kept.
    values = list(accumulate((line.mean for line in tried), min))
    return SearchResult(_notations(softmax_choice(tried, values, rng, temperature).plan), lines)


def master_bot(evaluator: Evaluator, state: State, rng: Rng, budget: Budget) -> SearchResult:
    """Search for the best turn as long as the budget allows."""
    mine = msgspec.structs.replace(budget, seconds=budget.seconds * evaluator.time_share(state))
    is_brief = not budget.steps and mine.seconds < _BRIEF
    candidates = (evaluator.brief_candidates if is_brief else 0) or evaluator.master_candidates
    lines = search(evaluator, state, rng, candidates, mine)
    return SearchResult(_notations(lines[0].plan), lines)


LEVELS: dict[str, Level] = {
    "novice": novice_bot,
    "apprentice": apprentice_bot,
    "journeyman": journeyman_bot,
    "adept": adept_bot,
    "master": master_bot,
    "greedy": greedy_bot,
    "random": random_bot,
}
#: The levels that people can choose, from the weakest to the strongest; the others measure them.
PLAYABLE_LEVELS = ("novice", "apprentice", "journeyman", "adept", "master")
#: The level that is asked for where a bot is to fit a player; which mixture it becomes is decided once a match.
FIT = "fit"
#: Separates a level from the percentage of turns that a mixture makes as the next one.
_MIXED = "+"


class Mixture(NamedTuple):
    """A strength between two neighbouring levels: `percent` of the turns are the upper level's."""

    lower: str
    upper: str
    percent: int

    @property
    def level(self) -> str:
        """The mixture as the level of a seat."""
        return f"{self.lower}{_MIXED}{self.percent}"


def read_mixture(level: str) -> Mixture | None:
    """Return the mixture that is written so; None for one of the levels, or for anything else."""
    lower, mixed, digits = level.partition(_MIXED)
    if not mixed or lower not in PLAYABLE_LEVELS[:-1] or not (digits.isascii() and digits.isdigit()):
        return None
    if int(digits[:4]) > 100 or str(int(digits[:4])) != digits:
        return None
    return Mixture(lower, PLAYABLE_LEVELS[PLAYABLE_LEVELS.index(lower) + 1], int(digits))


def is_level(level: str) -> bool:
    """Whether a bot can play so: a level, or a mixture of two."""
    return level in LEVELS or read_mixture(level) is not None


def searches(level: str) -> bool:
    """Whether a bot may search at this level, which takes long; the others decide at once."""
    return level in PLAYABLE_LEVELS[1:] or read_mixture(level) is not None


def plays_as_master(level: str) -> bool:
    """Whether a bot of this level makes turns as a master."""
    mixture = read_mixture(level)
    return level == "master" or (mixture is not None and mixture.upper == "master" and mixture.percent > 0)


def fallback_level(level: str) -> str:
    """Return the level that plays on when this one fails: without a search, because that is what hung or failed."""
    return "novice" if searches(level) else "random"


def bot_name(level: str) -> str:
    """Return the default name of a bot of this level; of a mixture, which was made to fit, `Fit`."""
    return (FIT if read_mixture(level) else level).capitalize()


def think(game: Game, state: State, level: str, rng: Rng, budget: Budget | None = None) -> SearchResult:
    """Return what a bot of this level means to do in a state; a single legal move is returned without a search."""
    moves = state.legal_moves()
    if len(moves) == 1:
        return SearchResult((moves[0].notation,))
    if mixture := read_mixture(level):
        level = mixture.upper if rng.randrange(100) < mixture.percent else mixture.lower
    return LEVELS[level](game.evaluator(), state, rng, budget or Budget(MASTER_SECONDS))


def plan_turn(game: Game, state: State, level: str, rng: Rng, budget: Budget | None = None) -> tuple[str, ...]:
    """Return the notations of the moves that a bot of this level means to make."""
    return think(game, state, level, rng, budget).plan


def choose(game: Game, state: State, level: str, rng: Rng, budget: Budget | None = None) -> str:
    """Return the notation of the move that a bot of this level makes for the actor."""
    return plan_turn(game, state, level, rng, budget)[0]
