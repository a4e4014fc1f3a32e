"""The components of Mezen: tiles, goal cards and the geometry of a painting, as tables of small integers.

A cell is a number from 0 (top left) to 24, a set of cells is a bit mask. A tile on a painting is a code: twice its
number, plus one when its dark side is up; so `code ^ 1` is the tile turned over.
"""

import tomllib
from importlib import resources
from typing import Any

import msgspec

from core.errors import InvalidMatchError

SIZE = 5
CELLS = SIZE * SIZE
ALL = (1 << CELLS) - 1
CELL_NAMES = tuple(f"{'abcde'[cell % SIZE]}{cell // SIZE + 1}" for cell in range(CELLS))

_LEFT = sum(1 << cell for cell in range(0, CELLS, SIZE))
_RIGHT = _LEFT << (SIZE - 1)
_NOT_LEFT = ALL & ~_LEFT
_NOT_RIGHT = ALL & ~_RIGHT
ROWS = tuple(0b11111 << (SIZE * row) for row in range(SIZE))
COLUMNS = tuple(_LEFT << column for column in range(SIZE))


def beside(mask: int) -> int:
    """Return the cells that share a side with one of these (these themselves only if they touch each other)."""
    return ((mask << 1) & _NOT_LEFT) | ((mask >> 1) & _NOT_RIGHT) | ((mask << SIZE) & ALL) | (mask >> SIZE)


def around(mask: int) -> int:
    """Return the cells that touch one of these by a side or a corner."""
    row = ((mask << 1) & _NOT_LEFT) | ((mask >> 1) & _NOT_RIGHT)
    three = row | mask
    return row | ((three << SIZE) & ALL) | (three >> SIZE)


def flood(start: int, allowed: int) -> int:
    """Return all cells in `allowed` that are connected by sides to `start`, which lies in it."""
    reached = start
    while True:
        more = (
            reached
            | ((reached << 1) & _NOT_LEFT)
            | ((reached >> 1) & _NOT_RIGHT)
            | (reached << SIZE)
            | (reached >> SIZE)
        ) & allowed
        if more == reached:
            return reached
        reached = more


def cells_of(mask: int) -> list[int]:
    """Return the cells of a mask in ascending order."""
    cells = []
    while mask:
        low = mask & -mask
        cells.append(low.bit_length() - 1)
        mask ^= low
    return cells


BESIDE = tuple(beside(1 << cell) for cell in range(CELLS))


class Goal(msgspec.Struct, frozen=True):
    """A goal card: what it pays for, where, and how much each."""

    number: int
    kind: str
    points: int
    symbols: tuple[int, ...]
    cells: int
    at_least: int
    icons: tuple[str, ...]


_DATA: dict[str, Any] = tomllib.loads(
    resources.files("core.games.mezen").joinpath("components.toml").read_text("utf-8")
)

SYMBOLS: tuple[str, ...] = tuple(_DATA["symbols"])
ANIMALS = range(len(SYMBOLS))
SPRUCE = len(SYMBOLS)
FACES = (*SYMBOLS, str(_DATA["wild"]))
ICONS: tuple[str, ...] = tuple(_DATA["icons"])
AMULETS: int = _DATA["amulets"]
ROUNDS: int = _DATA["rounds"]
DARK_ROUND: int = _DATA["dark_round"]
AMULETS_EACH: int = _DATA["amulets_each"]
AMULETS_SOLO: int = _DATA["amulets_solo"]
AMULET_CARDS: tuple[int, ...] = tuple(_DATA["amulet_cards_solo"])
REFUSAL: int = _DATA["refusal"]
LAP: int = _DATA["lap"]
#: The points from which each title is reached, and its id.
TITLES: tuple[tuple[int, str], ...] = tuple((row["from"], row["title"]) for row in _DATA["titles"])

#: Light and dark symbol of each tile.
TILES: tuple[tuple[int, int], ...] = tuple(
    (FACES.index(light), FACES.index(dark)) for light in SYMBOLS for dark in _DATA["tiles"][light]
)
#: The code of a cell without a tile, while lifted ones wait to be placed.
EMPTY = 2 * len(TILES)
#: The symbol that a code shows, by code.
FACE: tuple[int, ...] = tuple(side for tile in TILES for side in tile)
#: Tiles with Spruce on the dark side carry a mark on the light one.
MARKED: frozenset[int] = frozenset(i for i, (_, dark) in enumerate(TILES) if dark == SPRUCE)


def _layout(rows: list[str]) -> int:
    return sum(1 << (SIZE * r + c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "X")


#: The positions that goal cards draw, as cells.
LAYOUTS: dict[str, int] = {name: _layout(rows) for name, rows in _DATA["layouts"].items()}


def _goal(row: dict[str, Any]) -> Goal:
    names = row.get("symbols", [row["symbol"]] if "symbol" in row else [])
    layout = LAYOUTS[row["layout"]] if "layout" in row else ALL
    return Goal(
        row["number"],
        row["kind"],
        row["points"],
        tuple(map(SYMBOLS.index, names)),
        layout,
        row.get("at_least", 0),
        tuple(row["icons"]),
    )


#: The goal cards, by number less one.
GOALS: tuple[Goal, ...] = tuple(_goal(row) for row in _DATA["goals"])
#: The cards of each set, as indices into GOALS.
SETS: dict[str, tuple[int, ...]] = {
    icon: tuple(i for i, goal in enumerate(GOALS) if icon in goal.icons) for icon in ICONS
}


def _check() -> None:
    """Raise an error that names what is wrong if the components cannot be played with."""
    if len(TILES) != CELLS:
        raise InvalidMatchError(f"Mezen's components.toml lists {len(TILES)} tiles; a painting needs {CELLS}.")
    for icon, cards in SETS.items():
        if len(cards) != ROUNDS + 2:
            raise InvalidMatchError(
                f"Mezen's components.toml gives the set {icon} {len(cards)} cards; it needs {ROUNDS + 2}."
            )


_check()
