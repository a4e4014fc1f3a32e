"""Bots with a cache, because the same games lead to the positions of many tests."""

from collections.abc import Callable

from core.game import Move
from tests.matches import Match


def remembered(choose: Callable[[Match], Move]) -> Callable[[Match], Move]:
    """What a bot chose, without asking it again in the same position of the same deal."""
    chosen: dict[tuple[int, int, str], Move] = {}

    def again(match: Match) -> Move:
        here = match.setup.seed, len(match.log), match.state.digest()
        if here not in chosen:
            chosen[here] = choose(match)
        return chosen[here]

    return again
