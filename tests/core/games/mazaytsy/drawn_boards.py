"""Waters drawn by hand: each card a word `mark/hares/boats`, such as `.`, `~ne/3` or `=/2+1/Rn,Bs`.

Marks are those of the plain board. Cards on hand-drawn waters need not add up to the box.
"""

from core.game import GameEvent, Setup
from core.games.mazaytsy import GAME
from core.games.mazaytsy.components import FLOW, PLAIN
from core.games.mazaytsy.deal import start
from core.games.mazaytsy.hares import ALL, ONE, VALUES, worths
from core.games.mazaytsy.moves import LETTERS
from core.games.mazaytsy.phases import BEGUN
from core.games.mazaytsy.rules import boat
from core.games.mazaytsy.state import MazaytsyState
from core.games.mazaytsy.text.board import mark
from core.games.mazaytsy.water import BOWS, WATERS
from core.match import find_move

#: Every mark and the face it stands for, without the sign of a hare.
FACES = {mark(kind * 8 + turn): kind * 8 + turn for kind in range(9) for turn in range(4)}
FACES |= {mark(kind * 8): kind * 8 for kind in range(9) if FLOW[kind * 8] < 0}

WIDE = "\n".join([". . . . . ."] * 6)
NARROW = "\n".join([". . . . ."] * 5)


def drawn(cards: dict[str, str], base: str = WIDE) -> str:
    """A water with these cards on it, and plain water everywhere else."""
    rows = [line.split() for line in base.split("\n")]
    for name, word in cards.items():
        rows[int(name[1]) - 1]["abcdef".index(name[0])] = word
    return "\n".join(" ".join(row) for row in rows)


def bunch_of(*values: int) -> int:
    """The bunch of hares that are worth this much each."""
    return sum(ONE[VALUES.index(value)] for value in values)


def card(kind: int, sign: bool = False) -> int:
    return kind * 2 + sign


def flood(
    grid: str,
    players: int = 3,
    seat: int = 0,
    holds: dict[int, tuple[int, ...]] | None = None,
    row: list[int] | None = None,
    row_hares: list[tuple[int, ...]] | None = None,
    stack: list[int] | None = None,
    under: int = 0,
    **options: bool | int,
) -> MazaytsyState:
    """A position in which this seat's turn begins. Boats that are not drawn lie far off, in f6 or e5."""
    s = start(Setup(players, 1, {"starter": 1, **options}))
    words = grid.split()
    assert len(words) == len(s.field)
    s.boats = [len(words) - 1] * players
    for cell, word in enumerate(words):
        sign, hares, boats = [*word.split("/"), "", ""][:3]
        s.field[cell] = FACES[sign]
        s.hares[cell] = bunch_of(*map(int, hares.split("+"))) if hares else 0
        for letter, bow in map(tuple, filter(None, boats.split(","))):
            s.boats[LETTERS.index(letter)] = cell
            s.bows[LETTERS.index(letter)] = BOWS.index(bow)
    for who, values in (holds or {}).items():
        s.holds[who] = bunch_of(*values)
    s.row = row if row is not None else [card(PLAIN)] * players
    s.row_hares = [bunch_of(*values) for values in row_hares or [()] * len(s.row)]
    s.stack = stack if stack is not None else [card(PLAIN)] * 10
    s.discard = []
    s.under, s.sunk = under, 0
    s.pool = ALL - sum(s.hares) - sum(s.row_hares) - sum(s.holds)
    s.turn = players + seat - 1
    boat.begin(s, seat)
    boat.stop(s, BEGUN, None)
    return s


def do(s: MazaytsyState, notations: str) -> list[GameEvent]:
    """Play these moves, all of which must be legal."""
    events: list[GameEvent] = []
    for notation in notations.split():
        s.play(find_move(GAME, s, notation), events.append)
    return events


def can(s: MazaytsyState) -> set[str]:
    return {move.notation for move in s.legal_moves()}


def where(s: MazaytsyState, seat: int = 0) -> str:
    """A boat's cell and bow: "c3n"."""
    return WATERS[s.side].names[s.boats[seat]] + BOWS[s.bows[seat]]


def cell(name: str, side: int = 6) -> int:
    return WATERS[side].names.index(name)


def hares_at(s: MazaytsyState, name: str) -> list[int]:
    return worths(s.hares[cell(name, s.side)])


def holds(s: MazaytsyState, seat: int = 0) -> list[int]:
    return worths(s.holds[seat])


def asked(s: MazaytsyState) -> str:
    return s.prompt.kind
