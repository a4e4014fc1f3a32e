"""What looks good in Mezen: the cheap rule for single moves, and a good arrangement of lifted tiles."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from core.bots.judge import Judge
from core.game import Move
from core.mezen.components import DARK_ROUND, EMPTY, REFUSAL, ROUNDS, SPRUCE, cells_of
from core.mezen.groups import fall, takeable
from core.mezen.moves import Announce, Bridge, Exclude, Keep, Pay, Place, Score, Take
from core.mezen.rules import group_at, kept_animal
from core.mezen.scoring import biggest_group, codes_of, dark, goal_points, light, shows
from core.mezen.state import Mezen

#: What the next round's goal counts today, and what an amulet is worth, in points.
NEXT_GOAL = 0.6
AMULET = 1.8


def worth(state: Mezen, painting: list[int]) -> float:
    """What a finished painting promises at the end of this round, in points."""
    codes = codes_of(painting)
    value = float(goal_points(codes, state.goal))
    if state.next_goal:
        value += NEXT_GOAL * goal_points(codes, state.next_goal)
    if state.round <= DARK_ROUND:
        weight = 1.0 if state.round == DARK_ROUND else 0.3
        value += weight * dark(codes).bit_count()
    else:
        weight = 1.0 if state.round == ROUNDS else 0.3
        value += weight * light(codes).bit_count()
    if state.round == ROUNDS:
        value += biggest_group(codes).bit_count()
    return value


def arrange(state: Mezen, painting: list[int], hand: Sequence[int]) -> list[int]:
    """The painting with these tiles in its empty cells, as well as swapping any two can make it."""
    full = painting[:]
    free = [cell for cell, code in enumerate(painting) if code == EMPTY]
    for cell, code in zip(free, hand, strict=True):
        full[cell] = code
    best = worth(state, full)
    pairs = list(combinations(free, 2))
    improved = True
    while improved:
        improved = False
        for one, other in pairs:
            full[one], full[other] = full[other], full[one]
            value = worth(state, full)
            if value > best:
                best = value
                improved = True
            else:
                full[one], full[other] = full[other], full[one]
    return full


def _lifting(state: Mezen, painting: list[int], lifted: int) -> float:
    """The worth of lifting these cells and arranging what they show from behind."""
    hand = [painting[cell] ^ 1 for cell in cells_of(lifted)]
    return worth(state, arrange(state, fall(painting, lifted), hand))


def _best_lift(state: Mezen, seat: int, animal: int, bridges: int = 0, excluded: int = 0) -> float:
    painting = state.paintings[seat]
    codes = codes_of(painting)
    groups = takeable(shows(codes, animal), shows(codes, SPRUCE), bridges, excluded)
    return max((_lifting(state, painting, group & ~bridges) for group in groups), default=0.0)


class MezenJudge(Judge):
    """How Mezen looks to its bots."""

    def rate(self, state: Mezen, moves: Sequence[Move]) -> list[float]:
        """How good each move looks, in points. The backs in this position are imagined ones."""
        seat = state.actor
        assert seat is not None
        if isinstance(moves[0], Place):
            return _rate_places(state, seat, moves)
        return [_rating(state, seat, move) for move in moves]


def _rating(state: Mezen, seat: int, move: Move) -> float:
    painting = state.paintings[seat]
    match move:
        case Announce(symbol=symbol):
            return _best_lift(state, seat, symbol)
        case Keep():
            animal = kept_animal(state, seat)
            return _best_lift(state, seat, animal) if animal >= 0 else worth(state, painting)
        case Pay(symbol=symbol):
            return _best_lift(state, seat, symbol) - AMULET
        case Take(cell=cell):
            return _lifting(state, painting, group_at(state, cell) & ~state.bridges)
        case Bridge(cell=cell):
            bridges = state.bridges | 1 << cell
            return _best_lift(state, seat, state.animals[seat], bridges, state.excluded) - AMULET
        case Exclude(cell=cell):
            excluded = state.excluded | 1 << cell
            return _best_lift(state, seat, state.animals[seat], state.bridges, excluded) - AMULET
        case Score():
            return float(goal_points(codes_of(painting), state.goal))
    return min(REFUSAL, state.pool) * (AMULET if state.round < ROUNDS else 1.0)


def _rate_places(state: Mezen, seat: int, moves: Sequence[Move]) -> list[float]:
    """The place that a good arrangement gives the next tile, above all others."""
    plan = arrange(state, state.paintings[seat], state.hand)
    return [10.0 if isinstance(m, Place) and plan[m.cell] == state.hand[0] else 0.0 for m in moves]


JUDGE = MezenJudge()
