"""Feedback after a first game: the rule that brought the most, and one thing to try next."""

from core.game import Game, State
from core.lessons.course import load


def first_game_feedback(game: Game, state: State, seat: int) -> str:
    """Return two sentences about the points of a seat; empty where the course has none."""
    told = load(game).sources
    points = _points_of(game, state, seat)
    weakest = weakest_source(game, state, seat)
    if not weakest:
        return ""
    most = max(points, key=lambda source: points[source])
    brought = f"Most of your points, {points[most]}, came from {told[most].most}." if points[most] > 0 else ""
    return f"{brought} Next time: {told[weakest].next}.".strip()


def weakest_source(game: Game, state: State, seat: int) -> str:
    """Return the source of points in which a seat was furthest behind; empty where the course tells of fewer than two.

    It is never the one that brought the most.
    """
    points = _points_of(game, state, seat)
    if len(points) < 2:
        return ""
    most = max(points, key=lambda source: points[source])
    return max((source for source in points if source != most), key=lambda source: _behind(state, source, seat))


def _points_of(game: Game, state: State, seat: int) -> dict[str, int]:
    """Return the points of a seat by source, as far as the course has advice on it."""
    told = load(game).sources
    return {source: column[seat] for source, column in state.breakdown().items() if source in told}


def _behind(state: State, source: str, seat: int) -> tuple[int, int]:
    """Return how far a seat is behind the best of the others in a source; in a solo game, how little it brought."""
    column = state.breakdown()[source]
    others = [points for other, points in enumerate(column) if other != seat]
    return (max(others) - column[seat] if others else 0, -column[seat])
