"""Predict what an order would do to the boat, and the card in hand to the hares, from public information.

Nothing here plays a move, because a prediction must not use hidden information. Texts, view and evaluators ask here.
"""

from typing import TYPE_CHECKING, Final, NamedTuple

from core.games.mazaytsy.components import BARREN, FLOW, LOG, SWAMP, THICKET, WHIRLPOOL
from core.games.mazaytsy.moves import FORWARD, LEFT, RIGHT, SLIP_LEFT, SLIP_RIGHT, STOP, UNLOAD, GiveOrder
from core.games.mazaytsy.rules.advanced import BARE
from core.games.mazaytsy.rules.cards import swept
from core.games.mazaytsy.rules.legal import card_in_hand, funnels_around
from core.games.mazaytsy.water import WATERS

if TYPE_CHECKING:
    from core.games.mazaytsy.state import MazaytsyState

#: How far a turn swings the bow, in quarters of a circle; and how far from the bow a step leads, in eighths.
_SWINGS: Final = {LEFT: 3, RIGHT: 1}
_STEPS: Final = {FORWARD: 0, SLIP_LEFT: -1, SLIP_RIGHT: 1}


class BoatPrediction(NamedTuple):
    """Where an order takes the boat, if no other order follows."""

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


def predict_boat(s: "MazaytsyState", move: GiveOrder) -> BoatPrediction:
    """Return what an order of the movement stage would do to the active boat."""
    a = s.actor
    assert a is not None
    cell, bow = s.boats[a], s.bows[a]
    if move.code in (UNLOAD, STOP):
        pulling = funnels_around(s, cell) if move.code == STOP else ()
        return BoatPrediction((), 0, bow, False, True, tuple(pulling))
    entered: tuple[int, ...] = ()
    if move.code in _SWINGS:
        bow = (bow + _SWINGS[move.code]) % 4
    else:
        entered = (WATERS[s.side].step[cell][bow * 2 + _STEPS[move.code]],)
    drifted, blocked = _drift(s, entered[0] if entered else cell)
    path = entered + drifted
    slips = move.code in (SLIP_LEFT, SLIP_RIGHT)
    over = slips or s.acts == 1 or blocked or any(s.field[passed] >> 3 == LOG for passed in path)
    end = path[-1] if path else cell
    return BoatPrediction(path, len(entered), bow, blocked, over, tuple(funnels_around(s, end)) if over else ())


def _drift(s: "MazaytsyState", cell: int) -> tuple[tuple[int, ...], bool]:
    """Return where currents carry a boat from here, each once in a turn, and whether the last one is blocked."""
    path: list[int] = []
    spent = s.spent
    while FLOW[s.field[cell]] >= 0 and not spent >> cell & 1:
        spent |= 1 << cell
        cell = WATERS[s.side].step[cell][FLOW[s.field[cell]]]
        if cell < 0 or s.field[cell] >> 3 == THICKET:
            return tuple(path), True
        path.append(cell)
    return tuple(path), False


class CardPrediction(NamedTuple):
    """What the card in hand would do to the hares if it were laid on a cell."""

    #: For a whirlpool, clockwise and counter-clockwise: hares by where from and where to (-1: lost).
    clockwise: tuple[tuple[int, int, int], ...] = ()
    counter: tuple[tuple[int, int, int], ...] = ()
    #: For a swamp: the cells whose hares it draws in.
    drawn_in: tuple[int, ...] = ()
    #: For the barren card of advanced rule 1: the cells that lose their hares.
    cleared: tuple[int, ...] = ()

    def swept(self, clockwise: bool) -> tuple[tuple[int, int, int], ...]:
        """Return what a whirlpool that turns this way would move."""
        return self.clockwise if clockwise else self.counter


def predict_card(s: "MazaytsyState", cell: int) -> CardPrediction:
    """Return what the card in hand would do on this cell; only valid while a card is being laid."""
    card = card_in_hand(s)
    kind = card >> 1
    if kind == WHIRLPOOL:
        return CardPrediction(tuple(swept(s, cell, True)), tuple(swept(s, cell, False)))
    if kind == SWAMP:
        return CardPrediction(drawn_in=tuple(near for near in WATERS[s.side].around[cell] if s.hares[near]))
    if s.advanced & BARE and BARREN[card]:
        same = (near for near, face in enumerate(s.field) if face >> 3 == kind)
        return CardPrediction(cleared=tuple(near for near in same if s.hares[near]))
    return CardPrediction()
