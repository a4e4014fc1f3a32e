"""What plays by itself: three levels that a person can choose, and two that measure them.

A bot sees only imagined positions, never the true one: whatever its seat cannot know is dealt anew first.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from core.bots.evaluator import Judge, Plan, best_move, softmax_move
from core.bots.search import Budget, Line, think
from core.game import Game, Move, State
from core.rng import Chance

if TYPE_CHECKING:
    from core.bots.hints import Hint
    from core.puzzles.attempt import Tried, Verdict
    from core.review.record import Case, Judged

#: How long a master thinks about a turn unless told otherwise.
MASTER_SECONDS = 2.0
#: The adept tries each turn that it considers in so many worlds: a fixed number, well under 0.3 seconds.
ADEPT_TRIALS = 3


class Thought(NamedTuple):
    """What a bot means to do: the moves of its turn as far as it can foresee it, and what it compared."""

    plan: tuple[str, ...]
    lines: Sequence[Line] = ()


Level = Callable[[Judge, State, Chance, Budget], Thought]


def _written(plan: Plan) -> tuple[str, ...]:
    return tuple(move.notation for move in plan)


def _view(state: State, rng: Chance) -> State:
    """The position as its actor may imagine it."""
    assert state.actor is not None
    return state.imagine(state.actor, rng)


def random_bot(judge: Judge, state: State, rng: Chance, budget: Budget) -> Thought:
    """Any legal move."""
    return Thought((rng.pick(list(state.moves())).notation,))


def greedy_bot(judge: Judge, state: State, rng: Chance, budget: Budget) -> Thought:
    """The move that looks best by the game's own cheap rule."""
    view = _view(state, rng)
    moves = view.moves()
    return Thought((best_move(moves, judge.rate(view, moves)).notation,))


def novice_bot(judge: Judge, state: State, rng: Chance, budget: Budget) -> Thought:
    """What looks good, more often than not the best of it: the play of a first game."""
    view = _view(state, rng)
    moves: Sequence[Move] = view.moves()
    ratings = judge.rate(view, moves)
    return Thought((softmax_move(moves, ratings, rng, judge.novice_temperature).notation,))


def adept_bot(judge: Judge, state: State, rng: Chance, budget: Budget) -> Thought:
    """Plans its own turn: a few whole turns, each tried in a few worlds."""
    judge = judge.adept()
    trials = judge.adept_plans * ADEPT_TRIALS
    steps = min(trials, budget.steps) if budget.steps else trials
    lines = think(judge, state, rng, judge.adept_plans, Budget(steps=steps))
    return Thought(_written(lines[0].plan), lines)


def master_bot(judge: Judge, state: State, rng: Chance, budget: Budget) -> Thought:
    """Searches as long as it may."""
    mine = Budget(budget.seconds * judge.share(state), budget.steps)
    lines = think(judge, state, rng, judge.master_plans, mine)
    return Thought(_written(lines[0].plan), lines)


LEVELS: dict[str, Level] = {
    "novice": novice_bot,
    "adept": adept_bot,
    "master": master_bot,
    "greedy": greedy_bot,
    "random": random_bot,
}
#: Those that a person is offered; the others measure them.
OFFERED = ("novice", "adept", "master")
#: Which level plays on when one fails: one that decides at first sight, for what hung or failed is the search.
BELOW = {"master": "novice", "adept": "novice", "novice": "random", "greedy": "random"}


def bot_name(level: str) -> str:
    """What a bot of this level is called unless somebody names it."""
    return level.capitalize()


class Elsewhere(Protocol):
    """Others who think for this process, where many share a host."""

    def plan(self, game: Game, state: State, level: str, rng: Chance, budget: Budget | None) -> tuple[str, ...]: ...

    def tips(self, game: Game, state: State, rng: Chance, budget: Budget | None) -> "list[Hint]": ...

    def judge(self, game: Game, case: "Case") -> "Judged": ...

    def weigh(self, game: Game, state: State, tried: "Tried") -> "Verdict": ...


#: None: this process thinks itself.
elsewhere: Elsewhere | None = None
#: The levels whose thinking takes so long that others may do it; the rest decides at first sight.
_SEARCHING = ("adept", "master")


def consider(game: Game, state: State, level: str, rng: Chance, budget: Budget | None = None) -> Thought:
    """What a bot of this level thinks in this position; a decision with one legal move needs no thought."""
    moves = state.moves()
    if len(moves) == 1:
        return Thought((moves[0].notation,))
    if elsewhere is not None and level in _SEARCHING:
        return Thought(elsewhere.plan(game, state, level, rng, budget))
    return LEVELS[level](game.judge(), state, rng, budget or Budget(MASTER_SECONDS))


def choose(game: Game, state: State, level: str, rng: Chance, budget: Budget | None = None) -> str:
    """The notation of the move that a bot of this level makes for the actor."""
    return consider(game, state, level, rng, budget).plan[0]
