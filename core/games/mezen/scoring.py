"""The points of a painting: by a goal card, and at the end of the game."""

from collections.abc import Callable
from functools import lru_cache

from core.games.mezen.components import (
    ANIMALS,
    BESIDE,
    COLUMNS,
    EMPTY,
    FACE,
    LAP,
    ROWS,
    SPRUCE,
    Goal,
    around,
    beside,
    flood,
)

#: A painting as bytes, the last cell first, so that `int(…, 2)` gives cell 0 the lowest bit.
Codes = bytes


def _table(codes: set[int]) -> bytes:
    return bytes(ord("1") if code in codes else ord("0") for code in range(256))


_SHOWS = tuple(_table({code for code in range(EMPTY) if FACE[code] == symbol}) for symbol in range(SPRUCE + 1))
_DARK = _table({code for code in range(EMPTY) if code % 2})
_LIGHT = _table({code for code in range(EMPTY) if code % 2 == 0})


def codes_of(painting: list[int]) -> Codes:
    return bytes(painting[::-1])


def shows(codes: Codes, symbol: int) -> int:
    """Return the cells that show this symbol."""
    return int(codes.translate(_SHOWS[symbol]), 2)


def dark(codes: Codes) -> int:
    """Return the cells with the dark side up."""
    return int(codes.translate(_DARK), 2)


def light(codes: Codes) -> int:
    """Return the cells with the light side up."""
    return int(codes.translate(_LIGHT), 2)


def groups(mask: int) -> list[int]:
    """Return the connected groups of a set of cells."""
    found = []
    while mask:
        group = flood(mask & -mask, mask)
        found.append(group)
        mask ^= group
    return found


def animal_groups(codes: Codes, symbol: int) -> list[int]:
    """Return the groups of an animal with the Spruce in them, the biggest first."""
    animal = shows(codes, symbol)
    found = [group for group in groups(animal | shows(codes, SPRUCE)) if group & animal]
    return sorted(found, key=int.bit_count, reverse=True)


def biggest_group(codes: Codes) -> int:
    """Return the cells of the biggest group of one animal with the Spruce that joins it."""
    spruce = shows(codes, SPRUCE)
    best, size = 0, 0
    for symbol in ANIMALS:
        animal = shows(codes, symbol)
        for group in groups(animal | spruce):
            if group.bit_count() > size and group & animal:
                best, size = group, group.bit_count()
    return best


def track(points: int) -> tuple[int, int]:
    """Return points as the score track shows them: the side of the 50/100 token (0: none yet), the marker's space."""
    return min(points // LAP, 2) * LAP, points % LAP


@lru_cache(1 << 14)
def most_pairs(ones: int, others: int) -> int:
    """Return the most pairs of neighbours, one from each set, no cell in two pairs."""
    return len(_paired(ones, others))


def _paired(ones: int, others: int) -> dict[int, int]:
    """Return a maximum matching of neighbours (Kuhn's algorithm): by the bit of each cell in `others`, its partner."""
    partner: dict[int, int] = {}

    def marry(cell: int, refused: int) -> tuple[bool, int]:
        candidates = BESIDE[cell] & others & ~refused
        while candidates:
            low = candidates & -candidates
            candidates ^= low
            refused |= low
            rival = partner.get(low)
            if rival is not None:
                moved, refused = marry(rival, refused)
                candidates &= ~refused
                if not moved:
                    continue
            partner[low] = cell
            return True, refused
        return False, refused

    rest = ones
    while rest:
        low = rest & -rest
        rest ^= low
        marry(low.bit_length() - 1, 0)
    return partner


# One function for each kind of goal: how many times the card pays


def _symbol_at(codes: Codes, goal: Goal) -> int:
    return (shows(codes, goal.symbols[0]) & goal.cells).bit_count()


def _isolated(codes: Codes, goal: Goal) -> int:
    animal = shows(codes, goal.symbols[0])
    return (animal & ~around(animal)).bit_count()


def _pairs(codes: Codes, goal: Goal) -> int:
    return most_pairs(shows(codes, goal.symbols[0]), shows(codes, goal.symbols[1]))


def _chosen_at(codes: Codes, goal: Goal) -> int:
    return max((shows(codes, symbol) & goal.cells).bit_count() for symbol in ANIMALS)


def _dark_lines(codes: Codes, goal: Goal) -> int:
    mask = dark(codes)
    return sum((mask & line).bit_count() >= goal.at_least for line in (*ROWS, *COLUMNS))


def _dark_at(codes: Codes, goal: Goal) -> int:
    return (dark(codes) & goal.cells).bit_count()


def _spruce_at(codes: Codes, goal: Goal) -> int:
    return (shows(codes, SPRUCE) & goal.cells).bit_count()


def _light_next_to_spruce(codes: Codes, goal: Goal) -> int:
    return (light(codes) & beside(shows(codes, SPRUCE))).bit_count()


def _biggest_spruce_group(codes: Codes, goal: Goal) -> int:
    return max((group.bit_count() for group in groups(shows(codes, SPRUCE))), default=0)


def _light_dark_pairs(codes: Codes, goal: Goal) -> int:
    return most_pairs(light(codes), dark(codes))


def _chosen_next_to_spruce(codes: Codes, goal: Goal) -> int:
    near = beside(shows(codes, SPRUCE))
    return max((shows(codes, symbol) & near).bit_count() for symbol in ANIMALS)


def _biggest_group_with_spruce(codes: Codes, goal: Goal) -> int:
    return biggest_group(codes).bit_count()


_COUNT: dict[str, Callable[[Codes, Goal], int]] = {
    "symbol_at": _symbol_at,
    "isolated": _isolated,
    "pairs": _pairs,
    "chosen_at": _chosen_at,
    "dark_lines": _dark_lines,
    "dark_at": _dark_at,
    "spruce_at": _spruce_at,
    "light_next_to_spruce": _light_next_to_spruce,
    "biggest_spruce_group": _biggest_spruce_group,
    "light_dark_pairs": _light_dark_pairs,
    "chosen_next_to_spruce": _chosen_next_to_spruce,
    "biggest_group_with_spruce": _biggest_group_with_spruce,
}


def goal_points(codes: Codes, goal: Goal) -> int:
    """Return the points that this painting, perhaps with empty cells, earns from a goal card."""
    return _COUNT[goal.kind](codes, goal) * goal.points


# The tiles that a card pays for, to show them


def counted(codes: Codes, goal: Goal) -> list[int]:
    """Return the cells that a goal card pays for: each pair or line by itself, everything else together."""
    match goal.kind:
        case "pairs":
            return _pair_cells(shows(codes, goal.symbols[0]), shows(codes, goal.symbols[1]))
        case "light_dark_pairs":
            return _pair_cells(light(codes), dark(codes))
        case "dark_lines":
            lines = [dark(codes) & line for line in (*ROWS, *COLUMNS)]
            return [line for line in lines if line.bit_count() >= goal.at_least]
    cells = _counted_cells(codes, goal)
    return [cells] if cells else []


def _pair_cells(ones: int, others: int) -> list[int]:
    return sorted(other | 1 << one for other, one in _paired(ones, others).items())


def _counted_cells(codes: Codes, goal: Goal) -> int:
    """Return the cells of a card that pays for each tile."""
    spruce = shows(codes, SPRUCE)
    match goal.kind:
        case "symbol_at":
            return shows(codes, goal.symbols[0]) & goal.cells
        case "isolated":
            animal = shows(codes, goal.symbols[0])
            return animal & ~around(animal)
        case "chosen_at":
            return max((shows(codes, symbol) & goal.cells for symbol in ANIMALS), key=int.bit_count)
        case "dark_at":
            return dark(codes) & goal.cells
        case "spruce_at":
            return spruce & goal.cells
        case "light_next_to_spruce":
            return light(codes) & beside(spruce)
        case "biggest_spruce_group":
            return max(groups(spruce), key=int.bit_count, default=0)
        case "chosen_next_to_spruce":
            return max((shows(codes, symbol) & beside(spruce) for symbol in ANIMALS), key=int.bit_count)
    return biggest_group(codes)
