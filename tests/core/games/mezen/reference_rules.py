"""Mezen once more, slow and plain: cells are (row, column), groups sets. Only faces come from the game."""

from collections.abc import Iterable
from functools import lru_cache

from core.games.mezen.components import FACE

Cell = tuple[int, int]
CELLS: list[Cell] = [(row, column) for row in range(5) for column in range(5)]
ANIMALS = ["horse", "fish", "bird", "hedgehog", "fox"]
SYMBOLS = [*ANIMALS, "spruce"]

CORNERS_CENTRE = {(0, 0), (0, 4), (2, 2), (4, 0), (4, 4)}
CENTRE = {(row, column) for row in (1, 2, 3) for column in (1, 2, 3)}
CROSS = {cell for cell in CELLS if 2 in cell}
MIDDLE_ROW = {cell for cell in CELLS if cell[0] == 2}
MIDDLE_COLUMN = {cell for cell in CELLS if cell[1] == 2}
DIAGONAL = {cell for cell in CELLS if cell[0] == cell[1]}
BORDER = {cell for cell in CELLS if 0 in cell or 4 in cell}

PAIRS = {
    21: ("horse", "hedgehog"),
    22: ("hedgehog", "fish"),
    23: ("fish", "fox"),
    24: ("fox", "bird"),
    25: ("bird", "horse"),
}


class Grid:
    """A painting by cell: what it shows, and whether its dark side is up."""

    def __init__(self, painting: list[int]) -> None:
        self.symbol = {cell: SYMBOLS[FACE[code]] for cell, code in zip(CELLS, painting, strict=True)}
        self.dark = {cell for cell, code in zip(CELLS, painting, strict=True) if code % 2}
        self.light = set(CELLS) - self.dark

    def all(self, symbol: str) -> set[Cell]:
        return {cell for cell in CELLS if self.symbol[cell] == symbol}


def sides(cell: Cell) -> set[Cell]:
    """The neighbours by a side."""
    row, column = cell
    return {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)} & set(CELLS)


def eight(cell: Cell) -> set[Cell]:
    """The neighbours by a side or a corner."""
    row, column = cell
    return {(r, c) for r, c in CELLS if (r, c) != cell and abs(r - row) <= 1 and abs(c - column) <= 1}


def components(cells: Iterable[Cell]) -> list[set[Cell]]:
    """The connected parts of some cells."""
    left = set(cells)
    found = []
    while left:
        part: set[Cell] = set()
        wave = {left.pop()}
        while wave:
            part |= wave
            wave = {n for cell in wave for n in sides(cell)} & left
            left -= wave
        found.append(part)
    return found


def most_pairs(ones: set[Cell], others: set[Cell]) -> int:
    """The most neighbouring pairs, by trying every choice for one cell after the other."""
    order = sorted(ones if len(ones) <= len(others) else others)
    partners = ones | others

    @lru_cache(None)
    def best(index: int, used: frozenset[Cell]) -> int:
        if index == len(order):
            return 0
        cell = order[index]
        free = (sides(cell) & partners) - set(order) - used
        return max([best(index + 1, used), *(1 + best(index + 1, used | {mate}) for mate in free)])

    return best(0, frozenset())


def biggest(parts: list[set[Cell]]) -> int:
    return max(map(len, parts), default=0)


def best_group(grid: Grid) -> int:
    """The size of the biggest group of one animal with its Spruce."""
    spruce = grid.all("spruce")
    return max(
        biggest([part for part in components(grid.all(animal) | spruce) if part & grid.all(animal)])
        for animal in ANIMALS
    )


def points(number: int, painting: list[int]) -> int:
    """What the goal card of this number pays, from the words of the rulebook."""
    grid = Grid(painting)
    spruce = grid.all("spruce")
    by_spruce = {n for cell in spruce for n in sides(cell)}
    animal = ANIMALS[(number - 1) % 5]
    if number <= 5:
        return 3 * len(grid.all(animal) & CORNERS_CENTRE)
    if number <= 10:
        return 2 * len(grid.all(animal) & CENTRE)
    if number <= 15:
        return 2 * len(grid.all(animal) & CROSS)
    if number <= 20:
        mine = grid.all(animal)
        return 2 * sum(not eight(cell) & mine for cell in mine)
    if number <= 25:
        one, other = PAIRS[number]
        return 2 * most_pairs(grid.all(one), grid.all(other))
    if number <= 28:
        where = {26: MIDDLE_ROW, 27: MIDDLE_COLUMN, 28: DIAGONAL}[number]
        return 3 * max(len(grid.all(chosen) & where) for chosen in ANIMALS)
    if number == 29:
        rows = [{(i, j) for j in range(5)} for i in range(5)]
        columns = [{(i, j) for i in range(5)} for j in range(5)]
        return 3 * sum(len(line & grid.dark) >= 4 for line in rows + columns)
    if number == 30:
        return 2 * len(grid.dark & CENTRE)
    if number == 31:
        return 3 * len(spruce & BORDER)
    if number == 32:
        return len(grid.light & by_spruce)
    if number == 33:
        return 4 * biggest(components(spruce))
    if number == 34:
        return most_pairs(grid.light, grid.dark)
    if number == 35:
        return 3 * max(len(grid.all(chosen) & by_spruce) for chosen in ANIMALS)
    return 2 * best_group(grid)


# Amulets


def liftable(grid: Grid, animal: str, bridges: set[Cell], kept_out: set[Cell]) -> list[set[Cell]]:
    """The groups, bridges included, that these amulets together leave to be lifted."""
    mine = grid.all(animal)
    found = []
    for part in components((mine | grid.all("spruce") | bridges) - kept_out):
        free = part & mine - bridges
        touched = {n for cell in part for n in sides(cell)}
        if free and bridges <= part and kept_out <= touched:
            found.append(part)
    return found


def is_legal(grid: Grid, animal: str, bridges: set[Cell], kept_out: set[Cell]) -> bool:
    """Whether amulets may lie so: one a tile, kept out only what could belong, a group beside them all."""
    fits = not bridges & kept_out and kept_out <= grid.all(animal) | grid.all("spruce")
    return fits and bool(liftable(grid, animal, bridges, kept_out))


def fallen(painting: list[int], lifted: set[Cell], empty: int) -> list[int]:
    """Tiles drop one step at a time until none has a hole below it."""
    grid = {cell: empty if cell in lifted else code for cell, code in zip(CELLS, painting, strict=True)}
    moved = True
    while moved:
        moved = False
        for row, column in CELLS[:20]:
            below = (row + 1, column)
            if grid[row, column] != empty and grid[below] == empty:
                grid[row, column], grid[below] = empty, grid[row, column]
                moved = True
    return [grid[cell] for cell in CELLS]
