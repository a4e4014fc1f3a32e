"""What plays by itself. A bot sees only an imagined position, never the true one."""

import math
from collections.abc import Callable, Sequence

from core.chance import Chance
from core.game import Game, Move, State

#: How a level chooses among rated moves: it gets the view, the moves, and its own luck.
Level = Callable[[Game, State, Sequence[Move], Chance], Move]

#: How far a novice is from always taking what looks best, in points.
NOVICE_TEMPERATURE = 1.0


def random_bot(game: Game, view: State, moves: Sequence[Move], rng: Chance) -> Move:
    """Any legal move."""
    return moves[rng.below(len(moves))]


def greedy_bot(game: Game, view: State, moves: Sequence[Move], rng: Chance) -> Move:
    """The move that looks best by the game's own cheap rule; ties are broken by luck."""
    ratings = game.rate(view, moves)
    best = max(ratings)
    return rng.pick([move for move, rating in zip(moves, ratings, strict=True) if rating == best])


def novice_bot(game: Game, view: State, moves: Sequence[Move], rng: Chance) -> Move:
    """What looks good, more often than not the best of it: the play of a first game."""
    ratings = game.rate(view, moves)
    best = max(ratings)
    weights = [math.exp((rating - best) / NOVICE_TEMPERATURE) for rating in ratings]
    mark = rng.unit() * sum(weights)
    for move, weight in zip(moves, weights, strict=True):
        mark -= weight
        if mark < 0:
            return move
    return moves[-1]


LEVELS: dict[str, Level] = {"random": random_bot, "novice": novice_bot, "greedy": greedy_bot}


def choose(game: Game, state: State, level: str, rng: Chance) -> str:
    """The notation of the move that a bot of this level makes for the actor.

    The bot thinks about a position in which everything that its seat cannot know is dealt anew.
    """
    assert state.actor is not None
    view = state.imagine(state.actor, rng)
    return LEVELS[level](game, view, view.moves(), rng).notation
