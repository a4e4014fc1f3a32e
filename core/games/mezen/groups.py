"""Groups, amulets and falling tiles: the rules for lifting a group."""

from core.games.mezen.components import COLUMNS, EMPTY, SIZE, beside, cells_of, flood


def takeable(animal: int, spruce: int, bridges: int, excluded: int) -> list[int]:
    """Return the combined groups that may be lifted, with their bridges.

    All amulets count together, in no order: a group is a connected part of animal, Spruce and bridges
    without the excluded tiles. It holds a free tile of the animal and every bridge, and every excluded
    tile touches it.
    """
    allowed = (animal | spruce | bridges) & ~excluded
    rest = animal & ~(bridges | excluded)
    found = []
    while rest:
        group = flood(rest & -rest, allowed)
        rest &= ~group
        if not (bridges & ~group or excluded & ~beside(group)):
            found.append(group)
    return found


def bridge_cells(animal: int, spruce: int, bridges: int, excluded: int, groups: list[int]) -> int:
    """Return where one more amulet can be a bridge: beside a group, or on a tile of it that then stays."""
    cells = 0
    others = animal & ~excluded
    for group in groups:
        others &= ~group
        cells |= beside(group) & ~group & ~excluded
        free = group & animal & ~bridges
        inside = group & ~bridges
        cells |= inside if free & (free - 1) else inside & ~free
    if excluded and not bridges:
        # Another group may touch an excluded tile only through the new bridge.
        tiles = animal | spruce
        near = beside(flood(others, tiles & ~excluded)) & ~(tiles | cells)
        for cell in cells_of(near):
            if takeable(animal, spruce, 1 << cell, excluded):
                cells |= 1 << cell
    return cells


def exclude_cells(animal: int, spruce: int, bridges: int, excluded: int, groups: list[int]) -> int:
    """Return which tiles of a group one more amulet can exclude, so that a group remains beside them."""
    cells = 0
    bare = not (bridges or excluded)
    for group in groups:
        # Without other amulets a neighbour of the animal always remains as a group, or part of one.
        safe = beside(group & animal) & group if bare else 0
        cells |= safe
        for cell in cells_of(group & ~bridges & ~safe):
            if takeable(animal, spruce, bridges, excluded | 1 << cell):
                cells |= 1 << cell
    return cells


def fall(painting: list[int], removed: int) -> list[int]:
    """Return the painting after these tiles are lifted and the rest has slid down; EMPTY cells are on top."""
    fallen = painting[:]
    for column in range(SIZE):
        if removed & COLUMNS[column]:
            cells = range(column, SIZE * SIZE, SIZE)
            kept = [painting[cell] for cell in cells if not removed >> cell & 1]
            fallen[column::SIZE] = [EMPTY] * (SIZE - len(kept)) + kept
    return fallen
