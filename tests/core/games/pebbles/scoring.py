"""The ranking: each pebble is a point."""

from collections.abc import Sequence


def ranking(taken: Sequence[int]) -> list[list[int]]:
    order = sorted(set(taken), reverse=True)
    return [[seat for seat, pebbles in enumerate(taken) if pebbles == place] for place in order]
