"""What a move would do, told from what everybody sees: for screens, descriptions and the judge.

Nothing here plays a move: a preview must not look behind the curtain.
"""

from typing import TYPE_CHECKING, NamedTuple

from core.mazaytsy.components import BARREN, FLOW, LOG, SWAMP, THICKET, WHIRLPOOL
from core.mazaytsy.field import WATERS
from core.mazaytsy.moves import FORWARD, LEFT, RIGHT, SLIP_LEFT, SLIP_RIGHT, STOP, UNLOAD, Act, Place, Spot
from core.mazaytsy.rules.cards import swept
from core.mazaytsy.rules.legal import card_in_hand, funnels_around
from core.mazaytsy.rules.stages import ACT, BARE, CELL, PLACE, PULL

if TYPE_CHECKING:
    from core.game import Move
    from core.mazaytsy.state import Flood


class Voyage(NamedTuple):
    """Where an order takes the boat, if it is left to the water after it."""

    #: The cells that the boat comes to, in order; empty if it stays where it is.
    path: tuple[int, ...]
    #: How many of them it rows; the rest is drift.
    rowed: int
    bow: int
    #: Whether a current wants to carry it into shore or thicket.
    blocked: bool
    #: Whether its movement is over then.
    over: bool
    #: The funnels that pull at the cell where it ends; one is certain, of several the player chooses.
    funnels: tuple[int, ...]


def voyage(s: "Flood", move: Act) -> Voyage:
    """What an order of the movement stage would do to the active boat."""
    a = s.actor
    assert a is not None
    code = move.code
    cell = s.boats[a]
    bow = s.bows[a]
    step = WATERS[s.side].step
    if code == UNLOAD:
        return Voyage((), 0, bow, False, True, ())
    if code == STOP:
        return Voyage((), 0, bow, False, True, tuple(funnels_around(s, cell)))
    path: list[int] = []
    if code in (LEFT, RIGHT):
        bow = (bow + (1 if code == RIGHT else 3)) % 4
    else:
        way = bow * 2 + {FORWARD: 0, SLIP_LEFT: -1, SLIP_RIGHT: 1}[code]
        cell = step[cell][way]
        path.append(cell)
    rowed = len(path)
    over = code in (SLIP_LEFT, SLIP_RIGHT) or s.acts == 1
    blocked = False
    spent = s.spent
    if path and s.field[cell] >> 3 == LOG:
        over = True
    while FLOW[s.field[cell]] >= 0 and not spent >> cell & 1:
        spent |= 1 << cell
        target = step[cell][FLOW[s.field[cell]]]
        if target < 0 or s.field[target] >> 3 == THICKET:
            blocked = over = True
            break
        cell = target
        path.append(cell)
        if s.field[cell] >> 3 == LOG:
            over = True
    return Voyage(tuple(path), rowed, bow, blocked, over, tuple(funnels_around(s, cell)) if over else ())


class Laying(NamedTuple):
    """What the card in hand would do to the hares if it were laid on a cell."""

    #: For a whirlpool, clockwise and counter-clockwise: hares by where from and where to (-1: lost).
    clockwise: tuple[tuple[int, int, int], ...] = ()
    counter: tuple[tuple[int, int, int], ...] = ()
    #: For a swamp: the cells whose hares it draws in.
    drawn_in: tuple[int, ...] = ()
    #: For the barren card of advanced rule 1: the cells that lose their hares.
    cleared: tuple[int, ...] = ()


def laying(s: "Flood", cell: int) -> Laying:
    """What the card in hand would do on this cell; asked while a card is being laid."""
    card = card_in_hand(s)
    kind = card >> 1
    if kind == WHIRLPOOL:
        return Laying(tuple(swept(s, cell, True)), tuple(swept(s, cell, False)))
    if kind == SWAMP:
        return Laying(drawn_in=tuple(near for near in WATERS[s.side].around[cell] if s.hares[near]))
    if s.advanced & BARE and BARREN[card]:
        same = (near for near, face in enumerate(s.field) if face >> 3 == kind)
        return Laying(cleared=tuple(near for near in same if s.hares[near]))
    return Laying()


def moves_by_cell(s: "Flood") -> "dict[int, list[Move]]":
    """The legal moves that a click on a cell can mean, by cell."""
    found: dict[int, list[Move]] = {}
    a = s.actor
    if a is None:
        return found
    for move in s.moves():
        if s.phase == ACT:
            assert isinstance(move, Act)
            rowed = voyage(s, move)
            if move.code in (FORWARD, SLIP_LEFT, SLIP_RIGHT):
                found.setdefault(rowed.path[0], []).append(move)
            elif move.code in (STOP, UNLOAD):
                found.setdefault(s.boats[a], []).append(move)
        elif s.phase in (CELL, PULL, PLACE):
            assert isinstance(move, Spot | Place)
            found.setdefault(move.cell, []).append(move)
        else:
            found.setdefault(s.boats[a], []).append(move)
    return found
