"""Distances on open water in turns; a place is `cell * 4 + bow`."""

from functools import lru_cache

from core.games.mazaytsy.water import WATERS


@lru_cache(maxsize=1 << 4)
def turns_to(side: int) -> tuple[tuple[int, ...], ...]:
    """Return the turns that a boat needs, by its place and by the cell that it is to touch."""
    onward = [_after_a_turn(side, place) for place in range(side * side * 4)]
    return tuple(_distances(onward, place) for place in range(side * side * 4))


@lru_cache(maxsize=1 << 4)
def turns_to_shore(side: int) -> tuple[int, ...]:
    edge = WATERS[side].edge
    return tuple(min(d for cell, d in enumerate(row) if edge[cell]) for row in turns_to(side))


def _after_an_order(side: int, place: int) -> list[int]:
    """Return where a boat may be after it rows or turns once."""
    cell, bow = divmod(place, 4)
    target = WATERS[side].step[cell][bow * 2]
    turned = [cell * 4 + (bow + 1) % 4, cell * 4 + (bow + 3) % 4]
    return [target * 4 + bow, *turned] if target >= 0 else turned


def _after_a_turn(side: int, place: int) -> set[int]:
    """Return where a boat may be after one order, after two, or after a slip."""
    cell, bow = divmod(place, 4)
    reached = set(_after_an_order(side, place))
    for once in tuple(reached):
        reached.update(_after_an_order(side, once))
    ring = WATERS[side].step[cell]
    reached.update(slip * 4 + bow for slip in (ring[bow * 2 - 1], ring[bow * 2 + 1]) if slip >= 0)
    return reached


def _distances(onward: list[set[int]], start: int) -> tuple[int, ...]:
    """Return the turns from a place to every cell."""
    distance = [-1] * (len(onward) // 4)
    distance[start // 4] = 0
    seen = edge = {start}
    turns = 0
    while edge:
        turns += 1
        edge = set().union(*(onward[place] for place in edge)) - seen
        seen = seen | edge
        for place in edge:
            if distance[place // 4] < 0:
                distance[place // 4] = turns
    return tuple(distance)
