"""What a choice would touch, from public information, to be highlighted before the choice is made."""

from itertools import pairwise
from typing import Final, NamedTuple

from core.game import Move
from core.games.mazaytsy.components import THICKET
from core.games.mazaytsy.moves import LEAVE, SHARE, UNLOAD, Add, ChooseCell, GiveOrder, Launch, SetCurrent, Spin
from core.games.mazaytsy.phases import PULL
from core.games.mazaytsy.rules.legal import card_in_hand, hares_in_hand
from core.games.mazaytsy.rules.prediction import predict_boat, predict_card
from core.games.mazaytsy.state import MazaytsyState
from core.games.mazaytsy.view.steering import flow_of
from core.games.mazaytsy.water import WATERS


class GhostBoat(NamedTuple):
    """Where a boat would be."""

    seat: int
    cell: int
    bow: int


class GhostCard(NamedTuple):
    """A card as it would lie on the water. `turn` is -1 while its way is open."""

    cell: int
    card: int
    turn: int
    hares: int


class Highlights(NamedTuple):
    """What is highlighted: cells, ways from cells, hares that would be lost, a boat and a card that would be there."""

    highlighted: frozenset[int] = frozenset()
    #: Ways that something would go: a cell and a direction out of it.
    arrows: tuple[tuple[int, int], ...] = ()
    lost: frozenset[int] = frozenset()
    #: Cards of a kind that is named: only their strips are lit.
    named: frozenset[int] = frozenset()
    ghost: GhostBoat | None = None
    laid: GhostCard | None = None


NOTHING: Final = Highlights()


def highlights_of(s: MazaytsyState, move: Move) -> Highlights:
    """Return what a legal move would touch."""
    a = s.actor
    assert a is not None
    match move:
        case Launch():
            return Highlights(frozenset({move.cell}), ghost=GhostBoat(a, move.cell, move.bow))
        case GiveOrder() if move.code == UNLOAD:
            return _landing(s, s.boats[a])
        case GiveOrder() if move.code not in (LEAVE, SHARE):
            return _sailing(s, a, move)
        case ChooseCell() if s.phase == PULL:
            return _path(s, a, (move.cell,), s.bows[a])
        case ChooseCell():
            return _laying(s, move.cell)
        case SetCurrent():
            return _flowing(s, move)
        case Spin():
            return _spinning(s, move)
        case Add():
            return Highlights(named=frozenset(cell for cell, face in enumerate(s.field) if face >> 3 == move.kind))
    return Highlights(frozenset({s.boats[a]}))


def reachable(s: MazaytsyState, seat: int) -> Highlights:
    """Return what a boat that is looked at could reach with its next step."""
    cell = s.boats[seat]
    if cell < 0:
        return NOTHING
    ring = WATERS[s.side].step[cell]
    ways = [(s.bows[seat] * 2 + aside) % 8 for aside in (-1, 0, 1)]
    free = [way for way in ways if ring[way] >= 0 and s.field[ring[way]] >> 3 != THICKET]
    return Highlights(frozenset({cell, *(ring[way] for way in free)}), tuple((cell, way) for way in free))


def _landing(s: MazaytsyState, cell: int) -> Highlights:
    ashore = [way for way in (0, 2, 4, 6) if WATERS[s.side].step[cell][way] < 0]
    return Highlights(frozenset({cell}), tuple((cell, way) for way in ashore))


def _sailing(s: MazaytsyState, a: int, order: GiveOrder) -> Highlights:
    way = predict_boat(s, order)
    certain = way.funnels if len(way.funnels) == 1 else ()
    found = _path(s, a, (*way.path, *certain), way.bow)
    return found._replace(highlighted=found.highlighted | set(way.funnels))


def _path(s: MazaytsyState, a: int, cells: tuple[int, ...], bow: int) -> Highlights:
    """A boat's way from card to card, and the boat at its end."""
    step = WATERS[s.side].step
    stops = (s.boats[a], *cells)
    arrows = tuple((here, step[here].index(there)) for here, there in pairwise(stops))
    return Highlights(frozenset(cells), arrows, ghost=GhostBoat(a, stops[-1], bow))


def _in_hand(s: MazaytsyState, cell: int, turn: int) -> GhostCard:
    return GhostCard(cell, card_in_hand(s), turn, hares_in_hand(s))


def _laying(s: MazaytsyState, cell: int) -> Highlights:
    effect = predict_card(s, cell)
    step = WATERS[s.side].step
    drawn_in = tuple((near, step[near].index(cell)) for near in effect.drawn_in)
    stirred = frozenset(start for start, _, _ in effect.clockwise)
    lit = stirred | frozenset(effect.drawn_in)
    return Highlights(lit, drawn_in, frozenset(effect.cleared), laid=_in_hand(s, cell, -1))


def _flowing(s: MazaytsyState, move: SetCurrent) -> Highlights:
    target = WATERS[s.side].step[s.spot][flow_of(s, move)]
    return Highlights(frozenset({target} if target >= 0 else ()), laid=_in_hand(s, s.spot, move.turn))


def _spinning(s: MazaytsyState, move: Spin) -> Highlights:
    moved = predict_card(s, s.spot).swept(move.clockwise)
    step = WATERS[s.side].step
    arrows = tuple((start, step[start].index(end)) for start, end, _ in moved if end >= 0)
    lost = frozenset(start for start, end, _ in moved if end < 0)
    return Highlights(frozenset(start for start, _, _ in moved), arrows, lost, laid=_in_hand(s, s.spot, 0))
