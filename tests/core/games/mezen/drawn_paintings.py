"""Paintings laid from letters, and tables to play on, for the tests of Mezen.

A painting is written row by row, rows apart by "/": a small letter is a light side up, a capital a dark one,
and the letter in brackets is the back: h horse, i fish, b bird, g hedgehog, f fox, s spruce. Without
brackets any tile with that face is taken. "." is some light tile and "," some dark one, of a symbol that
stands nowhere on the board in letters; where the light ones do not suffice, "." may be dark too. Each of the
25 tiles lies once, as it must.
"""

import re
from collections.abc import Sequence

from hypothesis import strategies as st

from core.game import GameEvent, Move
from core.games.mezen import GAME
from core.games.mezen.components import AMULET_CARDS, AMULETS, CELL_NAMES, FACE, SETS, TILES
from core.games.mezen.phases import LIFTING
from core.games.mezen.state import MezenState
from core.match import find_move

LETTERS = "hibgfs"
HORSE, FISH, BIRD, HEDGEHOG, FOX, SPRUCE = range(6)

#: A painting on which nothing matters: the light sides in order, no animal beside its like in a row.
PLAIN = "h i b g f / i b g f h / b g f h i / g f h i b / f h i b g"


def lay(text: str) -> list[int]:
    """The painting that is written so, as tile codes."""
    tokens = text.replace("/", " ").split()
    assert len(tokens) == 25, f"a painting has 25 tiles, not {len(tokens)}"
    named = {LETTERS.index(letter) for letter in re.sub(r"\(.\)|[^a-z]", "", text.lower())}
    light = _deal([_codes(token, named) for token in tokens])
    painting = light or _deal([_codes(token.replace(".", ".,"), named) for token in tokens])
    assert painting, f"there are not enough tiles to lay {text!r}"
    return painting


def _deal(wanted: list[list[int]]) -> list[int]:
    """One tile a cell out of those wanted there, no tile twice; empty when that cannot be."""
    lying: dict[int, int] = {}

    def place(cell: int, tried: set[int]) -> bool:
        for code in wanted[cell]:
            tile = code >> 1
            if tile not in tried:
                tried.add(tile)
                if tile not in lying or place(lying[tile], tried):
                    lying[tile] = cell
                    return True
        return False

    if not all(place(cell, set()) for cell in range(25)):
        return []
    tiles = {cell: tile for tile, cell in lying.items()}
    return [next(code for code in wanted[cell] if code >> 1 == tiles[cell]) for cell in range(25)]


def _codes(token: str, named: set[int]) -> list[int]:
    """The tile codes that a token can mean."""
    if token[0] in ".,":
        return [code for code in range(50) if ".,"[code % 2] in token and FACE[code] not in named]
    found = re.fullmatch(r"([hibgfsHIBGFS])(?:\(([hibgfsHIBGFS])\))?", token)
    assert found, f"{token!r} is no tile"
    up, back = found.groups()
    symbol = LETTERS.index(up.lower())
    codes = [code for code in range(50) if FACE[code] == symbol and code % 2 == up.isupper()]
    return [code for code in codes if back is None or FACE[code ^ 1] == LETTERS.index(back.lower())]


def written(painting: Sequence[int]) -> str:
    """A painting with all its backs, as `lay` reads it."""
    cells = []
    for code in painting:
        up, back = LETTERS[FACE[code]], LETTERS[FACE[code ^ 1]].upper()
        cells.append(f"{up.upper() if code % 2 else up}({back})")
    return " / ".join(" ".join(cells[row : row + 5]) for row in range(0, 25, 5))


def at(names: str) -> int:
    """Cells by name, as a mask: "a1 c3"."""
    return sum(1 << CELL_NAMES.index(name) for name in names.split())


def names(mask: int) -> str:
    """The cells of a mask by name."""
    return " ".join(name for cell, name in enumerate(CELL_NAMES) if mask >> cell & 1)


def showing(painting: Sequence[int], symbol: int) -> int:
    """The cells that show a symbol, counted one by one."""
    return sum(1 << cell for cell, code in enumerate(painting) if FACE[code] == symbol)


def table(
    *paintings: str | list[int],
    goals: tuple[int, ...] = (),
    round: int = 1,
    amulets: Sequence[int] | None = None,
    pool: int | None = None,
    open_backs: bool = False,
) -> MezenState:
    """A table with these paintings before seat 0 announces.

    `goals` are the numbers of the cards of this round and those that follow. With a pool given, the last seat
    holds whatever amulets are left over.
    """
    players = len(paintings)
    icon = next(icon for icon, cards in SETS.items() if all(number - 1 in cards for number in goals))
    state = GAME.start(GAME.setup(players, {"cards": icon, "open_backs": open_backs}, 11))
    assert isinstance(state, MezenState)
    state.actor = state.active = 0
    state.round = round
    state.paintings = [lay(p) if isinstance(p, str) else p[:] for p in paintings]
    state.seen = [sum(1 << (code >> 1) for code in p if code % 2) for p in state.paintings]
    rest = [card for card in state.deck if card + 1 not in goals]
    state.deck = rest[: round - 1] + [number - 1 for number in goals] + rest[round - 1 :]
    waiting = sum(card > state.opened for card in AMULET_CARDS) if players == 1 else 0
    if amulets is not None:
        state.amulets = list(amulets)
    if pool is not None:
        state.amulets[-1] = AMULETS - waiting - pool - sum(state.amulets[:-1])
    state.pool = AMULETS - waiting - sum(state.amulets)
    assert state.violations() == []
    return state


def lifting(painting: str | list[int], symbol: int, amulets: int = 5) -> MezenState:
    """Alone at the table, the symbol announced: amulets may be put down, a group lifted."""
    state = table(painting, amulets=[amulets])
    state.announced = state.animals[0] = symbol
    state.phase = LIFTING
    return state


def legal(state: MezenState) -> list[str]:
    return [move.notation for move in state.legal_moves()]


def play(state: MezenState, *notations: str) -> list[GameEvent]:
    """Play these moves, each of which must be legal, and return the events."""
    told: list[GameEvent] = []
    for notation in " ".join(notations).split():
        move: Move = find_move(GAME, state, notation)
        state.play(move, told.append)
        assert state.violations() == []
    return told


def finish_round(state: MezenState, answer: str = "points") -> list[GameEvent]:
    """Play the rest of the round: nobody pays, the first group is lifted, all give the same last answer."""
    told: list[GameEvent] = []
    now = state.round
    while state.actor is not None and state.round == now:
        moves = legal(state)
        told += play(state, answer if answer in moves else moves[0])
    return told


@st.composite
def paintings(draw: st.DrawFn) -> list[int]:
    """Any painting: the 25 tiles in any order, any of them turned."""
    tiles = draw(st.permutations(range(len(TILES))))
    turned = draw(st.integers(0, (1 << len(TILES)) - 1))
    return [2 * tile + (turned >> tile & 1) for tile in tiles]
