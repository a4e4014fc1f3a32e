"""What a choice would touch, told from what everybody sees: to be lit up before the choice is made."""

from itertools import pairwise
from typing import NamedTuple

from core.game import Move
from core.mazaytsy.field import WATERS
from core.mazaytsy.moves import LEAVE, SHARE, TOP, UNLOAD, Act, Add, Place, Spin, Spot, Turn
from core.mazaytsy.preview import laying, voyage
from core.mazaytsy.rules.legal import card_in_hand
from core.mazaytsy.rules.stages import PULL
from core.mazaytsy.state import Flood


class Ghost(NamedTuple):
    """Where a boat would be."""

    seat: int
    cell: int
    bow: int


class Laid(NamedTuple):
    """A card as it would lie on the water. `turn` is -1 while its way is open."""

    cell: int
    card: int
    turn: int
    hares: int


class Glimpse(NamedTuple):
    """What is lit up: cells, ways from cells, hares that would be lost, a boat and a card that would be there."""

    lit: frozenset[int] = frozenset()
    #: Ways that something would go: a cell and a direction out of it.
    arrows: tuple[tuple[int, int], ...] = ()
    lost: frozenset[int] = frozenset()
    #: Cards of a kind that is named: only their strips are lit.
    named: frozenset[int] = frozenset()
    ghost: Ghost | None = None
    laid: Laid | None = None


NOTHING = Glimpse()


def glimpse(s: Flood, move: Move | None) -> Glimpse:
    """What a legal move would touch."""
    a = s.actor
    if a is None or move is None:
        return NOTHING
    match move:
        case Place():
            return Glimpse(frozenset({move.cell}), ghost=Ghost(a, move.cell, move.bow))
        case Act() if move.code not in (LEAVE, SHARE):
            return _voyage(s, a, move)
        case Spot() if s.phase == PULL:
            return _path(s, a, (move.cell,), s.bows[a])
        case Spot():
            return _laying(s, move.cell)
        case Turn():
            return _flowing(s, move)
        case Spin():
            return _spinning(s, move)
        case Add():
            return Glimpse(named=frozenset(cell for cell, face in enumerate(s.field) if face >> 3 == move.kind))
    return Glimpse(frozenset({s.boats[a]}) if s.boats[a] >= 0 else frozenset())


def _voyage(s: Flood, a: int, move: Act) -> Glimpse:
    cell = s.boats[a]
    if move.code == UNLOAD:
        ashore = [way for way in (0, 2, 4, 6) if WATERS[s.side].step[cell][way] < 0]
        return Glimpse(frozenset({cell}), tuple((cell, way) for way in ashore))
    way = voyage(s, move)
    certain = way.funnels if len(way.funnels) == 1 else ()
    found = _path(s, a, (*way.path, *certain), way.bow)
    return found._replace(lit=found.lit | set(way.funnels))


def _path(s: Flood, a: int, cells: tuple[int, ...], bow: int) -> Glimpse:
    """A boat's way from card to card, and the boat at its end."""
    step = WATERS[s.side].step
    stops = (s.boats[a], *cells)
    arrows = tuple((here, step[here].index(there)) for here, there in pairwise(stops))
    return Glimpse(frozenset(cells), arrows, ghost=Ghost(a, stops[-1], bow))


def _in_hand(s: Flood, cell: int, turn: int) -> Laid:
    return Laid(cell, card_in_hand(s), turn, 0 if s.hand == TOP else s.row_hares[s.hand])


def _laying(s: Flood, cell: int) -> Glimpse:
    effect = laying(s, cell)
    step = WATERS[s.side].step
    drawn_in = tuple((near, step[near].index(cell)) for near in effect.drawn_in)
    stirred = frozenset(start for start, _, _ in effect.clockwise)
    lit = stirred | frozenset(effect.drawn_in)
    return Glimpse(lit, drawn_in, frozenset(effect.cleared), laid=_in_hand(s, cell, -1))


def _flowing(s: Flood, move: Turn) -> Glimpse:
    laid = _in_hand(s, s.spot, move.turn)
    way = move.turn * 2 + (len(move.notation) > 1)
    target = WATERS[s.side].step[s.spot][way]
    return Glimpse(frozenset({target} if target >= 0 else ()), laid=laid)


def _spinning(s: Flood, move: Spin) -> Glimpse:
    effect = laying(s, s.spot)
    moved = effect.clockwise if move.clockwise else effect.counter
    step = WATERS[s.side].step
    arrows = tuple((start, step[start].index(end)) for start, end, _ in moved if end >= 0)
    lost = frozenset(start for start, end, _ in moved if end < 0)
    return Glimpse(frozenset(start for start, _, _ in moved), arrows, lost, laid=_in_hand(s, s.spot, 0))
