"""The components of Gzhel: pads, goal cards and the geometry of a pad, as tables of small integers.

A player's two pads are one board of 32 spaces: 0 to 15 on the diamond pad, 16 to 31 on the circle pad, each
row by row from the top left. A set of spaces is a bit mask, so a pad alone is a mask of 16 bits.
"""

import tomllib
from collections.abc import Sequence
from importlib import resources
from typing import Any

import msgspec

from core.errors import InvalidMatchError

SIZE = 4
SPACES = SIZE * SIZE
BOARD = 2 * SPACES
PAD = (1 << SPACES) - 1
ALL = (1 << BOARD) - 1
DIAMOND, CIRCLE = 0, 1
SIDES = ("diamond", "circle")

#: Columns a to d lie on the diamond pad, e to h on the circle pad; row 1 is the top one.
SPACE_NAMES = tuple(
    f"{'abcdefgh'[SIZE * (space // SPACES) + space % SIZE]}{space % SPACES // SIZE + 1}" for space in range(BOARD)
)

LEFT_COLUMN = 0x1111
_NOT_LEFT = PAD & ~LEFT_COLUMN
_NOT_RIGHT = PAD & ~(LEFT_COLUMN << (SIZE - 1))
ROWS = tuple(0xF << (SIZE * row) for row in range(SIZE))
COLUMNS = tuple(LEFT_COLUMN << column for column in range(SIZE))
TOP_HALF = ROWS[0] | ROWS[1]
LEFT_HALF = COLUMNS[0] | COLUMNS[1]


def beside(pad: int) -> int:
    """Return the spaces of a pad that share a side with one of these."""
    return (
        ((pad << 1) & _NOT_LEFT)
        | ((pad >> 1) & _NOT_RIGHT)
        | ((pad << SIZE) & PAD)
        | (pad >> SIZE)
    )  # fmt: skip


def two_corners(pad: int) -> int:
    """Return the spaces of a pad that touch at least two of these by a corner."""
    left, right = (pad >> 1) & _NOT_RIGHT, (pad << 1) & _NOT_LEFT
    a, b, c, d = left >> SIZE, right >> SIZE, (left << SIZE) & PAD, (right << SIZE) & PAD
    return (a & b) | (c & d) | ((a | b) & (c | d))


def spaces_of(mask: int) -> list[int]:
    """Return the spaces of a mask in ascending order."""
    return [
        *_BYTES[0][mask & 255],
        *_BYTES[1][mask >> 8 & 255],
        *_BYTES[2][mask >> 16 & 255],
        *_BYTES[3][mask >> 24],
    ]


_BYTES = tuple(
    tuple(tuple(8 * byte + bit for bit in range(8) if value >> bit & 1) for value in range(256)) for byte in range(4)
)

#: The spaces beside each space of a pad.
BESIDE = tuple(beside(1 << space) for space in range(SPACES))

#: The four spaces around each place where a figurine stands: the corners of the pad, then its middle.
SEATS = (0x0033, 0x00CC, 0x3300, 0xCC00, 0x0660)

PATTERN_LETTERS = "LAFG"


class Face(msgspec.Struct, frozen=True, gc=False):
    """One side of a pad: the spaces of each pattern and those around each figurine, as masks."""

    patterns: tuple[int, ...]
    around: tuple[int, ...]
    #: The pattern of each space, and the figurine on each of the five stands, for drawing it.
    grid: tuple[int, ...]
    seats: tuple[int, ...]


class Card(msgspec.Struct, frozen=True, gc=False):
    """A goal card: what its flower side requires and pays, and the pattern and icons of its other side."""

    number: int
    kind: str
    #: The flowers, figurines or pattern that it names, by number.
    flowers: tuple[int, ...]
    figurines: tuple[int, ...]
    pattern: int
    #: "rows", "columns", "top_bottom", "left_right" or nothing.
    axis: str
    points: tuple[int, ...]
    back: int
    icons: tuple[str, ...]


def _object(text: str) -> InvalidMatchError:
    return InvalidMatchError(f"Gzhel's components.toml: {text}")


def _number(names: Sequence[str], name: str, where: str) -> int:
    if name not in names:
        raise _object(f"{where} names {name!r}, which is none of {', '.join(names)}.")
    return names.index(name)


def read_face(rows: Sequence[str], figurines: Sequence[str], where: str) -> Face:
    """Return a side of a pad from its rows of pattern letters and its five figurines."""
    letters = "".join(rows)
    if len(rows) != SIZE or any(len(row) != SIZE for row in rows) or set(letters) - set(PATTERN_LETTERS):
        raise _object(f"{where} needs four rows of four letters out of {PATTERN_LETTERS}.")
    grid = tuple(PATTERN_LETTERS.index(letter) for letter in letters)
    seats = tuple(_number(FIGURINES, name, where) for name in figurines)
    if sorted(seats) != list(range(len(FIGURINES))):
        raise _object(f"{where} must show each of the five figurines once.")
    patterns = tuple(sum(1 << s for s in range(SPACES) if grid[s] == p) for p in range(len(PATTERNS)))
    if any(mask.bit_count() != SIZE for mask in patterns):
        raise _object(f"{where} must have four spaces of each pattern.")
    around = tuple(SEATS[seats.index(f)] for f in range(len(FIGURINES)))
    return Face(patterns, around, grid, seats)


def read_card(row: dict[str, Any]) -> Card:
    """Return a goal card from its entry in `components.toml`."""
    where = f"card {row.get('number', '?')}"
    try:
        points = row["points"]
        card = Card(
            row["number"],
            row["kind"],
            tuple(_number(FLOWERS, name, where) for name in row.get("flowers", ())),
            tuple(_number(FIGURINES, name, where) for name in row.get("figurines", ())),
            _number(PATTERNS, row["pattern"], where) if "pattern" in row else -1,
            row.get("halves", row.get("line", "")),
            (points,) if isinstance(points, int) else tuple(points),
            _number(PATTERNS, row["back"], where),
            tuple(row["icons"]),
        )
    except KeyError as missing:
        raise _object(f"{where} lacks {missing}.") from None
    _check_card(card, where)
    return card


#: How many flowers, figurines and steps of points each kind of card has, and what its axis may be.
_SHAPES: dict[str, tuple[int, int, int, tuple[str, ...]]] = {
    "flower_pairs": (2, 0, 1, ("",)),
    "varied_neighbours": (1, 0, 2, ("",)),
    "flower_on_patterns": (1, 0, 4, ("",)),
    "diagonal_pair": (1, 0, 1, ("",)),
    "two_figurines": (0, 2, 1, ("",)),
    "chain": (0, 0, 1, ("",)),
    "same_pairs": (0, 0, 1, ("",)),
    "halves": (0, 0, 1, ("top_bottom", "left_right")),
    "enclosed_empty": (0, 0, 1, ("",)),
    "pattern_variety": (0, 0, 4, ("",)),
    "varied_lines": (0, 0, 1, ("row", "column")),
}


def _check_card(card: Card, where: str) -> None:
    if card.kind not in _SHAPES:
        raise _object(f"{where} is of kind {card.kind!r}, which is none of {', '.join(_SHAPES)}.")
    flowers, figurines, steps, axes = _SHAPES[card.kind]
    if len(set(card.flowers)) != flowers or len(card.flowers) != flowers:
        raise _object(f"{where} must name {flowers} flowers.")
    if len(set(card.figurines)) != figurines or len(card.figurines) != figurines:
        raise _object(f"{where} must name {figurines} figurines.")
    if len(card.points) != steps:
        raise _object(f"{where} must have {steps} numbers of points.")
    if card.axis not in axes:
        raise _object(f"{where} must run along one of {', '.join(axes)}.")
    if (card.pattern >= 0) != (card.kind == "pattern_variety"):
        raise _object(f"{where} must name a pattern, or must not.")
    if len(set(card.icons)) != 2 or set(card.icons) - set(ICONS):
        raise _object(f"{where} needs two different icons out of {', '.join(ICONS)}.")


_DATA: dict[str, Any] = tomllib.loads(
    resources.files("core.games.gzhel").joinpath("components.toml").read_text("utf-8")
)

FLOWERS: tuple[str, ...] = tuple(_DATA["flowers"])
PATTERNS: tuple[str, ...] = tuple(_DATA["patterns"])
FIGURINES: tuple[str, ...] = tuple(_DATA["figurines"])
ICONS: tuple[str, ...] = tuple(_DATA["icons"])
#: The kinds of flowers, by number.
KINDS = range(len(FLOWERS))
FLOWER_LETTERS = "".join(name[0] for name in FLOWERS)
TOKENS_EACH: int = _DATA["tokens_each"]
STAMPS_AT_START: int = _DATA["stamps_at_start"]
PILE_AT_START: int = _DATA["pile_at_start"]
SET_SIZE: int = _DATA["set_size"]
STAMP_POINTS: int = _DATA["stamp_points"]
PATTERN_POINTS: tuple[int, ...] = tuple(_DATA["pattern_points"])
#: The points from which each title is reached, and its id.
TITLES: tuple[tuple[int, str], ...] = tuple((row["from"], row["title"]) for row in _DATA["titles"])

TOKENS = TOKENS_EACH * len(FLOWERS)
#: Tokens that are dealt to each pad.
DEALT = (TOKENS - STAMPS_AT_START) // 2
#: One card leaves the deck each round, and the last round begins with one card.
ROUNDS = SET_SIZE - PILE_AT_START - 1

#: The pads by number less one, each with its diamond and its circle side.
PADS: tuple[tuple[Face, Face], ...] = tuple(
    (
        read_face(pad["diamond"]["rows"], pad["diamond"]["figurines"], f"pad {pad['number']}, diamond side"),
        read_face(pad["circle"]["rows"], pad["circle"]["figurines"], f"pad {pad['number']}, circle side"),
    )
    for pad in _DATA["pads"]
)
#: The goal cards by number less one.
CARDS: tuple[Card, ...] = tuple(read_card(row) for row in _DATA["cards"])
#: The cards of each set, as indices into CARDS.
SETS: dict[str, tuple[int, ...]] = {
    icon: tuple(i for i, card in enumerate(CARDS) if icon in card.icons) for icon in ICONS
}


def _check() -> None:
    """Raise an error that names what is wrong if the components cannot be played with."""
    if len(FLOWER_LETTERS) != len(set(FLOWER_LETTERS)):
        raise _object("two flowers begin with the same letter.")
    if [len(FLOWERS), len(PATTERNS), len(FIGURINES)] != [5, 4, 5]:
        raise _object("there must be five flowers, four patterns and five figurines.")
    if len(PATTERN_POINTS) != TOKENS_EACH + 1:
        raise _object(f"pattern_points needs {TOKENS_EACH + 1} numbers.")
    if [card.number for card in CARDS] != list(range(1, len(CARDS) + 1)):
        raise _object("the cards must be numbered from 1, in order.")
    if [pad["number"] for pad in _DATA["pads"]] != list(range(1, 9)):
        raise _object("the pads must be numbered from 1 to 8, in order.")
    for icon, cards in SETS.items():
        if len(cards) != SET_SIZE:
            raise _object(f"the set {icon} has {len(cards)} cards; it needs {SET_SIZE}.")


_check()
