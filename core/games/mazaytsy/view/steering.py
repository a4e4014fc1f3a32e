"""Find the order that leads to a card that the cursor points at."""

from collections.abc import Sequence
from typing import Final

from core.games.mazaytsy.components import FLOW
from core.games.mazaytsy.moves import FORWARD, LEFT, RIGHT, SLIP_LEFT, SLIP_RIGHT, STOP, UNLOAD, GiveOrder, SetCurrent
from core.games.mazaytsy.rules.legal import card_in_hand
from core.games.mazaytsy.rules.prediction import predict_boat
from core.games.mazaytsy.state import MazaytsyState
from core.games.mazaytsy.water import WATERS

#: How far from the bow an order points, in eighths of a circle.
_ASIDE: Final = {FORWARD: 0, SLIP_LEFT: -1, SLIP_RIGHT: 1, LEFT: -2, RIGHT: 2}

#: The eight ways from north, as rows down and columns right.
_STEPS: Final = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))


def _offset(s: MazaytsyState, start: int, end: int) -> tuple[int, int]:
    """How many rows down and columns right it is from one cell to another."""
    return end // s.side - start // s.side, end % s.side - start % s.side


def distance(s: MazaytsyState, one: int, other: int) -> int:
    rows, columns = _offset(s, one, other)
    return abs(rows) + abs(columns)


def way_of(s: MazaytsyState, order: GiveOrder) -> int | None:
    """The direction that an order points to; None if the boat stays where it is."""
    assert s.actor is not None
    aside = _ASIDE.get(order.code)
    return None if aside is None else (s.bows[s.actor] * 2 + aside) % 8


def card_of(s: MazaytsyState, order: GiveOrder) -> int:
    """The card to point at for an order: ahead, beside the boat for a turn, else its own. -1: the shore."""
    assert s.actor is not None
    cell = s.boats[s.actor]
    way = way_of(s, order)
    return cell if way is None else WATERS[s.side].step[cell][way]


def order_towards(s: MazaytsyState, orders: Sequence[GiveOrder], goal: int) -> int:
    """Return which of the orders leads best to a card."""
    costs = [_cost(s, order, goal) for order in orders]
    return costs.index(min(costs))


def _cost(s: MazaytsyState, order: GiveOrder, goal: int) -> int:
    """About how many orders it takes to the goal if this one is given first; its own card means to stay."""
    assert s.actor is not None
    cell = s.boats[s.actor]
    if goal == cell:
        return {STOP: 0, UNLOAD: 0, FORWARD: 1}.get(order.code, 2)
    if order.code in (STOP, UNLOAD):
        return 99
    way = predict_boat(s, order)
    if goal in way.path:
        return -1 if way.rowed and way.path[0] == goal else 0
    down, right = _offset(s, way.path[-1] if way.path else cell, goal)
    ahead, aside = ((-down, right), (right, down), (down, -right), (-right, -down))[way.bow]
    turns = (0 if ahead >= 0 else 2) if not aside else 1 if ahead >= 0 else 2
    return 1 + abs(ahead) + abs(aside) + turns


def flow_of(s: MazaytsyState, turn: SetCurrent) -> int:
    """Return the direction in which the current in hand would flow."""
    return FLOW[card_in_hand(s) * 4 + turn.turn]


def flow_towards(s: MazaytsyState, turns: Sequence[SetCurrent], goal: int) -> int:
    """Return which way of the current in hand points best at a card."""
    down, right = _offset(s, s.spot, goal)
    ways = [_STEPS[flow_of(s, turn)] for turn in turns]
    fits = [dy * down + dx * right for dy, dx in ways]
    return fits.index(max(fits))


def flow_along(s: MazaytsyState, turns: Sequence[SetCurrent], dx: int, dy: int) -> int | None:
    """Return which way of the current in hand points to (dx, dy); None if none does."""
    ways = [_STEPS[flow_of(s, turn)] for turn in turns]
    return ways.index((dy, dx)) if (dy, dx) in ways else None
